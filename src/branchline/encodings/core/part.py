"""An encoding is made of parts, one for each mechanic, and a part of fields: named stretches of small whole numbers.

A part is bound to one game and reads its mechanic's state directly. It may read only what the seat it writes for may
know; tests prove it on every board, by comparing worlds that differ only in what is hidden from the seat.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

ONCE: Final = ""  # what the rows of a field are: there is just one
ROUTE: Final = "route"
PLACE: Final = "place"
TICKET: Final = "ticket"


class Field:
    """A table of `rows` × `columns` numbers, written row by row; `highs` gives the most for each column."""

    def __init__(
        self,
        name: str,
        meaning: str,
        columns: list[str],
        high: int,
        *,
        highs: list[int] | None = None,
        low: int = 0,
        per: str = ONCE,
        rows: int = 1,
    ) -> None:
        self.name = name
        self.meaning = meaning
        self.columns = columns  # what stands in each column
        self.highs: list[int] = [high] * len(columns) if highs is None else highs
        self.low = low  # the least of any column
        self.per = per  # what the rows are: ONCE, ROUTE, PLACE or TICKET
        self.rows = rows
        self.row_of_place: list[int] = []  # for PLACE, where not every place has a row of its own: the row, or -1
        self.start: int = 0  # where it begins in the encoding

    def size(self) -> int:
        """How many numbers it has."""
        return self.rows * len(self.columns)


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """What one mechanic of one game adds to an encoding."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.late: int = 0  # parts that are long, or need what others worked out, come later
        self.by_ways: bool = False  # it says the same as long as no route and no ticket changes hands
        self.size: i64 = 0  # how many numbers it has; the encoder counts them
        self.then: Part | None = None  # the part behind it: a chain is gone along faster than a list

    def fields(self) -> list[Field]:
        """Its fields, in the order in which `write` fills them."""
        return []

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        """Write what a seat may know into `out` from `at` on, where zeros stand now; returns where its fields end."""
        raise NotImplementedError

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Bring up to date what was written there for the same seat, earlier in the same game.

        By default all of it is written again if anything has changed. Parts that are long write only what has.
        """
        if self.has_changed(seat):
            clear(out, at, self.size)
            self.write(out, at, seat)

    def has_changed(self, seat: i64) -> bool:
        """Whether anything of it may have changed since the seat's last look."""
        return True


class Marks:
    """A few numbers that a part remembers for each seat, to tell whether anything has changed since its last look."""

    def __init__(self, seats: i64, count: i64) -> None:
        self.count: i64 = count
        self.known: Final = vec[i64]([0] * (seats * count))
        self.at: i64 = 0
        self.changed: bool = False

    def begin(self, seat: i64) -> None:
        """A seat looks; the numbers follow, always in the same order."""
        self.at = seat * self.count
        self.changed = False

    def note(self, value: i64) -> None:
        """Remember the next number."""
        if self.known[self.at] != value:
            self.known[self.at] = value
            self.changed = True
        self.at += 1


def clear(out: vec[i16], at: i64, count: i64) -> None:
    """Write zeros."""
    for k in range(at, at + count):
        out[k] = 0


def fill(out: vec[i64], at: i64, count: i64, value: i64) -> None:
    """Write a number many times."""
    for k in range(at, at + count):
        out[k] = value


def write_bits(out: vec[i16], at: i64, bits: i64, seat: i64, seats: i64) -> None:
    """Write a bit set of seats, beginning with the given seat and going on in turn order."""
    if bits:
        for k in range(seats):
            out[at + k] = i16(bits >> seat & 1)
            seat += 1
            if seat == seats:
                seat = 0


def write_seats(out: vec[i16], at: i64, values: vec[i64], seat: i64, seats: i64) -> i64:
    """Write one number of every seat, beginning with the given one; returns where they end."""
    end: i64 = at + seats
    for k in range(at, end):
        out[k] = i16(values[seat])
        seat += 1
        if seat == seats:
            seat = 0
    return end


def write_all(out: vec[i16], at: i64, values: vec[i64], start: i64, count: i64) -> i64:
    """Write a stretch of a vec; returns where it ends."""
    for k in range(count):
        out[at + k] = i16(values[start + k])
    return at + count


def seat_names(seats: i64) -> list[str]:
    """Seats as the encoding counts them: oneself, then the others in turn order."""
    return ["self", *[f"+{k}" for k in range(1, seats)]]
