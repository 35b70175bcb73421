"""Learning to judge positions: a network that reads any board, its trainer, and the bot `champion` that plays with it.

Playing needs NumPy alone. Training (`branchline train`) needs PyTorch: pip install "branchline[learn]".
"""
