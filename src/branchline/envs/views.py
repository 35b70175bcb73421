"""What a seat sees, for people: as some lines of text, or as a picture of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.boards import registry
from branchline.model.observation import Observation

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
WIDTH: Final = 960  # of a picture, in pixels


def text_of(seen: Observation) -> str:
    """The state of a game in plain lines."""
    board = registry.board(seen.board)
    variant = registry.variant(board, seen.variant)
    lines = [f"{board.title}, {variant.title}: {_standing(seen)}"]
    for seat in range(seen.seats):
        mark = "*" if seat == seen.seat else " "
        tickets = seen.tickets.counts[seat]
        lines.append(
            f"{mark} seat {seat}: {seen.points[seat]} points, {seen.pieces[seat]} pieces, "
            f"{seen.hands[seat].size} cards, {'?' if tickets is None else tickets} tickets, "
            f"{len(seen.tracks.owned_by(seat))} routes"
        )
    row = ", ".join(card or "empty" for card in seen.market.row)
    lines.append(f"row: {row}; deck: {seen.market.deck}; tickets left: {seen.tickets.deck}")
    if seen.seat is not None:
        lines.append(f"hand: {_counted(seen.hand)}")
        lines.append(f"tickets: {', '.join(seen.held) or 'none'}")
        if seen.tickets.offer:
            lines.append(f"on offer: {', '.join(seen.tickets.offer)}")
    return "\n".join(lines)


def _standing(seen: Observation) -> str:
    """Whose move it is, or how the game ended."""
    if seen.is_over:
        return f"over ({seen.ended_by})"
    top = seen.open[-1]
    return f"seat {top.seat} decides ({top.question})"


def _counted(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {card}" for card, count in cards.items()) or "no cards"


def picture(seen: Observation) -> NDArray[np.uint8]:
    """The board as it is drawn: height × width × 3 color values."""
    from branchline.drawing import draw_board, render_rgb, scene_of

    return render_rgb(draw_board(registry.board(seen.board), scene_of(seen)), width=WIDTH)
