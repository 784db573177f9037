"""The versions of the database's layout, in Alembic's form."""
