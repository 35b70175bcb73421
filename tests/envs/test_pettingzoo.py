"""The PettingZoo environments pass its own tests on every board and variant."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import branchline as bl
from branchline.envs import encoding, pettingzoo
from tests.envs.every import VARIANTS


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_its_api_test_passes(board: str, variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it does not expect numbers that are no pixels
        for seats in {2, bl.board(board).seats[1]}:
            api_test(pettingzoo.env(board, variant=variant, seats=seats), num_cycles=60)


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_its_seed_test_passes(board: str, variant: str) -> None:
    seed_test(partial(pettingzoo.env, board, variant=variant, seats=2), num_cycles=30)


def test_a_whole_game_pays_out_and_ends() -> None:
    env = pettingzoo.env("san_francisco", seats=3, rewards="margin")
    env.reset(seed=4)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, done, _, _ = env.last()
        sums[agent] += reward
        env.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    totals = [sheet.total for sheet in env.unwrapped.game.scores()]
    assert env.agents == []
    for seat, agent in enumerate(env.possible_agents):
        lead = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
        assert sums[agent] == pytest.approx(lead / 100)


def test_an_agent_sees_what_its_seat_may_know() -> None:
    env = pettingzoo.env("usa", seats=3)
    env.reset(seed=4)
    game = env.unwrapped.game
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert (seen["observation"] == encoding("usa", "classic", 3).encode(game, seat)).all()
        assert seen["action_mask"].any() == (agent == env.agent_selection)


def test_bad_use_is_explained() -> None:
    env = pettingzoo.env("usa")
    env.reset(seed=1)
    before = env.last()[0]["observation"]
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        env.step(0)
    with pytest.raises(bl.IllegalAction, match="There is no action -1"):
        env.step(-1)
    with pytest.raises(bl.IllegalAction, match="None is for agents whose game is over"):
        env.step(None)
    assert (env.last()[0]["observation"] == before).all()
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(3)
    with pytest.raises(bl.BadSetup, match="render mode is one of human, ansi, rgb_array, not 'text'"):
        pettingzoo.env("usa", render_mode="text")
