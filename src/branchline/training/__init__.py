"""How networks learn: from games of planners, from games with themselves, from what came of all kinds of games.

This needs PyTorch: pip install "branchline[learn]". Playing with what was learned does not (`branchline.champions`).
"""

import branchline.champions as _champions  # noqa: F401 - how many threads NumPy takes is settled before it is imported
