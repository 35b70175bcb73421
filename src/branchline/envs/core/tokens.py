"""Tourist tokens in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.engine.terrain import NONE
from branchline.envs.core.faces import FACES, Making
from branchline.envs.core.part import PLACE, Field, Marks, Part, seat_names, write_seats
from branchline.mechanics.tokens import Tokens


class TokensPart(Part):
    """Stacks of tokens on the map, and who has a token of each."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__("tokens")
        self.tokens: Final = tokens
        self.seats: i64 = tokens.commons.seats
        self.marks: Final = Marks(self.seats, 2 + self.seats)

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

    def has_changed(self, seat: i64) -> bool:
        """Whether a stack was laid or a token was taken or asked for since the last look."""
        tokens = self.tokens
        self.marks.begin(seat)
        self.marks.note(tokens.laid)
        self.marks.note(tokens.route)
        k: i64 = 0
        while k < self.seats:
            self.marks.note(tokens.counts[k])
            k += 1
        return self.marks.changed

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        self.has_changed(seat)
        tokens = self.tokens
        seats = self.seats
        at = write_seats(out, at, tokens.counts, seat, seats)
        out[at] = i16(tokens.symbols - tokens.laid)
        at += 1
        place: i64 = 0
        while place < tokens.places:
            symbol = tokens.symbol_at[place]
            if symbol != NONE:
                out[at] = i16(tokens.left[symbol])
                other: i64 = seat
                k: i64 = 0
                while k < seats:
                    out[at + 2 + k] = i16(tokens.owned[other] >> symbol & 1)
                    other += 1
                    if other == seats:
                        other = 0
                    k += 1
            at += 2 + seats
            place += 1
        if tokens.route != NONE:
            base: i64 = at - tokens.places * (2 + seats) + 1
            self.ask(out, base, tokens.terrain.a[tokens.route])
            self.ask(out, base, tokens.terrain.b[tokens.route])
        return at

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
