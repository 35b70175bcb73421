"""Luck: what the deal and every reveal were worth to every seat, against all that could have come.

After the game everything is known, so luck is measured with open cards. The game is followed in many worlds, in which
everybody holds what they truly hold, and only what lies face down is shuffled anew. Each world goes where the game
went: before a decision is carried out, the cards that truly came are brought to the top of its decks, and the rest
stays as it lies. What the game is worth in a world is found out by planners who play it to the end. So luck is what it
is worth there with the cards that came, minus what it would be worth with those that lay on top.

That is 0 on average, whoever plays: what truly came is one of the things that could have come, and is valued in the
same way. And most of the noise of single playouts cancels out in the sum over a game. If a seat does what the planner
would do, the game in that world goes on as foreseen, and is worth just what it was worth after the decision before;
so the luck of a whole game is uncertain only by what decisions changed that a planner would have made otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from branchline.analysis.estimates import mean, standard_error
from branchline.analysis.evaluators import Evaluator
from branchline.analysis.moments import moments
from branchline.analysis.practice import Shares
from branchline.bots.planner.situation import find_piles, find_row, find_tickets
from branchline.bots.seeds import derived
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.pile import Pile
from branchline.mechanics.ticket_deck import TicketDeck
from branchline.notation.record import Record

Vector = tuple[float, ...]
ByWorld = list[Shares]


@dataclass
class OpenGame:
    """A game with open cards, world by world: what each of its moments is worth, and the luck that led there."""

    values: list[ByWorld] = field(default_factory=list)  # as dealt, and after each decision
    lucks: list[ByWorld] = field(default_factory=list)  # of each decision

    def joined(self, other: OpenGame) -> OpenGame:
        """The same game in the worlds of both."""
        return OpenGame(_side_by_side(self.values, other.values), _side_by_side(self.lucks, other.lucks))

    def shares(self) -> list[Vector]:
        """Of every seat, as dealt and after each decision."""
        return [_means(samples) for samples in self.values]

    def luck(self) -> list[Vector]:
        """Of every seat, by each decision."""
        return [_means(samples) for samples in self.lucks]

    def luck_se(self) -> list[Vector]:
        """Its standard errors."""
        return [_errors(samples) for samples in self.lucks]

    def net_luck_se(self) -> Vector:
        """The standard errors of the luck of the whole game, with that of the deal."""
        return _errors([_sums(world) for world in zip(self.values[0], *self.lucks, strict=True)])


def follow(evaluator: Evaluator, record: Record, first: int, count: int) -> OpenGame:
    """Follow a game in so many worlds, from a certain one on. They are numbered, and shuffled each in its own way."""
    found = OpenGame()
    worlds: list[World] = []
    for moment in moments(record):
        if moment.at == 0:
            seeds = [derived(record.seed, f"world {number} of") for number in range(first, first + count)]
            worlds = [World(evaluator, moment.rules, moment.seat, first + k, Rng(seeds[k])) for k in range(count)]
            found.values.append([world.value for world in worlds])
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        found.lucks.append([world.follow(revealed) for world in worlds])
        found.values.append([world.value for world in worlds])
    return found


def value_of_deal(evaluator: Evaluator, first_seat: int, games: int) -> Vector:
    """What a game in which a seat is to begin is worth before anything is dealt."""
    samples: ByWorld = []
    for game in range(games):
        evaluator.deal(first_seat, derived(game, "deal for an analysis"))
        samples.append(evaluator.result())
    return _means(samples)


class World:
    """The true game with everything shuffled anew that lies face down."""

    def __init__(self, evaluator: Evaluator, truth: RuleSheet, seat: int, number: int, chance: Rng) -> None:
        self._evaluator = evaluator
        self._number = number
        self._chance = chance
        self.rules = truth.blank()
        self._shuffle(truth)
        self._enter(seat)
        self.value = evaluator.result()  # of the game as it stands

    def follow(self, revealed: Revealed) -> Shares:
        """Go where the game went; returns how lucky that was for every seat."""
        seat, done = revealed.seat, revealed.done
        self._enter(seat)
        could = self.value if self._evaluator.usual_action() == done else self._evaluator.result_of(done)
        came = could
        if revealed.is_shuffled:  # the decks are others now: nothing can be kept as it lies
            self._shuffle(revealed.after)
            self._enter(seat)
            came = self._evaluator.result()
        else:
            if revealed.bring(self.rules, self._chance):
                self._enter(seat)
                came = self._evaluator.result_of(done)
            self.rules.act(seat, done)
        self.value = came
        return [a - b for a, b in zip(came, could, strict=True)]

    def _shuffle(self, truth: RuleSheet) -> None:
        self.rules.copy_from(truth)
        self.rules.reshuffle(int(self._chance.word()))

    def _enter(self, seat: int) -> None:
        self._evaluator.enter(self.rules, seat, self._number)


class Revealed:
    """What came to light by a decision: so many cards and tickets from the top of each deck."""

    def __init__(self, truth: RuleSheet, seat: int, done: int) -> None:
        self.seat = seat
        self.done = done
        self.after = truth.blank()  # the game after the decision
        self.after.copy_from(truth)
        self.after.act(seat, done)
        piles = list(zip(piles_of(truth), piles_of(self.after), strict=True))
        self.cards = [_drawn_cards(before, after) for before, after in piles]
        decks = zip(find_tickets(truth).offers.decks, find_tickets(self.after).offers.decks, strict=True)
        self.tickets = [_drawn_tickets(before, after) for before, after in decks]
        self.is_shuffled = _has_chance(truth, self.after) or any(a.renewals != b.renewals for a, b in piles)

    def bring(self, world: RuleSheet, chance: Rng) -> bool:
        """Bring what came to the top of the decks of a shuffled world; False if it lies there already."""
        changed = False
        for pile, cards in zip(piles_of(world), self.cards, strict=True):
            for drawn, card in enumerate(cards):
                changed = _bring_card(pile, int(pile.left) - 1 - drawn, card, chance) or changed
        for deck, tickets in zip(find_tickets(world).offers.decks, self.tickets, strict=True):
            for drawn, ticket in enumerate(tickets):
                changed = _bring_ticket(deck, drawn, ticket) or changed
        return changed


def _has_chance(before: RuleSheet, after: RuleSheet) -> bool:
    """Whether a game's own chance was asked between two moments: a shuffle, or whatever a mechanic draws by lot."""
    return int(before.commons.rng.counter) != int(after.commons.rng.counter)


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


def _means(samples: ByWorld) -> Vector:
    return tuple(mean(column) for column in zip(*samples, strict=True))


def _errors(samples: ByWorld) -> Vector:
    return tuple(standard_error(column) for column in zip(*samples, strict=True))


def _sums(samples: Sequence[Shares]) -> Shares:
    return [sum(column) for column in zip(*samples, strict=True)]


def _side_by_side(one: list[ByWorld], other: list[ByWorld]) -> list[ByWorld]:
    return [[*a, *b] for a, b in zip(one, other, strict=True)]
