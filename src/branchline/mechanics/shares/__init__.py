"""Shares in railroads, which are marked on routes."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import Event, SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class TakeShare(Action):
    """Take the top share of a railroad marked on the route just claimed; None: leave them all."""

    railroad: str | None


@dataclass(frozen=True, slots=True)
class GiveShare(Action):
    """Give the dummy the top share of a railroad marked on the route just claimed."""

    railroad: str


@dataclass(frozen=True, slots=True)
class ShareTaken(SeatEvent):
    """A seat took the top share of a railroad."""

    railroad: str
    number: int

    decided = True


@dataclass(frozen=True, slots=True)
class ShareGiven(SeatEvent):
    """A seat gave the dummy the top share of a railroad."""

    railroad: str
    number: int

    decided = True


@dataclass(frozen=True, slots=True)
class ShareDeclined(SeatEvent):
    """A seat could have taken a share and took none."""

    decided = True


@dataclass(frozen=True, slots=True)
class SharesTurnedUp(Event):
    """At the end these of the dummy's shares, as railroad and number, were turned up; only they count."""

    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PileView(View):
    """A railroad's shares that nobody has taken: the number of the top one (None: none is left), and how many."""

    railroad: str
    top: int | None
    left: int


@dataclass(frozen=True, slots=True)
class SharesView(View):
    """Shares by railroad and number: all saw them being taken. Public, as nobody knows what is turned up at the end."""

    piles: tuple[PileView, ...]
    held: tuple[tuple[tuple[str, int], ...], ...]  # by seat
    dummy: tuple[tuple[str, int], ...] | None  # the dummy's; None: there is no dummy
    turned_up: tuple[tuple[str, int], ...] | None  # those of the dummy that count; None before the end
    route: str | None  # the route just claimed, while a share may be taken or given for it
