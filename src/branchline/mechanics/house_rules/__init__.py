"""House rules: bonuses that a board file adds."""
