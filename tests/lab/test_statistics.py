"""Intervals and comparisons, against SciPy and against what must come out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from branchline.lab.statistics import FEWEST, compare, mean, median, proportion, stand_out


@pytest.fixture(scope="module")
def stats() -> Any:
    """SciPy's: importing it takes a second, in every process that only looks which tests there are."""
    from scipy import stats  # type: ignore[import-untyped]

    return stats


@pytest.mark.parametrize(("successes", "cases"), [(0, 10), (10, 10), (3, 17), (512, 1000), (1, 5000)])
def test_shares_have_wilsons_interval(successes: int, cases: int, stats: Any) -> None:
    theirs = stats.binomtest(successes, cases).proportion_ci(method="wilson")
    ours = proportion(successes, cases)
    assert ours.value == successes / cases
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_shared_wins_count_in_parts_and_nothing_is_known_of_nothing() -> None:
    assert proportion(10.5, 21).value == 0.5
    assert (proportion(0, 0).low, proportion(0, 0).high) == (0, 1)
    assert mean(np.array([])).cases == median(np.array([])).cases == 0


def test_means_have_the_normal_interval(stats: Any) -> None:
    values = np.random.default_rng(1).normal(40, 12, 900)
    theirs = stats.norm.interval(0.95, values.mean(), stats.sem(values))
    assert (mean(values).low, mean(values).high) == pytest.approx(theirs)
    assert mean(np.array([3.0])).high == float("inf")


def test_medians_are_resampled_in_the_same_way_each_time() -> None:
    values = np.random.default_rng(2).normal(40, 12, 400)
    estimate = median(values)
    assert estimate == median(values)
    assert estimate.low < np.median(values) == estimate.value < estimate.high
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * 1.2533 * 12 / 20, rel=0.35)  # what theory expects


def planted(games: int, effect: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two-seat games in which one seat has something that moves its chance to win by so much."""
    chance = np.random.default_rng(seed)
    has_it = np.zeros((games, 2), dtype=bool)
    has_it[np.arange(games), chance.integers(0, 2, games)] = True
    owner_wins = chance.random(games) < 0.5 + effect / 2
    return np.where(has_it, owner_wins[:, None], ~owner_wins[:, None]).astype(float), has_it


def test_a_comparison_knows_that_seats_of_a_game_depend_on_each_other() -> None:
    """The interval holds the truth in about 95 of 100 runs; counting seats as independent would hold it in 83."""
    held = 0
    for seed in range(400):
        result = compare(*planted(150, 0.2, seed))
        assert result is not None
        held += result.low <= 0.2 <= result.high
    assert 0.92 <= held / 400 <= 0.98


def test_a_comparison_says_how_likely_chance_is() -> None:
    """Where there is no difference, chances below 0.05 come in about 5 of 100 runs."""
    results = [compare(*planted(150, 0.0, seed)) for seed in range(400)]
    assert 0.02 <= sum(result is not None and result.chance < 0.05 for result in results) / 400 <= 0.08
    strong = compare(*planted(400, 0.4, 5))
    assert strong is not None
    assert strong.chance < 1e-6
    assert strong.low > 0
    assert strong.value == pytest.approx(strong.with_it - strong.without_it)


def test_nothing_is_claimed_from_few_cases() -> None:
    outcome, has_it = planted(FEWEST - 1, 0.9, 1)
    assert compare(outcome, has_it) is None
    assert compare(outcome, np.zeros_like(has_it)) is None


def test_many_comparisons_follow_benjamini_and_hochberg(stats: Any) -> None:
    chances = list(np.random.default_rng(3).random(60) ** 3)
    theirs = stats.false_discovery_control(chances) <= 0.05
    assert stand_out(chances) == theirs.tolist()
    assert 0 < sum(theirs) < 60
    assert stand_out([None, 0.001, 0.9]) == [False, True, False]
    assert stand_out([]) == []


def test_among_nothing_hardly_anything_stands_out() -> None:
    named = 0
    for seed in range(60):
        results = [compare(*planted(200, 0.0, 1000 * seed + k)) for k in range(10)]
        named += any(stand_out([None if r is None else r.chance for r in results]))
    assert named <= 8  # 3 are expected; one by one, each of the 10 would stand out in 5 of 100
