"""What came to light by a decision, and what could have come instead: cards and tickets from the top of each deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import prod

from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.cards.pile import Pile
from branchline.mechanics.tickets.ticket_deck import TicketDeck
from branchline.planner.situation import find_row, find_tickets
from branchline.thinking.practice import Shares

FEW = 4  # that many different things that could come are all looked at; of more, each world has one

Draw = tuple[int, ...]  # from one deck, the first one first
Chances = dict[Draw, float]  # what could be drawn from a deck, and how likely each is


@dataclass(frozen=True)
class Case:
    """What came from each deck, or could have come."""

    cards: tuple[Draw, ...]
    tickets: tuple[Draw, ...]

    def bring(self, world: RuleSheet, chance: Rng) -> bool:
        """Bring it to the top of the decks of a shuffled world; False if it lies there already."""
        changed = False
        for pile, cards in zip(piles_of(world), self.cards, strict=True):
            for drawn, card in enumerate(cards):
                changed = _bring_card(pile, int(pile.left) - 1 - drawn, card, chance) or changed
        for deck, tickets in zip(ticket_decks_of(world), self.tickets, strict=True):
            for drawn, ticket in enumerate(tickets):
                changed = _bring_ticket(deck, drawn, ticket) or changed
        return changed


class Revealed:
    """A decision, what came of it, and all that could have come where that is little."""

    def __init__(self, truth: RuleSheet, seat: int, done: int) -> None:
        self.seat = seat
        self.done = done
        self.after = truth.blank()  # the game after the decision
        self.after.copy_from(truth)
        self.after.act(seat, done)
        piles = list(zip(piles_of(truth), piles_of(self.after), strict=True))
        decks = list(zip(ticket_decks_of(truth), ticket_decks_of(self.after), strict=True))
        self.came = Case(
            tuple(_drawn_cards(before, after) for before, after in piles),
            tuple(_drawn_tickets(before, after) for before, after in decks),
        )
        self.asked_chance = int(truth.commons.rng.counter) != int(self.after.commons.rng.counter)
        self.others: list[Case] = []  # beside what came, if few things could have come
        self.likely: list[float] = []  # how likely each of these is
        if not self.asked_chance:
            self._look_at_cases(truth)

    def mean(self, came: Shares, others: list[Shares]) -> Shares:
        """What all that could have come is worth on average, by what each of it is."""
        rest = 1 - sum(self.likely)
        columns = zip(came, *others, strict=True)
        return [
            rest * its + sum(p * share for p, share in zip(self.likely, shares, strict=True))
            for its, *shares in columns
        ]

    def _look_at_cases(self, truth: RuleSheet) -> None:
        cards, tickets = self.came.cards, self.came.tickets
        drawn = [
            *(_card_chances(pile, len(its)) for pile, its in zip(piles_of(truth), cards, strict=True)),
            *(_ticket_chances(deck, len(its)) for deck, its in zip(ticket_decks_of(truth), tickets, strict=True)),
        ]
        if prod(map(len, drawn)) > FEW:
            return
        came = (*cards, *(tuple(sorted(its)) for its in tickets))
        for case in product(*drawn):
            if case != came:
                self.others.append(Case(case[: len(cards)], case[len(cards) :]))
                self.likely.append(prod(chances[its] for chances, its in zip(drawn, case, strict=True)))


def piles_of(rules: RuleSheet) -> list[Pile]:
    """The decks of cards."""
    return find_row(rules).piles


def ticket_decks_of(rules: RuleSheet) -> list[TicketDeck]:
    """The decks of tickets."""
    return find_tickets(rules).offers.decks


def never_returned(deck: TicketDeck) -> int:
    """How many tickets on top of a deck nobody has given back: those whose order is chance."""
    return sum(int(deck.returned_by[deck.place(k)]) < 0 for k in range(int(deck.left)))


def shuffle_hidden(world: RuleSheet, truth: RuleSheet, chance: Rng) -> None:
    """Make a world like the truth, with everything shuffled again whose order is chance.

    Tickets that were given back lie under their deck, where everybody has seen them go: they stay there.
    """
    world.copy_from(truth)
    world.reshuffle(int(chance.word()))
    for deck, true in zip(ticket_decks_of(world), ticket_decks_of(truth), strict=True):
        deck.copy_from(true)
        ring = deck.ring
        for k in range(never_returned(deck) - 1, 0, -1):
            one, other = deck.place(k), deck.place(int(chance.below(k + 1)))
            ring[one], ring[other] = ring[other], ring[one]
        deck.ring = ring


def looks_the_same(one: RuleSheet, other: RuleSheet) -> bool:
    """Whether two games are the same to every seat."""
    return all(one.observe(seat) == other.observe(seat) for seat in range(int(one.seats)))


def _drawn_cards(before: Pile, after: Pile) -> Draw:
    """The cards that were drawn from a pile. Before it is renewed, all of them are."""
    last = 0 if before.renewals != after.renewals else int(after.left)
    return tuple(int(before.deck[at]) for at in range(int(before.left) - 1, last - 1, -1))


def _drawn_tickets(before: TicketDeck, after: TicketDeck) -> Draw:
    """The tickets that were drawn from a deck."""
    count = int(after.head - before.head) % max(1, int(before.size))
    return tuple(int(before.ring[before.place(drawn)]) for drawn in range(count))


def _card_chances(pile: Pile, drawn: int) -> Chances:
    """What could come, in order: in a row each card has its place."""
    lying = Counter(int(pile.deck[at]) for at in range(int(pile.left)))
    return dict(islice(_draws(lying, drawn), FEW + 1))


def _draws(lying: Counter[int], drawn: int) -> Iterator[tuple[Draw, float]]:
    """All that can be drawn from some cards, by kinds, and how likely each is."""
    if drawn == 0:
        yield (), 1.0
        return
    for card, count in sorted(lying.items()):
        for later, likely in _draws(lying - Counter([card]), drawn - 1):
            yield (card, *later), likely * count / lying.total()


def _ticket_chances(deck: TicketDeck, drawn: int) -> Chances:
    """What could come, in any order: a seat chooses among all of them. What was given back comes last."""
    lying = [int(deck.ring[deck.place(k)]) for k in range(int(deck.left))]
    hidden = never_returned(deck)
    sure = lying[hidden : max(hidden, drawn)]
    some = combinations(sorted(lying[:hidden]), min(hidden, drawn))
    found = [tuple(sorted((*its, *sure))) for its in islice(some, FEW + 1)]
    return dict.fromkeys(found, 1 / len(found))


def _bring_card(pile: Pile, at: int, card: int, chance: Rng) -> bool:
    """Exchange the card at a place for one of a kind that lies there or below, any of them as likely as another."""
    deck = pile.deck
    if deck[at] == card:
        return False
    places = [place for place in range(at) if deck[place] == card]
    other = places[chance.below(len(places))]
    deck[other] = deck[at]
    deck[at] = card
    pile.deck = deck
    return True


def _bring_ticket(deck: TicketDeck, at: int, ticket: int) -> bool:
    """Exchange the ticket at a place, counted from the top, for a certain one that lies there or below."""
    ring = deck.ring
    place = deck.place(at)
    if ring[place] == ticket:
        return False
    other = next(deck.place(k) for k in range(at + 1, int(deck.left)) if ring[deck.place(k)] == ticket)
    ring[other] = ring[place]
    ring[place] = ticket
    deck.ring = ring
    return True
