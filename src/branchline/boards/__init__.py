"""The boards: a folder each, with facts in `board.toml` and rules in `rules.py`; and the code that finds them."""
