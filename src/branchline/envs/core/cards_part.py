"""The row, the decks and the discards in an encoding: what both markets share."""

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.envs.core.part import Field, Part, write_all
from branchline.mechanics.hands import Hands
from branchline.mechanics.pile import Pile


class CardsPart(Part):
    """The face-up row, the decks, the discards, and the cards whose place the seat does not know."""

    def __init__(self, hands: Hands, piles: list[Pile], places: i64) -> None:
        super().__init__("market")
        self.hands = hands
        self.piles = piles
        self.places: i64 = places
        self.terrain = hands.commons.terrain
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
        row: i64 = at
        at = write_all(out, at, self.face_up(), 0, kinds)
        decks: i64 = len(self.piles)
        discards: i64 = at + 2 * decks
        for pile in self.piles:
            out[at] = i16(pile.left)
            out[at + decks] = i16(pile.renewals if pile.renewals < 20 else 20)
            at += 1
            k: i64 = 0
            while k < kinds:
                out[discards + k] += i16(pile.discards[k])
                k += 1
        unseen: i64 = discards + kinds
        k = 0
        while k < kinds:
            count: i64 = self.terrain.composition[k] - i64(out[row + k]) - i64(out[discards + k])
            count -= self.hands.cards[seat * kinds + k]
            other: i64 = 0
            while other < self.seats:
                if other != seat:
                    count -= self.hands.known[other * kinds + k]
                other += 1
            out[unseen + k] = i16(count)
            k += 1
        return unseen + kinds
