"""Learning from games: puzzles, and tables that continue another game."""
