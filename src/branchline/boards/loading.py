"""Reads a board file: `load_board(path)` gives a Board, or one BoardFileError that lists everything wrong with it.

A board file is TOML, meant to be written by hand:

    id, title, summary, seats, rules_version, size, note   at the top; `based_on` takes over another board's file
    [words]      the board's own vocabulary: regions, place_tags, route_tags, marks
    [cards]      how many cards of each color, in the order used everywhere, and `wild`; or several decks, see
                 `board_cards.py`
    [points]     what a route of each length scores
    [numbers]    the numbers of the rules, named as in `branchline.model.board.Numbers`
    [variants.*] title, summary, `tickets` (the set it plays with), `options`, and any number that it changes
    [places]     name = { at = [x, y], lonlat = [lon, lat], id, region, tags }
    [countries]  the same, and `dead_ends`, each with a label; lines call them `France (west)`
    [routes]     lines = [...], one for each connection
    [tickets]    lines = [...], one for each ticket; with several ticket decks, one list for each, named after it
    [rules]      mechanics = [...], what the board adds to the common rules, see `compositions.py`
    [bonuses]    lines = [...], house rules that are only facts, see there too
    [extras.*]   whatever only this board's rule sheet, or one of its mechanics, understands

`board_lines.py` explains the notation of routes and tickets. The order of the file is the order of everything on the
board. A file without variants has one, called `classic`. A ticket without ticket sets is in the deck of every variant,
and a variant without `tickets` plays with all of them. Without any `lonlat`, all of them are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from branchline.boards.board_cards import payable_by_color, read_cards
from branchline.boards.board_lines import read_ticket
from branchline.boards.board_network import (
    Places,
    Words,
    check_network,
    entries_of,
    is_id,
    parts_of,
    read_places,
    read_routes,
)
from branchline.boards.board_text import BoardFile, Entry, Section
from branchline.boards.compositions import read_bonuses, read_mechanics, with_base
from branchline.model.board import WILD, Board, Numbers, Route, Ticket, Variant
from branchline.model.errors import closest

# The smallest sensible value of each number; 0 where none is given.
_LEAST = {"pieces": 1, "last_turns": 1}
# Pairs of numbers of which the first cannot be larger than the second.
_NO_MORE_THAN = (("reset", "row"), ("keep", "deal"), ("draw_keep", "draw"), ("trigger", "pieces"))


class _Header(NamedTuple):
    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    rules_version: int
    size: tuple[float, float]
    note: str


def load_board(path: Path) -> Board:
    """Read and check a board file; BoardFileError names every fault with its line."""
    file = BoardFile.read(path)
    base = with_base(file, path.parent)
    top = Section(file, (), "", file.data)
    header = _read_header(top)
    words = _read_words(top)
    kinds = read_cards(top)
    cards = {kind.name: kind.count for kind in kinds}
    points = _read_points(top)
    before_network = file.count
    places = read_places(top, words, header.size)
    routes = read_routes(top, places, words, payable_by_color(kinds), points)
    network_is_sound = file.count == before_network
    part = parts_of(places.cities, routes)
    if network_is_sound:
        check_network(file, places, routes, part)
    tickets = _read_tickets(top, places, part if network_is_sound else None)
    variants = _read_variants(top, header, tickets)
    _check_supply(top, header.seats[1], variants, sum(cards.values()), routes)
    extras = top.section("extras", required=False)
    known = {
        "place": [*(city.id for city in places.cities), *(country.id for country in places.countries)],
        "region": words.regions,
        "deck": [kind.deck for kind in kinds],
        "sort": [kind.sort for kind in kinds],
        "color": [kind.color for kind in kinds],
        "seats": [str(seats) for seats in range(header.seats[0], header.seats[1] + 1)],
    }
    mechanics = read_mechanics(top, extras, path.parent, known)
    bonuses = read_bonuses(top, places, mechanics)
    top.check_unknown()
    file.raise_faults()
    return Board(
        **header._asdict(),
        colors=tuple(dict.fromkeys(kind.color for kind in kinds if kind.color != WILD)),
        cards=cards,
        route_points=points,
        cities=tuple(places.cities),
        countries=tuple(places.countries),
        routes=routes,
        tickets=tickets,
        variants=variants,
        path=path,
        extras=extras.table,
        card_kinds=kinds,
        mechanics=mechanics,
        bonuses=bonuses,
        base=base,
    )


def _read_header(top: Section) -> _Header:
    board_id = top.text("id")
    if board_id and not is_id(board_id):
        top.fault(f"'{board_id}' is no id; write lower-case letters, digits and underscores, like 'my_board'", "id")
    before = top.file.count
    seats = top.pair("seats")
    fewest, most = int(seats[0]), int(seats[1])
    if top.file.count == before and not (all(seat.is_integer() for seat in seats) and 2 <= fewest <= most):
        top.fault(f"must be the fewest and the most, 2 or more, like [2, 5], not [{seats[0]:g}, {seats[1]:g}]", "seats")
    before = top.file.count
    size = top.pair("size")
    if top.file.count == before and min(size) <= 0:
        top.fault(f"a drawing has a width and a height, not [{size[0]:g}, {size[1]:g}]", "size")
    return _Header(
        id=board_id,
        title=top.text("title"),
        summary=top.text("summary"),
        seats=(fewest, most),
        rules_version=top.whole("rules_version", 1),
        size=size,
        note=top.text("note", ""),
    )


def _read_words(top: Section) -> Words:
    section = top.section("words", required=False)
    words = Words(*(section.texts(key) for key in ("regions", "place_tags", "route_tags", "marks")))
    section.check_unknown()
    return words


def _read_points(top: Section) -> dict[int, int]:
    section = top.section("points")
    points = {}
    for key in section.table:
        if key.isascii() and key.isdecimal() and int(key) > 0:
            points[int(key)] = section.whole(key, 0)
        else:
            section.fault(f"'{key}' is not the length of a route", key)
    return points


def _read_tickets(top: Section, places: Places, part: Sequence[int] | None) -> tuple[Ticket, ...]:
    """The tickets of all decks and sets; `part` tells which places are connected, where that is known."""
    section = top.section("tickets")
    tickets: list[Ticket] = []
    seen: dict[tuple[str, ...], list[tuple[Ticket, Entry]]] = {}
    for deck in section.table:
        if not is_id(deck):
            section.fault(f"'{deck}' cannot be the name of a ticket deck", deck)
        for entry in entries_of("ticket", ("tickets", deck), section.texts(deck)):
            ticket = _read_ticket(section, entry, "" if deck == "lines" else deck, places, part)
            if ticket is None:
                continue
            alike = seen.setdefault(min(ticket.stops, ticket.stops[::-1]), [])
            _check_double(section, ticket, entry, alike)
            alike.append((ticket, entry))
            tickets.append(ticket)
    if "lines" in section.table and len(section.table) > 1:
        section.fault("'lines' is for a board with a single ticket deck; give every list the name of its deck")
    if section.table and not any(section.table.values()):
        section.fault("there are no tickets")
    return tuple(tickets)


def _read_ticket(
    section: Section, entry: Entry, deck: str, places: Places, part: Sequence[int] | None
) -> Ticket | None:
    def complain(what: str) -> None:
        section.file.fault(entry, what)

    line = read_ticket(entry.text, complain)
    if line is None:
        return None
    found = [places.find(stop, complain) for stop in line.stops]
    goals = [goal for goal in found if goal is not None]
    if len(goals) < len(found):
        return None
    ends = tuple(goal.ends for goal in goals)
    everywhere = [end for some in ends for end in some]
    if len(set(everywhere)) < len(everywhere):
        complain("a ticket names the same place twice")
    elif part is not None:
        for goal, other in pairwise(goals):
            if not {part[end] for end in goal.ends} & {part[end] for end in other.ends}:
                complain(f"no routes lead from '{goal.name}' to '{other.name}'")
    if len(set(line.sets)) < len(line.sets):
        complain("it names a ticket set twice")
    stops = tuple(goal.id for goal in goals)
    return Ticket("-".join(stops), stops, ends, line.points, deck, line.sets, line.tour_points)


def _check_double(section: Section, ticket: Ticket, entry: Entry, alike: list[tuple[Ticket, Entry]]) -> None:
    """The same goal may occur again with another value, but never twice in one ticket set."""
    for other, where in alike:
        shared = [name for name in ticket.sets if name in other.sets]
        if shared or not ticket.sets or not other.sets:
            in_set = f" in the set '{shared[0]}'" if shared else ""
            line = section.file.line_of(where)
            section.file.fault(entry, f"the same ticket is already on line {line}{in_set}")
            return


def _read_variants(top: Section, header: _Header, tickets: tuple[Ticket, ...]) -> dict[str, Variant]:
    before = top.file.count
    section = top.section("numbers")
    numbers = {number.name: _read_number(section, number.name, number.default) for number in fields(Numbers)}
    section.check_unknown()
    if top.file.count == before:
        _check_numbers(section, numbers, set(numbers))
    sound = top.file.count == before
    sets = list(dict.fromkeys(name for ticket in tickets for name in ticket.sets))
    table = top.section("variants", required=False)
    variants = {}
    for name in table.table:
        variant = table.section(name, f'variant "{name}"')
        if not is_id(name):
            variant.fault(f"'{name}' is no id; write lower-case letters, digits and underscores, like 'big_cities'")
        variants[name] = _read_variant(variant, name, numbers if sound else None, tickets, sets)
    if not table.table:
        variants["classic"] = Variant("classic", header.title, header.summary, Numbers(**numbers), tickets)
    _check_sets(top, table, tickets, sets)
    return variants


def _read_number(section: Section, name: str, default: Any) -> int:
    return section.whole(name, _LEAST.get(name, 0), None if default is MISSING else default)


def _read_variant(
    section: Section, variant_id: str, numbers: dict[str, int] | None, tickets: tuple[Ticket, ...], sets: list[str]
) -> Variant:
    title, summary = section.text("title"), section.text("summary")
    ticket_set = section.text("tickets", "")
    if ticket_set and ticket_set not in sets:
        section.fault(f"no ticket belongs to the set '{ticket_set}'{closest(ticket_set, sets)}", "tickets")
    before = section.file.count
    changed = {name.name: _read_number(section, name.name, None) for name in fields(Numbers) if section.has(name.name)}
    options = section.section("options", f"{section.label} options", required=False).table
    merged = (numbers or dict.fromkeys((name.name for name in fields(Numbers)), 0)) | changed
    if numbers is not None and section.file.count == before:
        _check_numbers(section, merged, set(changed))
    section.check_unknown()
    deck = tuple(ticket for ticket in tickets if not ticket_set or not ticket.sets or ticket_set in ticket.sets)
    return Variant(variant_id, title, summary, Numbers(**merged), deck, options)


def _check_numbers(section: Section, numbers: dict[str, int], given: set[str]) -> None:
    """Compare the numbers with each other, as far as this section has a say in them."""
    for small, large in _NO_MORE_THAN:
        if numbers[small] > numbers[large] and given & {small, large}:
            key = small if small in given else large
            section.fault(f"{small} ({numbers[small]}) cannot be larger than {large} ({numbers[large]})", key)


def _check_sets(top: Section, variants: Section, tickets: tuple[Ticket, ...], sets: list[str]) -> None:
    """Every ticket set must be played by a variant: a mistyped one would silently drop its tickets."""
    played = [value["tickets"] for value in variants.table.values() if isinstance(value, dict) and "tickets" in value]
    if any(name not in sets for name in played):
        return  # that is where the slip is, and it is reported already
    for name in sets:
        if name not in played:
            count = sum(name in ticket.sets for ticket in tickets)
            of = "1 ticket" if count == 1 else f"{count} tickets"
            entry = _first_of_set(top, name)
            top.file.fault(entry, f"no variant plays with the ticket set '{name}' ({of}){closest(name, played)}")


def _first_of_set(top: Section, name: str) -> Entry:
    """The first line that names a ticket set."""
    for deck, lines in top.table["tickets"].items():
        for line in lines if isinstance(lines, list) else ():
            if isinstance(line, str) and name in line.rpartition("|")[2].split():
                return Entry(f'ticket "{line}"', ("tickets", deck), line)
    return Entry("[tickets]", ("tickets",))


def _check_supply(top: Section, most: int, variants: dict[str, Variant], cards: int, routes: tuple[Route, ...]) -> None:
    """There must be enough cards, tickets and pieces for the most seats to start with."""
    if top.file.count:
        return  # the sums would be wrong for reasons that are already reported
    longest = max((route.length for route in routes), default=0)
    reported: set[tuple[Entry, str]] = set()
    for variant in variants.values():
        given = top.table.get("variants", {}).get(variant.id, {})
        for names, what in _shortages(variant, most, cards, longest):
            entry = Entry("[numbers]", ("numbers",))
            if any(name in given for name in names):
                entry = Entry(f'variant "{variant.id}"', ("variants", variant.id))
            if (entry, what) not in reported:  # several variants may inherit one wrong number
                top.file.fault(entry, what)
            reported.add((entry, what))


def _shortages(variant: Variant, most: int, cards: int, longest: int) -> list[tuple[tuple[str, ...], str]]:
    """What a variant is short of, each with the keys that could be to blame."""
    numbers, tickets = variant.numbers, len(variant.tickets)
    found: list[tuple[tuple[str, ...], str]] = []
    needed = most * numbers.hand + numbers.row
    if needed > cards:
        what = f"{most} seats and the row need {needed} cards at the start; [cards] has {cards}"
        found.append((("hand", "row"), what))
    needed = most * numbers.deal
    if needed > tickets:
        what = f"{most} seats need {needed} tickets at the start; there are {tickets}"
        found.append((("deal", "tickets"), what))
    if longest > numbers.pieces:
        what = f"{numbers.pieces} pieces are too few for a route of length {longest}"
        found.append((("pieces",), what))
    goals: set[tuple[str, ...]] = set()
    for ticket in variant.tickets:
        goal = min(ticket.stops, ticket.stops[::-1])
        if goal in goals:  # only a variant that names no ticket set can get a goal from two of them
            what = f"it plays with all tickets, but '{ticket.id}' is there twice; name a ticket set"
            found.append((("title",), what))
        goals.add(goal)
    return found
