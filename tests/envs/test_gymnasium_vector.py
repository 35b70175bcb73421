"""`gymnasium.make_vec` gives the compiled batch, with masks, last observations and spaces that can be sampled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import branchline as bl
from branchline.envs import gymnasium as registered
from branchline.envs.gymnasium_vector import BranchlineVectorEnv
from tests.envs.every import VARIANTS


def make(board: str, variant: str = "classic", **options: Any) -> BranchlineVectorEnv:
    envs = gymnasium.make_vec(registered.env_id(board, variant), **options)
    assert isinstance(envs, BranchlineVectorEnv)
    return envs


@pytest.mark.parametrize("opponents", ["random", "planner", None])
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_what_it_shows_is_in_its_spaces(board: str, variant: str, opponents: str | None) -> None:
    """The same spaces as those of a single environment; observations are those of the games as they stand."""
    envs = make(board, variant, num_envs=3, opponents=opponents)
    one = gymnasium.make(registered.env_id(board, variant))
    assert envs.single_observation_space == one.observation_space
    seen, info = envs.reset(seed=5)
    for _ in range(25):
        assert envs.observation_space.contains(seen)
        actions = envs.action_space.sample()
        assert info["action_mask"][np.arange(3), actions].all()
        seen, rewards, ended, cut_off, info = envs.step(actions)
        assert rewards.shape == ended.shape == cut_off.shape == (3,)
    alone = envs.games._alone
    assert alone is not None
    for game in range(3):
        world = bl.Game(alone.batch.games[game], None)
        assert (envs.games.encoding.encode(world) == seen["observation"][game]).all()
        assert np.flatnonzero(seen["action_mask"][game]).tolist() == world.legal_actions()


@pytest.mark.parametrize("opponents", ["random", None])
def test_games_end_and_begin_again_in_the_same_step(opponents: str | None) -> None:
    """The last observation is there and can be sampled from; nothing that was shown changes afterward."""
    envs = make("san_francisco", num_envs=4, opponents=opponents, rewards="margin")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    kept, copied = seen["observation"], seen["observation"].copy()
    ends = 0
    while ends < 6:
        _, rewards, ended, _, info = envs.step(envs.action_space.sample())
        assert ("final_obs" in info) == ended.any()
        for game in np.flatnonzero(ended):
            ends += 1
            last = info["final_obs"][game]
            assert envs.single_observation_space.contains(last)
            assert envs.single_action_space.sample(mask=last["action_mask"]) >= 0
            totals = info["final_info"]["totals"][game]
            assert abs(rewards[game]) == pytest.approx(abs(int(totals[0]) - int(totals[1])) / 100, abs=1e-5)
        if opponents is None:
            assert info["rewards"].sum() == pytest.approx(0)
    assert (kept == copied).all()


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int | None) -> list[bytes]:
        envs = make("usa", num_envs=2, opponents="planner", seats=3)
        seen, _ = envs.reset(seed=seed)
        shown = []
        for _ in range(20):
            seen = envs.step(seen["action_mask"].argmax(axis=1))[0]
            shown.append(seen["observation"].tobytes())
        return shown

    assert play(3) == play(3) != play(4)


def test_boards_of_ones_own_are_known() -> None:
    board = bl.add_board(Path(__file__).parents[2] / "examples/usa_passengers")
    registered.register_all()
    envs = make(board.id, num_envs=2)
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    assert gymnasium.make(registered.env_id(board.id, "classic")).reset(seed=1)


def test_a_seed_may_be_a_number_of_numpy() -> None:
    envs = make("usa", num_envs=2)
    expected = envs.reset(seed=7)[0]["observation"]
    assert (envs.reset(seed=np.int64(7))[0]["observation"] == expected).all()  # type: ignore[arg-type]
    for seeds in ([1, 2], np.array([1, 2]), 1.5):
        with pytest.raises((TypeError, ValueError)):
            envs.reset(seed=seeds)  # type: ignore[arg-type]
