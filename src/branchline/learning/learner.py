"""The network as PyTorch sees it: weights that learn."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812  (its usual name)
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.learning.network import Judgment, Network, Shape, weight_shapes
from branchline.learning.parts import parts_of
from branchline.learning.setups import Setup
from branchline.learning.vocabulary import Vocabulary

EXACT = ("scale", "slot_marks")  # numbers of a board that are needed in full precision
IMPOSSIBLE = -1e9  # how much an action is liked that is not legal


class TorchArithmetic:
    """For learning."""

    def relu(self, x: Tensor) -> Tensor:
        return F.relu(x)

    def norm(self, x: Tensor, gain: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), gain.to(x.dtype), 1e-5)

    def best(self, x: Tensor) -> Tensor:
        return x.amax(1)

    def join(self, arrays: list[Tensor]) -> Tensor:
        return torch.cat(arrays, -1)

    def take(self, x: Tensor, rows: Tensor) -> Tensor:
        return x.index_select(0, rows)

    def legal_routes(self, games: Tensor, routes: Tensor, count: int, some: Tensor) -> Tensor:
        found = torch.zeros((len(some), count + 1, 1), dtype=some.dtype, device=some.device)
        found[games, routes] = 1
        return found[:, :count]

    def pad(self, x: Tensor) -> Tensor:
        return F.pad(x, (0, 0, 0, 1))

    def number(self, x: Tensor, like: Tensor) -> Tensor:
        return x.to(like.dtype)


class Learner(nn.Module):
    """Weights, and how to judge with them. They lie in one row: so one step moves them all, however many there are."""

    def __init__(self, shape: Shape, vocabulary: Vocabulary, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        self.vocabulary = vocabulary
        self.network = Network(shape, TorchArithmetic())
        self._shapes = weight_shapes(shape, vocabulary)
        self._sizes = [math.prod(size) for size in self._shapes.values()]
        random = torch.Generator().manual_seed(seed)
        first = [_first_weights(name, size, random).flatten() for name, size in self._shapes.items()]
        self.row = nn.Parameter(torch.cat(first))
        self._boards: dict[Setup, dict[str, Tensor]] = {}

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

    def parts(self, setup: Setup) -> dict[str, Tensor]:
        """The arrays of a board, where the weights are."""
        if setup not in self._boards:
            arrays = parts_of(setup.board, setup.variant, setup.seats, self.vocabulary).arrays()
            self._boards[setup] = {name: self._part(name, array) for name, array in arrays.items()}
        return self._boards[setup]

    def _part(self, name: str, array: NDArray[Any]) -> Tensor:
        whole = array.dtype.kind == "i" or name in EXACT
        return torch.from_numpy(array).to(self.device, None if whole else self.precision)

    def forward(self, parts: dict[str, Tensor], rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """For positions with their masks: the logarithms of the chances of all actions, and of all seats to win (from
        the one that looks), and what leads they will have."""
        legal = masks.nonzero(as_tuple=True)
        found: Judgment = self.network.judge(self.weights(self.precision), parts, rows, legal)
        liking = torch.full(masks.shape, IMPOSSIBLE, device=rows.device)
        liking = liking.index_put(legal, found.liking.float())
        return F.log_softmax(liking, -1), F.log_softmax(found.win.float(), -1), found.margin.float()


def _first_weights(name: str, size: tuple[int, ...], random: torch.Generator) -> Tensor:
    """Small random matrices; nothing is added or multiplied at first, and nothing is preferred."""
    if len(size) == 1:
        return torch.full(size, 1.0 if "norm" in name else 0.0)
    if name.startswith("known"):
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
