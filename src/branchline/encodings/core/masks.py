"""Masks of legal actions: a bit for each action while a mask is made, then bits or bytes for those who read it.

For every decision, each mechanic that offers actions has a marker, which sets the bits of its legal ones: by default
all that it lists, one after the other. A mechanic with many actions has a face here that does better.

The bits lie in words of 56, which is seven bytes and leaves the sign alone.
"""

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from branchline.engine.mechanic import NO_BITS, Mechanic, Offer
from branchline.model.faces import ByMechanic

WORD: Final = 56  # and no mechanic tells more actions at once: MOST_BITS
BYTES: Final[i64] = 7  # of a word
ALL: Final[i64] = (1 << 56) - 1  # all bits of a word


class MaskRoom:
    """Where the mask of one game after the other is made. All games of a batch share it."""

    def __init__(self, actions: int) -> None:
        self.words: i64 = (actions + WORD - 1) // WORD
        self.bits: Final = vec[i64]([0] * self.words)  # zeros, unless a mask is being made
        self.legal: Final = vec[i64]([0] * actions)  # to list actions
        # Of each action: its word, and its bit there.
        self.word_of: Final = vec[i64]([i64(action // WORD) for action in range(actions)])
        self.bit_of: Final = vec[i64]([i64(1 << action % WORD) for action in range(actions)])
        # Of eight bits: as many bytes, the lowest first.
        self.spread: Final = vec[i64]([i64(sum([(n >> k & 1) << 8 * k for k in range(8)])) for n in range(256)])

    def put(self, first: i64, few: i64) -> None:
        """Set the bits of some actions, which are given from `first` on, no more than a word has."""
        word: i64 = self.word_of[first]
        place: i64 = first - word * WORD
        self.bits[word] |= few << place & ALL
        if place > 0 and few >> WORD - place != 0:
            self.bits[word + 1] |= few >> WORD - place

    # unchecked: every game has as many words as the room, and `out` seven bytes for each
    def as_bytes(self, game: i64, legal: vec[i64], out: vec[i64]) -> None:
        """Write the mask of a game, a byte for each action and eight of them in a number, and forget it.

        All of it is written, as callers may have changed what stood there. Its words are kept in `legal`.
        """
        bits = self.bits
        spread = self.spread
        words = self.words
        at: i64 = game * words
        byte: i64 = at * BYTES
        for k in range(words):
            word: i64 = bits[k]
            bits[k] = 0
            legal[at] = word
            out[byte] = spread[word & 255]
            out[byte + 1] = spread[word >> 8 & 255]
            out[byte + 2] = spread[word >> 16 & 255]
            out[byte + 3] = spread[word >> 24 & 255]
            out[byte + 4] = spread[word >> 32 & 255]
            out[byte + 5] = spread[word >> 40 & 255]
            out[byte + 6] = spread[word >> 48]
            byte += BYTES
            at += 1

    # unchecked: every game has as many words as the room, and `out` seven bytes for each
    def as_bits(self, game: i64, legal: vec[i64], out: vec[u8]) -> None:
        """Write the mask of a game, a bit for each action, and forget it. Its words are kept in `legal`."""
        bits = self.bits
        at: i64 = game * self.words * BYTES
        for k in range(self.words):
            word: i64 = bits[k]
            bits[k] = 0
            legal[game * self.words + k] = word
            for byte in range(BYTES):
                out[at + byte] = u8(word & 255)
                word >>= 8
            at += BYTES


class Marker:
    """Marks the legal actions of one mechanic of a game, for one kind of decision."""

    def __init__(self, mechanic: Mechanic, room: MaskRoom) -> None:
        self.mechanic: Final = mechanic
        self.room: Final = room
        self.then: Marker | None = None  # that of the next mechanic which offers actions for the same decision

    def mark(self, seat: i64, kind: i64) -> None:
        """Set the bits of all its actions that were just counted."""
        room = self.room
        few = self.mechanic.legal_bits(seat, kind)
        if few != NO_BITS:
            room.put(self.mechanic.first, few)
            return
        legal = room.legal
        bits = room.bits
        end = self.mechanic.write_legal(seat, kind, legal, 0)
        for k in range(end):
            action: i64 = legal[k]
            bits[room.word_of[action]] |= room.bit_of[action]

    def forget(self) -> None:
        """Another game is played."""


FACES: ByMechanic[Callable[[Any, MaskRoom], Marker | None]] = ByMechanic()


def markers_for(offer: Offer | None, room: MaskRoom) -> Marker | None:
    """A chain of markers, one for each mechanic that makes an offer."""
    if offer is None:
        return None
    make = FACES.of(type(offer.mechanic))
    marker: Marker | None = None if make is None else make(offer.mechanic, room)
    if marker is None:
        marker = Marker(offer.mechanic, room)
    marker.then = markers_for(offer.then, room)
    return marker
