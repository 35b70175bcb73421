"""A bot that takes any legal action, each as likely as any other."""

from __future__ import annotations

from branchline.engine.rng import Rng
from branchline.model.observation import Observation


class RandomBot:
    """The weakest opponent, and the one that finds the most bugs."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)

    def decide(self, observation: Observation) -> int:
        """Pick a legal action."""
        return observation.legal[self.rng.below(len(observation.legal))]
