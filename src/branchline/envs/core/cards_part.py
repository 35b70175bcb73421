"""The row, the decks and the discards in an encoding: what both markets share."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.envs.core.part import Field, Part, clear, write_all
from branchline.mechanics.hands import Hands
from branchline.mechanics.pile import Pile


class CardsPart(Part):
    """The face-up row, the decks, the discards, and the cards whose place the seat does not know."""

    def __init__(self, hands: Hands, piles: list[Pile], places: i64) -> None:
        super().__init__("market")
        self.hands: Final = hands
        self.piles: Final = piles
        self.places: i64 = places
        self.terrain: Final = hands.commons.terrain
        self.kinds: i64 = hands.kinds
        self.seats: i64 = hands.commons.seats

    def face_up(self) -> vec[i64]:
        """How many cards of each kind lie in the row."""
        raise NotImplementedError

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
        face_up = self.face_up()
        row: i64 = at
        at = write_all(out, at, face_up, 0, kinds)
        decks: i64 = len(self.piles)
        discards: i64 = at + 2 * decks
        if decks > 1:
            clear(out, discards, kinds)
        k: i64 = 0
        for pile in self.piles:
            out[at] = i16(pile.left)
            out[at + decks] = i16(pile.renewals if pile.renewals < 20 else 20)
            at += 1
            thrown = pile.discards
            if decks == 1:
                write_all(out, discards, thrown, 0, kinds)
            else:
                k = 0
                while k < kinds:
                    out[discards + k] += i16(thrown[k])
                    k += 1
        composition = self.terrain.composition
        cards = self.hands.cards
        mine: i64 = seat * kinds
        unseen: i64 = discards + kinds
        k = 0
        while k < kinds:
            out[unseen + k] = i16(composition[k] - cards[mine + k] - i64(out[row + k]) - i64(out[discards + k]))
            k += 1
        self.take_off_known(out, unseen, seat)
        return unseen + kinds

    def take_off_known(self, out: vec[i16], unseen: i64, seat: i64) -> None:
        """Cards that all saw another seat take are not unseen."""
        known = self.hands.known
        kinds = self.kinds
        at: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                k: i64 = 0
                while k < kinds:
                    out[unseen + k] -= i16(known[at + k])
                    k += 1
            at += kinds
            other += 1

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        self.write(out, at, seat)  # which leaves nothing of what stood there
