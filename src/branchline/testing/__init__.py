"""The public test kit: the contract that every board fulfills, Hypothesis strategies, and tools for golden games.

    from branchline.testing import check_board

    def test_my_board():
        check_board("my_board")

`branchline.testing.strategies` needs Hypothesis and is imported only by those who want it.
"""

from branchline.testing.contract import Effort, Report, check_board, check_game
from branchline.testing.policies import POLICIES, Policy, by_kind, play, stall, step, uniform
from branchline.testing.trial import BrokenContract, Trial

__all__ = [
    "POLICIES",
    "BrokenContract",
    "Effort",
    "Policy",
    "Report",
    "Trial",
    "by_kind",
    "check_board",
    "check_game",
    "play",
    "stall",
    "step",
    "uniform",
]
