"""What measured luck says of a board: how much of the results it explains, and when games are decided.

Games are the independent cases, not their seats: one wins, so the others do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from branchline.lab.statistics import Estimate, Numbers, mean, proportion, ratio

SURE = 0.8  # a game is decided when the winner's share stays at this or over
CLEAR = 0.1  # so far ahead another seat must be to be the new favorite: less may be chance of the measuring
STEPS = 20  # a game is looked at in that many steps


@dataclass(frozen=True)
class GameLuck:
    """One game: a row for the deal and for each decision, a column for each seat."""

    number: int
    shares: Numbers  # of the win, with open cards; the last row is the result
    luck: Numbers
    noise: Numbers  # by seat: the variance that few worlds add to the sum of luck

    @property
    def result(self) -> Numbers:
        """Who won: 1 for the winner, a part of it for each of several."""
        last: Numbers = self.shares[-1]
        return last

    def at(self, part: float) -> Numbers:
        """The shares when such a part of the game's decisions is made."""
        shares: Numbers = self.shares[round(part * (len(self.shares) - 1))]
        return shares

    def decided_at(self) -> float:
        """The part of the game after which the winner's share stays high. A shared win is never decided before."""
        unsure = np.flatnonzero(self.shares[:, int(self.result.argmax())] < SURE)
        first = 0 if not len(unsure) else int(unsure[-1]) + 1
        return min(1.0, first / (len(self.shares) - 1))

    def changes(self) -> int:
        """How often another seat became the favorite."""
        favorite, count = int(self.shares[0].argmax()), 0
        for shares in self.shares[1:]:
            best = int(shares.argmax())
            if best != favorite and shares[best] - shares[favorite] >= CLEAR:
                favorite, count = best, count + 1
        return count


@dataclass(frozen=True)
class Part:
    """How much something varies between seats and games, about what is fair; and as a share of what results do."""

    name: str
    variance: Estimate
    share: Estimate


class BoardLuck:
    """All games of a run that were measured."""

    def __init__(self, games: Sequence[GameLuck], seats: int) -> None:
        self.games = games
        self.seats = seats

    @classmethod
    def read(cls, kept: pl.DataFrame, seats: int) -> BoardLuck:
        """From the table in which they are kept."""
        games = []
        for row in kept.iter_rows(named=True):
            shares, luck = (np.array(row[name]).reshape(-1, seats) for name in ("shares", "luck"))
            games.append(GameLuck(row["game"], shares, luck, np.array(row["noise"])))
        return cls(games, seats)

    # Luck

    @cached_property
    def _squares(self) -> dict[str, Numbers]:
        """For each game, the mean over its seats. What few worlds add to luck is missing in play, and taken off."""
        fair = 1 / self.seats
        results = np.array([game.result for game in self.games]) - fair
        luck = np.array([game.luck.sum(axis=0) for game in self.games])
        noise = np.array([game.noise for game in self.games])
        play = results - luck
        return {
            "results": (results**2).mean(axis=1),
            "luck": (luck**2 - noise).mean(axis=1),
            "results without luck": (play**2 - noise).mean(axis=1),
            "both together": (2 * luck * play + 2 * noise).mean(axis=1),
        }

    def parts(self) -> list[Part]:
        """Variances. That of luck, of results without luck, and what they do together add up to that of results."""
        squares = self._squares
        return [Part(name, mean(each), ratio(each, squares["results"])) for name, each in squares.items()]

    def explained(self) -> Estimate:
        """The share of the variance of results that luck explains; play has the rest.

        It is the covariance of luck with results. So each of the two has its own variance and half of what both do
        together, and what few worlds add does not matter: it has nothing to do with results.
        """
        squares = self._squares
        return ratio(squares["luck"] + squares["both together"] / 2, squares["results"])

    def deal(self) -> Estimate:
        """How much of a win the deal and the order of turns give or take, on average."""
        return mean(np.array([np.abs(game.luck[0]).mean() for game in self.games]))

    # The course of games

    def decided(self) -> Numbers:
        """For each game, the part of it after which it was decided."""
        return np.array([game.decided_at() for game in self.games])

    def changes(self) -> Numbers:
        """For each game, how often another seat became the favorite."""
        return np.array([game.changes() for game in self.games], dtype=np.float64)

    def favorites(self) -> pl.DataFrame:
        """Over the course of a game: the favorite's win share, how often it wins indeed, and how many are decided."""
        rows = []
        decided = self.decided()
        for step in range(STEPS + 1):
            part = step / STEPS
            standing = [(game.at(part), game.result) for game in self.games]
            sure = float(np.mean([shares.max() for shares, _ in standing]))
            won = proportion(float(sum(result[shares.argmax()] for shares, result in standing)), len(standing))
            rows.append({"part": part, "share": sure, "wins": won.value, "low": won.low, "high": won.high})
            rows[-1]["decided"] = float((decided <= part + 1e-9).mean())
        return pl.DataFrame(rows)
