"""The cards on the table in words: taken, drawn, turned up, shuffled anew. Both markets have them."""

from __future__ import annotations

from branchline.mechanics.face_up_row import FaceUpRow
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


def _taken(teller: Teller, event: CardTaken) -> None:
    _took(teller, event.seat, f"{a_card(event.card)} from the row")


def _drawn(teller: Teller, event: CardDrawn) -> None:
    _took(teller, event.seat, f"{a_card(event.card)} from the deck")


def _drawn_from(teller: Teller, event: CardDrawnFrom) -> None:
    _took(teller, event.seat, f"{a_card(event.card)} from the {event.deck} deck")


def _took(teller: Teller, seat: int, what: str) -> None:
    """Of two cards taken one after the other, only the first needs the verb; a row turned up in between ends it."""
    if teller.seat == seat and teller.clauses == [f"took {what}"] and what.startswith("a card"):
        teller.clauses = [f"took two cards{what.removeprefix('a card')}"]
    else:
        again = teller.seat == seat and not teller.shown and teller.clauses and teller.clauses[0].startswith("took")
        teller.did(seat, what if again else f"took {what}")


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


def _renewed(teller: Teller, event: DeckRenewed) -> None:
    teller.aside(f"The discards became a new deck of {counted(event.cards, 'card')}.")


def _named_renewed(teller: Teller, event: NamedDeckRenewed) -> None:
    teller.aside(f"The discards became a new {event.deck} deck of {counted(event.cards, 'card')}.")


FACES.add(
    FaceUpRow,
    Words(
        questions={
            "second card": "Second card: take one more, from the row or the deck.",
            "name a deck": "Which deck refills the row?",
        },
        doing={"second card": "{} is taking a second card.", "name a deck": "{} is refilling the row."},
        events={
            CardTaken: _taken,
            CardDrawn: _drawn,
            CardDrawnFrom: _drawn_from,
            CardShown: _shown,
            CardsDealt: _dealt,
            RowDiscarded: _discarded,
            DeckRenewed: _renewed,
            NamedDeckRenewed: _named_renewed,
        },
        nudges={
            TakeCard: "Look at your hand: which cards does your next route still lack?",
            DrawCard: "Look at your hand: which cards does your next route still lack?",
            DrawFromDeck: "Look at your hand: which cards does your next route still lack?",
            DrawBlind: "Look at your hand: which cards does your next route still lack?",
            RefillFrom: "Which sort of card do you want to see next, and who takes first?",
        },
    ),
)
