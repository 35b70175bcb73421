"""Payments with bundles in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import ROUTE, Field, Marks, Part, clear, seat_names, write_all, write_bits
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles.bundles import Bundles


class PaymentPart(Part):
    """A payment that is being made up: what for, with what numbers, and your own choices so far."""

    def __init__(self, bundles: Bundles) -> None:
        super().__init__("payment")
        self.bundles: Final = bundles
        self.seats: i64 = bundles.commons.seats
        self.routes: i64 = bundles.terrain.routes
        self.kinds: i64 = bundles.terrain.kinds
        self.marks: Final = Marks(self.seats, 1)

    def fields(self) -> list[Field]:
        terrain = self.bundles.terrain
        names = terrain.card_names
        most = max([int(n) for n in terrain.composition])
        numbers = ["set cards", "wilds", "bundles"]
        return [
            Field("paying", "who is paying", seat_names(self.seats), 1),
            Field("payment", "how it is paid", numbers, int(terrain.longest) + 4),
            Field("payment_for", "the technology that is paid for", self.bundles.technologies.ids, 1),
            Field("payment_chosen", "your own payment: cards chosen so far", names, most),
            Field("payment_color", "your own payment: the color that is asked about", list(terrain.board.colors), 1),
            Field(
                "payment_route", "1 for the route that is paid for", ["paid for"], 1, per=ROUTE, rows=int(self.routes)
            ),
        ]

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        self.marks.begin(seat)
        self.marks.note(self.bundles.seat)
        if self.marks.changed or self.bundles.seat != NONE:  # else there was nothing to pay, and there is nothing now
            clear(out, at, self.size)
            self.write(out, at, seat)

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        bundles = self.bundles
        self.marks.begin(seat)
        self.marks.note(bundles.seat)
        end: i64 = at + self.seats + 3 + bundles.technologies.kinds + self.kinds + bundles.colors + self.routes
        if bundles.seat == NONE:
            return end
        write_bits(out, at, 1 << bundles.seat, seat, self.seats)
        at += self.seats
        out[at] = i16(bundles.cards)
        out[at + 1] = i16(bundles.wilds)
        out[at + 2] = i16(bundles.bundles)
        at += 3
        if bundles.technology != NONE:
            out[at + bundles.technology] = 1
        at += bundles.technologies.kinds
        if bundles.seat == seat:
            write_all(out, at, bundles.chosen, 0, bundles.color)
            out[at + self.kinds + bundles.color] = 1
        if bundles.route != NONE:
            out[end - self.routes + bundles.route] = 1
        return end


def part_of(mechanic: Bundles, making: Making) -> Part:
    return PaymentPart(mechanic)


FACES.add(Bundles, part_of)
