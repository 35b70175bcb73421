"""Writes Branchline as a folder of files that any web server can serve: the client, the engine, and Python for it."""
