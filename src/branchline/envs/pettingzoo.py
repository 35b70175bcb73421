"""PettingZoo: every board as an AEC environment, an agent for each seat.

    from branchline.envs import pettingzoo
    env = pettingzoo.env("usa", variant="mega", seats=3)

An observation is a dictionary: `observation` as `branchline.encodings.encoding` describes it, and `action_mask`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError('these environments need PettingZoo: pip install "branchline[envs]"') from error

from branchline.encodings.core.batch import game_seed
from branchline.encodings.encoding import VERSION
from branchline.envs.rewards import RewardHook
from branchline.envs.table import Table
from branchline.envs.views import RENDER_MODES
from branchline.game import Game
from branchline.model.errors import IllegalAction


def env(
    board: str,
    *,
    variant: str = "classic",
    seats: int = 2,
    rewards: str | RewardHook = "win",
    render_mode: str | None = None,
) -> AECEnv:
    """An environment that also notices when it is used in the wrong order."""
    return OrderEnforcingWrapper(raw_env(board, variant=variant, seats=seats, rewards=rewards, render_mode=render_mode))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (untyped; the name that PettingZoo gives it)
    """A game as agents that act one after the other. Illegal actions raise an error and change nothing."""

    def __init__(
        self,
        board: str,
        *,
        variant: str = "classic",
        seats: int = 2,
        rewards: str | RewardHook = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(board, variant, seats, rewards, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"branchline_{board}_{variant}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        of = self.table.encoding
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(of.low, of.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (of.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(of.actions) for agent in self.possible_agents}
        self._seed = 0
        self._episode = 0

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.table.game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: with a seed, the first of that seed's games; without one, the next of them."""
        self._episode = 0 if seed is not None else self._episode + 1
        self._seed = self._seed if seed is None else seed
        self.table.start(game_seed(self._seed, 0, self._episode))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.to_move or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now. Its mask is empty while it is not its turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent. After the end every agent is to be stepped once more with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is to move; None is for agents whose game is over")
        brought = self.table.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: float(brought[seat]) for seat, name in enumerate(self.possible_agents)}
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.game.to_move or 0]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Show the game as a spectator sees it."""
        return self.table.render(self.render_mode, None)

    def close(self) -> None:
        """There is nothing to give back."""
