"""The bots that can take a seat, the coach, and the processes in which they think."""
