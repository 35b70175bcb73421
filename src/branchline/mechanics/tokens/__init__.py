"""Tokens: stacks of them lie at places, and who builds a route there takes one."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import SeatEvent
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class PlaceStack(Action):
    """Put the next free stack of tokens on a place, by its id."""

    place: str


@dataclass(frozen=True, slots=True)
class TakeToken(Action):
    """Take the token that lies at this end of the route just claimed, by the place's id."""

    place: str


@dataclass(frozen=True, slots=True)
class StackPlaced(SeatEvent):
    """Before the first turn a seat put a free stack of tokens of this symbol on a place."""

    symbol: int
    place: str

    decided = True


@dataclass(frozen=True, slots=True)
class TokenTaken(SeatEvent):
    """A seat took a token of this symbol from an end of the route it had just claimed."""

    symbol: int
    place: str

    decided = True


@dataclass(frozen=True, slots=True)
class StackView(View):
    """A stack of tokens: where it lies (None: not on the map yet) and how many are left. Its place in the list of
    stacks is its symbol."""

    place: str | None
    left: int


@dataclass(frozen=True, slots=True)
class TokensView(View):
    """Tokens on the map and in front of the seats. All of it is public."""

    stacks: tuple[StackView, ...]  # by symbol
    owned: tuple[tuple[int, ...], ...]  # the symbols of each seat
    route: str | None  # the route just claimed, while its token is still to be taken
