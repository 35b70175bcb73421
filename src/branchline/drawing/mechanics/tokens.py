"""Stacks of tokens on the map, beside the places where they lie."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.drawing.faces import FACES, Drawn
from branchline.drawing.layout import Layout, Point
from branchline.drawing.svg import moved
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.board import Board
from branchline.model.observation import TokensView

Stacks = Mapping[str, tuple[tuple[int, int], ...]]  # symbol and height of those at a place

# Tokens carry a picture each, by the number of their stack: bell, bridge, sun, wave, tower, leaf, hill; then again.
_PICTURES = (
    "M-8 6C-5 3-6-7 0-8.5 6-7 5 3 8 6ZM-2.4 7.4H2.4A2.4 2.4 0 0 1-2.4 7.4Z",
    "M-10 3H10V5.4H7.4V9H4.8V5.4H-4.8V9H-7.4V5.4H-10ZM-7.4 3V-7H-4.8C-4 0 4 0 4.8-7H7.4V3H4.8V-1.2C2 2-2 2-4.8-1.2V3Z",
    "M0-4.8A4.8 4.8 0 1 1 0 4.8 4.8 4.8 0 0 1 0-4.8ZM-1-9.6H1V-6.4H-1ZM-1 6.4H1V9.6H-1ZM-9.6-1H-7V1H-9.6ZM7-1H9.6V1H7Z",
    "M-9-3C-6-8-3-8 0-3S6 2 9-3V1C6 6 3 6 0 1S-6-4-9 1ZM-9 4C-6-1-3-1 0 4S6 9 9 4V7C6 10 3 10 0 7S-6 2-9 7Z",
    "M-3.4 9L-2.4-4H2.4L3.4 9ZM-3.4-5.2V-7.4L0-10 3.4-7.4V-5.2ZM-5.4 9H5.4V10H-5.4Z",
    "M-8.6 8.6C-9-3-2-9 9-9 9 2 3 9-6.4 6.6L-7.4 9.4ZM-5.4 4.4L4-4.6-4.2 5.4Z",
    "M-10 7.6C-7-2-5-5-2.6-5 0-5 .6-1.6 2-.6 3-3.2 4.4-3.6 5.6-3.2 8-2.4 9 2 10 7.6Z",
)
_DISC = 3.4  # from one token of a stack to the next
_APART = 21.0  # from one stack to the next


def _things(view: TokensView) -> Stacks:
    stacks: dict[str, tuple[tuple[int, int], ...]] = {}
    for symbol, stack in enumerate(view.stacks):
        if stack.place is not None and stack.left:
            stacks[stack.place] = (*stacks.get(stack.place, ()), (symbol, stack.left))
    return stacks


def _templates(board: Board, layout: Layout) -> str:
    if "tokens" not in board.extras:
        return ""
    return "".join(
        f'<g id="token-{number}"><circle r="10" fill="#E9C46A" stroke="#3A2600" stroke-width="1.4"/>'
        f'<path transform="scale(.62)" fill="#3A2600" fill-rule="evenodd" d="{picture}"/></g>'
        for number, picture in enumerate(_PICTURES)
    )


def _beside(things: Stacks, place: str) -> str:
    return "".join(
        _stack(symbol, height, Point(_APART * number, 0.0))
        for number, (symbol, height) in enumerate(things.get(place, ()))
    )


def _stack(symbol: int, height: int, at: Point) -> str:
    """A stack of tokens, the top one showing its picture."""
    picture = symbol % len(_PICTURES)
    return "".join(
        f'<use href="#token-{picture}" transform="{moved(at.x, at.y - _DISC * level)}"/>' for level in range(height)
    )


def _stands_at(board: Board) -> list[str]:
    """Tokens may be laid everywhere."""
    return [city.id for city in board.cities] if "tokens" in board.extras else []


FACES.add(Tokens, Drawn("tokens", _things, _templates, beside=_beside, stands_at=_stands_at))
