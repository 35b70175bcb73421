"""Harbors: a seat builds them where its routes and tickets meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class BuildHarbor(Action):
    """Build a harbor with marked trains and ships of one color, and wilds for the rest of its price."""

    city: str
    color: str
    trains: int
    ships: int


@dataclass(frozen=True, slots=True)
class HarborBuilt(SeatEvent):
    """A seat built a harbor."""

    city: str

    decided = True


@dataclass(frozen=True, slots=True)
class HarborsView(View):
    """Who has built a harbor where, by the id of the place, and how many harbors each seat has left."""

    owners: Mapping[str, int]
    left: tuple[int, ...]
