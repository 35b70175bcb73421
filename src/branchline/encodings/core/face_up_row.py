"""The face-up row, its decks and their discards in an encoding, however many decks there are."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Field, Part
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.mechanics.cards.pile import Pile


class FaceUpRowPart(Part):
    """The face-up row, the decks, the discards, and the cards whose place the seat does not know."""

    def __init__(self, market: FaceUpRow) -> None:
        super().__init__("market")
        hands = market.hands
        piles = market.piles
        self.market: Final = market
        self.hands: Final = hands
        self.piles: Final = piles
        self.first: Final = piles[0]
        self.second: Final = piles[1] if len(piles) > 1 else None
        self.decks: i64 = len(piles)
        self.places: i64 = market.places
        self.terrain: Final = hands.commons.terrain
        self.kinds: i64 = hands.kinds
        self.seats: i64 = hands.commons.seats

    def fields(self) -> list[Field]:
        names = self.terrain.card_names
        decks = [pile.name or "deck" for pile in self.piles]
        most = max([int(n) for n in self.terrain.composition])
        largest = max([int(pile.total) for pile in self.piles])
        return [
            Field("row", "face-up cards", names, int(self.places)),
            Field("deck", "cards left in the deck", decks, largest),
            Field("renewals", "how often discards became the deck, up to 20", decks, 20),
            Field("discards", "discarded cards", names, most),
            Field("unseen", "cards that are in the deck, or in other hands unseen", names, most),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        kinds = self.kinds
        row: i64 = at
        at += kinds
        discards: i64 = at + 2 * self.decks
        self.write_kinds(out, row, discards, seat)
        self.write_pile(out, at, self.first)
        if self.second is not None:
            self.write_pile(out, at + 1, self.second)
            self.move(out, discards, discards + kinds, self.second.discards)
        return discards + 2 * kinds

    def write_pile(self, out: vec[i16], at: i64, pile: Pile) -> None:
        """How many cards a deck has, and how often it was renewed."""
        out[at] = i16(pile.left)
        renewals: i64 = pile.renewals
        out[at + self.decks] = i16(renewals) if renewals < 20 else i16(20)

    # unchecked: `write` gives the start of its own fields, which have a number for every kind
    def write_kinds(self, out: vec[i16], row: i64, discards: i64, seat: i64) -> None:
        """Write row, discards and unseen cards; those that all saw another seat take are not unseen."""
        kinds = self.kinds
        face_up = self.market.face_up
        thrown = self.first.discards
        composition = self.terrain.composition
        cards = self.hands.cards
        known = self.hands.known
        unseen: i64 = discards + kinds
        mine: i64 = seat * kinds
        end: i64 = self.seats * kinds
        other: i64 = mine + kinds  # the next seat's
        if other == end:
            other = 0
        for kind in range(kinds):
            shown: i64 = face_up[kind]
            gone: i64 = thrown[kind]
            out[row + kind] = i16(shown)
            out[discards + kind] = i16(gone)
            out[unseen + kind] = i16(composition[kind] - shown - gone - cards[mine + kind] - known[other + kind])
        for _k in range(self.seats - 2):
            other += kinds
            if other == end:
                other = 0
            for kind in range(kinds):
                out[unseen + kind] -= i16(known[other + kind])

    # unchecked: `write` gives the start of its own fields, which have a number for every kind
    def move(self, out: vec[i16], to: i64, away: i64, counts: vec[i64]) -> None:
        """Count that many cards of each kind in one place, and no longer in another."""
        for kind in range(self.kinds):
            out[to + kind] += i16(counts[kind])
            out[away + kind] -= i16(counts[kind])

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        self.write(out, at, seat)  # which leaves nothing of what stood there


def part_of(mechanic: FaceUpRow, making: Making) -> Part:
    return FaceUpRowPart(mechanic)


FACES.add(FaceUpRow, part_of)
