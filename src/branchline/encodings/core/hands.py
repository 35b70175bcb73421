"""Hands of cards in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Field, Part, seat_names, write_all
from branchline.mechanics.cards.hands import Hands


class HandsPart(Part):
    """Your own cards, and what all have seen of the others'."""

    def __init__(self, hands: Hands) -> None:
        super().__init__("hands")
        self.hands: Final = hands
        self.seats: i64 = hands.commons.seats
        self.kinds: i64 = hands.kinds
        self.terrain: Final = hands.commons.terrain
        self.decks: i64 = self.terrain.decks

    def fields(self) -> list[Field]:
        names = self.terrain.card_names
        others = seat_names(self.seats)[1:]
        decks = self.terrain.deck_names
        counts = others if len(decks) == 1 else [f"{seat} {deck}" for seat in others for deck in decks]
        most = max([int(n) for n in self.terrain.composition])
        known = [f"{seat} {name}" for seat in others for name in names]
        everything = sum([int(n) for n in self.terrain.composition])
        return [
            Field("hand", "your own cards", names, most),
            Field("hand_sizes", "how many cards the others hold, by the backs they show", counts, everything),
            Field("known_cards", "cards of the others that all saw them take and not pay", known, most),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        hands = self.hands
        kinds = self.kinds
        at = write_all(out, at, hands.cards, seat * kinds, kinds)
        seen: i64 = at + (self.seats - 1) * self.decks
        other: i64 = seat
        for _k in range(self.seats - 1):
            other += 1
            if other == self.seats:
                other = 0
            if self.decks == 1:
                out[at] = i16(hands.sizes[other])
            else:
                self.write_backs(out, at, other)
            at += self.decks
            seen = write_all(out, seen, hands.known, other * kinds, kinds)
        return seen

    def write_backs(self, out: vec[i16], at: i64, seat: i64) -> None:
        """How many cards of each deck a seat holds: counted for all but the first, which has the rest."""
        cards = self.hands.cards
        deck_of = self.terrain.deck_of
        rest: i64 = self.hands.sizes[seat]
        for deck in range(1, self.decks):
            count: i64 = 0
            for kind in range(self.kinds):
                if deck_of[kind] == deck:
                    count += cards[seat * self.kinds + kind]
            out[at + deck] = i16(count)
            rest -= count
        out[at] = i16(rest)

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        self.write(out, at, seat)  # which leaves nothing of what stood there


def part_of(mechanic: Hands, making: Making) -> Part:
    return HandsPart(mechanic)


FACES.add(Hands, part_of)
