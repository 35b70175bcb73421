"""Learning to judge positions: a network that reads any board, its trainer, and the bot `champion` that plays with it.

Playing needs NumPy alone. Training (`branchline train`) needs PyTorch: pip install "branchline[learn]".
"""

import os

# NumPy reads this when it is first imported. Networks are small and processes many: with threads, which wait for each
# other, a look took seven times the processor time on a busy machine of two cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
