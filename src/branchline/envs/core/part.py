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

    def fields(self) -> list[Field]:
        """Its fields, in the order in which `write` fills them."""
        return []

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        """Write what a seat may know into `out` from `at` on, where zeros stand now; returns where its fields end."""
        raise NotImplementedError


def write_bits(out: vec[i16], at: i64, bits: i64, seat: i64, seats: i64) -> None:
    """Write a bit set of seats, beginning with the given seat and going on in turn order."""
    if bits:
        k: i64 = 0
        while k < seats:
            out[at + k] = i16(bits >> ((seat + k) % seats) & 1)
            k += 1


def write_seats(out: vec[i16], at: i64, values: vec[i64], seat: i64, seats: i64) -> i64:
    """Write one number of every seat, beginning with the given one; returns where they end."""
    k: i64 = 0
    while k < seats:
        out[at + k] = i16(values[(seat + k) % seats])
        k += 1
    return at + seats


def write_all(out: vec[i16], at: i64, values: vec[i64], start: i64, count: i64) -> i64:
    """Write a stretch of a vec; returns where it ends."""
    k: i64 = 0
    while k < count:
        out[at + k] = i16(values[start + k])
        k += 1
    return at + count


def seat_names(seats: i64) -> list[str]:
    """Seats as the encoding counts them: oneself, then the others in turn order."""
    return ["self", *[f"+{k}" for k in range(1, seats)]]
