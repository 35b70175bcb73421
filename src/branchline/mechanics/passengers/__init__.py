"""Passengers: they wait at places, and who builds a route there picks them up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import Event, SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class TakePassenger(Action):
    """Take a passenger of this color at an end of the route just claimed."""

    color: str


@dataclass(frozen=True, slots=True)
class LeavePassenger(Action):
    """Take no passenger at this end of the route just claimed."""


@dataclass(frozen=True, slots=True)
class PassengersPlaced(Event):
    """Passengers were laid out: each place or country with how many of each color wait there."""

    places: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class PassengerTaken(SeatEvent):
    """A seat took a passenger at an end of the route it just claimed."""

    place: str
    color: str

    decided = True


@dataclass(frozen=True, slots=True)
class PassengerLeft(SeatEvent):
    """A seat took none of the passengers at an end of the route it just claimed."""

    place: str

    decided = True


@dataclass(frozen=True, slots=True)
class PassengersView(View):
    """Passengers by color: on the board by place or country, and with each seat. All of it is public."""

    waiting: Mapping[str, Mapping[str, int]]  # only colors that are there
    taken: tuple[Mapping[str, int], ...]  # by seat, all colors
    ends: tuple[str, ...]  # where the seat that just claimed a route still chooses, the next one first
