"""Positions to finish a network with: from games of several kinds, with what came of them and what was hidden.

Planners play among themselves, champions among themselves, and one champion among planners; in some games the planners
have other styles. In half of the games there is a slip now and then: a move that the network likes less. What was seen
before it is left out, as the end of the game does not tell the truth about it any more. So the network also sees how
positions go on that `search` only tries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.bots.planner.mind import Mind
from branchline.bots.planner.styles import STYLES
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.arrays import view_of
from branchline.envs.core.batch import Batch
from branchline.envs.rewards import lead, win_shares
from branchline.learning.calibration import LINEUPS
from branchline.learning.hidden import Hidden
from branchline.learning.learner import Learner
from branchline.learning.setups import Setup
from branchline.learning.weights import Weights, load_weights

SIDE_BY_SIDE = 32  # games
LOOKS = 3  # of all decisions, one in so many is kept: those of a game have much in common
SLIPS = 0.03  # part of the moves, in half of the games
LIKED = 0.01  # what the network likes less is no slip that anybody would make
STRANGE = 4  # in one of so many games planners have any style, else the usual one


@dataclass(slots=True)
class Positions:
    """What seats saw when they decided, one row for each decision. Others are counted from the seat that decides on."""

    rows: NDArray[np.int16]  # see `Encoding`
    wins: NDArray[np.float32]  # by seat, from the one that decides: its share of the win in the end
    margins: NDArray[np.float32]  # likewise: its lead in the end, in hundreds of points
    possible: NDArray[np.bool_]  # by other seat and ticket: it may be in that hand
    fits: NDArray[np.int8]  # likewise: how well it fits what that seat has built
    held: NDArray[np.bool_]  # likewise: it is there
    unseen: NDArray[np.int16]  # by kind of card: how many lie somewhere unseen
    hidden: NDArray[np.int16]  # by other seat and kind: how many of them are in that hand
    games: NDArray[np.int64]  # which game it was in
    lineups: NDArray[np.int8]  # what kind of game that was, see `LINEUPS`

    def __len__(self) -> int:
        return len(self.games)

    @classmethod
    def join(cls, several: Sequence[Positions]) -> Positions:
        """All of them as one."""
        return cls(*(np.concatenate([getattr(one, field.name) for one in several]) for field in fields(cls)))

    def some(self, which: NDArray[np.bool_]) -> Positions:
        """Only some of them."""
        return Positions(*(getattr(self, field.name)[which] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Job:
    """Games to gather positions from."""

    file: str  # the network that plays as champion
    setup: Setup
    number: int  # games of other jobs are other games
    games: int
    seed: int = 0


def gather(job: Job) -> Positions:
    """Play some games to their ends, and keep what was seen in them."""
    torch.set_num_threads(1)  # every core has a process of its own
    return Gathering(job).run()


@lru_cache(maxsize=1)
def _champion(weights: Weights) -> Learner:
    learner = Learner(weights.network)
    learner.take(weights.arrays)
    return learner


class _Table:
    """A place where one game after another is played."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = rules
        self.hidden = Hidden(rules)
        self.minds: dict[str, Mind] = {}  # by style
        self.number = 0  # of the game
        self.seen: list[tuple[Any, ...]] = []
        self.players: list[Mind | None] = []  # by seat; None: the champion
        self.lineup = 0
        self.slips = False

    def begin(self, number: int, rng: Rng) -> None:
        """Seat those who play the next game."""
        self.number = number
        self.seen = []
        self.lineup = number % len(LINEUPS)
        self.slips = rng.below(2) == 0
        strange = rng.below(STRANGE) == 0
        champion = int(rng.below(self.rules.seats))
        self.players = []
        for seat in range(int(self.rules.seats)):
            style = list(STYLES)[int(rng.below(len(STYLES)))] if strange else "usual"
            plays = LINEUPS[self.lineup]
            is_champion = plays == "champion" or (plays == "mixed" and seat == champion)
            self.players.append(None if is_champion else self._mind(style))

    def _mind(self, style: str) -> Mind:
        if style not in self.minds:
            self.minds[style] = Mind(self.rules, STYLES[style]())
        self.minds[style].forget()
        return self.minds[style]


class Gathering:
    """Games side by side, until the first so many are over. Those that began later are left out.

    Otherwise long games would be left out more often than short ones.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.setup = job.setup
        self.learner = _champion(load_weights(job.file))
        self.rng = Rng(job.seed * 1_000_003 + job.number)
        sheets = job.setup.new_games(min(SIDE_BY_SIDE, job.games))
        self.batch = Batch(sheets, 0, 0, True)
        self.batch.reset(int(self.rng.word()))
        self.batch.write()
        self.tables = [_Table(sheet) for sheet in sheets]
        self.begun = 0
        for table in self.tables:
            self._begin(table)
        self.done: list[list[tuple[Any, ...]]] = []

    def _begin(self, table: _Table) -> None:
        table.begin(self.begun, self.rng)
        self.begun += 1

    def run(self) -> Positions:
        """Play."""
        batch, games = self.batch, len(self.tables)
        rows = view_of(batch.rows).reshape(games * self.setup.seats, -1)
        masks, now = view_of(batch.masks).reshape(games, -1), view_of(batch.current_rows)
        totals, places = (view_of(vec).reshape(games, -1) for vec in (batch.totals, batch.places))
        while len(self.done) < self.job.games:
            seen = rows[now]
            batch.choose(self._decide(seen, masks).tobytes())
            batch.play_all()
            for g in batch.ended():
                self._end(self.tables[g], win_shares(places[g][None])[0], lead(totals[g][None])[0] / 100)
                batch.restart(g)
            batch.write()
        return self._collect()

    def _decide(self, rows: NDArray[np.int16], masks: NDArray[np.uint8]) -> NDArray[Any]:
        """An action for every game; now and then what was seen is noted."""
        seats = [self.batch.to_move(g) for g in range(len(self.tables))]
        found = np.zeros(len(seats), "<i8")
        asked, slip = [], []
        for g, (table, seat) in enumerate(zip(self.tables, seats, strict=True)):
            if table.number >= self.job.games:  # nobody looks at it any more: anything will do
                found[g] = table.rules.legal(seat)[0]
                continue
            if self.rng.below(LOOKS) == 0:
                table.seen.append((rows[g], seat, *table.hidden.all(seat)))
            slips = table.slips and int(self.rng.below(1000)) < SLIPS * 1000
            if slips:
                table.seen = []
            mind = table.players[seat]
            if slips or mind is None:
                asked.append(g)
                slip.append(slips)
            else:
                found[g] = mind.decide(seat)
        if asked:
            found[asked] = self._champions(rows[asked], masks[asked], slip)
        return found

    @torch.no_grad()
    def _champions(self, rows: NDArray[np.int16], masks: NDArray[np.uint8], slip: list[bool]) -> NDArray[Any]:
        """What the network likes best; for a slip anything that it likes a little."""
        chances = self.learner(self.setup, torch.from_numpy(rows), torch.from_numpy(masks))[0].exp().numpy()
        found: NDArray[Any] = chances.argmax(-1)
        for k in np.flatnonzero(slip):
            liked = np.flatnonzero(chances[k] >= min(LIKED, chances[k].max()))
            found[k] = liked[int(self.rng.below(len(liked)))]
        return found

    def _end(self, table: _Table, wins: NDArray[Any], margins: NDArray[Any]) -> None:
        if table.number < self.job.games:
            about = self.job.number * self.job.games + table.number, table.lineup
            self.done.append([])
            for row, seat, *truth in table.seen:
                self.done[-1].append((row, np.roll(wins, -seat), np.roll(margins, -seat), *truth, *about))
        self._begin(table)

    def _collect(self) -> Positions:
        columns = zip(*(one for game in self.done for one in game), strict=True)
        types = (np.int16, np.float32, np.float32, np.bool_, np.int8, np.bool_, np.int16, np.int16, np.int64, np.int8)
        return Positions(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))
