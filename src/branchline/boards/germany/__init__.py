"""The Germany board: short and long tickets, and passengers."""
