"""Whole games from imagined worlds, in which a network plays for all seats.

That its rivals are played by the network too makes a search stronger than the network itself; with planners as rivals
it was not (docs/bots/search.md). All candidates are tried in the same worlds and meet the same chance (common random
numbers).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from branchline.champions.judge import Judge
from branchline.champions.shipped import weights_for
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.thinking.core.outcomes import CLOSE
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.practice import Outcome, outcome_of
from branchline.thinking.side_by_side import SLOTS, SideBySide

LEAD_COUNTS = 0.1  # beside the win, where a network predicts how a game ends


def worth_of(outcome: Outcome, seat: int) -> float:
    """What an outcome is worth to a seat: its lead, squashed, so that it counts most who wins.

    Where the end is predicted: to win, and by how much, weighed as at the end of learning (see `worth` in returns.py).
    """
    lead, seats = outcome.leads[seat], len(outcome.shares)
    if not outcome.is_predicted:
        return lead / (abs(lead) + CLOSE)
    return (1 - LEAD_COUNTS) * (outcome.shares[seat] * seats - 1) / (seats - 1) + LEAD_COUNTS * lead / 100


class Playouts:
    """Tries what a seat could do in games of one setting."""

    def __init__(self, worlds: Worlds, file: str) -> None:
        """With the network in a file. If it has an apprentice that knows the game, that one plays on in its place: many
        games by a weaker player say more than a few (`training/apprentice.py`)."""
        self.worlds = worlds
        self.tables = SideBySide(worlds.rules)
        key = self.tables.key
        weights = weights_for(file, key[0])
        self.judge = self.player = Judge(weights)  # the judge predicts the ends of games that are not played out
        if weights.apprentice is not None and weights.apprentice.network.plays(*key):
            self.player = Judge(weights.apprentice)
        for judge in (self.judge, self.player):
            judge.prepare(*key)
        self.rounds = 0  # after that many the judge predicts the end; 0: games are played to their ends

    def try_out(
        self,
        actions: Sequence[int],
        worlds: int,
        seen: Observation,
        chance: Rng,
        deadline: float = math.inf,
    ) -> list[list[Outcome]]:
        """What comes of each of some actions in that many further worlds; all have room in the slots."""
        seat = seen.seat
        assert seat is not None
        assert worlds * len(actions) <= SLOTS
        slot = 0
        for _ in range(worlds):
            self.worlds.imagine(seen, chance)
            for action in actions:
                self.tables.put(slot, self.worlds.rules)
                self.tables.games[slot].act(seat, action)
                slot += 1
        outcomes = self._play_on(slot, seat, deadline)
        return [outcomes[k :: len(actions)] for k in range(len(actions))]

    def play_out(self, world: RuleSheet, seat: int) -> Outcome:
        """What comes of one game for a seat, as it stands."""
        self.tables.put(0, world)
        return self._play_on(1, seat, math.inf)[0]

    def _play_on(self, slots: int, seat: int, deadline: float) -> list[Outcome]:
        """Play games to their ends; what comes of them for a seat."""
        tables = self.tables
        found: dict[int, Outcome] = {}
        turns = [0] * slots
        playing = list(range(slots))
        while playing:
            deciding, arrived = list[int](), list[int]()
            for slot in playing:
                game = tables.games[slot]
                if game.over:
                    found[slot] = outcome_of(game)
                    tables.clear(slot)
                    continue
                turns[slot] += game.open.kind() == TURN and game.open.seat() == seat
                (arrived if turns[slot] == self.rounds > 0 else deciding).append(slot)
            if time.perf_counter() > deadline:
                arrived += deciding
                deciding = []
            tables.look()
            found |= self._predicted(arrived)
            tables.act(self.player, deciding)
            playing = deciding
        return [found[slot] for slot in range(slots)]

    def _predicted(self, slots: Sequence[int]) -> dict[int, Outcome]:
        """How some games will end, by what those see who are to decide in them."""
        if not slots:
            return {}
        seats = self.tables.key[2]
        wins, leads = self.judge.predict(*self.tables.key, *self.tables.seen(slots))
        found = {}
        for slot, win, lead in zip(slots, wins.tolist(), leads.tolist(), strict=True):
            looks = int(self.tables.games[slot].open.seat())
            turned = [(seat - looks) % seats for seat in range(seats)]  # the network counts from the one who looks
            found[slot] = Outcome([win[k] for k in turned], [lead[k] for k in turned], is_predicted=True)
        return found
