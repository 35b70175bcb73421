"""Draws whose outcomes somebody outside the game chooses, such as the chance nodes of a research library.

A deck that has been told of this asks before each draw what is to lie on top. The first draw that nobody has chosen is
noted, with everything that it could bring and how many cards bring it. From there on the order of the deck holds.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.model.vecs import vec


class ChosenDraws:
    """The outcomes of the next draws in order, by the numbers of kinds of cards or of tickets."""

    def __init__(self, chosen: list[int]) -> None:
        self.chosen: Final = chosen
        self.made: i64 = 0  # draws that were chosen and have been made
        self.open: list[tuple[int, int]] = []  # the first that was not: what it can bring, and how many there are of it
        self.of_tickets = False  # whether that one is of tickets

    def next(self, counts: vec[i64], of_tickets: bool) -> i64:
        """What the next draw from cards that lie in any order brings; NONE: what is on top, as there is no choice."""
        kinds: i64 = 0
        for count in counts:
            if count > 0:
                kinds += 1
        if kinds < 2 or self.open:
            return NONE
        if self.made < i64(len(self.chosen)):
            self.made += 1
            return self.chosen[self.made - 1]
        self.open = [(k, int(counts[k])) for k in range(len(counts)) if counts[k] > 0]
        self.of_tickets = of_tickets
        return NONE
