"""How observations and boards show themselves, in text and in notebooks (`model/showing.py`).

What words and drawings need is imported when first asked for: a program that only plays never waits for it.
"""

from __future__ import annotations

from dataclasses import replace

from branchline.boards import registry
from branchline.model.actions import Action, Claim
from branchline.model.board import Board
from branchline.model.observation import ActionCodec, Observation
from branchline.model.showing import show_with


class Shown:
    """Asks the layers that know words and drawings."""

    def text(self, seen: Observation, legal: bool, routes: bool) -> str:
        """Everything that a seat sees, as text."""
        from branchline.words.view_text import text_of

        return text_of(seen, legal=legal, routes=routes)

    def parse(self, seen: Observation, words: str) -> Action:
        """The action that some words mean to a seat."""
        from branchline.notation.text import parse

        board = registry.board(seen.board)
        return parse(board, registry.variant(board, seen.variant), words, seen.tickets.offer, seen.actions)

    def place_of(self, board: str) -> str:
        """By what another process finds a board."""
        return registry.place_of(board)

    def codec(self, board: str, variant: str, seats: int) -> ActionCodec:
        """What translates the action numbers of an observation that comes from elsewhere."""
        return registry.codec(board, variant, seats)

    def board_svg(self, board: Board) -> str:
        """A drawn board."""
        from branchline.drawing import draw_board

        return draw_board(board)

    def record_svg(self, record: object) -> str:
        """The end of a recorded game."""
        from branchline.game import replay

        return self.view_svg(replay(record, events=False).observe(None))  # type: ignore[arg-type]  # it says if not

    def view_svg(self, seen: Observation) -> str:
        """The board with what has been built, and a glow at the routes that the seat can claim now."""
        from branchline.drawing import draw_board, scene_of

        board = registry.board(seen.board)
        named = {action.route for action in seen.actions if isinstance(action, Claim)}
        legal = frozenset(route.index for route in board.routes if route.id in named)
        return draw_board(board, replace(scene_of(seen), legal=legal))


show_with(Shown())
