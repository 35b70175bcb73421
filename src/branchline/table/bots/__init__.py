"""The bots that can take a seat, the coach, and who is next where they think."""
