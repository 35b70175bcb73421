"""Alembic's folder: `env.py` is how it runs, `versions/` holds one file for each change of the tables."""
