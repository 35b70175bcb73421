"""Words for what a seat may decline: "stop", "pass"."""

from __future__ import annotations

from branchline.mechanics.technologies.declining import Declining
from branchline.model.actions import Action, PassTurn, StopClaiming
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation


def parse_pass(context: Context, rest: str) -> Action:
    """Pass, on boards where that can be a choice."""
    if not context.board.extras.get("technologies"):
        raise NotationError("nobody passes by choice on this board; who can do nothing at all passes by itself")
    return PassTurn()


FACES.add(
    Declining,
    Notation(
        describe={StopClaiming: lambda *_: "stop", PassTurn: lambda *_: "pass"},
        parse={"stop": lambda *_: StopClaiming(), "pass": parse_pass},
        forms=("stop", "pass"),
    ),
)
