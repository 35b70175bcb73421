"""What the other seats hold, and how far a seat can know it: what guesses are learned from, and where they are put.

It is read from a rule sheet, a real game or an imagined one. What a seat does not know is the same in all worlds that
look the same to it; what is there instead is the truth of that one world.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.bots.planner.mind import Mind
from branchline.bots.planner.style import Style
from branchline.bots.search.ticket_guesses import FITS, STAGES, TicketFit
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.core.batch import tickets_of
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.market import Market
from branchline.mechanics.cards.pile import Pile
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket

Counts = NDArray[np.int16]
ALL_FITS = int(STAGES * FITS)  # how well a ticket fits, in each stage of building


class Hidden:
    """Looks at the tickets and cards of a rule sheet, for one seat. The others are counted from that seat on."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = rules
        self.seats = int(rules.seats)
        self.hands = next(mechanic for mechanic in rules.mechanics if isinstance(mechanic, Hands))
        self.piles = _piles(rules)
        self.tickets = tickets_of(rules)
        deck_of = [] if self.tickets is None else [int(deck) for deck in self.tickets.tables.deck_of]
        self.deck_of = np.array(deck_of, np.int64)  # by ticket
        self.fit = None if self.tickets is None else TicketFit(Mind(rules, Style()))
        self.pile_of = np.array([int(deck) for deck in rules.commons.terrain.deck_of], np.int64)  # by kind of card

    def others(self, seat: int) -> list[int]:
        """The other seats, the next one first."""
        return [(seat + k) % self.seats for k in range(1, self.seats)]

    def all(self, seat: int) -> tuple[Any, ...]:
        """What there is to learn from, as `Positions` name it."""
        possible = self.possible(seat)
        fits = self.fits(seat, possible)
        return possible, fits, self.held(seat), self.unseen(seat), self.hidden_cards(seat)

    # Tickets

    def held(self, seat: int) -> NDArray[np.bool_]:
        """By other seat and ticket: who holds which."""
        found: NDArray[np.bool_] = self._holders() == np.array(self.others(seat))[:, None]
        return found

    def possible(self, seat: int) -> NDArray[np.bool_]:
        """By other seat and ticket: which may be in that hand, as far as this seat knows.

        How many tickets of each deck a seat holds all can see, once their first choice is shown; before it they hold
        none.
        """
        if self.tickets is None:
            return np.zeros((self.seats - 1, 0), bool)
        decks, offers = self.tickets.offers.decks, self.tickets.offers
        unseen = self._holders() != seat
        for n in range(int(offers.counts[seat])):
            unseen[offers.tickets[seat * offers.size + n]] = False
        for deck in decks:
            for k in range(int(deck.left)):
                if not deck.is_hidden(k, seat):
                    unseen[deck.ring[deck.place(k)]] = False
        held = self.held(seat)
        in_deck = np.array([[row[self.deck_of == deck].any() for deck in range(len(decks))] for row in held])
        found: NDArray[np.bool_] = unseen & in_deck[:, self.deck_of]
        return found

    def fits(self, seat: int, possible: NDArray[np.bool_]) -> NDArray[np.int8]:
        """By other seat and ticket: how well it fits what that seat has built, below `ALL_FITS`. All can see that."""
        found = np.zeros(possible.shape, np.int8)
        if self.fit is not None:
            for row, other in enumerate(self.others(seat)):
                self.fit.look(other)
                stage = int(self.fit.stage() * FITS)
                for ticket in np.flatnonzero(possible[row]):
                    found[row, ticket] = stage + int(self.fit.of(int(ticket)))
        return found

    def _holders(self) -> NDArray[np.int64]:
        return np.zeros(0, np.int64) if self.tickets is None else numbers_of(self.tickets.held.holder)

    # Cards

    def hidden_cards(self, seat: int) -> Counts:
        """By other seat and kind: the cards in that hand that not all have seen."""
        found: Counts = self._beyond_known()[self.others(seat)]
        return found

    def unseen(self, seat: int) -> Counts:
        """By kind: the cards of which this seat does not know whether they are in a deck or in another hand."""
        found: Counts = self.hidden_cards(seat).sum(0)
        for pile in self.piles:
            found += np.bincount(numbers_of(pile.deck)[: pile.left], minlength=len(found)).astype(found.dtype)
        return found.astype(np.int16)

    def expected(self, seat: int, likelier: NDArray[np.float32]) -> NDArray[np.float32]:
        """By other seat and kind: how many hidden cards to expect, if some are likelier in a hand than by chance.

        How many cards of each deck a hand has all can see.
        """
        weights = likelier * self.unseen(seat)
        found = np.zeros_like(weights)
        hidden = self.hidden_cards(seat)
        for pile in range(len(self.piles)):
            own = self.pile_of == pile
            total = weights[:, own].sum(1, keepdims=True)
            found[:, own] = hidden[:, own].sum(1, keepdims=True) * weights[:, own] / np.maximum(total, 1e-9)
        return found

    def _beyond_known(self) -> Counts:
        found = numbers_of(self.hands.cards) - numbers_of(self.hands.known)
        return found.astype(np.int16).reshape(self.seats, -1)


def numbers_of(vector: Any) -> NDArray[np.int64]:
    """A copy of a vector of the engine, which is a list where it is not compiled (see model/vecs.py)."""
    return np.array(vector if isinstance(vector, list) else memoryview(vector), np.int64)


def _piles(rules: RuleSheet) -> list[Pile]:
    for mechanic in rules.mechanics:
        if isinstance(mechanic, TwoDeckMarket):
            return list(mechanic.piles)
        if isinstance(mechanic, Market):
            return [mechanic.pile]
    return []
