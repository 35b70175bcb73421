"""What shares in railroads mean to people. Railroads go by their logos: "take share PRR"."""

from __future__ import annotations

import re
from collections import Counter

from branchline.boards import registry
from branchline.mechanics.shares import (
    GiveShare,
    ShareDeclined,
    ShareGiven,
    SharesTurnedUp,
    SharesView,
    ShareTaken,
    TakeShare,
)
from branchline.mechanics.shares.shares import Shares
from branchline.model.actions import Action
from branchline.model.board import Board, Route
from branchline.model.errors import NotationError
from branchline.model.faces import FACES, Context, Counts, Findings, Gain, Notation, Served, Terminal, Words
from branchline.model.observation import Observation
from branchline.notation.names import find_one
from branchline.words.plain import listed
from branchline.words.sentences import Teller
from branchline.words.things import for_route, part

# In the notation


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


# In plain English


def logo(board: Board, railroad: str) -> str:
    """How a railroad is called for short."""
    return str(board.extras.get("railroads", {}).get(railroad, {}).get("logo", railroad))


def _ask(seen: Observation) -> str:
    shares = part(seen, SharesView)
    return f"Which share do you take{for_route(seen, None if shares is None else shares.route)}?"


def _share(teller: Teller, event: ShareTaken | ShareGiven) -> str:
    return f"share {event.number} of {logo(teller.board, event.railroad)}"


def _turned_up(teller: Teller, event: SharesTurnedUp) -> str:
    which = [f"{logo(teller.board, railroad)} {number}" for railroad, number in event.shares]
    teller.finish()
    return f"Of the dummy's shares {listed(which)} {'counts' if len(which) == 1 else 'count'}."


def _rules(board: Board) -> list[str]:
    return [
        "After building a route you may take a share of one of the railroads marked on it.",
        "At the end each railroad pays those who hold the most of its shares; of equals, the lowest number leads.",
    ]


# In the terminal


def _of_seats(seen: Observation, view: SharesView) -> Counts:
    """Who has how many of each railroad, and how many are left."""
    board = registry.board(seen.board)
    railroads = [pile.railroad for pile in view.piles]
    owned: list[tuple[int | str, tuple[tuple[str, int], ...]]] = [*enumerate(view.held)]
    if view.dummy is not None:
        owned.append(("dummy", view.dummy))
    rows = [(whose, [Counter(r for r, _ in mine)[railroad] for railroad in railroads]) for whose, mine in owned]
    return Counts("shares", [logo(board, r) for r in railroads], [*rows, ("left", [pile.left for pile in view.piles])])


def _brought_by(seen: Observation, view: SharesView, route: Route) -> str:
    left = {pile.railroad for pile in view.piles if pile.left}
    return " ".join(logo(registry.board(seen.board), mark) for mark in route.marks if mark in left)


# In the lab


def _title(board: Board, item: str) -> str | None:
    railroads = board.extras.get("railroads", {})
    return str(railroads[item].get("title", item)) if item in railroads else None


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
    Words(
        questions={"take share": _ask, "give share": "Which share does the dummy get?"},
        doing={"take share": "{} is taking a share.", "give share": "{} is giving a share away."},
        events={
            ShareTaken: lambda teller, event: f"took {_share(teller, event)}",
            ShareGiven: lambda teller, event: f"gave the dummy {_share(teller, event)}",
            ShareDeclined: lambda *_: "took no share",
            SharesTurnedUp: _turned_up,
        },
        themes={TakeShare: "which share"},
        title="Shares",
        rules=_rules,
        nudges={
            TakeShare: "Compare the railroads: where do you hold the most, and where does it still pay?",
            GiveShare: "Which share would hurt you least in other hands?",
        },
    ),
    Terminal(of_seats=_of_seats, brings="share", brought_by=_brought_by),
    Findings(
        gains={
            ShareTaken: lambda event: Gain("shares", event.railroad),
            ShareGiven: lambda event: Gain("shares given away", event.railroad),
        },
        pooled=frozenset({"shares"}),
        title=_title,
    ),
    Served(in_points=frozenset({"take share"})),
)
