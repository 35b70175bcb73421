"""The boards: a folder each, with facts in `board.toml`, and `rules.py` for what is really new; how they are found."""
