"""Drawing several cards blind, in the terminal."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.blind_draw import BlindDraw
from branchline.model.actions import DrawBlind


class BlindDrawTerminal(Terminal):
    """A move of its own."""

    labels = {DrawBlind: lambda actions: f"take {actions[0].cards} cards from the deck"}  # noqa: RUF012 - a table for the class


FACES.add(BlindDraw, BlindDrawTerminal())
