"""Words for shares: "take share PRR", "take no share", "give share PRR". Railroads go by their logos."""

from __future__ import annotations

import re

from branchline.mechanics.shares import Shares
from branchline.model.actions import Action, GiveShare, TakeShare
from branchline.model.board import Board
from branchline.model.errors import NotationError, closest
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import matches


def _logos(board: Board) -> dict[str, str]:
    """Railroad id -> logo; a board without railroads has none."""
    return {railroad: facts["logo"] for railroad, facts in board.extras.get("railroads", {}).items()}


def _find_railroad(context: Context, typed: str) -> str:
    """The id of the railroad that a logo, a name or an id means."""
    words = re.sub(r"^(of|in)\s+(the\s+)?", "", typed, flags=re.IGNORECASE)
    names: dict[str, str] = {}
    for railroad, facts in context.board.extras.get("railroads", {}).items():
        names |= {facts["title"]: railroad, railroad: railroad, facts["logo"]: railroad}
    found = {names[name] for name in matches(words, names)}
    if len(found) != 1:
        logos = _logos(context.board)
        meant = [logos[railroad] for railroad in logos if railroad in found]
        hint = f"; it can mean {', '.join(meant)}" if meant else closest(words, names)
        raise NotationError(f"no railroad is called '{words}'{hint}")
    return found.pop()


def describe_take(context: Context, action: TakeShare) -> str:
    """Take a share, or none."""
    return "take no share" if action.railroad is None else f"take share {_logos(context.board)[action.railroad]}"


def describe_give(context: Context, action: GiveShare) -> str:
    """Give the dummy a share."""
    return f"give share {_logos(context.board)[action.railroad]}"


def parse_none(context: Context, rest: str) -> Action:
    """Take no share."""
    if rest:
        raise NotationError(f"one can take a share or no share, not no share '{rest}'")
    return TakeShare(None)


def parse_take(context: Context, rest: str) -> Action:
    """Take share PRR, take share of the Reading Railroad."""
    return TakeShare(_find_railroad(context, rest))


def parse_give(context: Context, rest: str) -> Action:
    """Give share PRR."""
    return GiveShare(_find_railroad(context, rest))


FACES.add(
    Shares,
    Notation(
        describe={TakeShare: describe_take, GiveShare: describe_give},
        parse={"take share": parse_take, "take no share": parse_none, "give share": parse_give},
        forms=("take share LOGO", "take no share", "give share LOGO"),
    ),
)
