"""Champions: networks that have learned to play, in NumPy.

    network.py   what they calculate, from the numbers of an encoding to likings, win shares and leads
    weights.py   the files that they are kept in
    shipped.py   those that come with Branchline
    judge.py     `Judge`: what a champion says of a position

How they learn is in `branchline.training`, which needs PyTorch; here NumPy is enough.
"""

import os

# NumPy reads this when it is first imported. Networks are small and processes many: with threads, which wait for each
# other, a look took seven times the processor time on a busy machine of two cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
