"""Learning from games: analyses of finished ones, puzzles, and playing on from a moment."""
