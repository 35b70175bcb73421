"""What a seat can do, as values: what all boards share, while mechanics have further actions in their folders.

The same actions have a number each (for search and learning) and a text.
Ids of routes and tickets and names of cards are those of the board.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a seat decides to do."""


@dataclass(frozen=True, slots=True)
class TakeCard(Action):
    """Take a face-up card of this kind."""

    card: str


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """Draw the top card of the deck, blind."""


@dataclass(frozen=True, slots=True)
class DrawTickets(Action):
    """Draw new tickets to choose from; on boards with several decks `mix` says how many from each."""

    mix: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepTickets(Action):
    """Keep these of the tickets on offer and give back the others."""

    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Build a route, paid in one way or another."""

    route: str

    @property
    def dearness(self) -> tuple[int, int]:
        """How dear it is among the ways to pay for a route: what stands for wilds, then wilds."""
        return 0, 0


@dataclass(frozen=True, slots=True)
class ClaimRoute(Claim):
    """Claim a route with cards of one color and wilds; with nothing but wilds the color is "wild"."""

    color: str
    wilds: int

    @property
    def dearness(self) -> tuple[int, int]:
        return 0, self.wilds


@dataclass(frozen=True, slots=True)
class ClaimRouteForLess(ClaimRoute):
    """The same with fewer cards than the route is long, by a seat that saves that many."""

    saved: int
