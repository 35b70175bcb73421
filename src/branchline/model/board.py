"""A board as data: places, routes, tickets, cards and numbers. Frozen, and the same for every game played on it.

`boards/loading.py` reads it from a `board.toml`. Positions (`x`, `y`, `lon`, `lat`) are for drawing code only; no rule
may read them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from branchline.model.errors import NotationError, closest
from branchline.model.frozen import freeze
from branchline.model.showing import showing

GRAY = "gray"  # a route of this color takes cards of any one color
WILD = "wild"  # the card that stands for any color


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards that are all alike. Most boards have one deck and one sort of card for each color."""

    name: str  # "red", "wild"; where a color has several sorts of card: "red double ship"
    color: str  # a card color, or WILD
    count: int
    sort: str = ""  # which of the cards of its color: "double ship"
    deck: str = ""  # the deck it belongs to, where there are several


@dataclass(frozen=True, slots=True)
class City:
    """A place where routes end: a city, a location, a junction, or one dead end of a country."""

    index: int
    id: str
    name: str
    x: float
    y: float
    lon: float
    lat: float
    region: str = ""  # for boards whose rules ask where a place lies
    country: str = ""  # the id of the country this place is a dead end of
    tags: frozenset[str] = frozenset()  # what else the board says of it: "port", "big", "tourist_spot", "junction" ...


@dataclass(frozen=True, slots=True)
class Country:
    """A goal of tickets that several dead ends stand for; reaching any of them reaches the country (R7)."""

    id: str
    name: str
    x: float
    y: float
    lon: float
    lat: float
    dead_ends: tuple[int, ...]  # indices of its cities
    region: str = ""
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two places. Parallel tracks are routes of their own, told apart by `track`."""

    index: int
    id: str  # "denver-kansas_city" for the first track, "denver-kansas_city#2" for the second
    a: int  # index of the first end
    b: int  # index of the second end
    color: str  # a card color, or GRAY
    length: int
    track: int = 1  # 1, 2, 3: which of the parallel tracks of its connection
    kind: str = "train"  # "train", "ferry" or "ship"
    wilds: int = 0  # how many spaces carry a wild symbol
    points: int | None = None  # a value printed beside this one route, in place of the table's
    twins: tuple[int, ...] = ()  # the other tracks of the same double or triple route (same ends, same length: R6)
    tags: frozenset[str] = frozenset()  # "pair", "free_of_permissions", "wraps" ...
    marks: tuple[str, ...] = ()  # what is printed along it, e.g. railroads whose shares it grants


@dataclass(frozen=True, slots=True)
class Ticket:
    """A goal: a chain of two places (or more, for a tour) to connect, and what that is worth."""

    id: str  # "boston-miami"; unique within a variant's deck
    stops: tuple[str, ...]  # ids of cities or countries
    ends: tuple[tuple[int, ...], ...]  # the same as city indices; a country gives several
    points: int
    deck: str = ""  # for boards with several ticket decks
    sets: tuple[str, ...] = ()  # the ticket sets it belongs to; variants name the set they play with
    tour_points: tuple[int, int] | None = None  # a tour's lower value and its penalty


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules. A board gives them once, a variant may change any of them."""

    pieces: int  # each seat's trains (cable cars, ...)
    hand: int  # opening cards
    row: int  # face-up cards
    reset: int  # this many wilds in a full row discard it; 0: never
    deal: int  # opening tickets dealt ...
    keep: int  # ... and the fewest to keep of them
    draw: int  # tickets drawn during the game ...
    draw_keep: int  # ... and the fewest to keep of them
    trigger: int  # a turn that ends with this many pieces or fewer starts the last turns
    last_turns: int = 1  # how many more turns each seat then has
    single_track: int = 3  # with up to this many seats, one track of a double route closes the others
    longest_path: int = 0  # points for the longest path; 0: not awarded
    globetrotter: int = 0  # points for the most completed tickets; 0: not awarded


@dataclass(frozen=True, slots=True)
class Bonus:
    """A house rule that is only a fact: points at the end for the most of something, a place reached, or two linked."""

    kind: str  # "most", "reach" or "link"
    points: int
    what: str = ""  # for the most of something: "routes", "tickets", "passengers" ...
    goals: tuple[str, ...] = ()  # else ids of cities or countries ...
    ends: tuple[tuple[int, ...], ...] = ()  # ... and the same as city indices; a country gives several

    @property
    def line(self) -> str:
        """The name of its line on the score sheet."""
        return "_".join([self.kind, *([self.what] if self.what else self.goals)])


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a board: which tickets, which numbers."""

    id: str
    title: str
    summary: str
    numbers: Numbers
    tickets: tuple[Ticket, ...]  # its deck, in board order; the engine numbers tickets by their place here
    options: Mapping[str, Any] = field(default_factory=dict)  # what only this board's rule sheet understands

    def __post_init__(self) -> None:
        freeze(self, ("options",))


@dataclass(frozen=True, slots=True)
class Board:
    """A map and its rules, as read from one board file."""

    id: str
    title: str
    summary: str
    seats: tuple[int, int]  # fewest, most
    rules_version: int
    size: tuple[float, float]  # of the drawing
    colors: tuple[str, ...]  # card colors, in the order used everywhere
    cards: Mapping[str, int]  # kind of card -> how many, wilds included
    route_points: Mapping[int, int]
    cities: tuple[City, ...]
    countries: tuple[Country, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]  # of all sets
    variants: Mapping[str, Variant]
    path: Path  # the file it was read from
    note: str = ""  # what a player should know about the data, e.g. that a network is a reconstruction
    extras: Mapping[str, Any] = field(default_factory=dict)  # sections that only this board's rule sheet understands
    card_kinds: tuple[CardKind, ...] = ()  # what `cards` counts, in the same order
    mechanics: tuple[str, ...] = ()  # what it adds to the common rules, by name; for boards without rules of their own
    bonuses: tuple[Bonus, ...] = ()  # its house rules
    base: Path | None = None  # the folder of the board that it is based on

    def __post_init__(self) -> None:
        freeze(self, ("cards", "route_points", "variants", "extras"))

    def route(self, route_id: str) -> Route:
        """The route with this id."""
        return _found("route", route_id, self.routes)

    def city(self, city_id: str) -> City:
        """The place with this id."""
        return _found("place", city_id, self.cities)

    def routes_of(self, city_id: str) -> tuple[Route, ...]:
        """The routes that end at a place."""
        here = self.city(city_id).index
        return tuple(route for route in self.routes if here in (route.a, route.b))

    def neighbors(self, city_id: str) -> tuple[City, ...]:
        """The places to which a route leads from a place, in the order of the board."""
        here = self.city(city_id).index
        there = {route.a + route.b - here for route in self.routes_of(city_id)}
        return tuple(self.cities[index] for index in sorted(there))

    def file(self, name: str) -> Path:
        """A file beside the board file, such as a layout; a board without it shares that of the one it is based on."""
        own = self.path.parent / name
        return own if self.base is None or own.is_file() else self.base / name

    def goal_name(self, stop: str) -> str:
        """The printed name of a city or country id."""
        goals: tuple[City | Country, ...] = (*self.cities, *self.countries)
        for goal in goals:
            if goal.id == stop:
                return goal.name
        raise KeyError(stop)

    def route_name(self, route: Route) -> str:
        """How a route is written: "Denver-Kansas City", with "#2" for a second track."""
        ends = f"{self.cities[route.a].name}-{self.cities[route.b].name}"
        return ends if route.track == 1 else f"{ends} #{route.track}"

    def printed_points(self, route: Route) -> int:
        """The points printed for a route. What a seat gets for a claim may be more: `Game.claim_points` says it."""
        return self.route_points[route.length] if route.points is None else route.points

    def _repr_svg_(self) -> str:
        return showing().board_svg(self)


Thing = TypeVar("Thing", Route, City)


def _found(what: str, wanted: str, things: tuple[Thing, ...]) -> Thing:
    for thing in things:
        if thing.id == wanted:
            return thing
    raise NotationError(f"there is no {what} '{wanted}'{closest(wanted, [thing.id for thing in things])}")
