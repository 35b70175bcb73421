"""The Gymnasium environments are registered and pass its checker on every board and variant."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import branchline as bl
from branchline.envs import encoding
from branchline.envs.gymnasium import BranchlineEnv, env_id
from tests.envs.every import VARIANTS


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_its_checker_passes(board: str, variant: str) -> None:
    """The whole checker, pictures included, for two seats; for the most seats without pictures."""
    most = bl.board(board).seats[1]
    for seats in (2, most):
        env = gymnasium.make(env_id(board, variant), seats=seats)
        assert isinstance(env.unwrapped, BranchlineEnv)
        assert env.unwrapped.game.board.id == board
        check_env(env.unwrapped, skip_render_check=seats == most)


def play(env: BranchlineEnv, seed: int) -> tuple[float, list[int]]:
    """A game of random legal actions: the sum of the rewards, and the totals."""
    env.action_space.seed(seed)
    env.reset(seed=seed)
    total = 0.0
    while True:
        seen, reward, done, _, info = env.step(env.action_space.sample())
        total += reward
        assert (seen["observation"] == encoding("san_francisco", "classic", 3).encode(env.game, env.learner)).all()
        if done:
            return total, info["totals"]
        assert env.game.to_move == env.learner
        assert np.flatnonzero(env.action_masks()).tolist() == env.game.legal_actions()


@pytest.mark.parametrize("rewards", ["margin", "gain"])
def test_a_whole_game_against_bots(rewards: str) -> None:
    env = BranchlineEnv("san_francisco", seats=3, opponents=["greedy", "random"], rewards=rewards)
    total, totals = play(env, 7)
    others = np.delete(totals, env.learner)
    rival = others.max() if rewards == "margin" else others.mean()
    assert total == pytest.approx((totals[env.learner] - rival) / 100, abs=1e-5)
    assert play(env, 7) == (total, totals)
    assert play(env, 8) != (total, totals)


def test_bad_use_is_explained() -> None:
    env = BranchlineEnv("san_francisco", learner=1)
    env.reset(seed=1)
    before = env.game.observe(1)
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        env.step(0)
    assert env.game.observe(1) == before
    done = False
    while not done:
        done = env.step(env.action_space.sample())[2]
    with pytest.raises(bl.WrongSeat, match="the game is over: reset the environment"):
        env.step(0)
    with pytest.raises(bl.BadSetup, match="the learner's seat is one of 0 to 1, not 2"):
        BranchlineEnv("usa", learner=2)
    with pytest.raises(bl.BadSetup, match="with 3 seats there are 2 opponents, not 3"):
        BranchlineEnv("usa", seats=3, opponents=["random"] * 3)


def test_it_is_shown_as_a_picture_that_changes() -> None:
    env = BranchlineEnv("san_francisco", render_mode="rgb_array", learner=0)
    env.reset(seed=1)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.shape[1:] == (960, 3)
    done = False
    while not done:
        done = env.step(env.action_space.sample())[2]
    assert (env.render() != before).any()


def test_it_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = BranchlineEnv("usa", render_mode="ansi", learner=0)
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("USA, Classic: seat")
    assert "* seat 0: 0 points, 45 pieces, 4 cards" in text
    assert "on offer: " in text
    human = BranchlineEnv("usa", render_mode="human", learner=0)
    human.reset(seed=1)
    human.step(human.action_space.sample())
    assert "* seat 0" in capsys.readouterr().out
