"""Harbors on the map: a house with an anchor beside its port, in the color of its seat."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.drawing.faces import FACES, Drawn
from branchline.drawing.layout import Layout
from branchline.drawing.palette import CREAM, INK, SEATS
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.board import Board
from branchline.model.observation import HarborsView

_HARBOR = (
    '<g id="harbor"><path fill="#140E04" fill-opacity=".42" d="M-12 11V-4L0-14 12-4V11Z" transform="translate(1.6 3)"/>'
    f'<path fill="{CREAM}" stroke="{INK}" stroke-width="2" d="M-12 11V-4L0-14 12-4V11Z"/>'
    '<path d="M-9.4 8.6V-2.8L0-10.6 9.4-2.8V8.6Z"/>'
    '<use href="#sign-anchor" transform="translate(0 .6)scale(.64)"/></g>'
)


def _ports(board: Board) -> list[str]:
    return [city.id for city in board.cities if "port" in city.tags]


def _things(view: HarborsView) -> Mapping[str, int]:
    """The seat whose harbor stands at a place."""
    return view.owners


def _templates(board: Board, layout: Layout) -> str:
    return _HARBOR if _ports(board) else ""


def _beside(things: Mapping[str, int], place: str) -> str:
    return f'<use class="seat-{things[place] % len(SEATS)}" href="#harbor"/>' if place in things else ""


FACES.add(Harbors, Drawn("harbors", _things, _templates, beside=_beside, stands_at=_ports))
