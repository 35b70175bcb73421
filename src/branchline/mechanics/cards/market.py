"""The train-card market: a deck, its discards and a face-up row (COM-005..COM-007, COM-017..COM-041, COM-095).

Two cards are drawn in a turn, each from the row or blind from the deck; a face-up wild is the whole draw. A full row
with too many wilds is discarded. Actions: take a face-up card of a kind, or draw blind.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import SECOND_CARD
from branchline.engine.mechanic import NO_BITS
from branchline.engine.terrain import NONE
from branchline.mechanics.cards.face_up_row import MOST_SHOWN, FaceUpRow
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.pile import Pile
from branchline.model.actions import Action, DrawCard, TakeCard
from branchline.model.events import CardDrawn, CardShown, CardTaken
from branchline.model.observation import MarketView, View
from branchline.model.vecs import vec


class Market(FaceUpRow):
    """One deck and one row. Action `first + kind` takes a face-up card, `first + kinds` draws blind."""

    def __init__(self, commons: Commons, hands: Hands) -> None:
        pile = Pile(hands, commons.terrain.composition)
        super().__init__(commons, hands, [pile], vec[i64]([commons.setting.numbers.row]))
        self.pile: Final = pile

    # Setup

    def deal(self, cards: i64) -> None:
        """Shuffle, and give every seat its opening cards (COM-005)."""
        self.pile.shuffle()
        for seat in range(self.commons.seats):
            for _k in range(cards):
                self.hands.add(seat, self.pile.draw())
            self.tell_dealt(seat)

    def deal_wilds(self, count: i64) -> None:
        """Give every seat wilds before the deck is shuffled and dealt; all know of them."""
        for seat in range(self.commons.seats):
            for _k in range(count):
                self.pile.take_out(self.wild)
                self.hands.add_seen(seat, self.wild)

    # Taking cards

    def take_or_draw(self, seat: i64, action: i64) -> bool:
        """Carry out one of this mechanic's actions; True if it was a face-up wild, which ends the drawing (COM-027).

        The face-up card is that of its kind that lies at the lowest place, which is refilled (COM-018, COM-095).
        """
        kind: i64 = action - self.first
        if kind == self.kinds:
            self.draw(seat)
            return False
        if self.pile.left == 0:
            self.take_from_row(seat, kind)
            return kind == self.wild
        row = self.row
        place: i64 = 0
        while row[place] != kind:
            place += 1
        self.hands.add_seen(seat, kind)
        if self.commons.journal.on:
            names = self.commons.terrain.card_names
            self.commons.journal.add(CardTaken(seat, names[kind], place))
            self.commons.journal.add(CardShown(place, names[self.pile.top()]))
        self.exchange(place, self.pile.draw())
        if self.face_up[self.wild] >= self.reset_at:
            self.reset_row_if_due()
        return kind == self.wild

    def draw(self, seat: i64) -> None:
        """Draw the top card blind (COM-020)."""
        card = self.pile.top()
        if self.commons.journal.on:  # first, as drawing the last card renews the deck
            self.commons.journal.add(CardDrawn(seat, self.commons.terrain.card_names[card]))
        self.hands.add(seat, card)
        self.pile.draw()
        if self.face_up[self.wild] >= self.reset_at:  # the row is looked at after every card (N2)
            self.reset_row_if_due()

    def pay(self, seat: i64, kind: i64, cards: i64, wilds: i64) -> None:
        """Discard cards from a hand: `cards` of one kind and `wilds` (COM-054); a short row is filled up."""
        if cards > 0:
            self.hands.remove(seat, kind, cards)
            self.pile.discard(kind, cards)
        if wilds > 0:
            self.hands.remove(seat, self.wild, wilds)
            self.pile.discard(self.wild, wilds)
        self.take_in_payment()

    def pay_mixed(self, seat: i64, cards: vec[i64]) -> None:
        """Discard cards of several kinds from a hand, that many of each."""
        for kind in range(self.kinds):
            if cards[kind] > 0:
                self.hands.remove(seat, kind, cards[kind])
                self.pile.discard(kind, cards[kind])
        self.take_in_payment()

    def take_in_payment(self) -> None:
        """What was discarded may become the deck (COM-039), and fill up a short row (COM-040)."""
        if self.pile.left == 0:
            self.pile.renew_if_empty()
        if self.shown < self.places:
            self.fill_row()
        if self.face_up[self.wild] >= self.reset_at:
            self.reset_row_if_due()  # cards that came back may make a better row possible

    # The row

    def show(self, place: i64) -> None:
        """Turn up the top card of the deck at a place of the row."""
        if self.commons.journal.on:  # first, as drawing the last card renews the deck
            self.commons.journal.add(CardShown(place, self.commons.terrain.card_names[self.pile.top()]))
        self.lay(place, self.pile.draw())

    def fill_row(self) -> None:
        """Fill empty places in row order while cards last (COM-040)."""
        place: i64 = 0
        while place < self.places and self.pile.left > 0:
            if self.row[place] == NONE:
                self.show(place)
            place += 1

    def lay_row(self) -> None:
        self.fill_row()

    # Actions

    def size(self) -> int:
        return self.kinds + 1

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = self.distinct
        if kind == SECOND_CARD and self.face_up[self.wild] > 0:  # a face-up wild is never the second card (COM-028)
            total -= 1
        if self.pile.left > 0:
            total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        shown: i64 = self.distinct
        if kind == SECOND_CARD and self.face_up[self.wild] > 0:
            shown -= 1
        if n >= shown:
            return self.first + self.kinds
        card = self.kinds_shown[n]
        if kind == SECOND_CARD and card == self.wild:  # barred, so the last kind takes its place in the count
            card = self.kinds_shown[shown]
        return self.first + card

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        at = self.write_shown(kind == SECOND_CARD, out, at)
        if self.pile.left > 0:
            out[at] = self.first + self.kinds
            at += 1
        return at

    def legal_bits(self, seat: i64, kind: i64) -> i64:
        if self.kinds >= MOST_SHOWN:
            return NO_BITS
        bits = self.shown_bits(kind == SECOND_CARD)
        if self.pile.left > 0:
            bits |= 1 << self.kinds
        return bits

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        card: i64 = action - self.first
        if card == self.kinds:
            return "" if self.pile.left > 0 else "the deck is empty and there are no discards to renew it"
        return self.take_refusal(card, kind == SECOND_CARD)

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        card: i64 = action - self.first
        return DrawCard() if card == self.kinds else TakeCard(self.commons.terrain.card_names[card])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, DrawCard):
            return self.first + self.kinds
        if isinstance(action, TakeCard):
            return self.take_number(action)
        return -1

    # State and views

    def view(self, seat: int | None, revealed: bool) -> View:
        return MarketView(self.row_names(), self.pile.left, self.discards_by_name(), self.pile.renewals)
