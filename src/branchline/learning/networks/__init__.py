"""The networks: what they read of a board, how they calculate, and the files that they are kept in."""
