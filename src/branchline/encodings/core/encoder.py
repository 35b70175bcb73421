"""What a seat sees of one game, as numbers: the parts of all its mechanics, one after the other."""

from itertools import pairwise
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core import (  # noqa: F401 - each adds what an encoding tells of one mechanic
    bundles,
    face_up_row,
    fleet,
    hands,
    harbors,
    passengers,
    shares,
    technologies,
    tickets,
    tokens,
    tracks,
)
from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.guided_search import GuidedRoom
from branchline.encodings.core.part import Field, Part, clear
from branchline.encodings.core.plain_part import PlainPart
from branchline.encodings.core.table_part import TablePart
from branchline.engine.rule_sheet import RuleSheet


class Encoder:
    """Writes what seats of one game may know. It stays bound to its rule sheet, whatever games that plays."""

    def __init__(self, rules: RuleSheet, room: GuidedRoom | None = None) -> None:
        """Encoders that are never used at once may share the `room` for searches."""
        self.rules: Final = rules
        making = Making(rules, room)
        self.parts: list[Part] = [TablePart(rules), *parts_of(making)]
        self.first: Final[Part] = self.parts[0]
        for one, other in pairwise(self.parts):
            one.then = other
        # At the end come parts that need not even be asked while no route and no ticket changes hands.
        self.ways: Final = making.ways
        self.by_ways: Part | None = None  # the first of them
        for part in reversed(self.parts):
            if not part.by_ways:
                break
            self.by_ways = part
        self.known: Final = vec[i64]([0] * rules.seats)  # such changes, at the last look of each seat
        self.fields: list[Field] = []
        self.size: i64 = 0
        for part in self.parts:
            for field in part.fields():
                field.start = int(self.size)
                self.size += field.size()
                part.size += field.size()
                self.fields.append(field)

    def write(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Write the encoding for a seat into `out` from `at` on."""
        clear(out, at, self.size)
        self.has_other_ways(seat)
        part: Part | None = self.first
        while part is not None:
            at = part.write(out, at, seat)
            part = part.then

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Bring up to date what was written there for the same seat, earlier in the same game.

        Parts remember what they wrote last for each seat. After any other change than moves of the game (a new one, a
        copy of another) it is to be written again.
        """
        part: Part | None = self.first
        end = None if self.has_other_ways(seat) else self.by_ways
        while part is not end and part is not None:
            part.update(out, at, seat)
            at += part.size
            part = part.then

    def has_other_ways(self, seat: i64) -> bool:
        """Whether a route or a ticket has changed hands since the seat's last look."""
        ways = self.ways
        if ways is None:
            return True
        changes: i64 = ways.tracks.changes + ways.tickets.changes  # neither of them ever falls
        if self.known[seat] == changes:
            return False
        self.known[seat] = changes
        return True


def parts_of(making: Making) -> list[Part]:
    """The parts of the mechanics in their order, those that say where they stand (`late`) after all others."""
    rules = making.rules
    parts: list[Part] = []
    for mechanic in rules.mechanics:
        make = FACES.of(type(mechanic))
        part: Part | None = None
        if make is not None:
            part = make(mechanic, making)
        elif mechanic.has_view:
            part = PlainPart(mechanic, rules)
        if part is not None:
            parts.append(part)
    return sorted(parts, key=lambda part: part.late)
