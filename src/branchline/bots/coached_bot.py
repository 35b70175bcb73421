"""The bot `coached`: it does what the coach would advise. So a judge of moves is judged by playing."""

from __future__ import annotations

from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.choosing import choose
from branchline.thinking.evaluators import Evaluator, default_for, make_evaluator


class CoachedBot:
    """Follows the coach's advice. With a number of playouts and no time, it repeats exactly."""

    name = "coached"

    def __init__(self, seconds: float = 0.0, playouts: int = 0) -> None:
        """`seconds` and `playouts` limit each advice; with neither, the coach thinks for a second."""
        if seconds < 0 or playouts < 0:
            raise BadSetup("the seconds and playouts of a coach are not below zero")
        self.seconds = seconds if seconds or playouts else 1.0
        self.playouts = playouts
        self._evaluators: dict[tuple[str, str, int], Evaluator] = {}

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Get to know a board."""
        self._evaluator(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """What the coach would advise."""
        evaluator = self._evaluator(observation.board, observation.variant, observation.seats)
        return choose(evaluator, observation, playouts=self.playouts, seconds=self.seconds).action

    def _evaluator(self, board: str, variant: str, seats: int) -> Evaluator:
        key = (board, variant, seats)
        if key not in self._evaluators:
            self._evaluators[key] = make_evaluator(default_for(*key), *key)
        return self._evaluators[key]
