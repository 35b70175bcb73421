"""What came of decisions: from what was foretold along a game and how it ended to what should have been foretold.

All arrays are steps × games × seats, or steps × games. A game that is done in a step goes on as a new one in the next.
"""

from __future__ import annotations

import torch
from torch import Tensor


def worth(win: Tensor, margin: Tensor) -> Tensor:
    """What a seat plays for: to win, and by how much; both count the same."""
    seats = win.shape[-1]
    return 0.5 * (win * seats - 1) / (seats - 1) + 0.5 * margin


def advantages(values: Tensor, results: Tensor, after: Tensor, movers: Tensor, done: Tensor, trace: float) -> Tensor:
    """How much better than foretold it went for the seat that decided in each step (generalized advantage estimation).

    A seat's decision is judged by what it foretells at its own next one. What other seats foretell in between knows
    other cards, and would only add noise. `after` is what is foretold after the last step.
    """
    games = torch.arange(values.shape[1], device=values.device)
    ahead = after
    sums = torch.zeros_like(after)
    found = torch.zeros_like(values[..., 0])
    for t in reversed(range(len(values))):
        ended = done[t][:, None]
        ahead = torch.where(ended, results[t], ahead)
        sums = sums.masked_fill(ended, 0)
        value = values[t][games, movers[t]]
        found[t] = ahead[games, movers[t]] - value + trace * sums[games, movers[t]]
        ahead[games, movers[t]] = value
        sums[games, movers[t]] = found[t]
    return found


def foretold(values: Tensor, results: Tensor, after: Tensor, done: Tensor, trace: float) -> Tensor:
    """What should have been foretold for all seats: results where they are near, and what was foretold later."""
    found = torch.zeros_like(values)
    following = ahead = after
    for t in reversed(range(len(values))):
        ahead = torch.where(done[t][:, None], results[t], following * (1 - trace) + ahead * trace)
        found[t] = ahead
        following = values[t]
    return found
