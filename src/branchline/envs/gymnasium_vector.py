"""Many games as one `gymnasium.vector.VectorEnv`, at the speed of the compiled batch: what `gymnasium.make_vec` makes.

    import gymnasium
    import branchline.envs.gymnasium
    envs = gymnasium.make_vec("branchline/usa-classic-v2", num_envs=64, opponents="planner")

Observations are those of the single environment, with a row for each game; the masks are in `info` too. A game that
ends is begun again in the same step (`AutoresetMode.SAME_STEP`): `info["final_obs"]` has its last observation.

With `opponents=None` every seat is the learner's (self-play): `info["seat"]` says which one decides in each game,
`info["rewards"]` has the rewards of all seats, and the reward itself is that of the seat that acted.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from branchline import envs
from branchline.envs.rewards import RewardHook

Seen = dict[str, NDArray[Any]]


class LegalBatch(spaces.MultiDiscrete):
    """An action for each game; samples are drawn from those that are legal now."""

    def __init__(self, games: envs.VectorEnv) -> None:
        super().__init__([games.encoding.actions] * games.games)
        self._games = games

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """A random action for each game."""
        return self._games.sample() if mask is None and probability is None else super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, Any]) -> spaces.MultiDiscrete:
        return spaces.MultiDiscrete(self.nvec)


class BranchlineVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Games side by side. Illegal actions raise an error and change nothing."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        board: str,
        *,
        num_envs: int = 1,
        variant: str = "classic",
        seats: int = 2,
        opponents: str | Sequence[str] | None = "random",
        learner: int | None = None,
        rewards: str | RewardHook = "win",
    ) -> None:
        self.num_envs = num_envs
        self.games = envs.VectorEnv(
            board, variant=variant, seats=seats, games=num_envs, opponents=opponents, learner=learner, rewards=rewards
        )
        of = self.games.encoding
        self.games.keep_finals()
        mask = spaces.Box(0, 1, (of.actions,), np.int8)
        self.single_observation_space = spaces.Dict(
            {"observation": spaces.Box(of.low, of.high, dtype=np.int16), "action_mask": mask}
        )
        self.single_action_space = spaces.Discrete(of.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalBatch(self.games)
        self._all = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games again; each has a seed of its own, which follows from this one."""
        if seed is None:
            seed = int(self.np_random.integers(1 << 63))
        elif isinstance(seed, Sequence) or not hasattr(seed, "__index__"):
            raise ValueError("one seed stands for all games: each has its own, which follows from it")
        seed = index(seed)
        super().reset(seed=seed)
        self.games.reset(seed)
        return self._seen()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each game."""
        now = self.games.step(actions)
        brought = now.rewards
        if not self.games.setup.one_learner:
            brought = brought[np.arange(self.num_envs), now.actors]
        seen, info = self._seen()
        if not self.games.setup.one_learner:
            info["rewards"] = now.rewards.copy()
        if now.dones.any():
            info |= self._ends(now.dones.copy())
        return seen, brought.astype(np.float64), now.dones.copy(), np.zeros(self.num_envs, np.bool_), info

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        now = self.games.now
        mask = now.masks.view(np.int8).copy()
        info = {"action_mask": mask, "_action_mask": self._all, "seat": now.seats.copy(), "_seat": self._all}
        return {"observation": now.observations.copy(), "action_mask": mask}, info

    def _ends(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations and scores of games that ended. No action is taken there: any one may be sampled."""
        last: NDArray[Any] = np.full(self.num_envs, None, object)
        for game, observation in self.games.finals.items():
            any_action = np.ones(self.games.encoding.actions, np.int8)
            last[game] = {"observation": observation, "action_mask": any_action}
        final = {"totals": self.games.now.totals.copy(), "_totals": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that other libraries ask for them."""
        return self.games.now.masks.astype(np.bool_)

    def close_extras(self, **_: Any) -> None:
        """End what belongs to the games."""
        self.games.close()
