"""The example of training with a standard interface runs."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import torch

EXAMPLE = Path(__file__).parents[2] / "examples/ppo.py"


def test_it_plays_games_and_learns_from_them() -> None:
    """Games end, rewards are leads in hundreds of points, and what is not legal is never chosen."""
    example = runpy.run_path(str(EXAMPLE))
    settings = example["Settings"](games=8, rollout=64, steps=2 * 8 * 64, batch=128)
    leads = example["train"](settings)
    assert len(leads) == 2
    assert np.abs(leads).max() < 3
    agent = example["Agent"](4, 3, np.ones(4))
    mask = torch.tensor([[True, False, True]])
    likely, _ = agent(torch.zeros(1, 4), mask)
    assert likely.probs[0, 1] == 0
