"""Routes: who owns them, how they connect, what they cost, and what the longest path is."""
