"""The mechanics: one file each, owning its state, its decisions, its actions and its share of every view."""
