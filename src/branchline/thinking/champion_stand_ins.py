"""Champions who follow a game for an analysis, and play it on from any of its moments beside planners.

What they would do is known in advance: a champion decides by a single look at what its seat sees. Games are played on
side by side. So whoever asks for a result gets a list that is filled in later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.champions.judge import Judge
from branchline.champions.shipped import SHIPPED, weights_for
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.plan import Plan
from branchline.thinking.practice import Shares, final_shares
from branchline.thinking.side_by_side import SLOTS, Playing, SideBySide


class Champions:
    """The champion of a board, in games of one setting."""

    def __init__(self, rules: RuleSheet) -> None:
        self._tables = SideBySide(rules)
        self._judge = Judge(weights_for(SHIPPED, self._tables.key[0]))
        self._waiting: list[tuple[Shares, Playing]] = []  # the games that are to be played, slot by slot

    def decisions(self, games: Iterable[RuleSheet]) -> list[int]:
        """What the champion would do in each of some games, which may be the same one as it goes on."""
        self.settle()
        found: list[int] = []
        slots: list[int] = []
        for game in games:
            self._tables.put(len(slots), game)
            slots.append(len(slots))
            if len(slots) == SLOTS:
                found += self._favorites(slots)
                slots = []
        return found + self._favorites(slots)

    def _favorites(self, slots: Sequence[int]) -> list[int]:
        self._tables.look()
        return self._tables.favorites(self._judge, slots)

    def play_on(self, world: RuleSheet, playing: Playing, plans: Sequence[Plan], chance: int) -> Shares:
        """Who wins if the champion plays some seats, and planners with these plans the others.

        Filled in by `settle`, or as soon as there is no room for further games.
        """
        if len(self._waiting) == SLOTS:
            self.settle()
        slot = len(self._waiting)
        self._tables.put(slot, world)
        planner = self._tables.planners[slot]
        planner.rng.seed(chance)
        for plan, kept in zip(planner.plans, plans, strict=True):
            plan.copy_from(kept)
        self._waiting.append(([], playing))
        return self._waiting[-1][0]

    def settle(self) -> None:
        """Play all games that wait to their ends."""
        left = list(range(len(self._waiting)))
        while left:
            left = [slot for slot in left if self._goes_on(slot)]
            self._tables.look()
            self._tables.act(self._judge, left)
        self._waiting.clear()

    def _goes_on(self, slot: int) -> bool:
        """Whether the champion is to decide; else the game is over, and its result is filled in."""
        shares, playing = self._waiting[slot]
        if self._tables.let_planners_play(slot, playing):
            return True
        shares.extend(final_shares(self._tables.games[slot]))
        self._tables.clear(slot)
        return False
