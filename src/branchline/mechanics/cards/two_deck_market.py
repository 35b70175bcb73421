"""A card market with two decks, one of which holds the wilds, and one face-up row for both (WLD-025..WLD-044).

A card taken from the row is replaced from the deck that the seat names, before it takes its second card. Each deck has
its own discards. A full row with too many wilds is discarded, and a new one is laid with so many cards from each deck.
Actions: take a face-up card of a kind, draw blind from a deck, name the deck that refills a place.
"""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import NAME_DECK, TURN
from branchline.engine.mechanic import NO_BITS
from branchline.engine.terrain import NONE
from branchline.mechanics.cards import CardDrawnFrom, DecksMarketView, DrawFromDeck, RefillFrom
from branchline.mechanics.cards.face_up_row import MOST_SHOWN, FaceUpRow
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.pile import Pile
from branchline.model.actions import Action, TakeCard
from branchline.model.errors import NotationError
from branchline.model.events import CardShown
from branchline.model.observation import MarketView, View
from branchline.model.vecs import vec


class TwoDeckMarket(FaceUpRow):
    """Action `first + kind` takes a face-up card; then come two that draw from a deck, and two that name one."""

    def __init__(self, commons: Commons, hands: Hands, deal: Mapping[str, int], lay: Mapping[str, int]) -> None:
        terrain = commons.terrain
        assert terrain.decks == 2, "this market is for boards with two decks"
        piles = [Pile(hands, terrain.of_deck(d), d, terrain.deck_names[d]) for d in range(2)]
        super().__init__(commons, hands, piles, vec[i64]([i64(lay[name]) for name in terrain.deck_names]))
        self.one: Final[Pile] = piles[0]
        self.two: Final[Pile] = piles[1]
        self.deal_of: vec[i64] = vec[i64]([i64(deal[name]) for name in terrain.deck_names])  # cards of a hand

    # Setup

    def deal(self) -> None:
        """Shuffle both decks, and give every seat its opening cards from each (WLD-006)."""
        self.reshuffle()
        for seat in range(self.commons.seats):
            for deck in range(i64(2)):
                for _k in range(self.deal_of[deck]):
                    self.hands.add(seat, self.pile(deck).draw())
            self.tell_dealt(seat)

    # Taking cards

    def pile(self, deck: i64) -> Pile:
        """One of the two decks with its discards."""
        return self.one if deck == 0 else self.two

    def take_or_draw(self, seat: i64, action: i64) -> bool:
        """Take a face-up card or draw a blind one; True if it was a face-up wild, which ends the drawing (WLD-033)."""
        kind: i64 = action - self.first
        if kind >= self.kinds:
            self.draw(seat, kind - self.kinds)
            return False
        self.take(seat, kind)
        return kind == self.wild

    def take(self, seat: i64, kind: i64) -> None:
        """Take the face-up card of that kind that lies at the lowest place (COM-095)."""
        self.take_from_row(seat, kind)
        self._fill_without_choice()

    def draw(self, seat: i64, deck: i64) -> None:
        """Draw the top card of a deck blind."""
        pile = self.pile(deck)
        card = pile.top()
        if self.commons.journal.on:  # first, as drawing the last card renews the deck
            terrain = self.commons.terrain
            self.commons.journal.add(CardDrawnFrom(seat, terrain.card_names[card], terrain.deck_names[deck]))
        self.hands.add(seat, card)
        pile.draw()
        if self.face_up[self.wild] >= self.reset_at > 0:  # the row is looked at after every card (N2)
            self.reset_row_if_due()

    def spend(self, seat: i64, kind: i64, cards: i64) -> None:
        """Discard cards from a hand, each to the discards of its deck (WLD-005). Call `spent` after the last ones."""
        if cards > 0:
            self.hands.remove(seat, kind, cards)
            self.pile(self.commons.terrain.deck_of[kind]).discard(kind, cards)

    def spent(self) -> None:
        """A payment is complete: an empty deck is renewed, a short row filled up as far as nobody has to be asked."""
        self.one.renew_if_empty()
        self.two.renew_if_empty()
        if self.shown < self.places:
            self._fill_without_choice()
        elif self.face_up[self.wild] >= self.reset_at:
            self.reset_row_if_due()  # cards that came back may make a better row possible

    # Refilling the row

    def must_be_named(self) -> bool:
        """Whether a place is empty and either deck could refill it: then the seat names one (WLD-027, WLD-042)."""
        return self.shown < self.places and self.one.left > 0 and self.two.left > 0

    def refill(self, action: i64) -> None:
        """Turn up a card of the named deck at the first empty place, and go on as far as nobody has to be asked."""
        place: i64 = 0
        while self.row[place] != NONE:
            place += 1
        self.show(place, action - self.first - self.kinds - 2)
        self._fill_without_choice()

    def _fill_without_choice(self) -> None:
        """With only one deck left, it fills all empty places (WLD-030); a full row may be due for a reset."""
        place: i64 = 0
        while self.shown < self.places and (self.one.left > 0) != (self.two.left > 0):
            while self.row[place] != NONE:
                place += 1
            self.show(place, 0 if self.one.left > 0 else 1)
        if self.face_up[self.wild] >= self.reset_at:
            self.reset_row_if_due()

    def show(self, place: i64, deck: i64) -> None:
        """Turn up the top card of a deck at a place of the row."""
        pile = self.pile(deck)
        if self.commons.journal.on:  # first, as drawing the last card renews the deck
            self.commons.journal.add(CardShown(place, self.commons.terrain.card_names[pile.top()]))
        self.lay(place, pile.draw())

    def lay_row(self) -> None:
        """Lay a new row: so many cards from each deck, and from the other one what a deck lacks (WLD-036, WLD-038)."""
        place: i64 = 0
        for deck in range(i64(2)):
            k: i64 = self.lay_of[deck]
            while k > 0 and self.pile(deck).left > 0:
                self.show(place, deck)
                place += 1
                k -= 1
        while place < self.places and self.one.left + self.two.left > 0:
            self.show(place, 0 if self.one.left > 0 else 1)
            place += 1

    # Actions

    def size(self) -> int:
        return self.kinds + 4

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        if kind != NAME_DECK:
            total = self.distinct
            if kind != TURN and self.face_up[self.wild] > 0:  # a face-up wild is never the second card (WLD-034)
                total -= 1
        if self.one.left > 0:
            total += 1
        if self.two.left > 0:
            total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        base: i64 = self.first + self.kinds
        if kind == NAME_DECK:
            base += 2
        else:
            shown: i64 = self.distinct
            if kind != TURN and self.face_up[self.wild] > 0:
                shown -= 1
            if n < shown:
                card = self.kinds_shown[n]
                if kind != TURN and card == self.wild:  # barred, so the last kind takes its place in the count
                    card = self.kinds_shown[shown]
                return self.first + card
            n -= shown
        return base + n if self.one.left > 0 else base + 1

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        base: i64 = self.first + self.kinds
        if kind == NAME_DECK:
            base += 2
        else:
            at = self.write_shown(kind != TURN, out, at)
        if self.one.left > 0:
            out[at] = base
            at += 1
        if self.two.left > 0:
            out[at] = base + 1
            at += 1
        return at

    def legal_bits(self, seat: i64, kind: i64) -> i64:
        if self.kinds > MOST_SHOWN:
            return NO_BITS
        decks: i64 = 0
        if self.one.left > 0:
            decks = 1
        if self.two.left > 0:
            decks |= 2
        if kind == NAME_DECK:
            return decks << self.kinds + 2
        return self.shown_bits(kind != TURN) | decks << self.kinds

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        card: i64 = action - self.first
        deck: i64 = card - self.kinds
        if (deck >= 2) != (kind == NAME_DECK):
            return "name the deck that refills the row first" if kind == NAME_DECK else "no place of the row is empty"
        if deck >= 0:
            deck %= 2
            if self.pile(deck).left == 0:
                return f"the {self.pile(deck).name} deck is empty and there are no discards to renew it"
            return ""
        return self.take_refusal(card, kind != TURN)

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        card: i64 = action - self.first
        deck: i64 = card - self.kinds
        if deck < 0:
            return TakeCard(self.commons.terrain.card_names[card])
        return DrawFromDeck(self.pile(deck).name) if deck < 2 else RefillFrom(self.pile(deck - 2).name)

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, TakeCard):
            return self.take_number(action)
        if isinstance(action, DrawFromDeck):
            return self.first + self.kinds + self.deck_number(action.deck)
        if isinstance(action, RefillFrom):
            return self.first + self.kinds + 2 + self.deck_number(action.deck)
        return -1

    def deck_number(self, name: str) -> i64:
        """Which deck is called like that."""
        decks = self.commons.terrain.deck_names
        if name not in decks:
            raise NotationError(f"there is no deck called '{name}'; there are: {', '.join(decks)}")
        return decks.index(name)

    # State and views

    def view(self, seat: int | None, revealed: bool) -> View:
        one, two = self.one, self.two
        return DecksMarketView(
            row=self.row_names(),
            deck=int(one.left + two.left),
            discards=self.discards_by_name(),
            renewals=int(one.renewals + two.renewals),
            decks=(int(one.left), int(two.left)),
            deck_renewals=(int(one.renewals), int(two.renewals)),
        )

    def renewals_of(self, market: MarketView) -> tuple[int, ...]:
        assert isinstance(market, DecksMarketView)
        return market.deck_renewals
