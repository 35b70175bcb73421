"""Positions to finish a network with: from games of several kinds, with what came of them.

The games have slips (see watched_games.py), so the network also sees how positions go on that `search` only tries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from branchline.training.watched_games import Job, WatchedGames


@dataclass(slots=True)
class Positions:
    """What seats saw when they decided, one row for each decision."""

    rows: NDArray[np.int16]  # see `Encoding`
    wins: NDArray[np.float32]  # by seat, from the one that decides: its share of the win in the end
    margins: NDArray[np.float32]  # likewise: its lead in the end, in hundreds of points
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


def gather(job: Job) -> Positions:
    """Play some games to their ends, and keep what was seen in them."""

    def note(_: int, __: int, row: NDArray[np.int16], ___: NDArray[np.uint8]) -> NDArray[np.int16]:
        return row

    columns = zip(
        *(
            (row, np.roll(game.wins, -seat), np.roll(game.margins, -seat), game.number, game.lineup)
            for game in WatchedGames(job).play(note)
            for seat, row in game.seen
        ),
        strict=True,
    )
    types = (np.int16, np.float32, np.float32, np.int64, np.int8)
    return Positions(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))
