"""How a network learns: by answering like a teacher, and by doing more of what went well (PPO)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F  # noqa: N812  (its usual name)
from torch import Tensor, nn

from branchline.champions.setups import Setup
from branchline.training.demonstrations import Demonstrations
from branchline.training.learner import Learner, to_device
from branchline.training.selfplay import Experience

CLIP = 0.2  # how far the chance of an action may move in one go
LONGEST_STEP = 0.5  # of all weights together


@dataclass(slots=True)
class Figures:
    """How learning goes, for curves."""

    loss_win: float
    loss_margin: float
    entropy: float = 0.0  # how open the choice still is
    moved: float = 0.0  # how far the policy moved from the one that played
    right: float = 0.0  # part of the teacher's answers that were met


class Improver:
    """Changes the weights of a learner."""

    def __init__(self, learner: Learner, chunk: int) -> None:
        self.learner = learner
        self.chunk = chunk  # decisions looked at together
        self.optimizer = torch.optim.Adam(learner.parameters(), lr=0.0, eps=1e-5)

    def imitate(
        self,
        demonstrations: dict[Setup, list[Demonstrations]],
        passes: int,
        chunk: int,
        rate: float,
        ends: bool = True,
    ) -> Iterator[tuple[float, Figures]]:
        """Learn to answer like the teacher and to predict the `ends`; says how far it is, and how it goes.

        Ends are learned in the first pass alone: a position tells which game it is from, and in further passes the
        network would learn by heart who won it.
        """
        near = {setup: [_moved(some, self.learner.device) for some in kept] for setup, kept in demonstrations.items()}
        chunks = [
            (setup, at, order)
            for setup, kept in near.items()
            for at, some in enumerate(kept)
            for order in in_chunks(len(some["actions"]), chunk, self.learner.device)
        ]
        steps = passes * len(chunks)
        warm = min(100, steps / 10)  # steps, until the optimizer has found its pace
        seen: list[dict[str, Tensor]] = []
        for step in range(steps):
            if step % len(chunks) == 0:
                turn = torch.randperm(len(chunks)).tolist()
            setup, at, order = chunks[turn[step % len(chunks)]]
            self._set_rate(rate * min(1.0, (step + 1) / warm) * max(1 - step / steps, 0.02))
            seen.append(self._imitate(setup, near[setup][at], order, ends and step < len(chunks)))
            if len(seen) == 200 or step == steps - 1:
                yield (step + 1) / steps, _mean(seen)
                seen = []

    def _imitate(self, setup: Setup, some: dict[str, Tensor], order: Tensor, ends: bool) -> dict[str, Tensor]:
        actions = some["actions"][order]
        chances, win, margin = self.learner(setup, some["rows"][order], some["masks"][order])
        loss_win, loss_margin = _predicting(win, margin, some["wins"][order], some["margins"][order])
        loss = F.nll_loss(chances, actions)
        if ends:
            loss = loss + loss_win + loss_margin
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self._step()
        right = (chances.argmax(-1) == actions).float().mean()
        return {"right": right, "loss_win": loss_win.detach(), "loss_margin": loss_margin.detach()}

    def improve(
        self, experiences: Sequence[Experience], epochs: int, rate: float, openness: float, predict_only: bool = False
    ) -> Figures:
        """Learn from rollouts, only to predict or also to choose.

        Every step learns from all setups: what one board teaches must not undo another.
        """
        self._set_rate(rate)
        seen: list[dict[str, Tensor]] = []
        for _ in range(epochs):
            orders = [in_chunks(len(one), self.chunk, self.learner.device) for one in experiences]
            for step in range(max(map(len, orders))):
                self.optimizer.zero_grad(set_to_none=True)
                for one, order in zip(experiences, orders, strict=True):
                    choosing, predicting, figures = self._losses(one, order[step % len(order)], openness)
                    loss = predicting if predict_only else choosing + predicting
                    (loss / len(experiences)).backward()  # type: ignore[no-untyped-call]
                    seen.append(figures)
                self._step()
        return _mean(seen)

    def _losses(self, one: Experience, order: Tensor, openness: float) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
        """What is wrong with its choices (PPO), and with what it predicts."""
        chances, win, margin = self.learner(one.setup, one.rows[order], one.masks[order])
        moved = (chances.gather(1, one.actions[order][:, None])[:, 0] - one.chances[order]).clamp(-4, 4)
        ratio = moved.exp()
        gain = one.advantages[order]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = -(chances.exp() * chances).sum(-1).mean()
        loss_win, loss_margin = _predicting(win, margin, one.wins[order], one.margins[order])
        figures = {
            "loss_win": loss_win.detach(),
            "loss_margin": loss_margin.detach(),
            "entropy": entropy.detach(),
            "moved": (ratio.detach() - 1 - moved.detach()).mean(),
        }
        return policy - openness * entropy, 0.5 * (loss_win + loss_margin), figures

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _step(self) -> None:
        """Move the weights, but not far at a time, and not at all where a number is out of range."""
        length = nn.utils.clip_grad_norm_(self.learner.parameters(), LONGEST_STEP)
        if torch.isfinite(length):
            self.optimizer.step()


def _predicting(win: Tensor, margin: Tensor, wins: Tensor, margins: Tensor) -> tuple[Tensor, Tensor]:
    """How far off the chances to win (cross entropy) and the leads are."""
    return -(wins * win).sum(-1).mean(), F.mse_loss(margin, margins)


def in_chunks(count: int, chunk: int, device: torch.device) -> list[Tensor]:
    """All numbers below a count in random order, in chunks of about the same size."""
    return list(torch.randperm(count, device=device).chunk(max(1, round(count / chunk))))


def _moved(some: Demonstrations, device: torch.device) -> dict[str, Tensor]:
    """Demonstrations where the weights are."""
    return {field.name: to_device(getattr(some, field.name), device) for field in fields(some)}


def _mean(seen: Sequence[dict[str, Tensor]]) -> Figures:
    return Figures(**{name: float(torch.stack([figures[name] for figures in seen]).mean()) for name in seen[0]})
