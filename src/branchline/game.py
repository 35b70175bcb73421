"""The public face of the engine: `Game`, and the functions that make one.

A `Game` wraps a compiled rule sheet. It checks what callers pass in, translates between numbers, values and words, and
keeps the decisions for the record.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from secrets import randbits
from sys import getrefcount
from typing import Any, NamedTuple, SupportsIndex

from branchline.boards import registry
from branchline.engine.commons import Setting
from branchline.engine.game_loop import BY_STOPPING
from branchline.engine.playouts import play_many
from branchline.engine.ranking import rank, reason
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.questions import gain_of, longest_path_of, points_of_claim, price_of, standing_of
from branchline.mechanics.routes.missing import missing_of
from branchline.mechanics.routes.ticket_ways import TicketWays
from branchline.model.actions import Action
from branchline.model.board import Board, Variant
from branchline.model.errors import (
    BadObservation,
    BadSetup,
    GameNotOver,
    IllegalAction,
    NotationError,
    RecordError,
    WrongSeat,
    closest,
)
from branchline.model.events import Event
from branchline.model.observation import Observation
from branchline.model.questions import LongestPath, Missing, Price, Standing, Ways
from branchline.model.scores import Scores, ScoreSheet
from branchline.notation import text
from branchline.notation.record import Record

_STANDINGS = tuple(Standing)  # by the engine's numbers
Playable = SupportsIndex | Action | str  # an action by its number, as a value, or in words
_MOST_SPARES = 64  # for each board, variant and number of seats; about 20 kB each


class Game:
    """One game: its state, what is legal, and what happened. Made by `new_game`, `replay` and `imagine`."""

    def __init__(self, rules: RuleSheet, header: Record | None) -> None:
        self._rules = rules
        self._header = header  # None for an imagined game, which has no record
        self._origin: object = header  # what it was made from, by which it is compared and pickled
        self._decisions: list[tuple[int, int]] = []
        self._ways: TicketWays | None = None
        self._reshuffles: list[tuple[int, int]] = []  # after that many decisions, with this seed

    def __del__(self) -> None:
        """Leave the rule sheet for the next copy, if nothing else holds on to it or to one of its mechanics."""
        self._ways = None
        try:
            spares = _spares.get(self._rules.setting)
        except AttributeError:  # it was called with the wrong arguments, and was never made
            return
        if spares is not None and len(spares.sheets) < _MOST_SPARES and _holders(self) == spares.holders:
            self._rules.commons.journal.events = []
            spares.sheets.append(self._rules)

    def __eq__(self, other: object) -> bool:
        """Whether the other game began in the same way and went in the same way since."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self._origin is not None and self._past() == other._past())

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _past(self) -> tuple[object, ...]:
        return self._origin, self._decisions, self._reshuffles, self._rules.ending == BY_STOPPING

    def __repr__(self) -> str:
        kind = "game" if self._header is not None else "imagined game"
        state = "over" if self.is_over else f"seat {self.to_move} to move"
        seed = "" if self.seed is None else f", seed {self.seed}"
        what = f"{self.board.id}/{self.variant.id}, {self.seats} seats{seed}"
        return f"<{kind} {what}: {len(self._decisions)} decisions, {state}>"

    def _repr_svg_(self) -> str:
        return self.observe(None)._repr_svg_()

    # What is being played

    @property
    def board(self) -> Board:
        """The map and its data."""
        return self._rules.setting.board

    @property
    def variant(self) -> Variant:
        """The variant of the board."""
        return self._rules.setting.variant

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self._rules.seats)

    @property
    def seed(self) -> int | None:
        """What chance was drawn from; None for an imagined game."""
        return None if self._header is None else self._header.seed

    @property
    def first_seat(self) -> int:
        """The seat that had or has the first turn."""
        return int(self._rules.first_seat)

    # Whose move it is

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats with an open decision that they may answer now, the next one in turn order first."""
        return tuple(self._rules.open.pending())

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        pending = self.pending
        return pending[0] if pending else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._rules.over

    # Actions

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The numbers of all legal actions of a seat (by default the one to move), ascending."""
        seat = self.to_move if seat is None else self._checked(seat)
        return [] if seat is None else self._rules.legal(seat)

    def apply(self, action: Playable, seat: int | None = None) -> None:
        """Carry out an action of a seat (by default the one to move): its number, its value, or words like "keep 1, 2".

        An illegal one raises and changes nothing.
        """
        seat = self._deciding(seat)
        number = self._number(action, seat)
        refusal = self._rules.refusal(seat, number)
        if refusal:
            raise IllegalAction(_sentence(refusal))
        self._rules.act(seat, number)
        self._decisions.append((seat, number))

    def undo(self) -> None:
        """Take back the latest decision, and whatever came after it. What was seen meanwhile is known, of course."""
        if not self._decisions:
            raise WrongSeat("There is no decision to undo.")
        decisions = self._decisions[:-1]
        reshuffles = [each for each in self._reshuffles if each[0] <= len(decisions)]
        again = _replayed(self._start(), decisions, reshuffles, stopped=False)
        self._rules, self._decisions, self._reshuffles = again._rules, again._decisions, again._reshuffles

    def _start(self) -> Game:
        """The game as it began."""
        if self._header is not None:
            return _begin(self._header, self._rules.commons.journal.on, self._rules.blank())
        if not isinstance(self._origin, _Imagined):
            raise RecordError("a game that was arranged never began, so it cannot be played again")
        return imagine(*self._origin)

    def reshuffle(self, seed: int) -> None:
        """Shuffle everything that lies face down and belongs to no seat, by another seed; hands stay as they are.

        After an undo, this makes worthless what was seen of the decks.
        """
        if self.is_over:
            raise WrongSeat("The game is over; nothing is to be shuffled.")
        self._rules.reshuffle(seed)
        self._reshuffles.append((len(self._decisions), seed))

    def stop(self) -> None:
        """End the game here, because its players want to, and score it as it stands."""
        if self.is_over:
            raise WrongSeat("The game is over already.")
        self._rules.stop()

    def _deciding(self, seat: int | None) -> int:
        """The seat that is meant, if it has something to decide."""
        pending = self.pending
        if not pending:
            raise WrongSeat("The game is over; nobody has anything to decide.")
        if seat is None:
            return pending[0]
        if seat not in pending:
            waiting = " and ".join(str(s) for s in pending)
            verb = "has" if len(pending) == 1 else "have"
            raise WrongSeat(f"Seat {seat} has nothing to decide now; seat {waiting} {verb}.")
        return seat

    def _number(self, action: Playable, seat: int) -> int:
        """The number of an action; one that does not exist on this board is as illegal as one that is not allowed."""
        if type(action) is int and 0 <= action < self._rules.action_count():  # as programs play: no further questions
            return action
        if isinstance(action, (Action, str)):
            try:
                return self.number(action, seat)
            except NotationError as error:
                raise IllegalAction(_sentence(str(error))) from error
        if isinstance(action, bool) or not hasattr(action, "__index__"):
            raise IllegalAction(f"An action is a number, an Action value or words, not {action!r}.")
        number = index(action)
        if not 0 <= number < self.action_count:
            raise IllegalAction(f"There is no action {number}; they go from 0 to {self.action_count - 1}.")
        return number

    @property
    def action_count(self) -> int:
        """How many action numbers this board and variant have; numbers go from 0 to one less."""
        return self._rules.action_count()

    def action(self, number: int, seat: int | None = None) -> Action:
        """The value behind an action number, as the seat (by default the one to move) would mean it."""
        return self._rules.typed(self._existing(number), self._offer(seat))

    def _existing(self, number: int) -> int:
        """The number itself, if there is such an action."""
        if not 0 <= number < self.action_count:
            raise NotationError(f"there is no action {number}; they go from 0 to {self.action_count - 1}")
        return number

    def number(self, action: Playable, seat: int | None = None) -> int:
        """The number of an action, given as a value or in words."""
        if isinstance(action, str):
            action = self.parse(action, seat)
        if isinstance(action, Action):
            return self._rules.number(action, self._offer(seat))
        return self._existing(index(action))

    def describe(self, action: int | Action, seat: int | None = None) -> str:
        """An action in words."""
        value = action if isinstance(action, Action) else self.action(action, seat)
        return text.describe(self.board, self.variant, value)

    def parse(self, words: str, seat: int | None = None) -> Action:
        """The action behind some words, like "claim Seattle-Portland with 1 red". It need not be legal."""
        seat = self.to_move if seat is None else seat
        offer = self._offer(seat)
        legal = [self._rules.typed(number, offer) for number in self.legal_actions(seat)]
        return text.parse(self.board, self.variant, words, offer, legal)

    def _offer(self, seat: int | None) -> tuple[str, ...]:
        seat = self.to_move if seat is None else self._checked(seat)
        return () if seat is None else self._rules.offer_of(seat)

    def _checked(self, seat: int) -> int:
        """The seat itself, if there is one of that number."""
        if not 0 <= seat < self.seats:
            raise BadSetup(f"there is no seat {seat}; seats go from 0 to {self.seats - 1}")
        return seat

    # Questions. Nothing is copied, and nothing changes

    def refusal(self, action: Playable, seat: int | None = None) -> str | None:
        """Why a seat (by default the one to move) may not carry out an action now, as a sentence; None if it may."""
        try:
            seat = self._deciding(seat)
            reason = self._rules.refusal(seat, self._number(action, seat))
        except IllegalAction as error:
            return error.reason
        return _sentence(reason) if reason else None

    def price(self, action: Playable, seat: int | None = None) -> Price | None:
        """What an action takes from a seat (by default the one to move); None if it takes nothing."""
        seat = self._asking(seat)
        return price_of(self._rules, seat, self.number(action, seat))

    def gain(self, action: Playable, seat: int | None = None) -> int:
        """The points that an action gives a seat (by default the one to move) at once.

        Those of a claim count even if its payment is asked afterward.
        """
        seat = self._asking(seat)
        return int(gain_of(self._rules, seat, self.number(action, seat)))

    def claim_points(self, route: int | str, seat: int | None = None) -> int:
        """The points that a seat (by default the one to move) gets when it claims a route, by index or id."""
        return int(points_of_claim(self._rules, self._asking(seat), self._route(route)))

    def missing(self, routes: Iterable[int | str], seat: int | None = None) -> Missing:
        """What some routes, by index or id, still take of a seat (by default the one to move), all together."""
        return missing_of(self._rules, self._asking(seat), [self._route(route) for route in routes])

    def standing(self, route: int | str, seat: int | None = None) -> Standing:
        """How a route, by index or id, stands for a seat (by default the one to move), whatever is being decided."""
        return _STANDINGS[standing_of(self._rules, self._asking(seat), self._route(route))]

    def _route(self, route: int | str) -> int:
        """The index of a route, given by index or id."""
        if isinstance(route, str):
            return self.board.route(route).index
        if not 0 <= route < len(self.board.routes):
            raise NotationError(f"there is no route {route}; they go from 0 to {len(self.board.routes) - 1}")
        return route

    def longest_path(self, seat: int) -> LongestPath:
        """A longest path of a seat, whether or not the board awards anything for it (COM-082)."""
        routes = [self.board.routes[index] for index in longest_path_of(self._rules, self._checked(seat))]
        return LongestPath(sum(route.length for route in routes), tuple(route.id for route in routes))

    def ways(
        self,
        ticket: str,
        seat: int | None = None,
        *,
        buying: bool = True,
        planned: Iterable[int] = (),
        liking: Mapping[int, int] | None = None,
    ) -> Ways:
        """What a ticket still takes of a seat (by default the one to move), whether or not it holds that ticket.

        Routes that are closed to the seat are out, and so are those that lack a permission, or the right to share a
        route of others, unless it can still be had and the seat is `buying`. `planned` routes, by index, count as
        built. `liking` makes some routes longer or shorter than they are, in tenths of a piece.
        """
        numbers = {each.id: number for number, each in enumerate(self.variant.tickets)}
        if ticket not in numbers:
            raise NotationError(f"there is no ticket '{ticket}'{closest(ticket, numbers)}")
        found = self._ticket_ways()
        found.look_at(self._asking(seat), buying, dict(liking or {}))
        return found.answer(numbers[ticket], list(planned))

    def _ticket_ways(self) -> TicketWays:
        """What looks for ways in this game, made when first wanted."""
        if self._ways is None or self._ways.rules is not self._rules:
            self._ways = TicketWays(self._rules)
        return self._ways

    def _asking(self, seat: int | None) -> int:
        """The seat that a question is about."""
        seat = self.to_move if seat is None else seat
        if seat is None:
            raise BadSetup("the game is over: say which seat you mean")
        return self._checked(seat)

    # What can be seen

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know; with None, what a spectator may know."""
        return self._rules.observe(None if seat is None else self._checked(seat))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, secrets included; empty if the game was made with `events=False`."""
        return tuple(self._rules.commons.journal.events)

    def events_for(self, seat: int | None, start: int = 0) -> tuple[Event, ...]:
        """Everything that happened from event number `start` on, as a seat (None: a spectator) may know it."""
        return tuple(event.seen_by(seat) for event in self._rules.commons.journal.events[start:])

    def scores(self) -> Scores:
        """The score sheets of a finished game, the winners, and what decided it."""
        rules = self._rules
        if not rules.over:
            raise GameNotOver("the game is not over; running scores are in observe(seat).points")
        totals = [int(rules.total(seat)) for seat in range(self.seats)]
        tie_breaks = rules.tie_breaks()
        groups = rank(totals, tie_breaks)
        places = {seat: 1 + sum(len(g) for g in groups[:at]) for at, group in enumerate(groups) for seat in group}
        sheets = []
        for seat in range(self.seats):
            lines = {name: int(column[seat]) for name, column in zip(rules.lines, rules.sheet, strict=True)}
            done, failed = rules.ticket_results(seat)
            scored = rules.ticket_points(seat)
            sheets.append(ScoreSheet(seat, lines, totals[seat], places[seat], done, failed, scored))
        return Scores(tuple(sheets), tuple(groups[0]), reason(totals, tie_breaks))

    # Copies and records

    @property
    def decisions(self) -> tuple[tuple[int, int], ...]:
        """All decisions so far in order, as the seat and the number of its action."""
        return tuple(self._decisions)

    @property
    def reshuffles(self) -> tuple[tuple[int, int], ...]:
        """What lay face down was shuffled: after that many decisions, by this seed."""
        return tuple(self._reshuffles)

    @property
    def header(self) -> Record | None:
        """How it began, as a record without decisions; None for an imagined game."""
        return self._header

    def copy(self) -> Game:
        """An independent game in the same state."""
        rules = _spare(self._rules.setting) or self._rules.blank()
        rules.copy_from(self._rules)
        twin = Game(rules, self._header)
        twin._origin = self._origin
        twin._decisions = self._decisions.copy()
        twin._reshuffles = self._reshuffles.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """Pickled is how it began and what was decided since: some hundred bytes, and it is played again from them."""
        if not isinstance(self._origin, (Record, _Imagined)):
            raise RecordError("a game that was arranged cannot be pickled, as it never began; pickle what was seen")
        stopped = self._rules.ending == BY_STOPPING
        place = registry.place_of(self.board.id)
        since = self.decisions, self._reshuffles, stopped
        return _play_again, (self._origin, *since, self._rules.commons.journal.on, place)

    def record(self, **tags: str) -> Record:
        """The record of the game so far; keyword arguments become its tags."""
        if self._header is None:
            raise RecordError("an imagined game has no record, as it never began")
        again = _begin(self._header, events=False, rules=self._rules.blank())
        decisions = []
        for at, (seat, number) in enumerate(self._decisions):
            _reshuffle(again, self._reshuffles, at)
            decisions.append((seat, again.describe(number, seat)))
            again._rules.act(seat, number)
        totals = tuple(sheet.total for sheet in self.scores()) if self.is_over else None
        stopped = self._rules.ending == BY_STOPPING
        reshuffles = tuple(self._reshuffles)
        return replace(
            self._header,
            decisions=tuple(decisions),
            totals=totals,
            reshuffles=reshuffles,
            stopped=stopped,
            tags=tags,
        )


class _Imagined(NamedTuple):
    """What an imagined game was made from."""

    seen: Observation
    seed: int


@dataclass(slots=True)
class _Spares:
    """Rule sheets of games that are forgotten, for the next copy.

    To make a rule sheet, dozens of objects that know each other, takes five to forty times as long as to fill it. They
    lie here and not at the setting, which can be reached from every view: what is in them is nobody's business.
    """

    holders: list[int]  # how often a sheet and its mechanics are held when only its game has it
    sheets: list[RuleSheet] = field(default_factory=list)


_spares: dict[Setting, _Spares] = {}


def _spare(setting: Setting) -> RuleSheet | None:
    """A rule sheet of a game that is forgotten; None if there is none."""
    spares = _spares.get(setting)
    if spares is None:
        of = setting.board.id, setting.variant.id, int(setting.seats)
        spares = _spares[setting] = _Spares(_holders(Game(registry.new_rule_sheet(*of), None)))
    return spares.sheets.pop() if spares.sheets else None


def _holders(game: Game) -> list[int]:
    """How often a game's rule sheet and its mechanics are held."""
    return [getrefcount(game._rules), *[getrefcount(mechanic) for mechanic in game._rules.mechanics]]


def _reshuffle(game: Game, reshuffles: Iterable[tuple[int, int]], at: int) -> None:
    """Shuffle a game as its record says that it was, before decision number `at`."""
    for after, seed in reshuffles:
        if after == at:
            game.reshuffle(seed)


def _sentence(reason: str) -> str:
    """A refusal of the engine's as a sentence."""
    return f"{reason[0].upper()}{reason[1:]}."


def _begin(header: Record, events: bool, rules: RuleSheet | None = None) -> Game:
    """Start the game that a record's header describes, by the rules as they are now or by some of then."""
    if rules is None:
        rules = registry.new_rule_sheet(header.board, header.variant, header.seats)
    first = -1 if header.first_seat is None else header.first_seat
    if not -1 <= first < header.seats:
        raise BadSetup(f"the first seat is one of 0 to {header.seats - 1}, not {header.first_seat}")
    rules.commons.journal.on = events
    rules.start(header.seed, first)
    return Game(rules, header)


def new_game(
    board: str,
    *,
    variant: str = "classic",
    seats: int = 2,
    seed: SupportsIndex | None = 0,
    first_seat: int | None = None,
    events: bool = True,
) -> Game:
    """Start a game on a board, named by its id or its folder.

    The same arguments always give the same game; `seed` has up to 128 bits. With None, chance draws one.
    """
    on = registry.board(board)
    drawn = randbits(128) if seed is None else index(seed)
    return _begin(Record(on.id, variant, seats, drawn, on.rules_version, first_seat), events)


def replay(record: Record, *, decisions: int | None = None, events: bool = True) -> Game:
    """Play a record again, all of it or its first `decisions` decisions."""
    if not isinstance(record, Record):
        raise RecordError(f"a record is replayed, which load(FILE) gives, not {record!r}")
    _check_version(record)
    header = replace(record, decisions=(), totals=None, reshuffles=(), stopped=False, tags={})
    game = _begin(header, events)
    for _ in record.decisions[:decisions]:
        seat, number = next_decision(game, record)
        game.apply(number, seat)
    whole = decisions is None or decisions >= len(record.decisions)
    if whole and not game.is_over:
        _reshuffle(game, record.reshuffles, len(record.decisions))
        if record.stopped:
            game.stop()
    if game.is_over and record.totals is not None:
        totals = tuple(sheet.total for sheet in game.scores())
        if totals != record.totals:
            raise RecordError(f"the record says that the game ended {record.totals}; played again it ends {totals}")
    return game


def _check_version(record: Record) -> None:
    """Refuse what was played by other rules."""
    version = registry.board(record.board).rules_version
    if record.rules_version != version:
        raise RecordError(
            f"the record was played by version {record.rules_version} of the rules of {record.board}; "
            f"this is version {version}"
        )


def _play_again(
    origin: Record | _Imagined,
    decisions: Iterable[tuple[int, int]],
    reshuffles: Iterable[tuple[int, int]],
    stopped: bool,
    events: bool,
    place: str = "",
) -> Game:
    """The game that was pickled, on a board that is found at that place."""
    if place:
        registry.board(place)
    if isinstance(origin, _Imagined):
        return _replayed(imagine(*origin), decisions, reshuffles, stopped)
    _check_version(origin)
    return _replayed(_begin(origin, events), decisions, reshuffles, stopped)


def _replayed(
    game: Game, decisions: Iterable[tuple[int, int]], reshuffles: Iterable[tuple[int, int]], stopped: bool
) -> Game:
    """A game that has just begun, with what was decided since."""
    for at, (seat, number) in enumerate(decisions):
        _reshuffle(game, reshuffles, at)
        game.apply(number, seat)
    if not game.is_over:
        _reshuffle(game, reshuffles, len(game.decisions))
        if stopped:
            game.stop()
    return game


def next_decision(game: Game, record: Record) -> tuple[int, int]:
    """The seat and the number of the action with which a record goes on, in a game played from it so far.

    What was shuffled at this moment is shuffled in the game, so apply the action before asking again.
    """
    at = len(game.decisions)
    seat, words = record.decisions[at]
    try:
        _reshuffle(game, record.reshuffles, at)
        number = game.number(game.parse(words, seat), seat)
        refusal = game.refusal(number, seat)
    except (IllegalAction, NotationError) as error:
        refusal = str(error)
    if refusal:
        raise RecordError(f"decision {at + 1} of the record, '{seat}: {words}', cannot be played: {refusal}")
    return seat, number


def imagine(observation: Observation, seed: int) -> Game:
    """An imagined world: a game in which the same seat would see exactly this; the seed draws what it cannot know."""
    of = observation.board, observation.variant, observation.seats
    rules = _spare(registry.setting(*of)) or registry.new_rule_sheet(*of)
    try:
        rules.imagine(observation, seed)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadObservation(f"There is no such game: {type(error).__name__}: {error}") from error
    game = Game(rules, None)
    game._origin = _Imagined(observation, seed)
    if observation.seat in game.pending and not game.legal_actions(observation.seat):
        raise BadObservation("There is no such game: the seat is to decide, and can do nothing.")
    return game


@dataclass(frozen=True, slots=True)
class Playouts:
    """What `random_playouts` did."""

    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Games played in a second."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Decisions taken in a second."""
        return self.decisions / self.seconds


def random_playouts(
    board: str, *, variant: str = "classic", seats: int = 2, games: int = 1000, seed: int = 0
) -> Playouts:
    """Play whole games with random legal actions in one compiled loop, scored to the end."""
    if games < 0:
        raise BadSetup(f"there must be at least 0 games, not {games}")
    rules = registry.new_rule_sheet(board, variant, seats)
    started = time.perf_counter()
    decisions = play_many(rules, games, seed, -1)
    return Playouts(games, int(decisions), time.perf_counter() - started)
