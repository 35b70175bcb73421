"""The notation of board files: one line for a connection, one line for a ticket.

A connection names its two places, in brackets what is printed beside it, and its tracks, separated by commas:

    "Boston - New York: red 2, yellow 2"
    "Dublin - Holyhead: gray 2 ferry 1"                a ferry; one of its two spaces carries a wild symbol
    "Lima - Sydney: purple 8 ship wraps"               a ship route; `wraps` is a tag, a word of the board's own
    "Southampton - New York: gray 10 ferry 3 worth 40" 40 points are printed beside it
    "Albany - Syracuse [nyc]: red 6, white 6"          both tracks carry the mark `nyc`

A track is a color and a length, then in any order: `ferry` (with the number of wild symbols, 1 if none is given),
`ship`, `worth` (with points in place of the table's) and tags. Dead ends of a country are written `France (west)`.

A ticket names two places and a value, and after a bar the ticket sets it belongs to. A tour names more places and has
three values: visited in order, merely connected, failed.

    "Boston - Miami: 12 | classic mega"
    "Casablanca - Al-Qahira - Tehran: 9/6/15"

Only the shape of a line is read here. Whether its places, colors and words exist is for the reader to ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from branchline.model.errors import closest

Complain = Callable[[str], None]

BETWEEN = " - "  # with spaces, so that names may have hyphens
TRACK_WORDS = ("ferry", "ship", "worth")

_MARKS = re.compile(r"^(.*\S)\s*\[([^\[\]]*)\]$")


class TrackLine(NamedTuple):
    color: str
    length: int
    kind: str
    wilds: int
    points: int | None
    tags: tuple[str, ...]


class ConnectionLine(NamedTuple):
    ends: tuple[str, str]  # as written: names or ids
    marks: tuple[str, ...]
    tracks: tuple[TrackLine, ...]


class TicketLine(NamedTuple):
    stops: tuple[str, ...]  # as written: names or ids
    points: int
    tour_points: tuple[int, int] | None
    sets: tuple[str, ...]


def read_connection(line: str, complain: Complain) -> ConnectionLine | None:
    """The connection a line describes, or None after complaining of all that is wrong with its shape."""
    left, colon, right = line.rpartition(":")
    if not colon:
        complain('there is no colon; write it like "Boston - New York: red 2"')
        return None
    left = left.strip()
    marked = _MARKS.match(left)
    places = _places(marked[1] if marked else left)
    if len(places) != 2:
        complain('a connection has two places with " - " between them, like "Boston - New York: red 2"')
    tracks = [_read_track(part.split(), complain) for part in right.split(",")]
    sound = [track for track in tracks if track is not None]
    if len(places) != 2 or len(sound) != len(tracks):
        return None
    return ConnectionLine((places[0], places[1]), tuple(marked[2].split()) if marked else (), tuple(sound))


def _places(text: str) -> tuple[str, ...]:
    return tuple(place for part in text.split(BETWEEN) if (place := part.strip()))


def _read_track(words: list[str], complain: Complain) -> TrackLine | None:
    if len(words) < 2 or _number(words[0]) is not None:
        complain(f"a track is a color and a length, like 'red 2', not '{' '.join(words)}'")
        return None
    length = _number(words[1])
    if length is None or length < 1:
        complain(f"the length of a track is a number of spaces, not '{words[1]}'")
        return None
    kinds: list[str] = []
    tags: list[str] = []
    numbers: dict[str, int] = {"ferry": 1}
    last = ""
    for word in words[2:]:
        number = _number(word)
        if number is None:
            (kinds if word in ("ferry", "ship") else tags).append(word)
        elif last in ("ferry", "worth"):
            numbers[last] = number
        elif last in tags and (hint := closest(last, ("ferry", "worth"))):
            tags.remove(last)
            complain(f"'{last} {word}' says nothing here{hint}")
        else:
            complain(f"the number {word} says nothing here; it may follow 'ferry' (wild symbols) or 'worth' (points)")
        last = word
    if len(kinds) > 1:
        complain(f"a track cannot be '{kinds[0]}' and '{kinds[1]}' at once")
    if "worth" in tags and "worth" not in numbers:
        complain("after 'worth' comes the number of points, like 'worth 40'")
    kind = kinds[0] if kinds else "train"
    wilds = numbers["ferry"] if kind == "ferry" else 0
    return TrackLine(words[0], length, kind, wilds, numbers.get("worth"), tuple(tag for tag in tags if tag != "worth"))


def read_ticket(line: str, complain: Complain) -> TicketLine | None:
    """The ticket a line describes, or None after complaining of all that is wrong with its shape."""
    left, colon, right = line.rpartition(":")
    if not colon:
        complain('there is no colon; write it like "Boston - Miami: 12"')
        return None
    worth, bar, sets = right.partition("|")
    stops = _places(left)
    values = [_number(value.strip()) for value in worth.split("/")]
    sound = [value for value in values if value is not None]
    problem = _ticket_problem(stops, worth.strip(), sound if len(sound) == len(values) else None)
    if not problem and bar and not sets.split():
        problem = "after the bar come the ticket sets it belongs to, like '| classic mega'"
    if problem:
        complain(problem)
        return None
    tour_points = (sound[1], sound[2]) if len(sound) == 3 else None
    return TicketLine(stops, sound[0], tour_points, tuple(sets.split()))


def _ticket_problem(stops: tuple[str, ...], worth: str, values: list[int] | None) -> str:
    if len(stops) < 2:
        return 'a ticket has two places with " - " between them, like "Boston - Miami: 12"'
    if values is None:
        return f"the value of a ticket is a number of points, not '{worth}'"
    if len(stops) == 2 and len(values) != 1:
        return f"a ticket of two places has one value, not {len(values)}"
    if len(stops) > 2 and len(values) != 3:
        return f"a tour has three values, like '9/6/15': in order, connected, failed; here {_are(len(values))}"
    if any(value < 1 for value in values):
        return f"a ticket is worth at least 1 point, not {min(values)}"
    if len(values) == 3 and values[0] < values[1]:
        return f"a tour in order ({values[0]}) is worth no less than one merely connected ({values[1]})"
    return ""


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _number(word: str) -> int | None:
    """A whole number, with a minus if need be; None for any other word."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None
