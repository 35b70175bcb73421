"""Tourist tokens in words."""

from __future__ import annotations

from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.actions import PlaceStack, TakeToken
from branchline.model.board import Board
from branchline.model.events import StackPlaced, TokenTaken
from branchline.model.observation import Observation, TokensView
from branchline.words.faces import FACES, Words
from branchline.words.things import for_route, part


def _ask(seen: Observation) -> str:
    tokens = part(seen, TokensView)
    return f"Which token do you take{for_route(seen, None if tokens is None else tokens.route)}?"


def _rules(board: Board) -> list[str]:
    points = board.extras["tokens"]["points"]
    sets = ", ".join(f"{count}: {value}" for count, value in enumerate(points) if value)
    return [
        "Whoever builds a route takes a token from one of its ends, if one lies there that they do not have yet.",
        f"At the end tokens of different stacks score by their number – {sets}.",
    ]


FACES.add(
    Tokens,
    Words(
        questions={"place stack": "Where do you lay the next stack of tokens?", "take token": _ask},
        doing={"place stack": "{} is laying a stack of tokens.", "take token": "{} is taking a token."},
        events={
            StackPlaced: lambda teller, event: f"laid a stack of tokens at {teller.board.goal_name(event.place)}",
            TokenTaken: lambda teller, event: f"took a token at {teller.board.goal_name(event.place)}",
        },
        title="Tokens",
        rules=_rules,
        nudges={
            PlaceStack: "Where will you build soon?",
            TakeToken: "Which token do you not have yet?",
        },
    ),
)
