"""Words for drawing cards: "take red", "draw", "draw 3 cards"; with several decks "draw train", "refill from ship"."""

from __future__ import annotations

import re

from branchline.mechanics.face_up_row import FaceUpRow
from branchline.model.actions import Action, DrawBlind, DrawCard, DrawFromDeck, RefillFrom, TakeCard
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_card, find_deck


def describe_take(context: Context, action: TakeCard) -> str:
    """Take a face-up card."""
    return f"take {action.card}"


def describe_draw(context: Context, action: DrawCard) -> str:
    """Draw blind."""
    return "draw"


def describe_draw_from(context: Context, action: DrawFromDeck) -> str:
    """Draw blind from one of several decks."""
    return f"draw {action.deck}"


def describe_refill(context: Context, action: RefillFrom) -> str:
    """Name the deck that refills a place."""
    return f"refill from {action.deck}"


def describe_blind(context: Context, action: DrawBlind) -> str:
    """Draw several cards blind at once."""
    return f"draw {action.cards} cards"


def parse_take(context: Context, rest: str) -> Action:
    """Take red, take wild card."""
    return TakeCard(find_card(context.board, re.sub(r"\bcards?$", "", rest, flags=re.IGNORECASE)))


def parse_draw(context: Context, rest: str) -> Action:
    """Draw, draw card, draw blind, draw 3 cards; with several decks draw train, draw from ship deck."""
    if any(kind.deck for kind in context.board.card_kinds):
        return DrawFromDeck(find_deck(context.board, _deck_word(rest)))
    several = re.fullmatch(r"(\d+)(\s+cards?)?", rest, re.IGNORECASE)
    if several and int(several[1]) > 1:
        return DrawBlind(int(several[1]))
    if rest.casefold() not in ("", "card", "blind", "a card"):
        raise NotationError(f"one can draw a card or draw tickets, not draw '{rest}'")
    return DrawCard()


def parse_refill(context: Context, rest: str) -> Action:
    """Refill from ship, refill train."""
    return RefillFrom(find_deck(context.board, _deck_word(rest)))


def _deck_word(text: str) -> str:
    """What names the deck in "from the train deck" and the like."""
    return re.sub(r"^(?:from )?(?:the )?|\s*\b(?:deck|card)s?$", "", text, flags=re.IGNORECASE)


FACES.add(
    FaceUpRow,
    Notation(
        describe={
            TakeCard: describe_take,
            DrawCard: describe_draw,
            DrawBlind: describe_blind,
            DrawFromDeck: describe_draw_from,
            RefillFrom: describe_refill,
        },
        parse={"take": parse_take, "draw": parse_draw, "refill": parse_refill},
        forms=("take CARD", "draw"),
    ),
)
