"""Passengers on the map: pawns in a row by the name of the place where they wait."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.drawing.faces import FACES, Drawn
from branchline.drawing.layout import Layout, Point
from branchline.drawing.svg import attributes, moved
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.board import Board
from branchline.model.observation import PassengersView

Waiting = Mapping[str, tuple[str, ...]]  # the colors of those at a place

_PAWN = '<path id="pawn" d="M0-8.6A3.1 3.1 0 0 1 1.9-3.1L4.4 7.4H-4.4L-1.9-3.1A3.1 3.1 0 0 1 0-8.6Z"/>'
_STEP = 15.0  # from one pawn to the next, where the layout has left no room


def _things(view: PassengersView) -> Waiting:
    return {
        place: tuple(color for color, count in colors.items() for _ in range(count))
        for place, colors in view.waiting.items()
    }


def _templates(board: Board, layout: Layout) -> str:
    return _PAWN if "passengers" in board.extras or any(label.pawns for label in layout.labels.values()) else ""


def _layer(board: Board, layout: Layout, things: Waiting, templates: bool) -> str:
    groups = []
    facts = board.extras.get("passengers", {})
    for place, label in layout.labels.items():
        waiting = things.get(place, ())
        most = facts.get("places", {}).get(place, facts.get("each", 0))
        spots = label.pawns or _beside(layout, layout.places.get(place, label.at), most)
        pawns = [
            f'<use class="pawn c-{color}" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
            for color, spot in zip(waiting, spots, strict=False)
        ]
        if templates:
            pawns += [
                f'<use class="pawn" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
                for spot in spots[len(waiting) :]
            ]
        if pawns:
            head = attributes(id=f"passengers-{place}", data_place=place)
            groups.append(f"<g{head}>{''.join(pawns)}</g>")
    return f'<g class="passengers">{"".join(groups)}</g>' if groups else ""


def _beside(layout: Layout, place: Point, count: int) -> tuple[Point, ...]:
    """Room beside a place whose layout has left none: the map was made for a board without passengers."""
    step = _STEP * layout.unit
    return tuple(Point(place.x + step * (at + 1), place.y - step) for at in range(count))


def _waiting(board: Board) -> Mapping[str, int]:
    places: Mapping[str, int] = board.extras.get("passengers", {}).get("places", {})
    return places


FACES.add(Passengers, Drawn("passengers", _things, _templates, _layer, waiting=_waiting))
