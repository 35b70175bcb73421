"""The server: tables that never lose a move and never tell a secret. `branchline serve` starts it.

It needs the extra `server` (`pip install "branchline[server]"`), on PostgreSQL also the extra `postgres`.
"""
