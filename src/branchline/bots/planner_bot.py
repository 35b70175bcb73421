"""The bot `planner`: imagines a game from what it is shown, and lets its mind decide.

It has several styles: `planner(hasty)` makes for the end, `planner(hoarding)` collects cards, and so on. The usual one
is the strongest; the others are for those who want to know how their bot or board does against something else.
"""

from __future__ import annotations

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import UnknownBot, closest
from branchline.model.observation import Observation
from branchline.planner.mind import Mind
from branchline.planner.style import STYLES


class PlannerBot:
    """Plans the network that its tickets need, collects the cards for it, and watches the end come."""

    def __init__(self, seed: int = 0, style: str = "usual") -> None:
        if style not in STYLES:
            raise UnknownBot(f"there is no style '{style}'; there are: {', '.join(STYLES)}{closest(style, STYLES)}")
        self.name = "planner" if style == "usual" else f"{style} planner"
        self._rng = Rng(seed)
        self._style = STYLES[style]()
        self._minds: dict[tuple[str, str, int], Mind] = {}
        self._at: Mind | None = None  # of the game that it sits at, see `decide_at`

    def decide(self, observation: Observation) -> int:
        """Answer the open decision of the observing seat."""
        assert observation.seat is not None, "a spectator decides nothing"
        key = (observation.board, observation.variant, observation.seats)
        if key not in self._minds:
            self._minds[key] = Mind(registry.new_rule_sheet(*key), self._style)
        mind = self._minds[key]
        mind.rules.imagine(observation, int(self._rng.word()))
        return int(mind.decide(observation.seat))

    def decide_at(self, rules: RuleSheet, seat: int) -> int:
        """The same answer from the game itself, without imagining it: quicker, for a program that plays many games.

        A mind looks at nothing that the seat may not know.
        """
        if self._at is None or self._at.rules is not rules:
            self._at = Mind(rules, self._style)
        return int(self._at.decide(seat))
