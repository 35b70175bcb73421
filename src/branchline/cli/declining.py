"""What a seat may decline, in the terminal."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.declining import Declining
from branchline.model.actions import PassTurn, StopClaiming


class DecliningTerminal(Terminal):
    """Two moves of few words."""

    labels = {StopClaiming: lambda *_: "build no more", PassTurn: lambda *_: "pass"}  # noqa: RUF012 - a table for the class


FACES.add(Declining, DecliningTerminal())
