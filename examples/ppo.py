"""Proximal policy optimization in one file, in the style of CleanRL: a network learns to beat bots.

python examples/ppo.py --board san_francisco --steps 500000
python examples/ppo.py --board usa --opponents planner

It needs PyTorch and `pip install "branchline[envs]"`. The trainer for real use is `branchline train run`, which learns
from demonstrations first.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

from branchline.envs.gymnasium import env_id


@dataclass(frozen=True)
class Settings:
    """What can be set."""

    board: str = "san_francisco"
    opponents: str = "random"
    steps: int = 500_000  # of all games together
    games: int = 64
    rollout: int = 64  # steps of each game between two times of learning
    epochs: int = 3
    batch: int = 1024
    rate: float = 5e-4
    discount: float = 0.997
    trace: float = 0.95
    clip: float = 0.2
    openness: float = 0.01
    seed: int = 0


class Agent(nn.Module):
    """Likes actions, and predicts the return."""

    def __init__(self, size: int, actions: int, scale: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(scale, dtype=torch.float32))
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor, self.critic = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """How likely each legal action is, and the value."""
        hidden = self.body(seen.float() * self.scale)
        liking = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=liking), self.critic(hidden).squeeze(-1)


def train(settings: Settings) -> list[float]:
    """Train; returns the mean lead over the bots in the games that ended in each rollout, in hundreds of points."""
    torch.manual_seed(settings.seed)
    envs = gymnasium.make_vec(
        env_id(settings.board, "classic"),
        num_envs=settings.games,
        opponents=settings.opponents,
        rewards="margin",
    )
    of = envs.games.encoding
    agent = Agent(of.size, of.actions, of.scale)
    optimizer = torch.optim.Adam(agent.parameters(), lr=settings.rate)
    now = as_tensors(envs.reset(seed=settings.seed)[0])
    leads = []
    for _ in range(max(1, settings.steps // (settings.games * settings.rollout))):
        rows: list[tuple[Tensor, ...]] = []
        ended_leads: list[float] = []
        for _ in range(settings.rollout):
            with torch.no_grad():
                likely, value = agent(*now)
                action = likely.sample()
            shown, reward, ended, _, _ = envs.step(action.numpy())
            ended_leads += reward[ended].tolist()
            told = torch.as_tensor(reward, dtype=torch.float32), torch.as_tensor(ended)
            rows.append((*now, action, likely.log_prob(action), value, *told))
            now = as_tensors(shown)
        learn(agent, optimizer, rows, now, settings)
        leads.append(float(np.mean(ended_leads)) if ended_leads else float("nan"))
        print(f"{len(leads) * settings.games * settings.rollout:,} steps: lead {leads[-1]:+.2f}")
    envs.close()
    return leads


def as_tensors(shown: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    """An observation and its mask."""
    return torch.as_tensor(shown["observation"]), torch.as_tensor(shown["action_mask"].astype(bool))


def learn(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    rows: list[tuple[Tensor, ...]],
    now: tuple[Tensor, Tensor],
    settings: Settings,
) -> None:
    """Improve the agent by what it did in a rollout."""
    seen, mask, actions, log_probs, values, rewards, ended = (torch.stack(column) for column in zip(*rows, strict=True))
    advantages, ahead = torch.zeros_like(rewards), torch.zeros(rewards.shape[1])
    with torch.no_grad():
        following = agent(*now)[1]
    for t in reversed(range(len(rows))):
        goes_on = (~ended[t]).float()
        surprise = rewards[t] + settings.discount * following * goes_on - values[t]
        ahead = surprise + settings.discount * settings.trace * goes_on * ahead
        advantages[t], following = ahead, values[t]
    returns = advantages + values
    flat = [each.flatten(0, 1) for each in (seen, mask, actions, log_probs, advantages, returns)]
    for _ in range(settings.epochs):
        for some in torch.randperm(len(flat[0])).split(settings.batch):
            s, m, a, old, gain, aim = (each[some] for each in flat)
            likely, value = agent(s, m)
            ratio = (likely.log_prob(a) - old).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
            loss = policy + 0.5 * (value - aim).square().mean() - settings.openness * likely.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Train, and print how it goes."""
    parser = argparse.ArgumentParser(description="Learn to beat bots by PPO.")
    parser.add_argument("--board", default=Settings.board)
    parser.add_argument("--opponents", default=Settings.opponents)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="learn from two rollouts, to see that it runs")
    given = vars(parser.parse_args())
    if given.pop("quick"):
        given["steps"] = 2 * Settings.games * Settings.rollout
    train(Settings(**given))


if __name__ == "__main__":
    main()
