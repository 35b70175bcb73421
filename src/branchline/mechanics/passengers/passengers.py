"""Passengers: they wait on the board, travel with those who claim a route, and pay those who have the most of a color.

Every place of the board file's `[extras.passengers.places]` has a space with some passengers, drawn from a bag at the
start; the dead ends of a country share the country's space. After a claim the seat may take one passenger at each end,
or leave them. Who then has the most of a color, or the second most, scores it at the end. All of it is public.

Actions: take a passenger of a color, by color; then one to leave them all.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import TAKE_PASSENGER
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, by_name, expect, is_asked
from branchline.engine.ranking import TieBreak
from branchline.engine.terrain import NONE
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.passengers import (
    LeavePassenger,
    PassengerLeft,
    PassengersPlaced,
    PassengersView,
    PassengerTaken,
    TakePassenger,
)
from branchline.model.actions import Action
from branchline.model.board import Board
from branchline.model.errors import BadSetup, NotationError, closest
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, View
from branchline.model.vecs import vec


class Passengers(Mechanic):
    """Where passengers wait, who has taken which, and at which end of a new route a seat is choosing."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("passengers", commons)
        self.kept: Final[KeptViews[PassengersView]] = KeptViews()
        self.kept_taken: Final[list[KeptViews[dict[str, int]]]] = [KeptViews() for _ in range(commons.seats)]
        board = commons.setting.board
        facts = board.extras["passengers"]
        colors: dict[str, int] = facts["colors"]
        places: dict[str, int] = facts["places"] if "places" in facts else everywhere(board, facts["each"])
        check_facts(board, colors, places)
        self.most: i64 = facts["most"]
        self.second_most: i64 = facts["second_most"]
        self.color_names: list[str] = list(colors)
        self.colors: i64 = len(colors)
        self.composition: vec[i64] = vec[i64]([i64(count) for count in colors.values()])
        self.space_names: list[str] = list(places)
        self.spaces: i64 = len(places)
        self.capacity: vec[i64] = vec[i64]([i64(count) for count in places.values()])
        # By place: the number of its space. A country's dead ends share one; a place without passengers has none.
        names = [city.country or city.id for city in board.cities]
        numbers = [self.space_names.index(name) if name in places else int(NONE) for name in names]
        self.space_of: vec[i64] = vec[i64]([i64(number) for number in numbers])
        self.bag: vec[i64] = vec[i64]([0] * sum(colors.values()))
        self.waiting: vec[i64] = vec[i64]([0] * (self.spaces * self.colors))  # by space and color
        self.left: vec[i64] = vec[i64]([0] * self.spaces)  # the same, all colors together
        self.taken: vec[i64] = vec[i64]([0] * (commons.seats * self.colors))  # by seat and color
        self.waiting_shown: dict[str, dict[str, int]] = {name: FrozenDict() for name in places}  # at the last look ...
        self.shown: vec[i64] = vec[i64]([0] * (self.spaces * self.colors))  # ... when `waiting` was this
        self.current: i64 = NONE  # the space that a seat is choosing at
        self.following: i64 = NONE  # the space that it comes to next
        self.ranks: vec[i64] = vec[i64]([0] * commons.seats)

    # Laying out, taking, leaving

    def reset(self) -> None:
        fill(self.waiting, 0)
        fill(self.left, 0)
        fill(self.taken, 0)
        self.current = NONE
        self.following = NONE

    def lay_out(self) -> None:
        """Draw all passengers from the bag onto the spaces, in the order of the board file (GER-007, N23)."""
        bag = self.bag
        at: i64 = 0
        for color in range(self.colors):
            for _k in range(self.composition[color]):
                bag[at] = color
                at += 1
        self.commons.rng.shuffle(bag, at)
        at = 0
        for space in range(self.spaces):
            self.left[space] = self.capacity[space]
            for _k in range(self.capacity[space]):
                self.waiting[space * self.colors + bag[at]] += 1
                at += 1
        if self.commons.journal.on:
            self.commons.journal.add(PassengersPlaced(tuple([self._named(k) for k in range(self.spaces)])))

    def arrive(self, route: i64) -> bool:
        """A route was claimed: go to its first end, else to its second; False if nobody waits at either (GER-026)."""
        self.current = self.space_of[self.commons.terrain.a[route]]
        self.following = self.space_of[self.commons.terrain.b[route]]
        return self._is_choice()

    def _is_choice(self) -> bool:
        """Whether somebody waits where the seat is; if not, it goes on to the other end (GER-026)."""
        while self.current != NONE or self.following != NONE:
            if self.current != NONE and self.left[self.current] > 0:
                if self.following != NONE and self.left[self.following] == 0:
                    self.following = NONE
                return True
            self.current = self.following
            self.following = NONE
        return False

    def choose(self, seat: i64, action: i64) -> bool:
        """Take a passenger or leave them, and go on to the other end; True if there is something to choose there."""
        space = self.current
        color: i64 = action - self.first
        if color < self.colors:
            self.waiting[space * self.colors + color] -= 1
            self.left[space] -= 1
            self.taken[seat * self.colors + color] += 1
        if self.commons.journal.on:
            self.note(seat, space, color)
        self.current = self.following
        self.following = NONE
        return self._is_choice()

    def note(self, seat: i64, space: i64, color: i64) -> None:
        """Tell the journal what was taken, or that nothing was."""
        place = self.space_names[space]
        if color < self.colors:
            self.commons.journal.add(PassengerTaken(seat, place, self.color_names[color]))
        else:
            self.commons.journal.add(PassengerLeft(seat, place))

    # Scoring

    def score(self, points: vec[i64]) -> None:
        """Add what every seat scores for the most and the second most of each color."""
        for color in range(self.colors):
            for seat in range(self.commons.seats):
                self.ranks[seat] = self.taken[seat * self.colors + color]
            award_majority(self.ranks, self.most, self.second_most, points)

    def held(self, seat: i64) -> i64:
        """How many passengers a seat has, all colors together (GER-058, N24)."""
        total: i64 = 0
        for color in range(self.colors):
            total += self.taken[seat * self.colors + color]
        return total

    # Actions

    def size(self) -> int:
        return len(self.color_names) + 1

    def count(self, seat: i64, kind: i64) -> i64:
        """Each color that waits here, and leaving (GER-025); never asked where nobody waits."""
        total: i64 = 1
        first: i64 = self.current * self.colors
        for at in range(first, first + self.colors):
            if self.waiting[at] > 0:
                total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        base: i64 = self.current * self.colors
        for color in range(self.colors):
            if self.waiting[base + color] > 0:
                if n == 0:
                    return self.first + color
                n -= 1
        return self.first + self.colors

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        color: i64 = action - self.first
        if color < self.colors and self.waiting[self.current * self.colors + color] == 0:
            place = self.commons.setting.board.goal_name(self.space_names[self.current])
            return f"no {self.color_names[color]} passenger waits in {place}"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        color: i64 = action - self.first
        return TakePassenger(self.color_names[color]) if color < self.colors else LeavePassenger()

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, LeavePassenger):
            return self.first + self.colors
        if not isinstance(action, TakePassenger):
            return -1
        if action.color not in self.color_names:
            raise NotationError(f"there are no '{action.color}' passengers{closest(action.color, self.color_names)}")
        return self.first + self.color_names.index(action.color)

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Passengers)
        self.waiting = other.waiting[:]
        self.left = other.left[:]
        self.taken = other.taken[:]
        self.current = other.current
        self.following = other.following

    def check(self) -> None:
        """Of every color, those on the board and those with the seats are all there are (GER-005)."""
        for color in range(self.colors):
            total: i64 = 0
            for space in range(self.spaces):
                count = self.waiting[space * self.colors + color]
                assert count >= 0, "a space has fewer than no passengers"
                total += count
            for seat in range(self.commons.seats):
                total += self.taken[seat * self.colors + color]
            assert total == self.composition[color], "a passenger was lost or invented"
        self._check_spaces()

    def _check_spaces(self) -> None:
        """Every space has counted its passengers right and holds no more than it began with."""
        for space in range(self.spaces):
            total: i64 = 0
            for color in range(self.colors):
                total += self.waiting[space * self.colors + color]
            assert total == self.left[space], "a space has lost count of its passengers"
            assert total <= self.capacity[space], "a passenger has come to a space"

    def _named(self, space: i64) -> tuple[str, tuple[tuple[str, int], ...]]:
        """A space by its name, with the colors that wait there and how many of each."""
        counts = [(self.color_names[k], int(self.waiting[space * self.colors + k])) for k in range(self.colors)]
        return self.space_names[space], tuple([entry for entry in counts if entry[1]])

    def view(self, seat: int | None, revealed: bool) -> View:
        self.kept.start()
        self.kept.note_all(self.waiting)
        self.kept.note_all(self.taken)
        self.kept.note(self.current)
        self.kept.note(self.following)
        return self.kept.find(0) or self.kept.keep(0, self._open_view())

    def _open_view(self) -> PassengersView:
        """What everybody sees."""
        ends = [self.space_names[space] for space in (self.current, self.following) if space != NONE]
        taken = tuple([self._view_of_taken(seat) for seat in range(self.commons.seats)])
        return PassengersView(FrozenDict(self._view_of_spaces()), taken, tuple(ends))

    def _view_of_spaces(self) -> dict[str, dict[str, int]]:
        """Who waits on each space: those where nobody came or went are taken over from the last look."""
        found = self.waiting_shown.copy()
        waiting = self.waiting
        shown = self.shown
        for k in range(self.spaces * self.colors):
            if shown[k] != waiting[k]:
                space: i64 = k // self.colors
                first: i64 = space * self.colors
                found[self.space_names[space]] = by_name(self.color_names, waiting, first)
                for color in range(self.colors):
                    shown[first + color] = waiting[first + color]
        self.waiting_shown = found
        return found

    def _view_of_taken(self, seat: i64) -> dict[str, int]:
        """The passengers of a seat, all colors."""
        kept = self.kept_taken[seat]
        kept.start()
        kept.note_stretch(self.taken, seat * self.colors, self.colors)
        found = kept.find(0)
        if found is None:
            first: i64 = seat * self.colors
            counts = {name: int(self.taken[first + k]) for k, name in enumerate(self.color_names)}
            found = kept.keep(0, FrozenDict(counts))
        return found

    def imagine(self, seen: Observation) -> None:
        """Nothing is hidden, so there is nothing to make up."""
        view = self.seen_part(seen)
        assert isinstance(view, PassengersView)
        for space, place in enumerate(self.space_names):
            for color, count in view.waiting[place].items():
                self.waiting[space * self.colors + self.color_names.index(color)] = count
                self.left[space] += count
        for seat, counts in enumerate(view.taken):
            for color, count in counts.items():
                self.taken[seat * self.colors + self.color_names.index(color)] = count
        ends = [self.space_names.index(place) for place in view.ends]
        self.current = ends[0] if ends else NONE
        self.following = ends[1] if len(ends) > 1 else NONE
        expect(len(ends) > 0 or not is_asked(seen, TAKE_PASSENGER), "a passenger is taken nowhere")


def award_majority(values: vec[i64], first: i64, second: i64, points: vec[i64]) -> None:
    """Pay those with the most, and if that is one seat alone, those with the second most; zero is never paid.

    All who tie are paid in full, and a tie for the most leaves nothing for the second (GER-052..GER-057, D3).
    """
    most: i64 = 0
    runner_up: i64 = 0
    leaders: i64 = 0
    for value in values:
        if value > most:
            runner_up = most
            most = value
            leaders = 1
        elif value == most:
            leaders += 1
        elif value > runner_up:
            runner_up = value
    for seat in range(i64(len(values))):
        if values[seat] > 0:
            if values[seat] == most:
                points[seat] += first
            elif leaders == 1 and values[seat] == runner_up:
                points[seat] += second


def everywhere(board: Board, each: int) -> dict[str, int]:
    """That many passengers at every place and in every country."""
    goals = [*[city.id for city in board.cities if not city.country], *[country.id for country in board.countries]]
    return dict.fromkeys(goals, each)


def check_facts(board: Board, colors: dict[str, int], places: dict[str, int]) -> None:
    """A board file must lay out exactly the passengers that it has, on places or countries of its own."""
    known = {*[city.id for city in board.cities if not city.country], *[country.id for country in board.countries]}
    for place in places:
        if place not in known:
            raise BadSetup(f"[extras.passengers.places] of {board.title} names '{place}'{closest(place, known)}")
    there, wanted = sum(colors.values()), sum(places.values())
    if there != wanted:
        raise BadSetup(f"{board.title} has {there} passengers and lays out {wanted}")


class PassengersAddition(Addition):
    """Passengers on a board that names them: whoever claims a route may take one at each of its ends."""

    needs: ClassVar[tuple[str, ...]] = ("passengers",)
    facts: ClassVar[dict[str, Any]] = {
        "passengers": {"most": 0, "second_most": 0, "each?": 0, "colors": {"*": 1}, "places?": {"*place": 0}}
    }

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        self.passengers = Passengers(rules.commons)
        self.join(self.passengers, [TAKE_PASSENGER], ["passengers"])

    def lay_out(self) -> None:
        """From the bag, before anything else is dealt (GER-007)."""
        self.passengers.lay_out()

    def after_claim(self, seat: i64, route: i64) -> None:
        """At each end of the new route the seat may take one passenger (GER-024..GER-034)."""
        if self.passengers.arrive(route):
            self.rules.ask(seat, TAKE_PASSENGER)

    def answer(self, seat: i64, kind: i64, action: i64) -> None:
        if self.passengers.choose(seat, action):
            self.rules.ask(seat, TAKE_PASSENGER)  # now at the other end

    def score(self) -> None:
        """For each color, the most and the second most (GER-052..GER-057)."""
        self.passengers.score(self.rules.line("passengers"))

    def tie_breaks(self) -> list[TieBreak]:
        """More passengers of all colors together (GER-058)."""
        held = [int(self.passengers.held(seat)) for seat in range(self.rules.seats)]
        return [TieBreak("more passengers", held)]

    def amounts(self) -> dict[str, vec[i64]]:
        return {"passengers": vec[i64]([self.passengers.held(seat) for seat in range(self.rules.seats)])}
