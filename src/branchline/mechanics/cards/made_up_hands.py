"""Hands that a viewer cannot see, made up so that they allow what is known to be going on.

When a seat is in the middle of a payment, its hand can pay. A hand dealt at random from the cards that the viewer has
not seen may be unable to. These tools deal the unseen cards again, or exchange single ones of them.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.cards.market import Market
from branchline.model.vecs import append, vec


class MadeUpHands:
    """Works on an imagined game: the deck and all hands but the viewer's (NONE: a spectator's) may be changed."""

    def __init__(self, market: Market, viewer: i64) -> None:
        self.market: Final = market
        self.hands: Final = market.hands
        self.pile: Final = market.pile
        self.commons: Final = market.commons
        self.kinds: i64 = market.kinds
        self.wild: i64 = market.wild
        self.colors: i64 = market.commons.terrain.colors
        self.viewer: i64 = viewer
        self.known: vec[i64] = self.hands.known[:]  # in a hand for sure: with one opponent, all that can be worked out
        if viewer != NONE and self.commons.seats == 2:
            for at in range(len(self.known)):
                self.known[at] += self.hands.pools.certain(at)

    def deal_again(self) -> None:
        """Shuffle all cards that the viewer has not seen, and deal them to the same places."""
        hands = self.hands
        pool: vec[i64] = vec[i64]([self.pile.deck[k] for k in range(self.pile.left)])
        for at in range(self.commons.seats * self.kinds):
            if at // self.kinds != self.viewer:
                while hands.cards[at] > self.known[at]:
                    hands.cards[at] -= 1
                    pool = append(pool, at % self.kinds)
        self.commons.rng.shuffle(pool, len(pool))
        top: i64 = len(pool)
        for seat in range(self.commons.seats):
            if seat != self.viewer:
                for _k in range(hands.sizes[seat] - self.total(seat)):
                    top -= 1
                    hands.cards[seat * self.kinds + pool[top]] += 1
        for k in range(top):
            self.pile.deck[k] = pool[k]

    def total(self, seat: i64) -> i64:
        """The cards in a hand, counted."""
        total: i64 = 0
        for kind in range(self.kinds):
            total += self.hands.held(seat, kind)
        return total

    def unseen(self, kind: i64) -> i64:
        """How many cards of a kind the viewer has not seen: in the deck, and in other hands beyond what is known."""
        count: i64 = 0
        for k in range(self.pile.left):
            if self.pile.deck[k] == kind:
                count += 1
        for seat in range(self.commons.seats):
            if seat != self.viewer:
                at: i64 = seat * self.kinds + kind
                count += self.hands.cards[at] - self.known[at]
        return count

    def bring(self, seat: i64, wanted: i64, given: i64) -> bool:
        """Exchange a card of a seat for a wanted one that lies anywhere unseen; False if there is none."""
        hands = self.hands
        found: i64 = NONE
        k: i64 = 0
        while k < self.pile.left and found == NONE:
            if self.pile.deck[k] == wanted:
                self.pile.deck[k] = given
                found = seat
            k += 1
        other: i64 = 0
        while other < self.commons.seats and found == NONE:
            at: i64 = other * self.kinds
            if other not in (seat, self.viewer) and hands.cards[at + wanted] > self.known[at + wanted]:
                hands.cards[at + wanted] -= 1
                hands.cards[at + given] += 1
                found = other
            other += 1
        if found == NONE:
            return False
        hands.cards[seat * self.kinds + given] -= 1
        hands.cards[seat * self.kinds + wanted] += 1
        return True

    def spare(self, seat: i64, kind: i64, needed: i64) -> bool:
        """Whether a seat holds a card of a kind that is neither known nor needed."""
        at: i64 = seat * self.kinds + kind
        return self.hands.cards[at] > needed and self.hands.cards[at] > self.known[at]

    # Payments of set cards of one color, wilds, and further cards for bundles (bundles.py)

    def find_set(self, seat: i64, cards: i64, wilds: i64, plain: i64, exactly: bool) -> i64:
        """A color that can be the set's in a hand that agrees with what the viewer knows; NONE if there is none.

        The set and the bundles are `plain` cards together; `exactly`: no bundle has cards of the set's color.
        """
        hands = self.hands
        base: i64 = seat * hands.kinds
        room: i64 = hands.sizes[seat] - max(self.known[base + self.wild], wilds)
        offset: i64 = self.commons.rng.below(self.colors)
        for k in range(self.colors):
            color: i64 = (k + offset) % self.colors
            known = self.known[base + color]
            in_set: i64 = max(known, cards)
            others: i64 = 0  # known cards of the other colors
            unseen: i64 = 0
            for c in range(self.colors):
                if c != color:
                    others += self.known[base + c]
                    unseen += self.unseen(c)
            rest: i64 = max(others, plain - (cards if exactly else in_set))
            if in_set - known <= self.unseen(color) and rest - others <= unseen and in_set + rest <= room:
                return color
        return NONE

    def bring_payment(self, seat: i64, set_color: i64, cards: i64, wilds: i64, plain: i64, exactly: bool) -> None:
        """Exchange unseen cards of a seat that pays: first for wilds, then for the set, then for the bundles."""
        needed: vec[i64] = vec[i64]([0] * self.kinds)
        needed[self.wild] = wilds
        if set_color != NONE:
            needed[set_color] = cards
        for kind in (self.wild, set_color):
            while kind != NONE and self.hands.held(seat, kind) < needed[kind]:
                given: i64 = 0
                while given == kind or not self.spare(seat, given, needed[given]):
                    given += 1
                if not self.bring(seat, kind, given):
                    return
        but: i64 = set_color if exactly else NONE
        wanted: i64 = plain - cards if but != NONE else plain
        while self.plain_cards(seat, but) < wanted:
            given = self.wild
            if not self.spare(seat, given, wilds):
                given = set_color
            kind = 0
            while kind == but or not self.bring(seat, kind, given):
                kind += 1
                if kind == self.colors:
                    return

    def plain_cards(self, seat: i64, but: i64) -> i64:
        """The cards of a seat apart from wilds and one color."""
        total: i64 = 0
        for color in range(self.colors):
            if color != but:
                total += self.hands.held(seat, color)
        return total
