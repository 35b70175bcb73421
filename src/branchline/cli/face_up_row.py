"""The cards on the table in the terminal: the table itself shows them, here are their moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.face_up_row import FaceUpRow
from branchline.model.actions import DrawCard, DrawFromDeck, TakeCard
from branchline.model.observation import DecksMarketView, MarketView, Observation


def _take(actions: Sequence[Any]) -> str:
    return "take a card from the row"


class RowTerminal(Terminal):
    """Taking and drawing."""

    by_kind = ("second card",)
    with_cards = ("second card", "name a deck")
    labels = {  # noqa: RUF012 - a table for the class
        TakeCard: _take,
        DrawCard: lambda *_: "take a card from the deck",
        DrawFromDeck: lambda actions: f"take a card from the {' or '.join(action.deck for action in actions)} deck",
    }

    def moves(self, seen: Observation, view: MarketView) -> list[tuple[str, str]]:
        several = isinstance(view, DecksMarketView)  # then a deck has to be named
        return [("draw ship", "take a card from one of the decks")] if several else []


FACES.add(FaceUpRow, RowTerminal())
