"""What is remembered: tables, migrations and one module of queries per subject. Instants are milliseconds."""
