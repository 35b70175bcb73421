"""Gymnasium: one seat learns, bots play the others. Importing this module registers every board and variant.

    import gymnasium
    import branchline.envs.gymnasium
    env = gymnasium.make("branchline/usa-mega-v2", seats=3, opponents="greedy")

An observation is a dictionary: `observation` as `branchline.encodings.encoding` describes it, and `action_mask`. The
action space samples only legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError('these environments need Gymnasium: pip install "branchline[envs]"') from error

from branchline.boards import registry
from branchline.bots.base import Bot
from branchline.encodings.encoding import VERSION
from branchline.envs.opponents import opponent_specs, seat_bots
from branchline.envs.rewards import RewardHook
from branchline.envs.table import Table
from branchline.envs.views import RENDER_MODES
from branchline.game import Game
from branchline.model.errors import WrongSeat


class LegalActions(spaces.Discrete):
    """All actions; without a mask of your own, samples are drawn from those that are legal now.

    Seed it before you reset the environment: right after being seeded it samples what is legal at the start of a game.
    """

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: NDArray[np.int8] = np.ones(n, np.int8)
        self.opening: NDArray[np.int8] = self.legal

    def seed(self, seed: int | None = None) -> int:
        """Begin a stream of samples again."""
        self.legal = self.opening
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class BranchlineEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game from the point of view of one seat. Illegal actions raise an error and change nothing."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  (as Gymnasium has it)

    def __init__(
        self,
        board: str,
        *,
        variant: str = "classic",
        seats: int = 2,
        opponents: str | Sequence[str] = "random",
        learner: int | None = None,
        rewards: str | RewardHook = "win",
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is a spec for all bots or one for each; `learner` is the learner's seat, None draws it again."""
        self.table = Table(board, variant, seats, rewards, render_mode)
        self.render_mode = render_mode
        self._specs = opponent_specs(opponents, seats, learner)
        self._fixed = learner
        self._bots: dict[int, Bot] = {}
        self.learner = 0 if learner is None else learner
        of = self.table.encoding
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(of.low, of.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (of.actions,), np.int8),
            }
        )
        self._legal = LegalActions(of.actions)
        self.action_space = self._legal

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and let the bots play until the learner is asked."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << 63))
        drawn = int(self.np_random.integers(self.table.seats))
        self.learner = drawn if self._fixed is None else self._fixed
        self._bots = seat_bots(self.table.encoding, self._specs, self.learner, deal)
        self.table.start(deal)
        self._let_bots_play()
        seen = self._seen()
        self._legal.opening = self._legal.legal
        return seen, {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action of the learner, and let the bots play until it is asked again."""
        if self.table.is_over():
            raise WrongSeat("the game is over: reset the environment before you step it again")
        reward = float(self.table.act(int(action))[self.learner])
        reward += self._let_bots_play()
        if self.render_mode == "human":
            self.render()
        over = self.table.is_over()
        info: dict[str, Any] = {"totals": [sheet.total for sheet in self.game.scores()]} if over else {}
        return self._seen(), reward, over, False, info

    def _let_bots_play(self) -> float:
        """Let bots decide until the learner is asked; returns what that brought it."""
        reward = 0.0
        while (seat := self.game.to_move) is not None and seat != self.learner:
            reward += float(self.table.let_decide(self._bots[seat])[self.learner])
        return reward

    def _seen(self) -> dict[str, Any]:
        mask = self.table.mask(self.learner)
        if self.table.is_over():
            mask[:] = 1  # nothing is legal and nothing will be done: any action may be sampled
        self._legal.legal = mask.copy()
        return {"observation": self.table.observation(self.learner), "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that other libraries ask for them."""
        return self.table.mask(self.learner).astype(bool)

    def render(self) -> Any:
        """Show the game as the learner sees it."""
        return self.table.render(self.render_mode, self.learner)


def env_id(board: str, variant: str) -> str:
    """The id under which a board and variant are registered."""
    return f"branchline/{board}-{variant}-v{VERSION}"


def register_all() -> None:
    """Register every board and variant; those that are registered already stay as they are."""
    for board in registry.boards():
        for variant in board.variants:
            if env_id(board.id, variant) not in gymnasium.registry:
                gymnasium.register(
                    env_id(board.id, variant),
                    entry_point="branchline.envs.gymnasium:BranchlineEnv",
                    vector_entry_point="branchline.envs.gymnasium_vector:BranchlineVectorEnv",
                    kwargs={"board": board.id, "variant": variant},
                )


register_all()
