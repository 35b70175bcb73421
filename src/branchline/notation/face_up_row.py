"""Words for drawing cards: "take red", "draw", "draw 3 cards"; with several decks "draw train", "refill from ship"."""

from __future__ import annotations

import re

from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.model.actions import Action, DrawBlind, DrawCard, DrawFromDeck, RefillFrom, TakeCard
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_card, find_deck


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


def _deck_word(text: str) -> str:
    """What names the deck in "from the train deck" and the like."""
    return re.sub(r"^(?:from )?(?:the )?|\s*\b(?:deck|card)s?$", "", text, flags=re.IGNORECASE)


FACES.add(
    FaceUpRow,
    Notation(
        describe={
            TakeCard: lambda _, action: f"take {action.card}",
            DrawCard: lambda *_: "draw",
            DrawBlind: lambda _, action: f"draw {action.cards} cards",
            DrawFromDeck: lambda _, action: f"draw {action.deck}",
            RefillFrom: lambda _, action: f"refill from {action.deck}",
        },
        parse={
            "take": parse_take,
            "draw": parse_draw,
            "refill": lambda context, rest: RefillFrom(find_deck(context.board, _deck_word(rest))),
        },
        forms=("take CARD", "draw"),
    ),
)
