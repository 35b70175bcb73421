"""Luck: what the deal and every reveal were worth to every seat, against all that could have come.

After the game everything is known, so luck is measured with open cards. The game is followed in many worlds, in which
everybody holds what they truly hold, and only what lies face down is shuffled again. Each world goes where the game
went: before a decision is carried out, the cards that truly came are brought to the top of its decks, and the rest
stays as it lies (reveals.py). What the game is worth in a world is found out by planners who have followed it
(followers.py) and play it to the end. So luck is what it is worth there with the cards that came, minus what it would
be worth with those that lay on top. Where few things could have come, all of them are brought to the top in turn, and
luck is what came minus their mean, each as likely as it is: then nothing is left to what happened to lie there.

That is 0 on average, whoever plays: what truly came is one of the things that could have come, and is valued in the
same way. And most of the noise of single playouts cancels out in the sum over a game. If a seat does what the planner
would do, the game in that world goes on as foreseen, and is worth just what it was worth after the decision before;
so the luck of a whole game is uncertain only by what decisions changed that a planner would have made otherwise.

The less the players do what planners would do, the less can be foreseen by them, and the less their values have to do
with who wins. So luck counts as far as those who follow can be trusted by then (`StandIns.trust`): in full among
players like them, and less among others. How far is known before a card comes, so luck stays 0 on average.

As long as a game goes on as foreseen in a world, its value there is one and the same list. If it turns out at the end
of such a stretch that few things could come, their mean is the better value, and is written into that list: the game
was worth that from the beginning of the stretch on, and what led there is measured by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from branchline.analysis.moments import Moment, moments
from branchline.analysis.reveals import Case, Revealed, looks_the_same, shuffle_hidden
from branchline.boards import registry
from branchline.bots.seeds import derived
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.notation.record import Record
from branchline.thinking.estimates import mean, standard_error
from branchline.thinking.practice import Shares
from branchline.thinking.stand_ins import StandIns, champions_of

VERSION = 5  # raised whenever the same game gets other luck

Vector = tuple[float, ...]
ByWorld = list[Shares]


@dataclass
class OpenGame:
    """A game with open cards, world by world: what each of its moments is worth, and the luck that led there."""

    values: list[ByWorld] = field(default_factory=list)  # as dealt, and after each decision
    lucks: list[ByWorld] = field(default_factory=list)  # of each decision, if it counted in full
    trust: list[float] = field(default_factory=list)  # how far it counts

    def joined(self, other: OpenGame) -> OpenGame:
        """The same game in the worlds of both."""
        values, lucks = _side_by_side(self.values, other.values), _side_by_side(self.lucks, other.lucks)
        return OpenGame(values, lucks, self.trust)

    def shares(self) -> list[Vector]:
        """Of every seat, as dealt and after each decision."""
        return [_means(samples) for samples in self.values]

    def luck(self) -> list[Vector]:
        """Of every seat, by each decision."""
        return [_means(samples) for samples in self._counted()]

    def luck_se(self) -> list[Vector]:
        """Its standard errors."""
        return [_errors(samples) for samples in self._counted()]

    def net_luck_se(self) -> Vector:
        """The standard errors of the luck of the whole game, with that of the deal."""
        return _errors([_sums(world) for world in zip(self.values[0], *self._counted(), strict=True)])

    def _counted(self) -> Iterator[ByWorld]:
        """The luck of each decision as far as it counts."""
        for trust, samples in zip(self.trust, self.lucks, strict=True):
            yield [[trust * luck for luck in world] for world in samples]


def follow(record: Record, first: int, count: int) -> OpenGame:
    """Follow a game in that many worlds, from a certain one on. They are numbered, and shuffled each in its own way."""
    found = OpenGame()
    steps: list[list[Step]] = []
    for moment, followers, worlds in _followed(record, first, count):
        if moment.at == 0:
            found.values.append([world.value for world in worlds])
        found.trust.append(followers.trust)
        followers.think(moment.seat)
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        steps.append([world.follow(revealed) for world in worlds])
        found.values.append([world.value for world in worlds])
        followers.watch(moment.done)
        if followers.better != followers.playing:
            followers.playing = followers.better
            for world in worlds:
                world.forget()
    if steps:
        followers.settle()
    found.lucks = [[step.luck for step in by_world] for by_world in steps]  # now that all values are known best
    return found


def net_play(record: Record, first: int, count: int) -> ByWorld:
    """What all decisions of a game changed, world by world: its result less the initial value and all luck in full.

    This is many times quicker than following the game: what was revealed need not be valued, and of the decisions only
    those that a planner would have made otherwise.
    """
    totals: ByWorld = [[0.0] * record.seats for _ in range(count)]
    for moment, followers, worlds in _followed(record, first, count):
        followers.think(moment.seat)
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        for world, total in zip(worlds, totals, strict=True):
            total[:] = _sums([total, world.play(revealed)])
        followers.watch(moment.done)
        if followers.better != followers.playing:  # others follow now, to whom it may be worth something else
            before = [world.known_value() for world in worlds]
            followers.playing = followers.better
            for world, total, old in zip(worlds, totals, before, strict=True):
                world.forget()
                total[:] = _sums([total, _difference(world.known_value(), old)])
    return totals


def _followed(record: Record, first: int, count: int) -> Iterator[tuple[Moment, StandIns, list[World]]]:
    """The moments of a game with those who follow it, and that many worlds that go where it goes."""
    seeds = [derived(record.seed, f"world {number} of") for number in range(first, first + count)]
    worlds: list[World] = []
    for moment in moments(record):
        if moment.at == 0:
            followers = _followers_of(record, moment.rules)
            worlds = [World(followers, moment.rules, first + k, Rng(seed)) for k, seed in enumerate(seeds)]
        yield moment, followers, worlds


def champions_follow(record: Record) -> bool:
    """Whether a champion follows some seat at the end of a game: it takes many times as long as planners."""
    followers: StandIns | None = None
    for moment in moments(record):
        followers = followers or _followers_of(record, moment.rules)
        followers.think(moment.seat)
        followers.watch(moment.done)
        followers.playing = followers.better
    return followers is not None and any(followers.playing)


def _followers_of(record: Record, truth: RuleSheet) -> StandIns:
    strong = champions_of(record.board, record.variant, record.seats)
    return StandIns(truth, strong, strong.decisions(moment.rules for moment in moments(record)) if strong else ())


def value_of_deal(record: Record, games: int) -> Vector:
    """What a game in which the seat of a record is to begin is worth before anything is dealt."""
    rules = registry.new_rule_sheet(record.board, record.variant, record.seats)
    followers = StandIns(rules)
    samples: ByWorld = []
    for game in range(games):
        rules.start(derived(game, "deal for an analysis"), -1 if record.first_seat is None else record.first_seat)
        samples.append(followers.result(rules, game))
    return _means(samples)


@dataclass(frozen=True)
class Step:
    """A decision in a world: what the game is worth there with what came, and with what could have come."""

    came: Shares
    could: Shares

    @property
    def luck(self) -> Shares:
        """Of every seat."""
        return _difference(self.came, self.could)


class World:
    """The true game with everything shuffled again that lies face down."""

    def __init__(self, followers: StandIns, truth: RuleSheet, number: int, chance: Rng) -> None:
        self._followers = followers
        self._number = number
        self._chance = chance
        self.rules = truth.blank()
        self._value: Shares | None = None  # once it is known
        shuffle_hidden(self.rules, truth, chance)

    @property
    def value(self) -> Shares:
        """What the game is worth as it stands."""
        if self._value is None:
            self._value = self._result()
        return self._value

    def known_value(self) -> Shares:
        """The same, at once."""
        value = self.value
        self._followers.settle()
        return value

    def forget(self) -> None:
        """Others follow from now on: what it is worth to them is to be found out."""
        self._value = None

    def follow(self, revealed: Revealed) -> Step:
        """Go where the game went; tells what it was worth on the way."""
        could = self.value if self._followers.would_do(revealed.done) else self._result_of(revealed)
        seed = int(self._chance.word())
        others = [self._result_with(case, revealed, could, seed) for case in revealed.others]
        came = self._result() if self._go(revealed, seed) else could
        if others:
            stretch: Shares = []  # what follows is one of its own
            self._followers.when_settled(partial(_weigh, revealed, came, could, others, stretch))
            came = stretch
        self._value = came
        return Step(came, could)

    def play(self, revealed: Revealed) -> Shares:
        """Go where the game went; returns what decisions changed for every seat, luck aside.

        A value is known here only as long as the game goes on as foreseen after a decision that changed it.
        """
        seed = int(self._chance.word())
        before = after = self._value
        if not self._followers.would_do(revealed.done):
            before, after = self.value, self._result_of(revealed)
            self._followers.settle()
        if before is None or after is None:
            self._go(revealed, seed)
            return [0.0] * int(self.rules.seats)
        others = [self._result_with(case, revealed, after, seed) for case in revealed.others]
        is_other = self._go(revealed, seed)
        self._value = None if is_other or others else after
        if others:
            came = self._result() if is_other else after
            self._followers.settle()
            after = revealed.mean(came, others)
        return _difference(after, before)

    def _result(self) -> Shares:
        """What it is worth to play on from here."""
        return self._followers.result(self.rules, self._number)

    def _result_of(self, revealed: Revealed) -> Shares:
        """What the decision that was made would be worth here."""
        return self._followers.result_of(self.rules, revealed.seat, revealed.done, self._number)

    def _result_with(self, case: Case, revealed: Revealed, as_it_lies: Shares, seed: int) -> Shares:
        """The same if something certain came."""
        other = self.rules.blank()
        other.copy_from(self.rules)
        if not case.bring(other, Rng(seed)):
            return as_it_lies
        return self._followers.result_of(other, revealed.seat, revealed.done, self._number)

    def _go(self, revealed: Revealed, seed: int) -> bool:
        """Carry out the decision and let come what came; False if it would have come anyway.

        All that could have come is brought to the top with the same seed, so each case is the same whichever came.
        """
        is_other = revealed.came.bring(self.rules, Rng(seed))
        self.rules.act(revealed.seat, revealed.done)
        if revealed.asked_chance and not looks_the_same(self.rules, revealed.after):
            shuffle_hidden(self.rules, revealed.after, self._chance)  # a new deck showed something else at once
            return True
        return is_other


def _weigh(revealed: Revealed, came: Shares, could: Shares, others: list[Shares], stretch: Shares) -> None:
    """What came begins a stretch of its own, and what the one before it was worth is known better."""
    stretch[:] = came
    could[:] = revealed.mean(stretch, others)


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
