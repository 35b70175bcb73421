"""The bot `champion`: it plays what a trained network likes best, after a single look. It needs NumPy alone.

Without a file it is the champion of the board that ships, and where there is none that has learned the game at hand
(boards of your own, some variants and numbers of seats), a planner plays in its place.
"""

from __future__ import annotations

from branchline.bots.planner_bot import PlannerBot
from branchline.champions.judge import Judge
from branchline.champions.shipped import SHIPPED, has_learned, weights_for
from branchline.champions.weights import load_weights
from branchline.engine.rng import Rng
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation


class ChampionBot:
    """Plays what a trained network likes best, or, with a temperature, draws from what it likes."""

    def __init__(self, file: str = SHIPPED, temperature: float = 0.0, seed: int = 0) -> None:
        """`file` is a trained network of your own. The higher the temperature, the more often it plays something else
        than what it likes best."""
        if temperature < 0:
            raise BadSetup(f"a temperature is zero or more, not {temperature}")
        if file != SHIPPED:
            load_weights(file)  # what is wrong with it is said at once
        self._file = file
        self._temperature = temperature
        self._rng = Rng(seed)
        self._judges: dict[tuple[str, str, int], Judge | None] = {}
        self._stand_in = PlannerBot(seed)

    @property
    def name(self) -> str:
        """What people call it."""
        return "champion"

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Read the board."""
        self._judge(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """The action that it likes best, or one drawn by how much they are liked."""
        judge = self._judge(observation.board, observation.variant, observation.seats)
        if judge is None:
            return self._stand_in.decide(observation)
        return judge.look(observation).choice(self._temperature, self._rng)

    def _judge(self, board: str, variant: str, seats: int) -> Judge | None:
        """Who judges a setup; nobody, if the champions that ship have not learned it."""
        key = (board, variant, seats)
        if key not in self._judges:
            judge = None
            if self._file != SHIPPED or has_learned(SHIPPED, *key):
                judge = Judge(weights_for(self._file, board))
                judge.prepare(*key)
            self._judges[key] = judge
        return self._judges[key]
