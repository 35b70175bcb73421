"""What happens at a table in words: cards, questions, progress, the log. Terminal and server share it.

Everything here is told from an observation and the board's data, so that it can say no more than its seat may know.
"""
