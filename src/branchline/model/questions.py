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
    asked: int = 0  # that many further cards; which ones is asked afterward
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class LongestPath:
    """A longest continuous path of a seat: no route is used twice, places may be passed repeatedly."""

    length: int  # in pieces
    routes: tuple[str, ...]  # in the order of the path


@dataclass(frozen=True, slots=True)
class Ways:
    """What a ticket still takes of a seat, in the cheapest way that is left.

    For a tour these are the routes that connect its places, in any order; those of the chain pay the high value.
    """

    ticket: str
    is_lost: bool  # no way is left, or none that the seat has pieces for
    routes: tuple[str, ...]  # still to be claimed; none if the ticket is complete, or lost
    pieces: int  # that these routes take
    chain: tuple[str, ...] | None = None  # still to be claimed for the high value of a tour; None: lost, or no tour
    chain_pieces: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the seat's routes join the ticket's places already."""
        return not self.is_lost and not self.routes


@dataclass(frozen=True, slots=True)
class Need:
    """Spaces of some routes that cards of one color cover, and how many of them no card in hand does."""

    color: str  # GRAY: any one color for each route; WILD: wilds alone
    cards: str  # the deck of these cards, where routes of some kinds are paid with cards of their own
    spaces: int
    missing: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one sort that some routes take."""

    name: str
    takes: int
    left: int | None  # that the seat has; None: it has not chosen them yet


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something that a seat must buy for its permissions."""

    what: str
    wilds: int  # its price


@dataclass(frozen=True, slots=True)
class Payment:
    """How a route is paid, or something that is bought for it."""

    what: str  # the id of a route, or of what is bought
    claims: bool  # a route
    cards: tuple[tuple[str, int], ...]  # all cards that it takes, with those in bundles
    bundles: int = 0  # that many times several of these cards stand for a wild


@dataclass(frozen=True, slots=True)
class Missing:
    """What some routes still take of a seat, all together, with the colors chosen in the best way."""

    routes: tuple[str, ...]  # that are counted
    closed: tuple[str, ...]  # that the seat cannot claim any more, or not beside the others; they are not counted
    forbidden: tuple[str, ...]  # that need a permission which can no longer be had; these are counted
    needs: tuple[Need, ...]
    cards: int  # the fewest further cards with which the seat can pay everything
    at_least: bool  # it may be more than that
    pieces: tuple[Pieces, ...]
    purchases: tuple[Purchase, ...]  # what has to be bought
    can_pay: bool  # now: no card, piece or permission is missing
    payments: tuple[Payment, ...]  # if so: in the order in which the seat can make them, one purchase and claim a turn
