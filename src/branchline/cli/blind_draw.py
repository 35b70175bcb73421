"""Drawing several cards blind, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.blind_draw import BlindDraw
from branchline.model.actions import DrawBlind


def _label(actions: Sequence[DrawBlind]) -> str:
    return f"take {actions[0].cards} cards from the deck"


class BlindDrawTerminal(Terminal):
    """A move of its own."""

    labels = {DrawBlind: _label}  # noqa: RUF012 - a table for the class


FACES.add(BlindDraw, BlindDrawTerminal())
