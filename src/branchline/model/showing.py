"""How values show themselves: as text and as pictures.

The values of the model lie below the layers that know words and drawings. So they ask here, and `branchline.showing`,
which lies above those layers, has said how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from branchline.model.actions import Action
    from branchline.model.board import Board
    from branchline.model.observation import ActionCodec, Observation


class Showing(Protocol):
    """What the layers above do for the values of the model."""

    def text(self, seen: Observation, legal: bool, routes: bool) -> str: ...

    def parse(self, seen: Observation, words: str) -> Action: ...

    def place_of(self, board: str) -> str: ...

    def codec(self, board: str, variant: str, seats: int) -> ActionCodec: ...

    def board_svg(self, board: Board) -> str: ...

    def record_svg(self, record: object) -> str: ...

    def view_svg(self, seen: Observation) -> str: ...


_showing: list[Showing] = []


def show_with(showing: Showing) -> None:
    """Say how values show themselves."""
    _showing[:] = [showing]


def showing() -> Showing:
    """What knows how values show themselves."""
    return _showing[0]
