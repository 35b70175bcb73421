"""What a seat can do, as values. The same actions have a number each (for search and learning) and a text.

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
class ClaimRoute(Action):
    """Claim a route with cards of one color and wilds; with nothing but wilds the color is "wild"."""

    route: str
    color: str
    wilds: int


@dataclass(frozen=True, slots=True)
class TakePassenger(Action):
    """Take a passenger of this color at an end of the route just claimed."""

    color: str


@dataclass(frozen=True, slots=True)
class LeavePassenger(Action):
    """Take no passenger at this end of the route just claimed."""


@dataclass(frozen=True, slots=True)
class PlaceStack(Action):
    """Put the next free stack of tokens on a place, by its id."""

    place: str


@dataclass(frozen=True, slots=True)
class TakeToken(Action):
    """Take the token that lies at this end of the route just claimed, by the place's id."""

    place: str


@dataclass(frozen=True, slots=True)
class TakeShare(Action):
    """Take the top share of a railroad marked on the route just claimed; None: leave them all."""

    railroad: str | None


@dataclass(frozen=True, slots=True)
class GiveShare(Action):
    """Give the dummy the top share of a railroad marked on the route just claimed."""

    railroad: str


@dataclass(frozen=True, slots=True)
class DrawFromDeck(Action):
    """Draw the top card of one of several decks, blind."""

    deck: str


@dataclass(frozen=True, slots=True)
class RefillFrom(Action):
    """Name the deck that refills an empty place of the row."""

    deck: str


@dataclass(frozen=True, slots=True)
class ChooseFleet(Action):
    """Start with so many trains and ships."""

    trains: int
    ships: int


@dataclass(frozen=True, slots=True)
class ExchangePieces(Action):
    """Put pieces ("trains" or "ships") into the box and take as many of the other sort."""

    given: str
    count: int


@dataclass(frozen=True, slots=True)
class ClaimWithShips(Action):
    """Claim a ship route with double ships, wilds, and single ships for the spaces that remain, all of one color."""

    route: str
    color: str
    doubles: int
    wilds: int


@dataclass(frozen=True, slots=True)
class ClaimWithPairs(Action):
    """Claim a route of pairs with cards of these colors (and "wild"), in the order of the colors, wilds last."""

    route: str
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BuildHarbor(Action):
    """Build a harbor with marked trains and ships of one color, and wilds for the rest of its price."""

    city: str
    color: str
    trains: int
    ships: int


@dataclass(frozen=True, slots=True)
class ClaimRouteForLess(ClaimRoute):
    """The same with fewer cards than the route is long, by a seat that saves so many."""

    saved: int


@dataclass(frozen=True, slots=True)
class ClaimWithBundles(Action):
    """Claim a route with set cards of one color, wilds, and bundles that stand for wilds; which cards is asked next."""

    route: str
    cards: int
    wilds: int
    bundles: int


@dataclass(frozen=True, slots=True)
class BuyTechnology(Action):
    """Buy a technology with wilds, and bundles that stand for wilds; which cards make up the bundles is asked next."""

    technology: str
    wilds: int
    bundles: int


@dataclass(frozen=True, slots=True)
class PayCards(Action):
    """Put so many cards of a color into the payment that is being made up of bundles."""

    card: str
    count: int


@dataclass(frozen=True, slots=True)
class DrawBlind(Action):
    """Draw so many cards from the top of the deck at once, in place of a regular draw."""

    cards: int


@dataclass(frozen=True, slots=True)
class StopClaiming(Action):
    """Claim no second route."""


@dataclass(frozen=True, slots=True)
class PassTurn(Action):
    """Do nothing, where buying something is all that could be done."""


Claim = ClaimRoute | ClaimWithBundles | ClaimWithShips | ClaimWithPairs
CLAIMS = (ClaimRoute, ClaimWithBundles, ClaimWithShips, ClaimWithPairs)  # all that build a route
