"""Technologies: what a seat buys to be permitted more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import Event, SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class BuyTechnology(Action):
    """Buy a technology with wilds, and bundles that stand for wilds; which cards make up the bundles is asked next."""

    technology: str
    wilds: int
    bundles: int


@dataclass(frozen=True, slots=True)
class DrawBlind(Action):
    """Draw that many cards from the top of the deck at once, in place of a regular draw."""

    cards: int


@dataclass(frozen=True, slots=True)
class StopClaiming(Action):
    """Claim no second route."""


@dataclass(frozen=True, slots=True)
class PassTurn(Action):
    """Do nothing, where buying something is all that could be done."""


@dataclass(frozen=True, slots=True)
class TechnologyBought(SeatEvent):
    """A seat bought a technology."""

    technology: str

    decided = True


@dataclass(frozen=True, slots=True)
class TechnologyReturned(SeatEvent):
    """A technology that serves for one turn went back to the table."""

    technology: str

    decided = True


@dataclass(frozen=True, slots=True)
class TechnologiesWithdrawn(Event):
    """The first reshuffle: unsold technologies that had to be bought before it left the game."""

    technologies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TechnologiesView(View):
    """Technologies by id: copies left on the table, and those of each seat. All of it is public."""

    for_sale: Mapping[str, int]
    owned: tuple[tuple[str, ...], ...]
