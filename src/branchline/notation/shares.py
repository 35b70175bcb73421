"""Words for shares: "take share PRR", "take no share", "give share PRR". Railroads go by their logos."""

from __future__ import annotations

import re

from branchline.mechanics.shares.shares import Shares
from branchline.model.actions import Action, GiveShare, TakeShare
from branchline.model.board import Board
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_one


def _logos(board: Board) -> dict[str, str]:
    """Railroad id -> logo; a board without railroads has none."""
    return {railroad: facts["logo"] for railroad, facts in board.extras.get("railroads", {}).items()}


def _find_railroad(context: Context, typed: str) -> str:
    """The id of the railroad that a logo, a name or an id means."""
    names: dict[str, str] = {}
    for railroad, facts in context.board.extras.get("railroads", {}).items():
        names |= {facts["title"]: railroad, railroad: railroad, facts["logo"]: railroad}
    return find_one("railroad", re.sub(r"^(of|in)\s+(the\s+)?", "", typed, flags=re.IGNORECASE), names)


def describe_take(context: Context, action: TakeShare) -> str:
    """Take a share, or none."""
    return "take no share" if action.railroad is None else f"take share {_logos(context.board)[action.railroad]}"


def parse_none(context: Context, rest: str) -> Action:
    """Take no share."""
    if rest:
        raise NotationError(f"one can take a share or no share, not no share '{rest}'")
    return TakeShare(None)


FACES.add(
    Shares,
    Notation(
        describe={
            TakeShare: describe_take,
            GiveShare: lambda context, action: f"give share {_logos(context.board)[action.railroad]}",
        },
        parse={
            "take share": lambda context, rest: TakeShare(_find_railroad(context, rest)),
            "take no share": parse_none,
            "give share": lambda context, rest: GiveShare(_find_railroad(context, rest)),
        },
        forms=("take share LOGO", "take no share", "give share LOGO"),
    ),
)
