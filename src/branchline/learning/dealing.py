"""Imagined worlds in which the others hold what a network guesses.

Tickets are dealt as `search` does without a network (bots/search/ticket_guesses.py), by the odds that the network gives
instead of its own weights. Hidden cards are dealt once more too: the likelier the network takes a kind to be in a hand,
the more often a card of it is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from mypy_extensions import i64
from numpy.typing import NDArray

from branchline.bots.search.ticket_guesses import PLAIN, TicketGuesses
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.learning.champion import Guess, Judge
from branchline.learning.networks.hidden import Hidden, numbers_of
from branchline.model.observation import Observation
from branchline.model.vecs import vec

_SURE = 0.999  # no chance counts as more: odds stay numbers


class GuessedWorlds:
    """Deals the tickets and cards of the others anew in the imagined worlds of a rule sheet."""

    def __init__(self, rules: RuleSheet, judge: Judge, tickets: TicketGuesses, seed: int) -> None:
        self.rules = rules
        self.judge = judge
        self.tickets = tickets
        self.hidden = Hidden(rules)
        self.random = np.random.default_rng(seed)
        self.likelier = np.ones((self.hidden.seats, len(self.hidden.pile_of)))  # by seat and kind of card
        self.deals_cards = True

    def look(self, seen: Observation) -> None:
        """Guess once; this holds for all worlds that look the same to a seat, of which one is at hand."""
        assert seen.seat is not None, "a spectator has nothing to guess for"
        found = self.judge.guess(seen)
        chances = np.minimum(found.tickets, _SURE)
        self.tickets.weights = _vec(np.maximum(PLAIN * chances / (1 - chances), 1))
        self._weigh_cards(found, seen.seat)
        # Who is in the middle of a payment holds what it takes: such a hand is left as it was imagined.
        self.deals_cards = all(decision.seat == seen.seat for decision in seen.open)

    def _weigh_cards(self, found: Guess, seat: int) -> None:
        unseen = self.hidden.unseen(seat)
        self.likelier = np.maximum(found.cards / np.maximum(unseen, 1), 1e-6)

    def deal(self, viewer: int, rng: Rng) -> None:
        """Deal what the viewer has not seen in the world at hand once more."""
        held = self.tickets.tickets.held
        for seat in self.hidden.others(viewer):
            if held.counts[seat] > 0:
                self.tickets.deal_once(viewer, seat, rng)
        if self.deals_cards:
            self._deal_cards(viewer)

    def _deal_cards(self, viewer: int) -> None:
        """Deck by deck: every hand draws as many cards as it has hidden ones, the rest is shuffled.

        To draw cards one after another by their weights is the same as to let each wait for a random time, the shorter
        the more it weighs, and to take those that come first.
        """
        hidden = self.hidden
        known = numbers_of(hidden.hands.known).reshape(hidden.seats, -1)
        cards = numbers_of(hidden.hands.cards).reshape(known.shape)
        kinds = known.shape[1]
        for number, pile in enumerate(hidden.piles):
            own = hidden.pile_of == number
            deck, left = numbers_of(pile.deck), int(pile.left)
            counts = np.where(own, hidden.hidden_cards(viewer), 0)
            pool = np.concatenate([deck[:left], np.repeat(np.arange(kinds), counts.sum(0))])
            for seat, count in zip(hidden.others(viewer), counts.sum(1), strict=True):
                waits = self.random.exponential(size=len(pool)) / self.likelier[seat, pool]
                order = np.argsort(waits)
                drawn, pool = pool[order[:count]], pool[order[count:]]
                cards[seat, own] = known[seat, own] + np.bincount(drawn, minlength=kinds)[own]
            pile.deck = _vec(np.concatenate([self.random.permutation(pool), deck[left:]]))
        hidden.hands.cards = _vec(cards)


def _vec(numbers: NDArray[Any]) -> vec[i64]:
    """Whole numbers as the engine keeps them."""
    return vec[i64]([i64(number) for number in numbers.astype(np.int64).ravel().tolist()])
