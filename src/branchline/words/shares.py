"""Shares in railroads in words."""

from __future__ import annotations

from branchline.mechanics.shares.shares import Shares
from branchline.model.actions import GiveShare, TakeShare
from branchline.model.board import Board
from branchline.model.events import ShareDeclined, ShareGiven, SharesTurnedUp, ShareTaken
from branchline.model.observation import Observation, SharesView
from branchline.words.faces import FACES, Words
from branchline.words.plain import listed
from branchline.words.sentences import Teller
from branchline.words.things import for_route, part


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
        "Whoever builds a route may take a share of one of the railroads that are marked on it.",
        "At the end each railroad pays those who hold the most of its shares; of equals, the lowest number leads.",
    ]


FACES.add(
    Shares,
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
)
