"""What the cards on the table mean to people: taken, drawn, turned up, shuffled again. Both markets have them."""

from __future__ import annotations

import re

from branchline.mechanics.cards import CardDrawnFrom, DecksMarketView, DrawFromDeck, NamedDeckRenewed, RefillFrom
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.technologies import DrawBlind
from branchline.model.actions import Action, DrawCard, TakeCard
from branchline.model.errors import NotationError
from branchline.model.events import CardDrawn, CardsDealt, CardShown, CardTaken, DeckRenewed, RowDiscarded
from branchline.model.faces import FACES, Context, Notation, Terminal, Words
from branchline.model.observation import MarketView, Observation
from branchline.notation.names import find_card, find_deck
from branchline.words.plain import a_card, card_name, cards_in_words, counted
from branchline.words.sentences import Teller

# In the notation


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


# In plain English

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
    teller.aside("Too many locomotives lay face up, so the row was dealt again.")
    teller.row_is_news = True
    teller.shown = []


def _renewed(teller: Teller, event: DeckRenewed) -> str:
    deck = f"{event.deck} deck" if isinstance(event, NamedDeckRenewed) else "deck"
    return f"The discards became a new {deck} of {counted(event.cards, 'card')}."


# In the terminal


def _moves(seen: Observation, view: MarketView) -> list[tuple[str, str]]:
    several = isinstance(view, DecksMarketView)  # then a deck has to be named
    return [("draw ship", "take a card from one of the decks")] if several else []


FACES.add(Hands, Terminal())  # the table itself shows them
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
            RefillFrom: "Which kind of card do you want to see next, and who takes first?",
        },
    ),
    Terminal(
        by_kind=("second card",),
        with_cards=("second card", "name a deck"),
        labels={
            TakeCard: "take a card from the row",
            DrawCard: "take a card from the deck",
            DrawFromDeck: lambda actions: f"take a card from the {' or '.join(action.deck for action in actions)} deck",
        },
        moves=_moves,
    ),
)
