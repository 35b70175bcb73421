"""Mixes: on a board with several ticket decks, how many tickets of each a seat draws (GER-010, GER-037..GER-040, N20).

A mix is announced before any ticket is seen, so it must be possible: no more of a deck than it holds, and together a
whole draw, or all that are left. The numbers left are public, so the possible mixes are no secret.
"""

from itertools import product

from mypy_extensions import i64

from branchline.mechanics.tickets.ticket_deck import TicketDeck
from branchline.model.vecs import append, vec


class TicketMixes:
    """All mixes of some decks, numbered in the order of their counts. With a single deck there is just one, ()."""

    def __init__(self, decks: list[TicketDeck], most: int) -> None:
        self.decks = decks
        self.width: i64 = len(decks)
        self.names: list[tuple[int, ...]] = [()]
        if len(decks) > 1:
            counts = product(range(most + 1), repeat=len(decks))
            self.names = [mix for mix in counts if 1 <= sum(mix) <= most]
        self.size: i64 = len(self.names)
        self.parts: vec[i64] = vec[i64]([i64(part) for mix in self.names for part in mix])  # by mix and deck
        self.totals: vec[i64] = vec[i64]([i64(sum(mix)) for mix in self.names])
        # For each size of a draw: the mixes of that size, one after the other in `whole`, from `start` on.
        self.start: vec[i64] = vec[i64]()
        self.whole: vec[i64] = vec[i64]()
        for total in range(most + 2):
            self.start = append(self.start, i64(len(self.whole)))
            for mix in range(len(self.names)):
                if sum(self.names[mix]) == total:
                    self.whole = append(self.whole, i64(mix))

    def are_plenty(self, wanted: i64) -> bool:
        """Whether every deck alone has enough for a whole draw, so that every mix of that size is possible."""
        least: i64 = wanted
        for deck in self.decks:
            least = min(least, deck.left)
        return least == wanted

    def total(self, wanted: i64) -> i64:
        """How many tickets a draw has now: what is wanted, or all that are left."""
        left: i64 = 0
        for deck in self.decks:
            left += deck.left
        return min(wanted, left)

    def is_possible(self, mix: i64, wanted: i64) -> bool:
        """Whether a mix can be drawn in full, and is a whole draw."""
        return self.totals[mix] == self.total(wanted) and self.fits(mix)

    def fits(self, mix: i64) -> bool:
        """Whether every deck holds its part of a mix."""
        at: i64 = mix * self.width
        for deck in self.decks:
            if self.parts[at] > deck.left:
                return False
            at += 1
        return True

    def count(self, wanted: i64) -> i64:
        """How many mixes are possible."""
        if self.are_plenty(wanted):
            return self.start[wanted + 1] - self.start[wanted]
        total = self.total(wanted)
        found: i64 = 0
        for k in range(self.start[total], self.start[total + 1]):
            if self.fits(self.whole[k]):
                found += 1
        return found

    def nth(self, wanted: i64, n: i64) -> i64:
        """The n-th possible mix."""
        if self.are_plenty(wanted):
            return self.whole[self.start[wanted] + n]
        k: i64 = self.start[self.total(wanted)]
        while True:
            if self.fits(self.whole[k]):
                if n == 0:
                    return self.whole[k]
                n -= 1
            k += 1
