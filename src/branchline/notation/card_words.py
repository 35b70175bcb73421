"""Words for drawing cards: "take red", "draw", "draw 3 cards"."""

from __future__ import annotations

import re

from branchline.model.actions import Action, DrawBlind, DrawCard, TakeCard
from branchline.model.errors import NotationError
from branchline.notation.context import Context, Describe, Parse
from branchline.notation.names import find_card


def describe_take(context: Context, action: TakeCard) -> str:
    """Take a face-up card."""
    return f"take {action.card}"


def describe_draw(context: Context, action: DrawCard) -> str:
    """Draw blind."""
    return "draw"


def describe_blind(context: Context, action: DrawBlind) -> str:
    """Draw several cards blind at once."""
    return f"draw {action.cards} cards"


def parse_take(context: Context, rest: str) -> Action:
    """Take red, take wild card."""
    return TakeCard(find_card(context.board, re.sub(r"\bcards?$", "", rest, flags=re.IGNORECASE)))


def parse_draw(context: Context, rest: str) -> Action:
    """Draw, draw card, draw blind, draw 3 cards."""
    several = re.fullmatch(r"(\d+)(\s+cards?)?", rest, re.IGNORECASE)
    if several and int(several[1]) > 1:
        return DrawBlind(int(several[1]))
    if rest.casefold() not in ("", "card", "blind", "a card"):
        raise NotationError(f"one can draw a card or draw tickets, not draw '{rest}'")
    return DrawCard()


DESCRIBE: dict[type[Action], Describe] = {
    TakeCard: describe_take,
    DrawCard: describe_draw,
    DrawBlind: describe_blind,
}
PARSE: dict[str, Parse] = {"take": parse_take, "draw": parse_draw}
FORMS = ("take CARD", "draw")
