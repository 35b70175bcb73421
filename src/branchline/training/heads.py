"""How the heads that predict the result learn while the chain before them stays as it is, see finishing.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F  # noqa: N812  (its usual name)
from torch import Tensor

from branchline.champions.network import Network
from branchline.champions.setups import Setup
from branchline.training.improving import in_chunks
from branchline.training.learner import Learner, TorchArithmetic
from branchline.training.watched_games import LINEUPS

_DO = TorchArithmetic()
_TIMES_AS_SURE = [k / 50 for k in range(35, 66)]
_AT_ONCE = 16384  # positions that are judged together
_DECAY = 0.3  # small weights learn less by heart


@dataclass(slots=True)
class Near:
    """Positions where the weights are, and the truth about them, see `Positions`."""

    rows: Tensor
    inner: Tensor  # what came out of the chain
    wins: Tensor
    margins: Tensor
    lineups: Tensor

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, which: Tensor | slice) -> Near:
        """Some of them."""
        return Near(*(getattr(self, each.name)[which] for each in fields(self)))


@dataclass(slots=True)
class Figures:
    """How well it does on games held out: the mean surprise at the truth, the less the better."""

    wins: list[float]  # for each kind of games
    margin: float


class Heads:
    """The weights that learn. They are kept as they were after the best pass.

    More passes than are good for it would teach a head by heart who won which game.
    """

    def __init__(self, learner: Learner, network: Network, boards: list[str]) -> None:
        self.learner, self.network = learner, network
        self.weights = {name: value.detach() for name, value in learner.weights(torch.float32).items()}
        self.names = network.predicting_heads(boards)
        for name in self.names:
            self.weights[name] = self.weights[name].clone().requires_grad_()
        self.best = self._copies()

    def learn(
        self,
        near: Mapping[Setup, Near],
        held_out: Mapping[Setup, Near],
        passes: int,
        chunk: int,
        rate: float,
    ) -> Iterator[tuple[int, Figures]]:
        """Pass after pass; says how it goes."""
        optimizer = torch.optim.AdamW([self.weights[name] for name in self.names], weight_decay=_DECAY)
        steps = passes * len(self._chunks(near, chunk))
        warm, step = min(100, steps / 10), 0
        least = _surprise(self.figures(held_out))
        for done in range(1, passes + 1):
            for setup, order in self._chunks(near, chunk):
                rate_now = rate * min(1.0, (step + 1) / warm) * max(1 - step / steps, 0.02)
                for group in optimizer.param_groups:
                    group["lr"] = rate_now
                optimizer.zero_grad(set_to_none=True)
                wins, margins = self._losses(setup, near[setup].some(order))
                (wins.mean() + margins.mean()).backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                step += 1
            figures = self.figures(held_out)
            if (loss := _surprise(figures)) < least:
                least, self.best = loss, self._copies()
            yield done, figures

    def put_back(self, usual: Mapping[Setup, Near]) -> None:
        """Give the learner what was best, as sure of who wins as usual games show that it may be."""
        self.weights.update(self.best)
        for board in {setup.board for setup in usual}:
            own = {setup: some for setup, some in usual.items() if setup.board == board}
            self.weights[f"{board} win_out"] = self._how_sure(own) * self.weights[f"{board} win_out"]
        self.learner.take({name: self.weights[name].cpu().numpy() for name in self.names})

    @torch.no_grad()
    def _how_sure(self, usual: Mapping[Setup, Near]) -> float:
        """How much surer it should be of who wins: more than 1, or less."""
        losses = torch.zeros(len(_TIMES_AS_SURE))
        for setup, some in usual.items():
            win, _ = self.network.predict(_DO, self.weights, self.learner.parts(setup), some.inner.float())
            for k, times in enumerate(_TIMES_AS_SURE):
                losses[k] -= float((some.wins * F.log_softmax(times * win, -1)).sum())
        return _TIMES_AS_SURE[int(losses.argmin())]

    def _copies(self) -> dict[str, Tensor]:
        return {name: self.weights[name].detach().clone() for name in self.names}

    def _chunks(self, near: Mapping[Setup, Near], chunk: int) -> list[tuple[Setup, Tensor]]:
        """Positions that are learned from together, the setups well mixed."""
        found = [
            (setup, order) for setup, some in near.items() for order in in_chunks(len(some), chunk, some.rows.device)
        ]
        return [found[k] for k in torch.randperm(len(found)).tolist()]

    def _losses(self, setup: Setup, some: Near) -> tuple[Tensor, Tensor]:
        """The surprise at who won and by how much, position by position."""
        win, margin = self.network.predict(_DO, self.weights, self.learner.parts(setup), some.inner.float())
        wins = -(some.wins * F.log_softmax(win, -1)).sum(-1)
        return wins, F.mse_loss(margin, some.margins, reduction="none").mean(-1)

    @torch.no_grad()
    def figures(self, held_out: Mapping[Setup, Near]) -> Figures:
        """How well it does on positions that it did not learn from."""
        found = [
            self._losses(setup, some.some(slice(k, k + _AT_ONCE)))
            for setup, some in held_out.items()
            for k in range(0, len(some), _AT_ONCE)
        ]
        kinds = torch.cat([some.lineups for some in held_out.values()])
        wins, margins = (torch.cat(column) for column in zip(*found, strict=True))
        by_kind = [wins[kinds == k] for k in range(len(LINEUPS))]
        return Figures([float(some.sum()) / max(len(some), 1) for some in by_kind], float(margins.mean()))


def _surprise(figures: Figures) -> float:
    """All of it as one number."""
    return sum(figures.wins) + figures.margin
