"""The command line. `main.py` finds the command; each command is a module with `add_arguments` and `run`."""
