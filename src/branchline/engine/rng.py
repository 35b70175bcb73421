"""The one source of chance in a game: a small generator of our own, frozen for ever.

The algorithm is sfc32 (Chris Doty-Humphrey's "small fast counter"): four 32-bit words, additions, shifts and xors. It
is specified here, pinned by golden files, and gives the same numbers compiled, uncompiled and on every platform. A seed
has up to 128 bits and fills the four words directly; sixteen rounds are then thrown away so that close seeds part.
"""

from typing import Final

from mypy_extensions import i64

from branchline.model.errors import BadSetup
from branchline.model.vecs import vec

WORD: Final[i64] = 0xFFFFFFFF
SEED_BITS: Final = 128
WARM_UP: Final[i64] = 16  # that many numbers of a new stream are not used: they still look like the seed


class Rng:
    """A stream of random numbers; the whole state is the four words."""

    def __init__(self, seed: int = 0) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.counter: i64 = 0
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Start the stream that belongs to a seed of up to 128 bits."""
        if seed < 0 or seed >> SEED_BITS:
            raise BadSetup(f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {seed}")
        self.a = i64(seed & 0xFFFFFFFF)
        self.b = i64((seed >> 32) & 0xFFFFFFFF)
        self.c = i64((seed >> 64) & 0xFFFFFFFF)
        self.counter = i64(seed >> 96)
        for _k in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        b = self.b
        c = self.c
        out: i64 = (self.a + b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 21) | (c >> 11)) + out) & WORD
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each exactly as likely, for n up to 2**31 (Lemire: multiply, reject the rest).

        This is `word`, multiplied and tried again if need be; it is written out as every random choice asks for it.
        """
        while True:
            b = self.b
            c = self.c
            out: i64 = (self.a + b + self.counter) & WORD
            self.counter = (self.counter + 1) & WORD
            self.a = b ^ (b >> 9)
            self.b = (c * 9) & WORD
            self.c = (((c << 21) | (c >> 11)) + out) & WORD
            product: i64 = out * n
            low: i64 = product & WORD
            if low >= n or low >= (WORD + 1 - n) % n:
                return product >> 32

    def shuffle(self, cards: vec[i64], count: i64) -> None:
        """Shuffle the first `count` entries in place (Fisher and Yates, from the back).

        This is `below` once per card, with `word` written out on local variables: shuffling is a good part of setting
        up a game, and uncompiled the calls would double its cost.
        """
        a = self.a
        b = self.b
        c = self.c
        counter = self.counter
        i: i64 = count
        while i > 1:
            out: i64 = (a + b + counter) & WORD
            counter += 1
            a = b ^ (b >> 9)
            b = (c * 9) & WORD
            c = (((c << 21) | (c >> 11)) + out) & WORD
            product: i64 = out * i
            if product & WORD >= i or product & WORD >= (WORD + 1 - i) % i:
                i -= 1
                j: i64 = product >> 32
                kept = cards[i]
                cards[i] = cards[j]
                cards[j] = kept
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter & WORD

    def copy_from(self, other: "Rng") -> None:
        """Continue as the other stream would."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.counter = other.counter
