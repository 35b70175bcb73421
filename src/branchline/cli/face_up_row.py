"""The cards on the table in the terminal: the table itself shows them, here are their moves."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.model.actions import DrawCard, DrawFromDeck, TakeCard
from branchline.model.observation import DecksMarketView, MarketView, Observation


class RowTerminal(Terminal):
    """Taking and drawing."""

    def moves(self, seen: Observation, view: MarketView) -> list[tuple[str, str]]:
        several = isinstance(view, DecksMarketView)  # then a deck has to be named
        return [("draw ship", "take a card from one of the decks")] if several else []


FACES.add(
    FaceUpRow,
    RowTerminal(
        by_kind=("second card",),
        with_cards=("second card", "name a deck"),
        labels={
            TakeCard: "take a card from the row",
            DrawCard: "take a card from the deck",
            DrawFromDeck: lambda actions: f"take a card from the {' or '.join(action.deck for action in actions)} deck",
        },
    ),
)
