"""A process in which bots think.

One may take as long as it likes, or crash: the server waits for so long and no longer, and starts another process.
"""

from __future__ import annotations

from branchline.server.bots.answering import answer_all
from branchline.table.bots.thinking import answer_bot

if __name__ == "__main__":
    answer_all(answer_bot)
