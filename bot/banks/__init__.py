"""Question banks as text: the YAML format, its schema and its quality checks. Touches no database."""
