"""The World board: trains, ships and harbors."""
