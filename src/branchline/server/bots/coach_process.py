"""The process in which the coach thinks."""

from __future__ import annotations

from branchline.server.bots.answering import answer_all
from branchline.table.bots.coach_thinking import answer_coach

if __name__ == "__main__":
    answer_all(answer_coach)
