"""The San Francisco board: a short game with ferries and tourist tokens."""
