"""The row, the decks and the discards in an encoding: what both markets share."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.envs.core.part import Field, Part
from branchline.mechanics.hands import Hands
from branchline.mechanics.pile import Pile


class CardsPart(Part):
    """The face-up row, the decks, the discards, and the cards whose place the seat does not know."""

    def __init__(self, hands: Hands, piles: list[Pile], places: i64) -> None:
        super().__init__("market")
        self.hands: Final = hands
        self.piles: Final = piles
        self.first: Final = piles[0]
        self.second: Final = piles[1] if len(piles) > 1 else None
        self.decks: i64 = len(piles)
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
        row: i64 = at
        at += self.kinds
        decks: i64 = 0
        pile: Pile | None = self.first
        while pile is not None:
            out[at] = i16(pile.left)
            out[at + self.decks] = i16(pile.renewals if pile.renewals < 20 else 20)
            at += 1
            decks += 1
            pile = self.second if decks == 1 else None
        self.write_kinds(out, row, at + self.decks, seat)
        return at + self.decks + 2 * self.kinds

    def write_kinds(self, out: vec[i16], row: i64, discards: i64, seat: i64) -> None:
        """Write row, discards and unseen cards; those that all saw another seat take are not unseen."""
        kinds = self.kinds
        face_up = self.face_up()
        thrown = self.first.discards
        composition = self.terrain.composition
        cards = self.hands.cards
        known = self.hands.known
        unseen: i64 = discards + kinds
        mine: i64 = seat * kinds
        kind: i64 = 0
        while kind < kinds:
            gone: i64 = thrown[kind]
            if self.second is not None:
                gone += self.second.discards[kind]
            seen: i64 = face_up[kind] + gone + cards[mine + kind]
            at: i64 = kind
            while at < self.seats * kinds:
                if at != mine + kind:
                    seen += known[at]
                at += kinds
            out[row + kind] = i16(face_up[kind])
            out[discards + kind] = i16(gone)
            out[unseen + kind] = i16(composition[kind] - seen)
            kind += 1

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        self.write(out, at, seat)  # which leaves nothing of what stood there
