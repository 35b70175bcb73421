"""The generator is frozen: the numbers below must come out for ever, or no recorded game can be played again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.rng import Rng
from branchline.model.errors import BadSetup

MASK = 0xFFFFFFFF


def words_of(seed: int) -> Iterator[int]:
    """The specification in plain Python: sfc32, the seed in the four words, sixteen rounds thrown away."""
    a, b, c, counter = (seed >> shift & MASK for shift in (0, 32, 64, 96))
    for round_number in range(2**63):
        out = (a + b + counter) & MASK
        counter = (counter + 1) & MASK
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & MASK, (((c << 21 | c >> 11) & MASK) + out) & MASK
        if round_number >= 16:
            yield out


def below_of(words: Iterator[int], n: int) -> tuple[int, int]:
    """The specification of `below`, and how many words it took: unfair words are rejected."""
    for taken, word in enumerate(words, 1):
        product = word * n
        if (product & MASK) >= 2**32 % n:
            return product >> 32, taken
    raise AssertionError("words never end")


def shuffled(seed: int, count: int) -> list[int]:
    cards = vec[i64]([i64(k) for k in range(count)])
    Rng(seed).shuffle(cards, count)
    return [int(card) for card in cards]


FROZEN_WORDS = {
    0: [0xFB52C520, 0x38802BE1, 0x948279E6, 0xEC4BF1D9, 0x7CB0A909],
    1: [0x3E69971E, 0x6EBEC678, 0xE64B729A, 0xF7B630ED, 0xC1BFC770],
    2: [0xAE47EFA8, 0xCD2FBAC9, 0xB3A36384, 0xE5472628, 0x80DCF550],
    2**32: [0xF539D5BC, 0x6766A3D1, 0x09B21428, 0x22DEA0D5, 0x76CD3715],
    2**64 + 7: [0x2539B168, 0xA31F1B9A, 0x676024AF, 0x1958DD7F, 0x7F9539FD],
    0x0123456789ABCDEF0123456789ABCDEF: [0xB888383B, 0xCFA3F69E, 0x9F520B75, 0xCD19C9F2, 0x70722092],
    2**128 - 1: [0x7A62FA63, 0xB6507BCC, 0x0704D398, 0x996DA9BF, 0x62E44226],
}

FROZEN_BELOW = {  # from the seed 2024
    1: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    2: [0, 0, 0, 1, 1, 1, 0, 1, 0, 1],
    6: [0, 0, 2, 5, 4, 5, 0, 4, 0, 5],
    52: [0, 5, 18, 50, 41, 50, 0, 41, 1, 44],
    110: [0, 11, 39, 106, 88, 105, 1, 88, 3, 93],
    1000: [4, 100, 363, 968, 800, 961, 14, 802, 30, 853],
    3 << 29: [7142361, 161953813, 1289656091, 1549178426, 1292551582, 48892592, 1374581801, 143762438],
}

FROZEN_SHUFFLES = {  # by seed
    0: [8, 5, 3, 0, 7, 2, 6, 4, 1, 9],
    1: [9, 5, 0, 1, 8, 4, 6, 7, 3, 2],
    2**128 - 1: [1, 5, 8, 7, 3, 2, 9, 0, 6, 4],
    7: [0, 16, 8, 7, 4, 9, 23, 1, 3, 15, 14, 12, 2, 5, 11, 19, 22, 21, 10, 13, 17, 6, 18, 20],
}

# Of a chi-square statistic with that many degrees of freedom, the value that chance exceeds once in a thousand times.
CHI_SQUARE_LIMIT = {1: 10.83, 5: 20.52, 6: 22.46, 23: 49.73, 109: 159.2}


def chi_square(counts: Counter[int], results: int, draws: int) -> float:
    expected = draws / results
    return sum((counts[k] - expected) ** 2 / expected for k in range(results))


@pytest.mark.parametrize("seed", FROZEN_WORDS)
def test_frozen_words(seed: int) -> None:
    rng = Rng(seed)
    assert [int(rng.word()) for _ in FROZEN_WORDS[seed]] == FROZEN_WORDS[seed]


@pytest.mark.parametrize("n", FROZEN_BELOW)
def test_frozen_numbers_below(n: int) -> None:
    rng = Rng(2024)
    assert [int(rng.below(n)) for _ in FROZEN_BELOW[n]] == FROZEN_BELOW[n]


@pytest.mark.parametrize("seed", FROZEN_SHUFFLES)
def test_frozen_shuffles(seed: int) -> None:
    assert shuffled(seed, len(FROZEN_SHUFFLES[seed])) == FROZEN_SHUFFLES[seed]


@given(st.integers(0, 2**128 - 1))
def test_words_follow_the_specification(seed: int) -> None:
    rng, words = Rng(seed), words_of(seed)
    assert [int(rng.word()) for _ in range(40)] == [next(words) for _ in range(40)]


@given(st.integers(0, 2**128 - 1), st.integers(1, 2**31))
def test_numbers_below_follow_the_specification(seed: int, n: int) -> None:
    rng, words = Rng(seed), words_of(seed)
    assert [int(rng.below(n)) for _ in range(20)] == [below_of(words, n)[0] for _ in range(20)]


def test_words_are_rejected() -> None:
    """With 3 * 2**29 results a quarter of all words is rejected: `below` must take the next ones."""
    n = 3 << 29
    rng, words = Rng(5), words_of(5)
    drawn = [below_of(words, n) for _ in range(2000)]
    assert [int(rng.below(n)) for _ in range(2000)] == [number for number, _ in drawn]
    assert 2500 < sum(taken for _, taken in drawn) < 2850


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 110, 1000, 3 << 29, 2**31 - 1, 2**31])
def test_rejection_is_exact(n: int) -> None:
    """Each result is left with exactly the same number of words: 2**32 // n.

    The words of result k are those from 2**32 * k / n on; only the first of them can be rejected.
    """
    uneven = 2**32 % n
    for k in {0, min(1, n - 1), n // 3, n // 2, max(0, n - 2), n - 1}:
        first, end = -(-(k << 32) // n), -(-((k + 1) << 32) // n)
        rejected = 1 if (first * n & MASK) < uneven else 0
        assert end - first - rejected == 2**32 // n


@pytest.mark.parametrize("n", [2, 6, 7, 110])
def test_numbers_are_equally_likely(n: int) -> None:
    rng = Rng(99)
    draws = 400 * n
    counts = Counter(int(rng.below(n)) for _ in range(draws))
    assert {*counts} == {*range(n)}
    assert chi_square(counts, n, draws) < CHI_SQUARE_LIMIT[n - 1]


def test_orders_are_equally_likely() -> None:
    """All 24 orders of four cards come up equally often."""
    rng = Rng(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        cards = vec[i64]([i64(k) for k in range(4)])
        rng.shuffle(cards, 4)
        orders[tuple(int(card) for card in cards)] += 1
    assert len(orders) == 24
    numbered = Counter(dict(enumerate(orders.values())))
    assert chi_square(numbered, 24, 4800) < CHI_SQUARE_LIMIT[23]


def test_only_the_first_cards_are_shuffled() -> None:
    cards = vec[i64]([i64(k) for k in range(20)])
    Rng(1).shuffle(cards, 5)
    assert sorted(int(card) for card in cards[:5]) == [0, 1, 2, 3, 4]
    assert [int(card) for card in cards[5:]] == list(range(5, 20))


def test_close_seeds_part() -> None:
    """Neighboring seeds, in each of the four words, have nothing in common."""
    seeds = [k << shift for shift in (0, 32, 64, 96) for k in range(1, 26)]
    firsts = [tuple(int(rng.word()) for _ in range(4)) for rng in map(Rng, seeds)]
    assert len({word for first in firsts for word in first}) == 4 * len(seeds)
    bits = sum(bin(one[0] ^ other[0]).count("1") for one, other in pairwise(firsts))
    assert 15 < bits / (len(firsts) - 1) < 17


@pytest.mark.parametrize("seed", [-1, 2**128, -(2**128), 2**200])
def test_a_seed_has_up_to_128_bits(seed: int) -> None:
    with pytest.raises(BadSetup, match="from 0 to 2"):
        Rng(seed)


def test_a_refused_seed_changes_nothing() -> None:
    rng, other = Rng(8), Rng(8)
    with pytest.raises(BadSetup):
        rng.seed(-1)
    assert int(rng.word()) == int(other.word())


def test_a_copy_goes_on_the_same_way() -> None:
    rng, copy = Rng(8), Rng(9)
    rng.word()
    copy.copy_from(rng)
    assert [int(rng.word()) for _ in range(5)] == [int(copy.word()) for _ in range(5)]
    copy.word()
    assert int(rng.word()) != int(copy.word())
