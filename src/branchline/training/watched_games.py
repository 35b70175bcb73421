"""Games of all kinds, played side by side and watched: to learn from them, or to see whether a network was right.

Planners play among themselves, champions among themselves, and one champion among planners. Games to learn from are
more varied: in some of them the planners have other styles, and in half of them there is a slip now and then, a move
that the network likes less. What was seen before a slip is left out, as the end of the game does not tell the truth
about it any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, load_weights
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.rewards import lead, win_shares
from branchline.planner.mind import Mind
from branchline.planner.style import STYLES
from branchline.training.learner import Learner

LINEUPS = ("planner", "champion", "mixed")  # who plays: all the one, all the other, or one champion among planners
SIDE_BY_SIDE = 32  # games
LOOKS = 3  # of all decisions, one in that many is looked at: those of a game have much in common
SLIPS = 0.03  # part of the moves, in half of the games
LIKED = 0.01  # what the network likes less is no slip that anybody would make
STRANGE = 4  # in one of that many games planners have any style, else the usual one


@dataclass(frozen=True, slots=True)
class Job:
    """Games to watch. Their kinds take turns."""

    file: str  # the network that plays as champion
    setup: Setup
    number: int  # games of other jobs are other games
    games: int
    seed: int = 0
    varied: bool = True  # with slips and planners of any style


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game that is over."""

    number: int
    lineup: int  # what kind of game it was, see `LINEUPS`
    wins: NDArray[np.float32]  # by seat: its share of the win
    margins: NDArray[np.float32]  # by seat: its lead, in hundreds of points
    seen: list[tuple[int, Any]]  # the seats that decided and what was noted then


# What to note when a seat decides: the place at which the game is played, the seat, the numbers that it sees and its
# legal actions as bits.
Note = Callable[[int, int, NDArray[np.int16], NDArray[np.uint8]], Any]


def a_slip(chances: NDArray[np.float32], rng: Rng) -> int:
    """Any action that the network likes a little, by its chances for all actions."""
    liked = np.flatnonzero(chances >= min(LIKED, chances.max()))
    return int(liked[int(rng.below(len(liked)))])


@lru_cache(maxsize=1)
def _champion(weights: Weights) -> Learner:
    learner = Learner(weights.network)
    learner.take(weights.arrays)
    return learner


class _Table:
    """A place where one game after another is played."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = rules
        self.minds: dict[str, Mind] = {}  # by style
        self.number = 0  # of the game
        self.seen: list[tuple[int, Any]] = []
        self.players: list[Mind | None] = []  # by seat; None: the champion
        self.lineup = 0
        self.slips = False

    def begin(self, number: int, rng: Rng, varied: bool) -> None:
        """Seat those who play the next game."""
        self.number = number
        self.seen = []
        self.lineup = number % len(LINEUPS)
        self.slips = varied and rng.below(2) == 0
        strange = varied and rng.below(STRANGE) == 0
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


class WatchedGames:
    """Games side by side, until the first that many are over. Those that began later are left out.

    Otherwise long games would be left out more often than short ones.
    """

    def __init__(self, job: Job) -> None:
        torch.set_num_threads(1)  # every core has a process of its own
        self.job = job
        self.setup = job.setup
        self.learner = _champion(load_weights(job.file))
        self.rng = Rng(job.seed * 1_000_003 + job.number)
        self.sheets = job.setup.new_games(min(SIDE_BY_SIDE, job.games))
        self.batch = Batch(self.sheets, 0, 0, True)
        self.batch.reset(int(self.rng.word()))
        self.batch.write()
        self.tables = [_Table(sheet) for sheet in self.sheets]
        self.begun = 0
        for table in self.tables:
            self._begin(table)
        self.done: list[WatchedGame] = []

    def _begin(self, table: _Table) -> None:
        table.begin(self.begun, self.rng, self.job.varied)
        self.begun += 1

    def play(self, note: Note) -> list[WatchedGame]:
        """Play them to their ends, and note now and then what is seen."""
        batch, games = self.batch, len(self.tables)
        rows = view_of(batch.rows).reshape(games * self.setup.seats, -1)
        masks, now = masks_of(batch), view_of(batch.current_rows)
        totals, places = (view_of(vec).reshape(games, -1) for vec in (batch.totals, batch.places))
        while len(self.done) < self.job.games:
            batch.choose(self._decide(rows[now], masks, note).tobytes())
            batch.play_all()
            for g in batch.ended():
                self._end(self.tables[g], win_shares(places[g][None])[0], lead(totals[g][None])[0] / 100)
                batch.restart(g)
            batch.write()
        return self.done

    def _decide(self, rows: NDArray[np.int16], masks: NDArray[np.uint8], note: Note) -> NDArray[Any]:
        """An action for every game; now and then what was seen is noted."""
        seats = [self.batch.to_move(g) for g in range(len(self.tables))]
        found = np.zeros(len(seats), "<i8")
        asked, slip = [], []
        for g, (table, seat) in enumerate(zip(self.tables, seats, strict=True)):
            if table.number >= self.job.games:  # nobody looks at it any more: anything will do
                found[g] = table.rules.legal(seat)[0]
                continue
            if self.rng.below(LOOKS) == 0:
                table.seen.append((seat, note(g, seat, rows[g], masks[g])))
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
            found[k] = a_slip(chances[k], self.rng)
        return found

    def _end(self, table: _Table, wins: NDArray[Any], margins: NDArray[Any]) -> None:
        if table.number < self.job.games:
            number = self.job.number * self.job.games + table.number
            self.done.append(WatchedGame(number, table.lineup, wins, margins, table.seen))
        self._begin(table)
