"""Text and JSON forms of actions, events, observations, scores and records."""
