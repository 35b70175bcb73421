"""Who solves puzzles in this browser: the tries, one after the other, and the ratings that come of them."""

from __future__ import annotations

import json

from branchline.tab.store import Disk
from branchline.table.study.puzzles import first_rating, puzzle_called
from branchline.table.study.ratings import FIRST_RATING, Rating, Tried, changes

_PLACE = "puzzles"  # no table has such a name


class Solving:
    """The one solver here."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.rating = Rating(FIRST_RATING)
        self.puzzles: dict[str, Rating] = {}
        self.tried: dict[str, bool] = {}

    async def open(self) -> None:
        """Read what was tried before."""
        for text in await self._disk.parts(_PLACE):
            self._note(*json.loads(text))

    async def answer(self, puzzle: str, right: bool) -> Tried:
        """Note an answer. The first one counts."""
        first = puzzle_called(puzzle)
        before = self.rating
        counted = puzzle not in self.tried
        if counted:
            rating = first_rating(first)
            await self._disk.keep(_PLACE, None, {f"{len(self.tried):08d}": json.dumps([puzzle, right, rating])})
            self._note(puzzle, right, rating)
        rated = self.puzzles.get(puzzle) or Rating(first_rating(first))
        return Tried(counted, self.rating, self.rating.rating - before.rating, rated)

    def _note(self, puzzle: str, right: bool, first: float) -> None:
        its = Rating(first)
        change, its_change = changes(self.rating, its, right)
        self.rating = self.rating.after(change, right)
        self.puzzles[puzzle] = its.after(its_change, right)
        self.tried[puzzle] = right
