"""Seeds for what happens around a game, made from the game's own seed.

They are hashed: a bot that knew the seed of the game would know how the cards lie.
"""

from __future__ import annotations

import hashlib


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot of a seat."""
    return derived(seed, f"bot {seat} of")


def referee_seed(seed: int) -> int:
    """A seed for the decisions that bots forfeit."""
    return derived(seed, "referee of")


def derived(seed: int, purpose: str) -> int:
    """A seed of 128 bits for some purpose."""
    return int.from_bytes(hashlib.sha256(f"{purpose} {seed}".encode()).digest()[:16], "big")
