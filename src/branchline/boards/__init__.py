"""The boards: a folder each, with the facts in `board.toml` and the rules in `rules.py`, and the code that finds them."""
