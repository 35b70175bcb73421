"""How the heads of a plain network learn while the chain before them stays as it is, see finishing.py."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F  # noqa: N812  (its usual name)
from torch import Tensor

from branchline.boards import registry
from branchline.learning.networks.plain import PlainNetwork
from branchline.learning.setups import Setup
from branchline.learning.training.improving import in_chunks
from branchline.learning.training.learner import Learner, TorchArithmetic
from branchline.learning.training.watched_games import LINEUPS

_DO = TorchArithmetic()
_TIMES_AS_SURE = [k / 50 for k in range(35, 66)]
_AT_ONCE = 16384  # positions that are judged together
_DECAYS = (0.3, 0.0)  # of foretelling and guessing: small weights learn less by heart
_RATES = (1.0, 4.0)  # how fast they learn: most networks can foretell before, but cannot guess
_TICKETS_COUNT = 5.0  # so much more than cards, of which much less can be known
_NONE = -1e9  # the logarithm of how likely a card is of which none is unseen


@dataclass(slots=True)
class Near:
    """Positions where the weights are, and the truth about them, see `Positions`."""

    rows: Tensor
    inner: Tensor  # what came out of the chain
    wins: Tensor
    margins: Tensor
    possible: Tensor
    fits: Tensor
    held: Tensor
    unseen: Tensor
    hidden: Tensor
    lineups: Tensor

    def __len__(self) -> int:
        return len(self.rows)

    def some(self, which: Tensor | slice) -> Near:
        """Some of them."""
        return Near(*(getattr(self, each.name)[which] for each in fields(self)))


@dataclass(slots=True)
class Losses:
    """The surprise at the truth in some positions, summed up, and over how many things."""

    wins: Tensor  # by position
    margin: Tensor
    tickets: Tensor  # of all that may be in a hand
    cards: Tensor  # of all that are hidden in a hand
    plain_tickets: Tensor  # the same if all tickets that may be in a hand are equally likely ...
    plain_cards: Tensor  # ... and all unseen cards


@dataclass(slots=True)
class Figures:
    """How well it does on games held out: the mean surprise at the truth, the less the better."""

    wins: list[float]  # for each kind of games
    margin: float
    tickets: float
    cards: float
    plain_tickets: float
    plain_cards: float


class Heads:
    """The weights that learn: some foretell, some guess. Each kind is kept as it was after its best pass.

    More passes than are good for it would teach a head by heart who won which game.
    """

    def __init__(self, learner: Learner, network: PlainNetwork, boards: list[str]) -> None:
        self.learner, self.network = learner, network
        self.weights = {name: value.detach() for name, value in learner.weights(torch.float32).items()}
        self.kinds = network.foretelling_heads(boards), network.guessing_heads(boards)
        for name in self.names:
            self.weights[name] = self.weights[name].clone().requires_grad_()
        self.best = self._copies()
        self._decks: dict[Setup, Tensor] = {}

    def begin(self, near: Mapping[Setup, Near]) -> None:
        """Let a head that is new begin with how often a ticket is held that fits so well, and with nothing else."""
        for board in {setup.board for setup in near}:
            own = [some for setup, some in near.items() if setup.board == board]
            name = f"{board} guess_fits"
            if not self.weights[name].any():
                fits = torch.cat([some.fits[some.possible] for some in own]).long()
                held = torch.cat([some.held[some.possible] for some in own]).float()
                counts, hits = (torch.bincount(fits, each, len(self.weights[name])) for each in (None, held))
                with torch.no_grad():
                    self.weights[name].copy_(torch.logit((hits + 1) / (counts + 10)))
                    for out in ("tickets_out", "cards_out"):
                        self.weights[f"{board} {out}"].zero_()
        self.best = self._copies()

    @property
    def names(self) -> list[str]:
        """Of all weights that learn."""
        return [name for names in self.kinds for name in names]

    def learn(
        self,
        near: Mapping[Setup, Near],
        held_out: Mapping[Setup, Near],
        passes: int,
        chunk: int,
        rate: float,
    ) -> Iterator[tuple[int, Figures]]:
        """Pass after pass; says how it goes."""
        optimizer = torch.optim.AdamW(
            [
                {"params": [self.weights[name] for name in names], "weight_decay": decay}
                for names, decay in zip(self.kinds, _DECAYS, strict=True)
            ]
        )
        steps = passes * len(self._chunks(near, chunk))
        warm, step = min(100, steps / 10), 0
        least = _by_kind(self.figures(held_out))
        for done in range(1, passes + 1):
            for setup, order in self._chunks(near, chunk):
                rate_now = rate * min(1.0, (step + 1) / warm) * max(1 - step / steps, 0.02)
                for group, times in zip(optimizer.param_groups, _RATES, strict=True):
                    group["lr"] = times * rate_now
                optimizer.zero_grad(set_to_none=True)
                self._loss(setup, near[setup].some(order)).backward()  # type: ignore[no-untyped-call]
                optimizer.step()
                step += 1
            figures = self.figures(held_out)
            now = self._copies()
            for k, loss in enumerate(_by_kind(figures)):
                if loss < least[k]:
                    least[k], self.best[k] = loss, now[k]
            yield done, figures

    def put_back(self, usual: Mapping[Setup, Near]) -> None:
        """Give the learner what was best, as sure of who wins as usual games show that it may be."""
        for kept in self.best:
            for name, value in kept.items():
                self.weights[name] = value
        for board in {setup.board for setup in usual}:
            own = {setup: some for setup, some in usual.items() if setup.board == board}
            self.weights[f"{board} win_out"] = self._how_sure(own) * self.weights[f"{board} win_out"]
        self.learner.take({name: self.weights[name].cpu().numpy() for name in self.names})

    @torch.no_grad()
    def _how_sure(self, usual: Mapping[Setup, Near]) -> float:
        """How much surer it should be of who wins: more than 1, or less."""
        losses = torch.zeros(len(_TIMES_AS_SURE))
        for setup, some in usual.items():
            win, _ = self.network.foretell(_DO, self.weights, self.learner.parts(setup), some.inner.float())
            for k, times in enumerate(_TIMES_AS_SURE):
                losses[k] -= float((some.wins * F.log_softmax(times * win, -1)).sum())
        return _TIMES_AS_SURE[int(losses.argmin())]

    def _copies(self) -> list[dict[str, Tensor]]:
        return [{name: self.weights[name].detach().clone() for name in names} for names in self.kinds]

    def _chunks(self, near: Mapping[Setup, Near], chunk: int) -> list[tuple[Setup, Tensor]]:
        """Positions that are learned from together, the setups well mixed."""
        found = [
            (setup, order) for setup, some in near.items() for order in in_chunks(len(some), chunk, some.rows.device)
        ]
        return [found[k] for k in torch.randperm(len(found)).tolist()]

    # How far off it is

    def _loss(self, setup: Setup, some: Near) -> Tensor:
        found = self._losses(setup, some)
        tickets = found.tickets / some.possible.sum().clamp(min=1)
        cards = found.cards / some.hidden.sum().clamp(min=1)
        return found.wins.mean() + found.margin / len(some) + _TICKETS_COUNT * tickets + cards

    def _losses(self, setup: Setup, some: Near) -> Losses:
        parts, inner = self.learner.parts(setup), some.inner.float()
        win, margin = self.network.foretell(_DO, self.weights, parts, inner)
        guesses = self.network.guess(_DO, self.weights, parts, inner, some.rows, some.fits.long())
        held = some.held.float()
        counts = held.sum(2, keepdim=True) / some.possible.sum(2, keepdim=True).clamp(min=1)
        plain = torch.logit(counts, 1e-4).expand_as(held)

        def tickets(odds: Tensor) -> Tensor:
            off = F.binary_cross_entropy_with_logits(odds, held, reduction="none")
            return (off * some.possible).sum()

        def cards(likelier: Tensor) -> Tensor:
            return -(some.hidden * self._card_chances(setup, likelier, some.unseen)).sum()

        return Losses(
            -(some.wins * F.log_softmax(win, -1)).sum(-1),
            F.mse_loss(margin, some.margins, reduction="none").mean(-1).sum(),
            tickets(guesses.tickets),
            cards(guesses.cards),
            tickets(plain),
            cards(torch.zeros_like(guesses.cards)),
        )

    def _card_chances(self, setup: Setup, likelier: Tensor, unseen: Tensor) -> Tensor:
        """The logarithm of the chance of each kind for a hidden card, whose deck is known by its back."""
        if setup not in self._decks:
            terrain = registry.new_rule_sheet(setup.board, setup.variant, setup.seats).commons.terrain
            decks = torch.tensor([int(deck) for deck in terrain.deck_of], device=likelier.device)
            self._decks[setup] = decks
        decks = self._decks[setup]
        found = likelier + unseen.clamp(min=1).log()[:, None]
        found = found.masked_fill((unseen == 0)[:, None], _NONE)
        for deck in range(int(decks.max()) + 1):
            own = decks == deck
            found = torch.where(own, found - found.masked_fill(~own, -math.inf).logsumexp(-1, keepdim=True), found)
        return found

    @torch.no_grad()
    def figures(self, held_out: Mapping[Setup, Near]) -> Figures:
        """How well it does on positions that it did not learn from."""
        lineups = [some.lineups for some in held_out.values()]
        found: list[Losses] = []
        for setup, some in held_out.items():
            for k in range(0, len(some), _AT_ONCE):
                found.append(self._losses(setup, some.some(slice(k, k + _AT_ONCE))))
        kinds, wins = torch.cat(lineups), torch.cat([one.wins for one in found])
        count = len(kinds)
        possible = float(sum(some.possible.sum() for some in held_out.values())) or 1.0
        hidden = float(sum(some.hidden.sum() for some in held_out.values())) or 1.0

        def total(name: str) -> float:
            return float(sum(getattr(one, name) for one in found))

        return Figures(
            [float(wins[kinds == k].sum() / (kinds == k).sum().clamp(min=1)) for k in range(len(LINEUPS))],
            total("margin") / max(count, 1),
            total("tickets") / possible,
            total("cards") / hidden,
            total("plain_tickets") / possible,
            total("plain_cards") / hidden,
        )


def _by_kind(figures: Figures) -> list[float]:
    """How far off foretelling is, and guessing."""
    return [sum(figures.wins) + figures.margin, _TICKETS_COUNT * figures.tickets + figures.cards]
