"""A fleet of trains and ships, and what a board of land and water takes for its routes."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.model.actions import Action, Claim
from branchline.model.board import WILD
from branchline.model.events import SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class ChooseFleet(Action):
    """Start with that many trains and ships."""

    trains: int
    ships: int


@dataclass(frozen=True, slots=True)
class ExchangePieces(Action):
    """Put pieces ("trains" or "ships") into the box and take as many of the other sort."""

    given: str
    count: int


@dataclass(frozen=True, slots=True)
class ClaimWithShips(Claim):
    """Claim a ship route with double ships, wilds, and single ships for the spaces that remain, all of one color."""

    color: str
    doubles: int
    wilds: int

    @property
    def dearness(self) -> tuple[int, int]:
        return 0, self.wilds


@dataclass(frozen=True, slots=True)
class ClaimWithPairs(Claim):
    """Claim a route of pairs with cards of these colors (and "wild"), in the order of the colors, wilds last."""

    cards: tuple[tuple[str, int], ...]

    @property
    def dearness(self) -> tuple[int, int]:
        return 0, dict(self.cards).get(WILD, 0)


@dataclass(frozen=True, slots=True)
class FleetShown(SeatEvent):
    """All fleets are chosen: this is what a seat has to start with."""

    trains: int
    ships: int


@dataclass(frozen=True, slots=True)
class PiecesExchanged(SeatEvent):
    """A seat put that many pieces into its box ("trains" or "ships") and took as many of the other sort."""

    given: str
    count: int

    decided = True


@dataclass(frozen=True, slots=True)
class FleetView(View):
    """Trains and ships of each seat, in its supply and in its box; None until all fleets are shown."""

    trains: tuple[int | None, ...]
    ships: tuple[int | None, ...]
    box_trains: tuple[int | None, ...]
    box_ships: tuple[int | None, ...]
    chosen: int | None  # the trains of the viewing seat's own fleet, chosen but not yet shown
    idle: int  # turns in a row in which seats only exchanged pieces or passed, by choice or not ...
    stuck: int  # ... and in which they could do nothing else
