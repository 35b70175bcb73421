"""What a seat may decline, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.declining import Declining
from branchline.model.actions import PassTurn, StopClaiming


def _stop(actions: Sequence[Any]) -> str:
    return "build no more"


def _pass(actions: Sequence[Any]) -> str:
    return "pass"


class DecliningTerminal(Terminal):
    """Two moves of few words."""

    labels = {StopClaiming: _stop, PassTurn: _pass}  # noqa: RUF012 - a table for the class


FACES.add(Declining, DecliningTerminal())
