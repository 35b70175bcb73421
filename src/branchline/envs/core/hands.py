"""Hands of cards in an encoding."""

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.envs.core.faces import FACES, Making
from branchline.envs.core.part import Field, Part, seat_names, write_all
from branchline.mechanics.hands import Hands


class HandsPart(Part):
    """One's own cards, and what all have seen of the others'."""

    def __init__(self, hands: Hands) -> None:
        super().__init__("hands")
        self.hands = hands
        self.seats: i64 = hands.commons.seats
        self.kinds: i64 = hands.kinds
        self.terrain = hands.commons.terrain
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
            Field("hand", "one's own cards", names, most),
            Field("hand_sizes", "how many cards the others hold, by the backs they show", counts, everything),
            Field("known_cards", "cards of the others that all saw them take and not pay", known, most),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        hands = self.hands
        kinds = self.kinds
        at = write_all(out, at, hands.cards, seat * kinds, kinds)
        k: i64 = 1
        while k < self.seats:
            other: i64 = (seat + k) % self.seats
            if self.decks == 1:
                out[at] = i16(hands.sizes[other])
            else:
                kind: i64 = 0
                while kind < kinds:
                    out[at + self.terrain.deck_of[kind]] += i16(hands.cards[other * kinds + kind])
                    kind += 1
            at += self.decks
            k += 1
        k = 1
        while k < self.seats:
            at = write_all(out, at, hands.known, ((seat + k) % self.seats) * kinds, kinds)
            k += 1
        return at


def part_of(mechanic: Hands, making: Making) -> Part:
    return HandsPart(mechanic)


FACES.add(Hands, part_of)
