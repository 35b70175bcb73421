"""Tourist tokens in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import PLACE, Field, Part, seat_names, write_seats
from branchline.engine.terrain import NONE
from branchline.mechanics.tokens.tokens import Tokens


class TokensPart(Part):
    """Stacks of tokens on the map, and who has a token of each."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__("tokens")
        self.tokens: Final = tokens
        self.seats: i64 = tokens.commons.seats
        self.known: Final = vec[i64]([0] * self.seats)  # the changes that each seat has seen

    def fields(self) -> list[Field]:
        seats = seat_names(self.seats)
        most = max([int(n) for n in self.tokens.size_of])
        columns = ["left", "asked", *[f"owned by {seat}" for seat in seats]]
        return [
            Field("token_counts", "tokens of each seat", seats, int(self.tokens.symbols)),
            Field("stacks_to_lay", "stacks that are not on the map yet", ["stacks"], int(self.tokens.symbols)),
            Field(
                "tokens",
                "left: tokens of the stack that lies there; asked: 1 at an end of the new route, "
                "while its token is still to be taken; "
                "owned: 1 for each seat that has one of them",
                columns,
                1,
                highs=[most, *[1] * (len(columns) - 1)],
                per=PLACE,
                rows=int(self.tokens.places),
            ),
        ]

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        if self.known[seat] != self.tokens.changes:
            self.write(out, at, seat)  # which leaves nothing of what stood there: stacks stay where they are

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        tokens = self.tokens
        seats = self.seats
        self.known[seat] = tokens.changes
        at = write_seats(out, at, tokens.counts, seat, seats)
        out[at] = i16(tokens.symbols - tokens.laid)
        at += 1
        width: i64 = 2 + seats
        owned = tokens.owned
        place_of = tokens.place_of
        for symbol in range(tokens.laid):
            row: i64 = at + place_of[symbol] * width
            out[row] = i16(tokens.left[symbol])
            out[row + 1] = 0
            other: i64 = seat
            for k in range(row + 2, row + width):
                out[k] = i16(owned[other] >> symbol & 1)
                other += 1
                if other == seats:
                    other = 0
        if tokens.route != NONE:
            self.ask(out, at + 1, tokens.terrain.a[tokens.route])
            self.ask(out, at + 1, tokens.terrain.b[tokens.route])
        return at + tokens.places * width

    def ask(self, out: vec[i16], base: i64, place: i64) -> None:
        """Mark an end of the new route where a stack has tokens left."""
        tokens = self.tokens
        symbol = tokens.symbol_at[place]
        if symbol == NONE or tokens.left[symbol] == 0:
            return
        out[base + place * (2 + self.seats)] = 1


def part_of(mechanic: Tokens, making: Making) -> Part:
    return TokensPart(mechanic)


FACES.add(Tokens, part_of)
