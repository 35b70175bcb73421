"""Where tables are kept: SQLite in a file, or PostgreSQL. A game is its rows; all else is rebuilt from them."""
