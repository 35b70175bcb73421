"""What came of decisions: from what was predicted along a game and how it ended to what should have been predicted.

All arrays begin with steps × games; views end with seats. A game that is done in a step goes on as a new one in the
next.
"""

from __future__ import annotations

import torch
from torch import Tensor


def worth(views: Tensor, lead_counts: float) -> Tensor:
    """What a seat plays for: to win, and by how much, which counts so much of the whole.

    With a half each, a lead of 100 points is worth as much as the win itself.
    """
    win, margin = views[..., 0, :], views[..., 1, :]
    seats = win.shape[-1]
    return (1 - lead_counts) * (win * seats - 1) / (seats - 1) + lead_counts * margin


def targets_of(
    views: Tensor, results: Tensor, after: Tensor, movers: Tensor, next_movers: Tensor, done: Tensor, trace: float
) -> tuple[Tensor, Tensor]:
    """What the seat that decided should have predicted in each step, and whether anything is known of that.

    A view (numbers for all seats, predicted by the one that decides) is judged by that seat's own next view, by the one
    after that and so on with falling weight, and by the result. Views of other seats in between know other cards: they
    would teach a seat to forget its own. So of a seat's last decision in a row of steps nothing is known, unless the
    game is done or it is the one that looks after the last step, with the view `after`.
    """
    games = torch.arange(views.shape[1], device=views.device)
    seats = views.shape[-1]
    returns = torch.zeros((len(games), seats, *views.shape[2:]), device=views.device)  # by the seat that looks
    next_views = torch.zeros_like(returns)
    known = torch.zeros((len(games), seats), dtype=torch.bool, device=views.device)
    returns[games, next_movers] = next_views[games, next_movers] = after
    known[games, next_movers] = True
    found, is_known = torch.zeros_like(views), torch.zeros_like(done)
    for t in reversed(range(len(views))):
        mover, ended = movers[t], done[t].view(-1, *[1] * (returns.ndim - 1))
        returns = torch.where(ended, results[t][:, None], returns)
        next_views = torch.where(ended, results[t][:, None], next_views)
        known = known | done[t][:, None]
        is_known[t] = known[games, mover]
        later = (1 - trace) * next_views[games, mover] + trace * returns[games, mover]
        found[t] = torch.where(is_known[t].view(-1, *[1] * (later.ndim - 1)), later, views[t])
        returns[games, mover] = found[t]
        next_views[games, mover] = views[t]
        known[games, mover] = True
    return found, is_known
