"""Luck: what the deal and every reveal were worth to every seat, against all that could have come.

After the game everything is known, so luck is measured with open cards. The game is followed in many worlds, in which
everybody holds what they truly hold, and only what lies face down is shuffled anew. Each world goes where the game
went: before a decision is carried out, the cards that truly came are brought to the top of its decks, and the rest
stays as it lies. What the game is worth in a world is found out by planners who have followed it (followers.py) and
play it to the end. So luck is what it is worth there with the cards that came, minus what it would be worth with those
that lay on top.

That is 0 on average, whoever plays: what truly came is one of the things that could have come, and is valued in the
same way. And most of the noise of single playouts cancels out in the sum over a game. If a seat does what the planner
would do, the game in that world goes on as foreseen, and is worth just what it was worth after the decision before;
so the luck of a whole game is uncertain only by what decisions changed that a planner would have made otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from branchline.analysis.estimates import mean, standard_error
from branchline.analysis.followers import Followers
from branchline.analysis.moments import Moment, moments
from branchline.analysis.practice import Shares
from branchline.boards import registry
from branchline.bots.planner.situation import find_piles, find_row, find_tickets
from branchline.bots.seeds import derived
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.pile import Pile
from branchline.mechanics.ticket_deck import TicketDeck
from branchline.notation.record import Record

VERSION = 2  # raised whenever the same game gets other luck; then evaluators' versions rise too

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


def follow(record: Record, first: int, count: int) -> OpenGame:
    """Follow a game in so many worlds, from a certain one on. They are numbered, and shuffled each in its own way."""
    found = OpenGame()
    for moment, followers, worlds in _followed(record, first, count):
        if moment.at == 0:
            found.values.append([world.value for world in worlds])
        followers.think(moment.seat)
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        found.lucks.append([world.follow(revealed) for world in worlds])
        found.values.append([world.value for world in worlds])
    return found


def net_play(record: Record, first: int, count: int) -> ByWorld:
    """What all decisions of a game changed, world by world: its result less the initial value and all luck.

    This is many times quicker than following the game: what was revealed need not be valued, and of the decisions only
    those that a planner would have made otherwise.
    """
    totals: ByWorld = [[0.0] * record.seats for _ in range(count)]
    for moment, followers, worlds in _followed(record, first, count):
        followers.think(moment.seat)
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        for world, total in zip(worlds, totals, strict=True):
            total[:] = _sums([total, world.play(revealed)])
    return totals


def _followed(record: Record, first: int, count: int) -> Iterator[tuple[Moment, Followers, list[World]]]:
    """The moments of a game with those who follow it, and so many worlds that go where it goes."""
    seeds = [derived(record.seed, f"world {number} of") for number in range(first, first + count)]
    worlds: list[World] = []
    for moment in moments(record):
        if moment.at == 0:
            followers = Followers(moment.rules)
            worlds = [World(followers, moment.rules, first + k, Rng(seed)) for k, seed in enumerate(seeds)]
        yield moment, followers, worlds


def value_of_deal(record: Record, games: int) -> Vector:
    """What a game in which the seat of a record is to begin is worth before anything is dealt."""
    rules = registry.new_rule_sheet(record.board, record.variant, record.seats)
    followers = Followers(rules)
    samples: ByWorld = []
    for game in range(games):
        rules.start(derived(game, "deal for an analysis"), -1 if record.first_seat is None else record.first_seat)
        samples.append(followers.result(rules, game))
    return _means(samples)


class World:
    """The true game with everything shuffled anew that lies face down."""

    def __init__(self, followers: Followers, truth: RuleSheet, number: int, chance: Rng) -> None:
        self._followers = followers
        self._number = number
        self._chance = chance
        self.rules = truth.blank()
        self._value: Shares | None = None  # once it is known
        self._shuffle(truth)

    @property
    def value(self) -> Shares:
        """What the game is worth as it stands."""
        if self._value is None:
            self._value = self._result()
        return self._value

    def follow(self, revealed: Revealed) -> Shares:
        """Go where the game went; returns how lucky that was for every seat."""
        could = self.value if self._followers.would_do(revealed.done) else self._result_of(revealed)
        came = could
        if self._meet(revealed):
            came = self._result() if revealed.is_shuffled else self._result_of(revealed)
        self._act(revealed)
        self._value = came
        return _difference(came, could)

    def play(self, revealed: Revealed) -> Shares:
        """Go where the game went; returns what the decision changed for every seat, luck aside."""
        changed = [0.0] * int(self.rules.seats)
        if not self._followers.would_do(revealed.done):
            changed = _difference(self._result_of(revealed), self._result())
        self._meet(revealed)
        self._act(revealed)
        return changed

    def _result(self) -> Shares:
        """What it is worth to play on from here."""
        return self._followers.result(self.rules, self._number)

    def _result_of(self, revealed: Revealed) -> Shares:
        """What the decision that was made would be worth here."""
        return self._followers.result_of(self.rules, revealed.seat, revealed.done, self._number)

    def _meet(self, revealed: Revealed) -> bool:
        """Let come what came; False if it would have come anyway."""
        if revealed.is_shuffled:  # the decks are others now: nothing can be kept as it lies
            self._shuffle(revealed.after)
            return True
        return revealed.bring(self.rules, self._chance)

    def _act(self, revealed: Revealed) -> None:
        if not revealed.is_shuffled:
            self.rules.act(revealed.seat, revealed.done)
        self._value = None

    def _shuffle(self, truth: RuleSheet) -> None:
        self.rules.copy_from(truth)
        self.rules.reshuffle(int(self._chance.word()))


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


def _difference(one: Shares, other: Shares) -> Shares:
    return [a - b for a, b in zip(one, other, strict=True)]


def _sums(samples: Sequence[Shares]) -> Shares:
    return [sum(column) for column in zip(*samples, strict=True)]


def _side_by_side(one: list[ByWorld], other: list[ByWorld]) -> list[ByWorld]:
    return [[*a, *b] for a, b in zip(one, other, strict=True)]
