"""Claims with cards of one color and wilds in a mask.

Whether a claim is legal hangs on three things that are known apart: what a seat can pay for with its cards of a color
and its wilds, which routes are open, and for which it has the pieces. Each is a mask of its own: those of all payments
are made once for all games, when first wanted, and a mask of open routes follows the claims. Together they make the
mask of all claims, whole words at a time.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.encodings.core.masks import ALL, FACES, Marker, MaskRoom
from branchline.encodings.core.part import fill
from branchline.engine.commons import Setting
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.claims import ColorClaims


class ClaimMasks:
    """Masks of claims by what they take. Shared by all games of a setting, each row made when first wanted."""

    def __init__(self, claims: ColorClaims, room: MaskRoom) -> None:
        terrain = claims.terrain
        self.claims: Final = claims.tables
        self.first: i64 = claims.first
        self.room: Final = room
        self.words: i64 = room.words
        self.colors: i64 = terrain.colors
        self.wild: i64 = terrain.wild
        self.most: i64 = terrain.longest  # cards of a kind; with more of them no other claims can be paid for
        kinds: i64 = terrain.colors + 1  # wilds alone come last
        count: i64 = (self.most + 1) * (self.most + 1) * kinds
        self.made: Final = vec[i64]([0] * count)
        self.paid: Final = vec[i64]([0] * (count * self.words))  # by wilds, cards of the color, and color
        # All actions but the claims of one route, by route; and but the claims of longer routes, by number of pieces.
        self.others: Final = vec[i64]([ALL] * (terrain.routes * self.words))
        self.within: Final = vec[i64]([ALL] * ((self.most + 1) * self.words))
        for action in range(len(self.claims.routes)):
            route = self.claims.routes[action]
            self.leave_out(self.others, route, action)
            for pieces in range(terrain.length[route]):
                self.leave_out(self.within, pieces, action)

    def leave_out(self, masks: vec[i64], row: i64, action: i64) -> None:
        """Take a claim out of a mask."""
        number: i64 = self.first + action
        masks[row * self.words + self.room.word_of[number]] &= ~self.room.bit_of[number]

    def row_of(self, wilds: i64, cards: i64, color: i64) -> i64:
        """Where the mask of all claims begins that take up to that many wilds and cards of a color."""
        if wilds > self.most:
            wilds = self.most
        if cards > self.most:
            cards = self.most
        row: i64 = (wilds * (self.most + 1) + cards) * (self.colors + 1) + color
        if self.made[row] == 0:
            self.make(row, wilds, cards, color)
        return row * self.words

    def make(self, row: i64, wilds: i64, cards: i64, color: i64) -> None:
        """Mark the claims that can be paid for."""
        claims = self.claims
        kind: i64 = self.wild if color == self.colors else color
        count: i64 = len(claims.routes)
        for k in range(count):
            if claims.colors[k] == kind and claims.wilds[k] <= wilds and claims.cards[k] <= cards:
                number: i64 = self.first + k
                self.paid[row * self.words + self.room.word_of[number]] |= self.room.bit_of[number]
        self.made[row] = 1


class ClaimMarker(Marker):
    """Marks the claims of one game."""

    def __init__(self, claims: ColorClaims, room: MaskRoom) -> None:
        super().__init__(claims, room)
        self.claims: Final = claims
        self.tracks: Final = claims.tracks
        self.open_routes: Final = claims.open_routes
        self.masks: Final = claim_masks(claims, room)
        self.words: i64 = room.words
        self.seats: i64 = claims.commons.seats
        # All but the claims of closed routes, by list.
        self.open: Final = vec[i64]([ALL] * (self.open_routes.lists * self.words))
        self.known: Final = vec[i64]([0] * self.seats)  # that many claims of each seat were followed ...
        self.known_changes: i64 = NONE  # ... when there were that many changes of the tracks

    def forget(self) -> None:
        self.known_changes = NONE
        fill(self.known, 0, self.seats, 0)
        fill(self.open, 0, self.open_routes.lists * self.words, ALL)

    def mark(self, seat: i64, kind: i64) -> None:
        claims = self.claims
        if claims.counted == 0:
            return
        masks = self.masks
        bits = self.room.bits
        words = self.words
        cards = claims.hands.cards
        colors = masks.colors
        hand: i64 = seat * claims.hands.kinds
        wilds: i64 = cards[hand + masks.wild]
        left: i64 = claims.counted
        for color in range(colors):
            here: i64 = claims.by_color[color]
            if here > 0:
                left -= here
                add(bits, masks.paid, masks.row_of(wilds, cards[hand + color], color), words)
        if left > 0:
            add(bits, masks.paid, masks.row_of(wilds, 0, colors), words)
        if self.known_changes != self.tracks.changes:
            self.follow_claims()
        keep(bits, self.open, self.open_routes.list_of(seat, kind) * words, words)
        pieces: i64 = claims.commons.pieces[seat]
        if pieces < masks.most:
            keep(bits, masks.within, pieces * words, words)

    def follow_claims(self) -> None:
        """Take closed routes out of the masks of open ones."""
        tracks = self.tracks
        self.known_changes = tracks.changes
        for seat in range(self.seats):
            while self.known[seat] < tracks.claims[seat]:
                route = tracks.claimed[seat * tracks.routes + self.known[seat]]
                self.known[seat] += 1
                self.look_at(route)
                for twin in range(tracks.terrain.twin_start[route], tracks.terrain.twin_start[route + 1]):
                    self.look_at(tracks.terrain.twins[twin])

    def look_at(self, route: i64) -> None:
        """Take a route out of the masks of those lists in which it is closed."""
        for at in range(self.open_routes.lists):
            if not self.open_routes.has(at, route):
                keep_in(self.open, at * self.words, self.masks.others, route * self.words, self.words)


# unchecked: a row of a mask has as many words as the room
def add(bits: vec[i64], masks: vec[i64], row: i64, words: i64) -> None:
    """Set all bits of a mask."""
    for k in range(words):
        bits[k] |= masks[row + k]


# unchecked: a row of a mask has as many words as the room
def keep(bits: vec[i64], masks: vec[i64], row: i64, words: i64) -> None:
    """Leave only those bits that a mask has too."""
    for k in range(words):
        bits[k] &= masks[row + k]


# unchecked: a row of a mask has as many words as the room
def keep_in(kept: vec[i64], at: i64, masks: vec[i64], row: i64, words: i64) -> None:
    """The same for one of several masks."""
    for k in range(words):
        kept[at + k] &= masks[row + k]


def claim_masks(claims: ColorClaims, room: MaskRoom) -> ClaimMasks:
    """The masks of a setting, made when first wanted."""
    setting: Setting = claims.commons.setting
    return setting.once("claim masks", lambda: ClaimMasks(claims, room))


def marker_of(mechanic: ColorClaims, room: MaskRoom) -> Marker | None:
    """Where routes open again as permissions are granted, or cards can be saved, claims are listed."""
    if type(mechanic) is not ColorClaims or mechanic.tracks.asks_permission or mechanic.most_saved > 0:
        return None
    return ClaimMarker(mechanic, room)


FACES.add(ColorClaims, marker_of)
