"""What the engine answers when it is asked about a position: how routes stand, what actions cost, longest paths."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Standing(Enum):
    """How a route stands for a seat, whoever's turn it is: the first of these that holds."""

    OPEN = "open"  # the seat could claim it in a turn of its own
    OWN = "own"
    TAKEN = "taken"  # by others
    TWIN = "twin"  # another track of the same double or triple route is taken, or the seat's own
    PERMISSION = "permission"  # the seat lacks a permission that the route needs
    PIECES = "pieces"  # the seat has too few of the right ones
    CARDS = "cards"  # no cards of the seat pay for it

    @property
    def words(self) -> str:
        """What that means, as a sentence to the seat."""
        return _WORDS[self]

    @property
    def is_lost(self) -> bool:
        """Whether the seat can never claim the route any more, whatever it gets."""
        return self in (Standing.OWN, Standing.TAKEN, Standing.TWIN)


_WORDS = {
    Standing.OPEN: "You can build this route.",
    Standing.OWN: "You built this route.",
    Standing.TAKEN: "This route is taken.",
    Standing.TWIN: "Closed: the other track of this route is taken.",
    Standing.PERMISSION: "You do not have all permissions that this route needs.",
    Standing.PIECES: "You have too few pieces left for this route.",
    Standing.CARDS: "You do not have the cards for this route.",
}


@dataclass(frozen=True, slots=True)
class Price:
    """What an action takes from a seat."""

    cards: tuple[tuple[str, int], ...]  # kinds of card with their numbers, as far as the action settles them
    asked: int = 0  # so many further cards; which ones is asked afterward
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class LongestPath:
    """A longest continuous path of a seat: no route is used twice, places may be passed repeatedly."""

    length: int  # in pieces
    routes: tuple[str, ...]  # in the order of the path


@dataclass(frozen=True, slots=True)
class Ways:
    """What a ticket still takes of a seat, in the cheapest way that is left."""

    ticket: str
    is_lost: bool  # no way is left, or none that the seat has pieces for
    routes: tuple[str, ...]  # still to be claimed; none if the ticket is complete, or lost
    pieces: int  # that these routes take

    @property
    def is_complete(self) -> bool:
        """Whether the seat's routes join the ticket's places already."""
        return not self.is_lost and not self.routes
