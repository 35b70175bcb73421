"""Whole games from imagined worlds: a network plays for the seat that decides, and planners play for the others.

All candidates are tried in the same worlds and meet the same chance (common random numbers).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from branchline.champions.judge import Judge
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.thinking.core.experience import Experience
from branchline.thinking.core.outcomes import CLOSE
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.side_by_side import SLOTS, SideBySide

LEAD_COUNTS = 0.1  # beside the win, where a network predicts how a game ends

Result = Callable[[RuleSheet, int], float]  # what a game that is over is worth to a seat


def squashed_lead(game: RuleSheet, seat: int) -> float:
    """The lead, squashed, so that it counts most who wins."""
    totals = [int(game.total(k)) for k in range(int(game.seats))]
    lead = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
    return lead / (abs(lead) + CLOSE)


class Playouts:
    """Tries what a seat could do in games of one setting."""

    def __init__(
        self, rules: RuleSheet, experience: Experience, judge: Judge, player: Judge, result: Result = squashed_lead
    ) -> None:
        """`player` plays on; `judge` predicts the ends of games that are not played to their ends."""
        self.worlds = Worlds(rules, experience)
        self.tables = SideBySide(rules)
        for planner in self.tables.planners:
            planner.patience = experience.patience
        self.judge = judge
        self.player = player
        self.rounds = 0  # after so many the judge predicts the end; 0: games are played to their ends
        self._result = result

    def try_out(
        self,
        actions: Sequence[int],
        worlds: range,
        seen: Observation,
        chance: Rng,
        deadline: float = math.inf,
    ) -> list[list[float]]:
        """What each of some actions is worth in some further worlds, by their numbers; all have room in the slots."""
        seat = seen.seat
        assert seat is not None
        assert len(worlds) * len(actions) <= SLOTS
        slot = 0
        for world in worlds:
            self.worlds.imagine(seen, chance)
            for action in actions:
                self.tables.put(slot, self.worlds.rules)
                self.tables.games[slot].act(seat, action)
                self.tables.planners[slot].forget()
                self.tables.planners[slot].rng.seed(world)  # so that all candidates meet the same chance
                slot += 1
        worths = self._play_on(slot, seat, deadline)
        return [worths[k :: len(actions)] for k in range(len(actions))]

    def _play_on(self, slots: int, seat: int, deadline: float) -> list[float]:
        """Play games to their ends; what they are worth to a seat."""
        tables = self.tables
        by_network = tuple(other == seat for other in range(tables.key[2]))
        worths, turns = [0.0] * slots, [0] * slots
        playing = list(range(slots))
        while playing:
            deciding, arrived = list[int](), list[int]()
            for slot in playing:
                game = tables.games[slot]
                if not tables.let_planners_play(slot, by_network):
                    worths[slot] = self._result(game, seat)
                    tables.clear(slot)
                    continue
                turns[slot] += game.open.kind() == TURN and game.open.seat() == seat
                (arrived if turns[slot] == self.rounds > 0 else deciding).append(slot)
            if time.perf_counter() > deadline:
                arrived += deciding
                deciding = []
            tables.look()
            if arrived:
                wins, leads = self.judge.predict(*tables.key, *tables.seen(arrived))
                for slot, win, lead in zip(arrived, wins[:, 0], leads[:, 0], strict=True):
                    worths[slot] = self._worth(float(win), float(lead))
            tables.act(self.player, deciding)
            playing = deciding
        return worths

    def _worth(self, win: float, lead: float) -> float:
        """To win, and by how much, weighed as at the end of learning (see `worth` in returns.py)."""
        seats = self.tables.key[2]
        return (1 - LEAD_COUNTS) * (win * seats - 1) / (seats - 1) + LEAD_COUNTS * lead / 100
