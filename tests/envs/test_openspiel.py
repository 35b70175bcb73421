"""The OpenSpiel games pass its own tests on every board and variant, and its algorithms run on them."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import branchline as bl
from branchline.envs import encoding
from branchline.envs.openspiel import BranchlineState, game_name
from tests.envs.every import VARIANTS


def load(board: str, variant: str = "classic", players: int = 2) -> Any:
    return pyspiel.load_game(f"{game_name(board, variant)}(players={players})")


def dealt(game: Any, seed: int, moves: int = 0) -> BranchlineState:
    """A state after the chance nodes and some random moves."""
    rng = np.random.RandomState(seed)
    state: BranchlineState = game.new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or moves > 0):
        moves -= not state.is_chance_node()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(rng.choice(state.legal_actions() if outcomes is None else outcomes)))
    return state


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_its_basic_test_passes(board: str, variant: str) -> None:
    pyspiel.random_sim_test(load(board, variant), num_sims=1, serialize=False, verbose=False)


def test_its_basic_test_passes_with_every_state_written_and_read() -> None:
    pyspiel.random_sim_test(load("san_francisco"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_states_can_be_copied_written_and_read(board: str, variant: str) -> None:
    players = bl.board(board).seats[1]
    state = dealt(load(board, variant, players), seed=2, moves=30)
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(0) == state.observation_tensor(0)
        moved = other.clone()
        moved.apply_action(moved.legal_actions()[0])
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history() != moved.history()


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_resampling_changes_only_what_is_hidden(board: str, variant: str) -> None:
    state = dealt(load(board, variant), seed=3, moves=25)
    player = state.current_player()
    differs = False
    for _ in range(3):
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        differs |= other.information_state_string(1 - player) != state.information_state_string(1 - player)
    assert differs


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_search_runs(board: str, variant: str) -> None:
    game = load(board, variant)
    state = dealt(game, seed=4, moves=10)
    rng = np.random.RandomState(5)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    search = mcts.MCTSBot(game, 2.0, 2, rollouts, random_state=rng)
    assert search.step(state) in state.legal_actions()
    blind = ismcts.ISMCTSBot(game, rollouts, 2.0, 2, random_state=rng, allow_inconsistent_action_sets=True)
    assert blind.step(state) in state.legal_actions()


def test_random_players_play_to_the_end() -> None:
    game = load("san_francisco", players=3)
    state = dealt(game, seed=6)
    rng = np.random.RandomState(7)
    players = [uniform_random.UniformRandomBot(seat, rng) for seat in range(3)]
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].step(state))
    assert state.dealt is not None
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    assert tuple(seat for seat in range(3) if returns[seat] == max(returns)) == state.dealt.scores().winners


def test_a_tensor_is_the_scaled_encoding() -> None:
    state = dealt(load("usa", "mega", 3), seed=8, moves=20)
    of = encoding("usa", "mega", 3)
    assert state.dealt is not None
    for player in range(3):
        expected = of.encode(state.dealt, player) * of.scale
        assert state.observation_tensor(player) == pytest.approx(expected)


def test_same_seed_same_game() -> None:
    one, other = (dealt(load("usa"), seed=9, moves=40) for _ in range(2))
    assert one.information_state_string(0) == other.information_state_string(0)


def test_actions_have_words() -> None:
    state = dealt(load("usa"), seed=1)
    assert state.action_to_string(0, state.legal_actions()[0]).startswith("keep")


def test_a_resampled_state_cannot_be_written_down() -> None:
    state = dealt(load("usa"), seed=1).resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    with pytest.raises(pickle.PicklingError, match="never dealt"):
        pickle.dumps(state)
