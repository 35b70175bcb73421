"""The network as PyTorch sees it: weights that learn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812  (its usual name)
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.champions.arithmetic import IMPOSSIBLE
from branchline.champions.network import Judgment, Network
from branchline.champions.setups import Setup
from branchline.encodings.encoding import encoding

EXACT = "scale"  # numbers of a board that are needed in full precision


class TorchArithmetic:
    """For learning."""

    def relu(self, x: Tensor) -> Tensor:
        return F.relu(x)

    def norm(self, x: Tensor, gain: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), gain.to(x.dtype), 1e-5)

    def take(self, x: Tensor, rows: Tensor) -> Tensor:
        return x.index_select(0, rows)

    def take_columns(self, x: Tensor, columns: Tensor) -> Tensor:
        return x.index_select(1, columns)

    def allowed(self, table: Tensor, masks: Tensor) -> Tensor:
        return table.float().masked_fill(~masks, IMPOSSIBLE)

    def number(self, x: Tensor, like: Tensor) -> Tensor:
        return x.to(like.dtype)


_DO = TorchArithmetic()


class Learner(nn.Module):
    """Weights, and how to judge with them. They lie in one row: so one step moves them all, however many there are."""

    def __init__(self, network: Network, seed: int = 0) -> None:
        super().__init__()
        self.network = network
        self._shapes = network.weight_shapes()
        self._sizes = [math.prod(size) for size in self._shapes.values()]
        random = torch.Generator().manual_seed(seed)
        first = [_first_weights(name, size, random).flatten() for name, size in self._shapes.items()]
        self.row = nn.Parameter(torch.cat(first))
        self._boards: dict[Setup, dict[str, Any]] = {}

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.row.device

    @property
    def precision(self) -> torch.dtype:
        """What it calculates with."""
        return torch.bfloat16 if self.device.type == "cuda" else torch.float32

    def weights(self, precision: torch.dtype) -> dict[str, Tensor]:
        """The weights by their names."""
        pieces = self.row.to(precision).split(self._sizes)  # type: ignore[no-untyped-call]
        return {name: piece.view(size) for piece, (name, size) in zip(pieces, self._shapes.items(), strict=True)}

    def take(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take over weights that were kept. Others, of a head that is new, stay as they are."""
        with torch.no_grad():
            for name, own in self.weights(torch.float32).items():
                if name in arrays:
                    own.copy_(torch.from_numpy(arrays[name]))

    def make_surer(self, times: float) -> None:
        """Let it like what it likes that many times as much."""
        heads = self.network.choosing_heads()
        with torch.no_grad():
            for name, own in self.weights(torch.float32).items():
                if name in heads:
                    own.mul_(times)

    def parts(self, setup: Setup) -> dict[str, Any]:
        """What the network has to know of a board, its arrays where the weights are."""
        if setup not in self._boards:
            parts = self.network.read(setup.board, setup.variant, setup.seats)
            self._boards[setup] = {name: self._part(name, part) for name, part in parts.items()}
        return self._boards[setup]

    def _part(self, name: str, part: NDArray[Any] | str | int | None) -> Tensor | str | int | None:
        if not isinstance(part, np.ndarray):
            return part
        whole = part.dtype.kind == "i" or name == EXACT
        return torch.from_numpy(part).to(self.device, None if whole else self.precision)

    def forward(self, setup: Setup, rows: Tensor, bits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """For positions with their masks as bits: the logarithms of the chances of all actions, and of all seats to win
        (from the one that looks), and what leads they will have."""
        masks = unpack(bits, encoding(setup.board, setup.variant, setup.seats).actions)
        found: Judgment = self.network.judge(_DO, self.weights(self.precision), self.parts(setup), rows, masks)
        return F.log_softmax(found.liking, -1), F.log_softmax(found.win.float(), -1), found.margin.float()


def _first_weights(name: str, size: tuple[int, ...], random: torch.Generator) -> Tensor:
    """Small random matrices; nothing is added or multiplied at first, and nothing is preferred."""
    if len(size) == 1:
        return torch.full(size, 1.0 if "norm" in name else 0.0)
    if "known" in name:
        return torch.zeros(size)
    small = 0.1 if name.endswith("_out") else 1.0
    return torch.randn(size, generator=random) * (small / math.sqrt(size[0]))


def unpack(bits: Tensor, count: int) -> Tensor:
    """Masks of bits, the lowest first, as yes and no."""
    each = torch.arange(8, device=bits.device, dtype=torch.uint8)
    return ((bits[..., None] >> each) & 1).bool().flatten(-2)[..., :count]


def to_device(array: Any, device: torch.device) -> Tensor:
    """A NumPy array, where the weights are."""
    return torch.from_numpy(np.ascontiguousarray(array)).to(device, non_blocking=True)
