"""Tournaments between bots: the schedule, the games, and what they say."""
