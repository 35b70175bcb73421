"""What makes a table a table: seats, decisions, undo, clocks, bots' turns, the coach, and what each viewer is told.

It knows no web framework, no database and no process. Its `home` does: a server, or a tab of a browser.
"""
