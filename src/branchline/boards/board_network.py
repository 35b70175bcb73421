"""The network of a board file: its places, countries and routes, and whether they hang together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from branchline.boards.board_lines import BETWEEN, TRACK_WORDS, ConnectionLine, TrackLine, read_connection
from branchline.boards.board_text import BoardFile, Entry, Section, check_words
from branchline.model.board import GRAY, WILD, City, Country, Route
from branchline.model.errors import closest

ROUTES = ("routes", "lines")  # the path of the list of connections
RESERVED = (GRAY, WILD, *TRACK_WORDS)  # words that mean something in the notation, so no card color may have them

_ID = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
_NOT_IN_NAMES = (BETWEEN, ":", "|", "[", "]")  # the notation would take them for its own
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa", "ł": "l"})


def slug(name: str) -> str:
    """The id of a name: `Sault St. Marie` gives `sault_st_marie`, `Düsseldorf` gives `duesseldorf`."""
    folded = unicodedata.normalize("NFC", name).lower().translate(_SPELLED_OUT)
    if not folded.isascii():
        folded = unicodedata.normalize("NFKD", folded).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", folded).strip("_")


def is_id(word: str) -> bool:
    """Whether a word can be an id: lower-case letters, digits and single underscores."""
    return _ID.fullmatch(word) is not None


class Words(NamedTuple):
    """The vocabulary a board declares for itself in [words]."""

    regions: tuple[str, ...] = ()
    place_tags: tuple[str, ...] = ()
    route_tags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Goal(NamedTuple):
    """What a ticket can name, and with one end also what a route can: a place, a dead end, or a country."""

    id: str
    name: str  # as a line of the file writes it
    ends: tuple[int, ...]
    is_country: bool = False


class Places:
    """All places read so far, and how lines may call them."""

    def __init__(self) -> None:
        self.cities: list[City] = []
        self.countries: list[Country] = []
        self.by_name: dict[str, Goal] = {}
        self.by_id: dict[str, Goal] = {}
        self.without_lonlat: list[Section] = []

    def find(self, word: str, complain: Callable[[str], None]) -> Goal | None:
        """The place or country of that name or id; complains if there is none."""
        goal = self.by_name.get(word) or self.by_id.get(word)
        if goal is None:
            complain(f"no place is called '{word}'{closest(word, self.by_name)}")
        return goal


def read_places(top: Section, words: Words, size: tuple[float, float]) -> Places:
    """Cities in the order of the file, then the dead ends of its countries."""
    places = Places()
    table = top.section("places")
    for name in table.table:
        section = table.section(name, f'place "{name}"')
        spot = _read_spot(section, slug(name), words, size, places)
        section.check_unknown()
        _add_city(section, places, spot, name, name)
    if table.table and len(places.cities) < 2:
        table.fault("a board has at least two places")
    countries = top.section("countries", required=False)
    for name in countries.table:
        _read_country(countries.section(name, f'country "{name}"'), name, words, size, places)
    if len(places.without_lonlat) < len(places.by_id):  # a map drawn from half of them would be nonsense
        for section in places.without_lonlat:
            section.fault("the key 'lonlat' is missing; give it to all places or to none")
    return places


class _Spot(NamedTuple):
    """What cities, countries and dead ends have in common."""

    id: str
    x: float
    y: float
    lon: float
    lat: float
    region: str
    tags: frozenset[str]


def _read_spot(section: Section, default_id: str, words: Words, size: tuple[float, float], places: Places) -> _Spot:
    x, y = _read_at(section, size)
    lon, lat = section.pair("lonlat") if section.has("lonlat") else (0.0, 0.0)
    if section.is_table and not section.has("lonlat"):
        places.without_lonlat.append(section)
    region = section.text("region", "")
    if region:
        check_words((region,), words.regions, "regions", lambda what: section.fault(what, "region"))
    tags = frozenset(section.words("tags", words.place_tags, "place_tags"))
    return _Spot(section.text("id", default_id), x, y, lon, lat, region, tags)


def _add_city(section: Section, places: Places, spot: _Spot, name: str, call: str, *, country: str = "") -> None:
    """Add a place called `name` on the board and `call` in the lines of the file."""
    index = len(places.cities)
    there = next((city for city in places.cities if (city.x, city.y) == (spot.x, spot.y)), None)
    if there is not None and section.has("at"):
        section.fault(f'"{there.name}" lies at [{spot.x:g}, {spot.y:g}] already', "at")
    city = City(index, spot.id, name, spot.x, spot.y, spot.lon, spot.lat, spot.region, country, spot.tags)
    places.cities.append(city)
    _register(section, places, Goal(spot.id, call, (index,)))


def _read_country(section: Section, name: str, words: Words, size: tuple[float, float], places: Places) -> None:
    """A country, and its dead ends as places of their own: tracks end there, and nothing joins them (R7)."""
    spot = _read_spot(section, slug(name), words, size, places)
    table = section.section("dead_ends", f'country "{name}" dead_ends')
    section.check_unknown()
    first = len(places.cities)
    for label in table.table:
        call = f"{name} ({label})"
        end = table.section(label, f'dead end "{call}"')
        end_spot = _read_spot(end, f"{spot.id}_{slug(label)}", words, size, places)
        end.check_unknown()
        _add_city(end, places, end_spot._replace(region=end_spot.region or spot.region), name, call, country=spot.id)
    dead_ends = tuple(range(first, len(places.cities)))
    if not dead_ends and section.has("dead_ends"):
        section.fault("a country needs at least one dead end")
    country = Country(spot.id, name, spot.x, spot.y, spot.lon, spot.lat, dead_ends, spot.region, spot.tags)
    places.countries.append(country)
    _register(section, places, Goal(spot.id, name, dead_ends, is_country=True))


def _read_at(section: Section, size: tuple[float, float]) -> tuple[float, float]:
    before = section.file.count
    x, y = section.pair("at")
    if section.file.count == before and min(size) > 0 and not (0 <= x <= size[0] and 0 <= y <= size[1]):
        section.fault(f"[{x:g}, {y:g}] lies outside the board, which is {size[0]:g} by {size[1]:g}", "at")
    return x, y


def _register(section: Section, places: Places, goal: Goal) -> None:
    """Let lines call a place by its name and its id, if both are fit for that and not taken."""
    if not is_id(goal.id):
        section.fault(f"'{goal.id}' is no id; give one of lower-case letters, digits and underscores, like 'new_york'")
    found = [part for part in _NOT_IN_NAMES if part in goal.name]
    if found or not goal.name.strip():
        section.fault(f"a name cannot have '{found[0]}' in it" if found else "a place needs a name")
    if goal.id in places.by_id:
        section.fault(f"the id '{goal.id}' is already that of \"{places.by_id[goal.id].name}\"")
    if goal.name in places.by_name:
        section.fault(f"the name '{goal.name}' is already taken")
    places.by_id.setdefault(goal.id, goal)
    places.by_name.setdefault(goal.name, goal)


def read_routes(
    top: Section, places: Places, words: Words, cards: Mapping[str, int], points: Mapping[int, int]
) -> tuple[Route, ...]:
    """All tracks in the order of the file; `track` and `twins` tell parallel ones apart and together."""
    section = top.section("routes")
    if section.table and not section.has("lines"):
        section.fault("the key 'lines' is missing: the list of connections")
    lines = section.texts("lines")
    section.check_unknown()
    routes: list[Route] = []
    seen: dict[frozenset[str], Entry] = {}
    for entry in entries_of("route", ROUTES, lines):

        def complain(what: str, entry: Entry = entry) -> None:
            top.file.fault(entry, what)

        connection = read_connection(entry.text, complain)
        if connection is None:
            continue
        ends = _route_ends(connection, places, complain)
        for track in connection.tracks:
            _check_track(track, cards, points, words, complain)
        check_words(connection.marks, words.marks, "marks", complain)
        if ends is None:
            continue
        both = frozenset(end.id for end in ends)
        if both in seen:
            line = top.file.line_of(seen[both])
            complain(f"this connection is already on line {line}; write its tracks there, separated by commas")
            continue
        seen[both] = entry
        routes += _tracks(connection, ends, len(routes))
    return tuple(routes)


def entries_of(kind: str, path: tuple[str, ...], lines: Iterable[str]) -> list[Entry]:
    """The lines of a list as entries that a fault can find again, equal lines included."""
    counts: dict[str, int] = {}
    entries = []
    for line in lines:
        nth = counts.get(line, 0)
        counts[line] = nth + 1
        entries.append(Entry(f'{kind} "{line}"', path, line, nth))
    return entries


def _route_ends(
    connection: ConnectionLine, places: Places, complain: Callable[[str], None]
) -> tuple[Goal, Goal] | None:
    a = places.find(connection.ends[0], complain)
    b = places.find(connection.ends[1], complain)
    if a is None or b is None:
        return None
    for goal in (a, b):
        if goal.is_country:
            ends = [
                f"'{end.name}'" for end in places.by_name.values() if not end.is_country and end.ends[0] in goal.ends
            ]
            complain(f"'{goal.name}' is a country; name one of its dead ends: {', '.join(ends)}")
    if a is b:
        complain(f"a route leads from '{a.name}' to itself")
    return None if a is b or a.is_country or b.is_country else (a, b)


def _check_track(
    track: TrackLine,
    cards: Mapping[str, int],
    points: Mapping[int, int],
    words: Words,
    complain: Callable[[str], None],
) -> None:
    colors = [kind for kind in cards if kind != WILD]
    if track.color != GRAY and track.color not in colors:
        hint = closest(track.color, [*colors, GRAY]) or f"; the colors are {', '.join(colors)} and {GRAY}"
        complain(f"'{track.color}' is not a card color{hint}")
    elif track.kind != "ship" and colors:  # ship routes may be paid with cards that only the rule sheet knows
        most = cards.get(WILD, 0) + (max(cards[c] for c in colors) if track.color == GRAY else cards[track.color])
        if track.length > most:
            complain(f"no hand can pay {track.length} cards: there are {most} of that color, wilds included")
    if track.points is None and points and track.length not in points:
        complain(f"[points] has no value for the length {track.length}; add it there, or write 'worth' and the points")
    if track.points is not None and track.points < 0:
        complain(f"a route cannot be worth {track.points} points")
    if track.kind == "ferry" and not 1 <= track.wilds <= track.length:
        complain(f"a ferry of length {track.length} has 1 to {track.length} wild symbols, not {track.wilds}")
    if track.kind == "ferry" and track.wilds > cards.get(WILD, 0):
        complain(f"{track.wilds} wild symbols cannot be paid: [cards] has {cards.get(WILD, 0)} wilds")
    check_words(track.tags, words.route_tags, "route_tags", complain)


def _tracks(connection: ConnectionLine, ends: tuple[Goal, Goal], first: int) -> list[Route]:
    """The routes of one connection. Only tracks of equal length are one double route (R6)."""
    name = f"{ends[0].id}-{ends[1].id}"
    numbered = list(enumerate(connection.tracks))
    return [
        Route(
            index=first + place,
            id=name if place == 0 else f"{name}#{place + 1}",
            a=ends[0].ends[0],
            b=ends[1].ends[0],
            color=track.color,
            length=track.length,
            track=place + 1,
            kind=track.kind,
            wilds=track.wilds,
            points=track.points,
            twins=tuple(first + i for i, other in numbered if i != place and other.length == track.length),
            tags=frozenset(track.tags),
            marks=connection.marks,
        )
        for place, track in numbered
    ]


def parts_of(cities: Sequence[City], routes: Sequence[Route]) -> list[int]:
    """For each city the number of the connected part of the network it lies in. A country joins nothing (R7)."""
    neighbors: list[list[int]] = [[] for _ in cities]
    for route in routes:
        neighbors[route.a].append(route.b)
        neighbors[route.b].append(route.a)
    part = [-1] * len(cities)
    for start in range(len(cities)):
        todo = [start] if part[start] < 0 else []
        while todo:
            city = todo.pop()
            if part[city] < 0:
                part[city] = start
                todo += neighbors[city]
    return part


def check_network(file: BoardFile, places: Places, routes: Sequence[Route], part: Sequence[int]) -> None:
    """The network must be one piece, and a dead end must be one."""
    names = {goal.ends[0]: goal.name for goal in places.by_name.values() if not goal.is_country}
    main = max(part, key=part.count, default=0)
    cut_off = [names[city.index] for city in places.cities if part[city.index] != main]
    if cut_off:
        what = f"not all places are connected; cut off from the others: {', '.join(cut_off)}"
        file.fault(Entry("[routes]", ("routes",)), what)
    for country in places.countries:
        for end in country.dead_ends:
            around = {route.a + route.b - end for route in routes if end in (route.a, route.b)}
            if len(around) > 1:
                entry = Entry(f'country "{country.name}"', ("countries", country.name))
                file.fault(entry, f"'{names[end]}' is joined to several places; give each a dead end of its own")
