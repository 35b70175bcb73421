"""Measures the interfaces of other libraries on one core: steps a second of each, in random play.

python benchmarks/interfaces.py                 the classic board
python benchmarks/interfaces.py --board world   another one

A step is an action, and the observation and the mask after it. Choosing a random action is part of each step, as it is
in the loops that people write; `VectorEnv` is measured in the same way.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

import branchline.envs.gymnasium as registered
from branchline import _native
from branchline.envs import VectorEnv, pettingzoo
from branchline.envs.openspiel import game_name

SEED = 1
GAMES = 64


def rate(run: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time; `run` says how many it took."""
    run()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += run()
    return done / spent


def vector(board: str, opponents: str | None) -> Callable[[], int]:
    """Our own class."""
    env = VectorEnv(board, games=GAMES, opponents=opponents)

    def run() -> int:
        env.reset()
        for _ in range(100):
            env.step(env.sample())
        return 100 * GAMES

    return run


def made_by_gymnasium(board: str, opponents: str | None, mode: str | None = None) -> Callable[[], int]:
    """Many games by `gymnasium.make_vec`."""
    envs = gymnasium.make_vec(
        registered.env_id(board, "classic"), num_envs=GAMES, opponents=opponents, vectorization_mode=mode
    )

    def run() -> int:
        seen, _ = envs.reset(seed=SEED)
        for _ in range(100):
            seen = envs.step(np.argmax(seen["action_mask"] * np.random.rand(GAMES, 1), axis=1))[0]
        return 100 * GAMES

    return run


def one_game(board: str, opponents: str) -> Callable[[], int]:
    """One game by `gymnasium.make`."""
    env = gymnasium.make(registered.env_id(board, "classic"), opponents=opponents).unwrapped

    def run() -> int:
        env.reset(seed=SEED)
        steps, done = 0, False
        while not done:
            _, _, done, _, _ = env.step(env.action_space.sample())
            steps += 1
        return steps

    return run


def agents(board: str, make: Callable[..., pettingzoo.raw_env]) -> Callable[[], int]:
    """PettingZoo's loop: one agent after the other."""
    env = make(board)
    rng = np.random.default_rng(SEED)

    def run() -> int:
        env.reset(seed=SEED)
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            legal = seen["action_mask"].nonzero()[0]
            env.step(None if ended else legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return run


def open_spiel(board: str, chance: str) -> Callable[[], int]:
    """OpenSpiel's states, with the observation tensor of the player to move."""
    import pyspiel

    game = pyspiel.load_game(f"{game_name(board, 'classic')}(chance={chance})")
    rng = np.random.RandomState(SEED)

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(int(rng.choice(state.legal_actions())))
            steps += 1
        return steps

    return run


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Measure the interfaces of other libraries on one core.")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    options = parser.parse_args()
    board = options.board
    kinds = {
        "VectorEnv, self-play": vector(board, None),
        "VectorEnv, against random": vector(board, "random"),
        "gymnasium.make_vec, self-play": made_by_gymnasium(board, None),
        "gymnasium.make_vec, against random": made_by_gymnasium(board, "random"),
        "gymnasium.make_vec, against planner": made_by_gymnasium(board, "planner"),
        "gymnasium.make_vec with 'sync'": made_by_gymnasium(board, "random", "sync"),
        "gymnasium.make": one_game(board, "random"),
        "PettingZoo, env": agents(board, pettingzoo.env),
        "PettingZoo, raw_env": agents(board, pettingzoo.raw_env),
        "OpenSpiel, chance=seed": open_spiel(board, "seed"),
        "OpenSpiel, chance=draws": open_spiel(board, "draws"),
    }
    table = Table(title=f"{board}, two seats, {GAMES} games where there are many, one core, {_native.mode()}")
    table.add_column("interface")
    table.add_column("steps a second", justify="right")
    for name, run in kinds.items():
        table.add_row(name, f"{rate(run, options.seconds):,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
