"""The card market once more, with plain lists and cards that have an identity, and without any code of the mechanics.

It follows a game by its events and says where every card must lie. Chance comes from a generator that stands where the
one of the game stood, so even shuffled decks must agree card by card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from branchline.engine.rng import Rng
from branchline.mechanics.cards import CardDrawnFrom
from branchline.model.board import WILD, Board
from branchline.model.events import CardDrawn, CardsPaid, CardTaken, Event

Card = tuple[str, int]  # its kind, and which one of that kind it is


class PlainRow:
    """Row, decks and discards; the top of a deck is its last card."""

    def __init__(self, board: Board, numbers: tuple[int, int], rng: Rng) -> None:
        self.places, self.reset = numbers
        self.rng = rng
        self.kinds = list(board.cards)
        self.deck_of = {kind.name: kind.deck for kind in board.card_kinds} or dict.fromkeys(self.kinds, "")
        self.decks: dict[str, list[Card]] = {deck: [] for deck in self.deck_of.values()}
        self.discards: dict[str, list[Card]] = {deck: [] for deck in self.decks}
        lay: Mapping[str, int] = board.extras["decks"]["row"] if len(self.decks) > 1 else {"": self.places}
        self.lay = lay
        self.row: list[Card | None] = [None] * self.places
        self.made: Counter[str] = Counter()
        self.shuffled_together = 0  # how often the row was in a loop

    def card(self, kind: str) -> Card:
        """A card that was not there yet."""
        self.made[kind] += 1
        return kind, self.made[kind]

    def put(self, row: Sequence[str | None], decks: Mapping[str, Sequence[str]], discards: Mapping[str, int]) -> None:
        """Begin with these cards outside hands; decks from the bottom."""
        self.row = [None if kind is None else self.card(kind) for kind in row]
        for deck, kinds in decks.items():
            self.decks[deck] = [self.card(kind) for kind in kinds]
        for kind in Counter(discards).elements():
            self.discards[self.deck_of[kind]].append(self.card(kind))

    # What happens

    def follow(self, events: Iterable[Event]) -> None:
        """Do what players did."""
        for event in events:
            match event:
                case CardTaken(_, kind, place):
                    taken = self.row[place]
                    assert taken is not None
                    assert taken[0] == kind
                    self.row[place] = None
                    self.fill()
                case CardDrawn(_, kind):
                    deck = event.deck if isinstance(event, CardDrawnFrom) else ""
                    assert self.decks[deck].pop()[0] == kind
                    self.renew()
                    self.fill()
                case CardsPaid(_, cards):
                    for kind, count in cards:
                        self.discards[self.deck_of[kind]] += [self.card(kind) for _ in range(count)]
                    self.renew()
                    self.fill()
                case _:
                    pass

    def name_deck(self, deck: str) -> None:
        """A seat said which deck fills the first empty place."""
        self.show(self.row.index(None), deck)
        self.fill()

    def fill(self) -> None:
        """Fill empty places where nobody has to be asked, and have no more wilds than the rules like (N2)."""
        while None in self.row and len(self.filled()) == 1:
            self.show(self.row.index(None), self.filled()[0])
        while self.is_due():
            shown, hidden = self.halves()
            mixes = len(self.discards[self.deck_of[WILD]]) > 0 or len(shown) != len(hidden)
            self.lift()
            self.renew()
            self.lay_row()
            if not mixes and self.halves() == (hidden, shown) and self.is_due():  # two halves that never mix
                self.shuffled_together += 1
                self.lift()
                for deck, cards in self.decks.items():
                    self.discards[deck] += cards
                    cards.clear()
                self.renew()
                self.lay_row()

    def halves(self) -> tuple[set[Card], set[Card]]:
        """The cards of the deck with the wilds: those of it in the row, and all others outside hands."""
        deck = self.deck_of[WILD]
        shown = {card for card in self.row if card is not None and self.deck_of[card[0]] == deck}
        return shown, {*self.decks[deck], *self.discards[deck]}

    def is_due(self) -> bool:
        """Whether too many wilds lie in a full row and a row with fewer could be laid (COM-035, N2, N47)."""
        row = [card[0] for card in self.row if card is not None]
        if self.reset == 0 or len(row) < self.places or row.count(WILD) < self.reset:
            return False
        outside = [*row, *(card[0] for pile in (self.decks, self.discards) for deck in pile.values() for card in deck)]
        if len(outside) == len(row):
            return False
        left = Counter(self.deck_of[kind] for kind in outside)
        laid: Counter[str] = Counter()
        while laid.total() < self.places:  # by turns what a new row takes from each deck, then what is there
            wanted = [deck for deck in self.decks if laid[deck] < min(self.lay[deck], left[deck])]
            laid[(wanted or [deck for deck in self.decks if laid[deck] < left[deck]])[0]] += 1
        plain = sum(self.deck_of[kind] == self.deck_of[WILD] and kind != WILD for kind in outside)
        return laid[self.deck_of[WILD]] - plain < self.reset

    # Cards move

    def filled(self) -> list[str]:
        """The decks that have cards."""
        return [deck for deck, cards in self.decks.items() if cards]

    def show(self, place: int, deck: str) -> None:
        """Turn up the top card of a deck."""
        self.row[place] = self.decks[deck].pop()
        self.renew()

    def lift(self) -> None:
        """Discard the row."""
        for card in self.row:
            assert card is not None
            self.discards[self.deck_of[card[0]]].append(card)
        self.row = [None] * self.places

    def lay_row(self) -> None:
        """That many of each deck, then of any deck that has some."""
        for deck, count in self.lay.items():
            for _ in range(count):
                if self.decks[deck]:
                    self.show(self.row.index(None), deck)
        while None in self.row and self.filled():
            self.show(self.row.index(None), self.filled()[0])

    def renew(self) -> None:
        """Discards become the deck as soon as it is empty (N1): by kinds, then shuffled from the back."""
        for deck, cards in self.decks.items():
            if not cards and self.discards[deck]:
                cards.extend(sorted(self.discards[deck], key=lambda card: self.kinds.index(card[0])))
                self.discards[deck].clear()
                for i in range(len(cards) - 1, 0, -1):
                    j = int(self.rng.below(i + 1))
                    cards[i], cards[j] = cards[j], cards[i]
