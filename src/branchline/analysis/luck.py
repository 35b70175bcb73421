"""Luck: what every reveal was worth to every seat, against all that could have come.

After the game everything is known, so luck is measured with open cards: everybody holds what they truly hold, and only
what lies face down is shuffled anew, again and again. A decision is carried out in each of these worlds twice: as the
decks lie there, and with the cards on top that truly came. The rest of the decks is the same in both, so what differs
is what those cards were worth. Luck is the mean difference.

That is 0 on average whatever the evaluator thinks of a position, right or wrong, because what truly came is one of the
things that could have come, and is valued in the same way. So a result without its luck is fair to all who play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from branchline.analysis.estimates import mean, standard_error
from branchline.analysis.evaluators import Evaluator
from branchline.analysis.practice import Shares
from branchline.bots.planner.situation import find_piles, find_row, find_tickets
from branchline.bots.seeds import derived
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.pile import Pile
from branchline.mechanics.ticket_deck import TicketDeck

Vector = tuple[float, ...]


@dataclass(frozen=True)
class OpenValue:
    """What a moment is worth to every seat with all cards open, and the luck that led there from the one before."""

    shares: Vector
    luck: Vector
    luck_se: Vector


def value_of_decision(
    evaluator: Evaluator, truth: RuleSheet, seat: int, done: int, worlds: int, chance: Rng
) -> OpenValue:
    """What a game is worth after a decision, with all that came of it; and how lucky that was."""
    revealed = Revealed(truth, seat, done)
    came: list[Shares] = []
    could: list[Shares] = []
    for _ in range(worlds):
        evaluator.shuffle(truth, seat, chance)
        could.append(evaluator.value_of(done))
        if revealed.is_renewed:  # the decks are others now: nothing can be kept the same
            evaluator.shuffle(revealed.after, seat, chance)
            came.append(evaluator.value())
        else:
            came.append(evaluator.value_of(done) if revealed.bring(evaluator.world, chance) else could[-1])
    lucks = [[a - b for a, b in zip(one, other, strict=True)] for one, other in zip(came, could, strict=True)]
    return OpenValue(_means(came), _means(lucks), tuple(standard_error(column) for column in _columns(lucks)))


def value_of_moment(evaluator: Evaluator, truth: RuleSheet, seat: int, worlds: int, chance: Rng) -> Vector:
    """What a game is worth as it stands."""
    samples: list[Shares] = []
    for _ in range(worlds):
        evaluator.shuffle(truth, seat, chance)
        samples.append(evaluator.value())
    return _means(samples)


def value_of_deal(evaluator: Evaluator, first_seat: int, worlds: int) -> Vector:
    """What a game in which a seat is to begin is worth before anything is dealt."""
    samples: list[Shares] = []
    for game in range(worlds):
        evaluator.deal(first_seat, derived(game, "deal for an analysis"))
        samples.append(evaluator.value())
    return _means(samples)


class Revealed:
    """What came to light by a decision: so many cards and tickets from the top of each deck."""

    def __init__(self, truth: RuleSheet, seat: int, done: int) -> None:
        self.after = truth.blank()  # the game after the decision
        self.after.copy_from(truth)
        self.after.act(seat, done)
        piles = list(zip(piles_of(truth), piles_of(self.after), strict=True))
        self.cards = [_drawn_cards(before, after) for before, after in piles]
        decks = zip(find_tickets(truth).decks, find_tickets(self.after).decks, strict=True)
        self.tickets = [_drawn_tickets(before, after) for before, after in decks]
        self.is_renewed = any(before.renewals != after.renewals for before, after in piles)

    def bring(self, world: RuleSheet, chance: Rng) -> bool:
        """Bring what came to the top of the decks of a shuffled world; False if it lies there already."""
        changed = False
        for pile, cards in zip(piles_of(world), self.cards, strict=True):
            for drawn, card in enumerate(cards):
                changed = _bring_card(pile, int(pile.left) - 1 - drawn, card, chance) or changed
        for deck, tickets in zip(find_tickets(world).decks, self.tickets, strict=True):
            for drawn, ticket in enumerate(tickets):
                changed = _bring_ticket(deck, drawn, ticket) or changed
        return changed


def piles_of(rules: RuleSheet) -> list[Pile]:
    """The decks of cards."""
    return find_piles(find_row(rules))


def _drawn_cards(before: Pile, after: Pile) -> list[int]:
    """The cards that were drawn from a pile, the first one first. A pile that was renewed is not asked."""
    return [int(before.deck[at]) for at in range(int(before.left) - 1, int(after.left) - 1, -1)]


def _drawn_tickets(before: TicketDeck, after: TicketDeck) -> list[int]:
    """The tickets that were drawn from a deck, the first one first."""
    count = int(after.head - before.head) % max(1, int(before.size))
    return [int(before.ring[before.place(drawn)]) for drawn in range(count)]


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


def _columns(samples: list[Shares]) -> Iterator[tuple[float, ...]]:
    return zip(*samples, strict=True)


def _means(samples: list[Shares]) -> Vector:
    return tuple(mean(column) for column in _columns(samples))
