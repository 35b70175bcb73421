"""Self-play: many games of one setup, played by the network against itself, its past selves, and sparring partners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from branchline.champions.setups import Setup
from branchline.envs import VectorEnv
from branchline.envs.buffers import Buffers
from branchline.envs.rewards import lead, win_shares
from branchline.training.learner import Learner, to_device
from branchline.training.sparring import SPEC

NOBODY = -1


@dataclass(slots=True)
class Experience:
    """Decisions of a rollout, one row for each, with what came of them."""

    setup: Setup
    rows: Tensor
    masks: Tensor  # as bits
    actions: Tensor
    chances: Tensor  # the logarithm of the chance that each action had
    advantages: Tensor  # how much better it went than was expected
    wins: Tensor  # by seat from the one that decided: the share of the win to predict
    margins: Tensor  # likewise: the lead to predict

    def __len__(self) -> int:
        return len(self.actions)

    @classmethod
    def join(cls, several: Sequence[Experience]) -> Experience:
        """Experience of the same setup as one."""
        names = [field.name for field in fields(cls) if field.name != "setup"]
        return cls(several[0].setup, *(torch.cat([getattr(one, name) for one in several]) for name in names))


def open_tables(
    setup: Setup,
    games: int,
    steps: int,
    processes: int,
    seed: int,
    device: torch.device,
    sparring_every: int = 0,
) -> list[Tables]:
    """Tables for that many games in two halves: while one is thought about, the other is played on.

    In every so-manyth game (0: in none) sparring partners have the other seats; else the learner plays all of them.
    """
    env = VectorEnv(
        setup.board,
        variant=setup.variant,
        seats=setup.seats,
        games=games,
        seed=seed,
        masks="bits",
        processes=min(processes, games // 2),
        opponents=SPEC if sparring_every else None,
        opponents_every=sparring_every or 1,
        groups=2,
    )
    if device.type == "cuda":
        _pin(env.now.observations)
    env.reset()
    return [Tables(setup, env, group, steps, device) for group in range(2)]


class Tables:
    """Games of one setup side by side, and what was seen and done in them for some steps."""

    def __init__(self, setup: Setup, env: VectorEnv, group: int, steps: int, device: torch.device) -> None:
        self.setup = setup
        self.env, self.group = env, group
        self.now: Buffers = env.parts[group]
        self.games = games = len(self.now.seats)
        self.steps = steps
        self.device = device
        of = env.encoding
        each = (steps, games)
        self.rows = torch.zeros((*each, of.size), dtype=torch.int16, device=device)
        self.masks = torch.zeros((*each, (of.actions + 7) // 8), dtype=torch.uint8, device=device)
        self.seat = torch.zeros(each, dtype=torch.int64, device=device)
        self.action = torch.zeros(each, dtype=torch.int64, device=device)
        self.chance = torch.zeros(each, device=device)
        # Shares of the win and leads, by seat of the game: predicted, and what came of it where a game was done.
        self.view = torch.zeros((*each, 2, setup.seats), device=device)
        self.done = torch.zeros(each, dtype=torch.bool, device=device)
        self.result = torch.zeros((*each, 2, setup.seats), device=device)
        self.guest = torch.full((games,), NOBODY, dtype=torch.int64, device=device)
        start, stop = env.setup.groups()[group]
        self.selfplay = torch.tensor([not env.setup.has_opponents(g) for g in range(start, stop)], device=device)
        self.totals: list[float] = []

    def seat_guest(self, present: bool) -> None:
        """In half of the games of self-play one seat, in each another, is played by a past self; or in none."""
        self.guest.fill_(NOBODY)
        if present:
            some = self.games // 2
            self.guest[:some] = torch.arange(some, device=self.device) % self.setup.seats
            self.guest[~self.selfplay] = NOBODY

    @torch.no_grad()
    def decide(self, t: int, learner: Learner, past: Learner | None) -> None:
        """Choose actions for all games, and let them be taken while something else is done."""
        rows, masks, seats = self._look()
        self.rows[t], self.masks[t], self.seat[t] = rows, masks, seats
        chances, win, margin = learner(self.setup, rows, masks)
        action = _draw(chances)
        self.chance[t] = chances.gather(1, action[:, None])[:, 0]
        self.view[t] = _view(win, margin, seats)
        if past is not None:
            theirs = (self.guest == seats).nonzero()[:, 0]
            other, _, _ = past(self.setup, rows[theirs], masks[theirs])
            action[theirs] = _draw(other)
        self.action[t] = action
        self.env.send(self.group, action.cpu().numpy())

    def see(self, t: int) -> None:
        """Wait until the actions are taken, and see what came of them."""
        self.now = now = self.env.receive(self.group)
        self.done[t] = to_device(now.dones, self.device)
        if (ended := now.dones).any():
            result = np.stack([win_shares(now.places[ended]), lead(now.totals[ended]) / 100], 1)
            self.result[t, self.done[t]] = to_device(result.astype(np.float32), self.device)
            self.totals.append(float(now.totals[now.dones].mean()))

    @torch.no_grad()
    def experience(self, learner: Learner, trace: float, lead_counts: float) -> Experience:
        """What can be learned from the steps that were taken."""
        rows, masks, seats = self._look()
        _, win, margin = learner(self.setup, rows, masks)
        after = _view(win, margin, seats)
        targets, known = targets_of(self.view, self.result, after, self.seat, seats, self.done, trace)
        gained = worth(targets, lead_counts) - worth(self.view, lead_counts)
        own = (self.seat != self.guest[None]) & known
        seat = self.seat[own]
        return Experience(
            self.setup,
            self.rows[own],
            self.masks[own],
            self.action[own],
            self.chance[own],
            gained[own].gather(1, seat[:, None])[:, 0],
            _from_seat(targets[own][:, 0], seat),
            _from_seat(targets[own][:, 1], seat),
        )

    def close(self) -> None:
        """End the processes, also those of the other half."""
        self.env.close()

    def _look(self) -> tuple[Tensor, Tensor, Tensor]:
        now = self.now
        rows, masks = to_device(now.observations, self.device), to_device(now.masks, self.device)
        return rows, masks, to_device(now.seats, self.device).long()


def _pin(array: NDArray[Any]) -> None:
    """Let the GPU read an array where it lies, which is several times as quick."""
    torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)  # type: ignore[no-untyped-call]


def _draw(chances: Tensor) -> Tensor:
    """An action for each game, by the logarithms of the chances."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(-1)


def _turned(seats: Tensor, count: int, way: int) -> Tensor:
    return (torch.arange(count, device=seats.device)[None] + way * seats[:, None]) % count


def _view(win: Tensor, margin: Tensor, seats: Tensor) -> Tensor:
    """What was predicted, beginning with the seat that looks, as a view that begins with seat 0."""
    turned = _turned(seats, win.shape[1], -1)
    return torch.stack([win.exp().gather(1, turned), margin.gather(1, turned)], 1)


def _from_seat(values: Tensor, seats: Tensor) -> Tensor:
    """Values that begin with seat 0, as values that begin with the seat that looks."""
    return values.gather(1, _turned(seats, values.shape[1], 1))


# What came of decisions: from what was predicted along a game and how it ended to what should have been predicted. All
# arrays begin with steps × games; views end with seats. A game that is done in a step goes on as a new one in the next.


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
