"""The cards on the table in words: taken, drawn, turned up, shuffled anew. Both markets have them."""

from __future__ import annotations

from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.model.actions import DrawBlind, DrawCard, DrawFromDeck, RefillFrom, TakeCard
from branchline.model.events import (
    CardDrawn,
    CardDrawnFrom,
    CardsDealt,
    CardShown,
    CardTaken,
    DeckRenewed,
    NamedDeckRenewed,
    RowDiscarded,
)
from branchline.words.faces import FACES, Words
from branchline.words.plain import a_card, card_name, cards_in_words, counted
from branchline.words.sentences import Teller

_LOOK_AT_HAND = "Look at your hand: which cards does your next route still lack?"


def _took(teller: Teller, event: CardTaken | CardDrawn, place: str) -> str | None:
    """Of two cards taken one after the other, only the first needs the verb; a row turned up in between ends it."""
    what = f"{a_card(event.card)} from the {place}"
    goes_on = teller.seat == event.seat
    if goes_on and teller.clauses == [f"took {what}"] and what.startswith("a card"):
        teller.clauses = [f"took two cards{what.removeprefix('a card')}"]
        return None
    again = goes_on and not teller.shown and teller.clauses and teller.clauses[0].startswith("took")
    return what if again else f"took {what}"


def _shown(teller: Teller, event: CardShown) -> None:
    if teller.row_is_news:
        teller.shown.append(card_name(event.card))


def _dealt(teller: Teller, event: CardsDealt) -> None:
    cards = counted(event.count, "card") if event.cards is None else cards_in_words(event.cards)
    teller.did(event.seat, f"began with {cards}")
    teller.row_is_news = True


def _discarded(teller: Teller, event: RowDiscarded) -> None:
    teller.aside("Too many locomotives lay face up, so the row was swept.")
    teller.row_is_news = True
    teller.shown = []


def _renewed(teller: Teller, event: DeckRenewed) -> str:
    deck = f"{event.deck} deck" if isinstance(event, NamedDeckRenewed) else "deck"
    return f"The discards became a new {deck} of {counted(event.cards, 'card')}."


FACES.add(
    FaceUpRow,
    Words(
        questions={
            "second card": "Second card: take one more, from the row or the deck.",
            "name a deck": "Which deck refills the row?",
        },
        doing={"second card": "{} is taking a second card.", "name a deck": "{} is refilling the row."},
        events={
            CardTaken: lambda teller, event: _took(teller, event, "row"),
            CardDrawn: lambda teller, event: _took(teller, event, "deck"),
            CardDrawnFrom: lambda teller, event: _took(teller, event, f"{event.deck} deck"),
            CardShown: _shown,
            CardsDealt: _dealt,
            RowDiscarded: _discarded,
            DeckRenewed: _renewed,
        },
        nudges={
            **dict.fromkeys((TakeCard, DrawCard, DrawFromDeck, DrawBlind), _LOOK_AT_HAND),
            RefillFrom: "Which sort of card do you want to see next, and who takes first?",
        },
    ),
)
