"""The bot `planner`: imagines a game from what it is shown, and lets its mind decide."""

from __future__ import annotations

from branchline.boards import registry
from branchline.bots.planner.mind import Mind
from branchline.bots.planner.style import Style
from branchline.engine.rng import Rng
from branchline.model.observation import Observation


class PlannerBot:
    """Plans the network that its tickets need, collects the cards for it, and watches the end come."""

    name = "planner"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)
        self._temper = Style()
        self._minds: dict[tuple[str, str, int], Mind] = {}

    def decide(self, observation: Observation) -> int:
        """Answer the open decision of the observing seat."""
        assert observation.seat is not None, "a spectator decides nothing"
        key = (observation.board, observation.variant, observation.seats)
        if key not in self._minds:
            self._minds[key] = Mind(registry.new_rule_sheet(*key), self._temper)
        mind = self._minds[key]
        mind.rules.imagine(observation, int(self._rng.word()))
        return int(mind.decide(observation.seat))
