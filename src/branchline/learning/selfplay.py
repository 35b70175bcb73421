"""Self-play: many games of one setup, played by the network against itself and, in some, against a past self."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from branchline.envs import VectorEnv
from branchline.envs.buffers import Buffers
from branchline.envs.rewards import lead, win_shares
from branchline.learning.learner import Learner, to_device, unpack
from branchline.learning.returns import advantages, foretold, worth
from branchline.learning.setups import Setup

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
    wins: Tensor  # by seat from the one that decided: the share of the win to foretell
    margins: Tensor  # likewise: the lead to foretell

    def __len__(self) -> int:
        return len(self.actions)


class Tables:
    """Games of one setup side by side, and what was seen and done in them for some steps."""

    def __init__(self, setup: Setup, games: int, steps: int, processes: int, seed: int, device: torch.device) -> None:
        self.setup = setup
        self.games, self.steps = games, steps
        self.device = device
        self.env = VectorEnv(
            setup.board,
            variant=setup.variant,
            seats=setup.seats,
            games=games,
            seed=seed,
            masks="bits",
            processes=processes,
        )
        self.now: Buffers = self.env.reset()
        of = self.env.encoding
        each = (steps, games)
        self.action_count = of.actions
        self.rows = torch.zeros((*each, of.size), dtype=torch.int16, device=device)
        self.masks = torch.zeros((*each, (of.actions + 7) // 8), dtype=torch.uint8, device=device)
        self.seat = torch.zeros(each, dtype=torch.int64, device=device)
        self.action = torch.zeros(each, dtype=torch.int64, device=device)
        self.chance = torch.zeros(each, device=device)
        self.win = torch.zeros((*each, setup.seats), device=device)  # foretold, by seat of the game
        self.margin = torch.zeros((*each, setup.seats), device=device)
        self.done = torch.zeros(each, dtype=torch.bool, device=device)
        self.share = torch.zeros((*each, setup.seats), device=device)  # what came, where a game was done
        self.lead = torch.zeros((*each, setup.seats), device=device)
        self.guest = torch.full((games,), NOBODY, dtype=torch.int64, device=device)
        self.totals: list[float] = []

    def seat_guest(self, present: bool) -> None:
        """In half of the games one seat, in each another, is played by a past self; or in none."""
        self.guest.fill_(NOBODY)
        if present:
            some = self.games // 2
            self.guest[:some] = torch.arange(some, device=self.device) % self.setup.seats

    @torch.no_grad()
    def decide(self, t: int, learner: Learner, past: Learner | None) -> None:
        """Choose actions for all games, and let them be taken while something else is done."""
        rows, masks, seats = self._look()
        self.rows[t], self.masks[t], self.seat[t] = rows, masks, seats
        allowed = unpack(masks, self.action_count)
        chances, win, margin = learner(learner.parts(self.setup), rows, allowed)
        action = _draw(chances)
        self.chance[t] = chances.gather(1, action[:, None])[:, 0]
        self.win[t] = _by_seat(win.exp(), seats)
        self.margin[t] = _by_seat(margin, seats)
        if past is not None:
            theirs = (self.guest == seats).nonzero()[:, 0]
            other, _, _ = past(past.parts(self.setup), rows[theirs], allowed[theirs])
            action[theirs] = _draw(other)
        self.action[t] = action
        self.env.send(0, action.cpu().numpy())

    def see(self, t: int) -> None:
        """Wait until the actions are taken, and see what came of them."""
        self.now = now = self.env.receive(0)
        self.done[t] = to_device(now.dones, self.device)
        if (ended := now.dones).any():
            share, ahead = win_shares(now.places[ended]), lead(now.totals[ended]) / 100
            self.share[t, self.done[t]] = to_device(share.astype(np.float32), self.device)
            self.lead[t, self.done[t]] = to_device(ahead.astype(np.float32), self.device)
            self.totals.append(float(now.totals[now.dones].mean()))

    @torch.no_grad()
    def experience(self, learner: Learner, trace: float) -> Experience:
        """What can be learned from the steps that were taken."""
        rows, masks, seats = self._look()
        _, win, margin = learner(learner.parts(self.setup), rows, unpack(masks, self.action_count))
        next_win, next_margin = _by_seat(win.exp(), seats), _by_seat(margin, seats)
        values, results = worth(self.win, self.margin), worth(self.share, self.lead)
        gained = advantages(values, results, worth(next_win, next_margin), self.seat, self.done, trace)
        wins = foretold(self.win, self.share, next_win, self.done, trace)
        margins = foretold(self.margin, self.lead, next_margin, self.done, trace)
        own = self.seat != self.guest[None]
        seat = self.seat[own]
        return Experience(
            self.setup,
            self.rows[own],
            self.masks[own],
            self.action[own],
            self.chance[own],
            gained[own],
            _from_seat(wins[own], seat),
            _from_seat(margins[own], seat),
        )

    def close(self) -> None:
        """End the processes."""
        self.env.close()

    def _look(self) -> tuple[Tensor, Tensor, Tensor]:
        now = self.now
        rows, masks = to_device(now.observations, self.device), to_device(now.masks, self.device)
        return rows, masks, to_device(now.seats, self.device).long()


def _draw(chances: Tensor) -> Tensor:
    """An action for each game, by the logarithms of the chances."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(-1)


def _turned(seats: Tensor, count: int, way: int) -> Tensor:
    return (torch.arange(count, device=seats.device)[None] + way * seats[:, None]) % count


def _by_seat(values: Tensor, seats: Tensor) -> Tensor:
    """Values that begin with the seat that looks, as values that begin with seat 0."""
    return values.gather(1, _turned(seats, values.shape[1], -1))


def _from_seat(values: Tensor, seats: Tensor) -> Tensor:
    """The other way round."""
    return values.gather(1, _turned(seats, values.shape[1], 1))
