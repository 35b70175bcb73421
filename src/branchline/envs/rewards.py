"""Rewards of a `VectorEnv`: sparse ones at the end of a game, shaped ones on the way, or a function of your own.

A reward hook is any function that takes an `Outcome` and returns an array of games × seats. It is called once for every
step of the whole batch, so it should compute with arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.model.errors import BadSetup, closest

Rewards = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the last step brought, for all games and seats. Totals and places count only where a game is done."""

    dones: NDArray[np.bool_]  # by game: it ended in this step
    totals: NDArray[np.int32]  # by game and seat: the final score
    places: NDArray[np.int8]  # by game and seat: 1 is the winner; tied seats share a place
    gains: NDArray[np.int32]  # by game and seat: the change of its standing, see `gain`
    actors: NDArray[np.int8]  # by game: the seat whose action it was


RewardHook = Callable[[Outcome], Rewards]
SparseReward = Callable[[NDArray[np.int32], NDArray[np.int8]], Rewards]  # of the totals and places of a finished game


def win(outcome: Outcome) -> Rewards:
    """At the end 1 for the winner, taken from the others in equal parts; winners who tie share. Sums to zero."""
    return _at_ends(outcome, _win_of)


def margin(outcome: Outcome) -> Rewards:
    """At the end the margin over the best other seat, in hundreds of points."""
    return _at_ends(outcome, _margin_of)


def gain(outcome: Outcome) -> Rewards:
    """Shaped: after every step, the change of the seat's standing minus the mean change of the others', in hundreds.

    A standing is the score so far, plus the tickets completed, minus those that are not; at the end it is the final
    total. So the rewards of a game sum up to the final lead over the mean of the others.
    """
    seats = outcome.gains.shape[1]
    gains = outcome.gains.astype(np.float32)
    others = (gains.sum(axis=1, keepdims=True) - gains) / (seats - 1)
    rewards: Rewards = (gains - others) / np.float32(100)
    return rewards


def _at_ends(outcome: Outcome, reward: SparseReward) -> Rewards:
    """Sparse rewards of a whole batch."""
    rewards: Rewards = np.zeros(outcome.places.shape, np.float32)
    for g in outcome.dones.nonzero()[0].tolist():
        rewards[g] = reward(outcome.totals[g], outcome.places[g])
    return rewards


def _win_of(totals: NDArray[np.int32], places: NDArray[np.int8]) -> Rewards:
    return _win_at(places.tobytes())


@cache  # there are few ways to be placed
def _win_at(places: bytes) -> Rewards:
    seats, winners = len(places), places.count(1)
    return np.array([((1 / winners if place == 1 else 0) * seats - 1) / (seats - 1) for place in places], np.float32)


def _margin_of(totals: NDArray[np.int32], places: NDArray[np.int8]) -> Rewards:
    points = totals.tolist()
    second, best = sorted(points)[-2:]
    return np.array([(total - (second if total == best else best)) / 100 for total in points], np.float32)


# Rewards that look at nothing but finished games, of which there are few in a step: one by one is much quicker then.
_SPARSE: Final[tuple[tuple[RewardHook, SparseReward], ...]] = ((win, _win_of), (margin, _margin_of))
_NAMED: Final[dict[str, RewardHook]] = {"win": win, "margin": margin, "gain": gain}


def reward_hook(rewards: str | RewardHook) -> RewardHook:
    """The hook of a name, or the function itself."""
    if callable(rewards):
        return rewards
    if rewards not in _NAMED:
        names = ", ".join(_NAMED)
        raise BadSetup(f"there are no rewards '{rewards}'; there are: {names}{closest(rewards, _NAMED)}")
    return _NAMED[rewards]


def sparse_reward(hook: RewardHook) -> SparseReward | None:
    """The rewards of one finished game, if a hook gives none before the end."""
    return next((reward for known, reward in _SPARSE if known is hook), None)


def win_shares(places: NDArray[np.integer]) -> NDArray[np.float64]:
    """Each seat's share of the win, by the places of finished games: winners who tie share."""
    won: NDArray[np.float64] = (places == 1).astype(np.float64)
    won /= won.sum(axis=1, keepdims=True)
    return won


def lead(totals: NDArray[np.int32]) -> NDArray[np.float64]:
    """Each seat's total less the best of the other seats."""
    ordered = np.sort(totals, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return (totals - np.where(totals == best, second, best)).astype(np.float64)
