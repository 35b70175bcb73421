"""The room for imagined worlds: what would come of a decision, in worlds that look the same to the seat that decides.

Bots that search, the coach, analyses, puzzles and reports on luck all ask here.
"""

import branchline.champions as _champions  # noqa: F401 - how many threads NumPy takes is settled before it is imported
