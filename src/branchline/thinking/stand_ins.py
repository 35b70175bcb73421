"""Stand-ins: they follow a game seat by seat, and can play it on from any of its moments.

A planner is set in its ways: it keeps its plan until a route is claimed or it takes tickets. Where planners play, their
stand-ins do the very same, so nothing that they do changes what the game is worth to them; all else is luck. A seat
whose decisions so far the champion would have made more often than the planner gets the champion as its stand-in, where
there is one that has learned the game. Who stands in is known before a card comes, so luck stays 0 on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from branchline.boards import registry
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.style import usual
from branchline.thinking.practice import Shares, deciding, final_shares

if TYPE_CHECKING:  # these need NumPy
    from branchline.thinking.champion_stand_ins import Champions
    from branchline.thinking.side_by_side import Playing

TAKEN_FOR_GRANTED = 2  # decisions before the first one, in which everybody did what was predicted


@cache
def champions_of(board: str, variant: str, seats: int) -> Champions | None:
    """The champions of a kind of game, if there are any and NumPy is installed."""
    try:
        from branchline.champions.shipped import SHIPPED, has_learned
        from branchline.thinking.champion_stand_ins import Champions
    except ModuleNotFoundError:
        return None
    if not has_learned(SHIPPED, board, variant, seats):
        return None
    return Champions(registry.new_rule_sheet(board, variant, seats))


class StandIns:
    """One for each seat of a game. They look at nothing that their seat may not know, so all worlds have the same."""

    def __init__(self, truth: RuleSheet, champions: Champions | None = None, decisions: Sequence[int] = ()) -> None:
        """`decisions` are those that the champions would have made in all moments."""
        self._truth = Mind(truth, usual())  # what planners think of the game as it goes
        self._run = truth.blank()  # where it is played on
        self._mind = Mind(self._run, usual())
        self._champions = champions
        self._decisions = decisions
        self._at = 0  # how many decisions were watched
        seats = int(truth.seats)
        self._seat = 0  # that decides now
        self._planned: int | None = None  # what the planner would do
        self._decided = 0  # how many decisions there were that tell something ...
        self._by_planner = [0] * seats  # ... and by seat how many of them the planner would have made ...
        self._by_champion = [0] * seats  # ... and how many the champion
        self.playing: Playing = (False,) * seats
        self._waits = False  # whether results are still to be filled in
        self._later: list[Callable[[], None]] = []

    @property
    def trust(self) -> float:
        """How far the rest of the game can be expected to go as they predict it, by how it went so far.

        1 as long as everybody does what they would do. It is the square of the share of decisions that they predicted:
        of several powers, none left results without luck with clearly less variance (docs/analysis/measured.md).
        """
        kinds = zip(self.playing, self._by_planner, self._by_champion, strict=True)
        right = sum(champion if is_champion else planned for is_champion, planned, champion in kinds)
        predicted = TAKEN_FOR_GRANTED + right
        return (predicted / (TAKEN_FOR_GRANTED + self._decided)) ** 2

    def think(self, seat: int) -> int | None:
        """Before a seat decides: what its stand-in would do; None if it knows nothing better than chance."""
        chance = self._truth.rng
        before = int(chance.counter)
        action = int(self._truth.decide(seat))
        self._seat = seat
        self._planned = action if int(chance.counter) == before else None
        return self._would

    @property
    def _would(self) -> int | None:
        return self._decisions[self._at] if self.playing[self._seat] else self._planned

    def would_do(self, action: int) -> bool:
        """Whether the seat that decides now does what its stand-in would do."""
        return action == self._would

    def watch(self, action: int) -> None:
        """See what the seat did. What planners would have left to chance themselves tells nothing."""
        if self._planned is not None:
            self._decided += 1
            self._by_planner[self._seat] += action == self._planned
            if self._champions is not None:
                self._by_champion[self._seat] += action == self._decisions[self._at]
        self._at += 1

    @property
    def better(self) -> Playing:
        """Who should stand in for each seat from now on, by what they predicted so far."""
        return tuple(a > b for a, b in zip(self._by_champion, self._by_planner, strict=True))

    def result(self, world: RuleSheet, chance: int) -> Shares:
        """Who wins if they play on from a world that looks to them like the game. `chance` names their own.

        Where champions play, that is known after `settle` only.
        """
        self._run.copy_from(world)
        return self._play_on(chance)

    def result_of(self, world: RuleSheet, seat: int, action: int, chance: int) -> Shares:
        """Who wins if a seat does something there, and then they play on."""
        self._run.copy_from(world)
        self._run.act(seat, action)
        return self._play_on(chance)

    def _play_on(self, chance: int) -> Shares:
        if self._champions is not None and any(self.playing):
            self._waits = True
            return self._champions.play_on(self._run, self.playing, self._truth.plans, chance)
        self._mind.rng.seed(chance)
        for plan, kept in zip(self._mind.plans, self._truth.plans, strict=True):
            plan.copy_from(kept)
        for seat in deciding(self._run, -1):
            self._run.act(seat, self._mind.decide(seat))
        return final_shares(self._run)

    def when_settled(self, do: Callable[[], None]) -> None:
        """Do something as soon as all results so far are known, one thing after the other."""
        if self._waits:
            self._later.append(do)
        else:
            do()

    def settle(self) -> None:
        """Wait for all results, and do what was to be done then."""
        if self._waits and self._champions is not None:
            self._champions.settle()
        self._waits = False
        for do in self._later:
            do()
        self._later.clear()
