"""Cards: hands, the deck and its discards, and the face-up row."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.model.actions import Action
from branchline.model.events import CardDrawn, DeckRenewed
from branchline.model.observation import MarketView


@dataclass(frozen=True, slots=True)
class DrawFromDeck(Action):
    """Draw the top card of one of several decks, blind."""

    deck: str


@dataclass(frozen=True, slots=True)
class RefillFrom(Action):
    """Name the deck that refills an empty place of the row."""

    deck: str


@dataclass(frozen=True, slots=True)
class NamedDeckRenewed(DeckRenewed):
    """The same, where there are several decks."""

    deck: str


@dataclass(frozen=True, slots=True)
class CardDrawnFrom(CardDrawn):
    """The same, where there are several decks; all see from which one."""

    deck: str


@dataclass(frozen=True, slots=True)
class DecksMarketView(MarketView):
    """A market with several decks: `deck` and `renewals` are sums, these are the parts, in the order of the decks."""

    decks: tuple[int, ...]
    deck_renewals: tuple[int, ...]
