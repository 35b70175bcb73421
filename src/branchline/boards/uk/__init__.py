"""The United Kingdom board: classic, and with advanced technologies."""
