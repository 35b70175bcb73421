"""The OpenSpiel games pass its own tests on every board and variant, and its algorithms run on them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import branchline as bl
from branchline.envs import encoding
from branchline.envs.drawn_by_chance import Past
from branchline.envs.openspiel import BranchlineState, game_name, register_all
from branchline.mechanics.cards.face_up_row import FaceUpRow
from tests.envs.every import VARIANTS


def load(board: str, variant: str = "classic", players: int = 2, chance: str = "seed") -> Any:
    return pyspiel.load_game(f"{game_name(board, variant)}(players={players},chance={chance})")


def dealt(game: Any, seed: int, moves: int = 0) -> BranchlineState:
    """A state after the chance nodes and some random moves."""
    rng = np.random.RandomState(seed)
    state: BranchlineState = game.new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or moves > 0):
        moves -= not state.is_chance_node()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(int(rng.choice(state.legal_actions() if outcomes is None else outcomes)))
    return state


BOTH = pytest.mark.parametrize("chance", ["seed", "draws"])


@BOTH
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_its_basic_test_passes(board: str, variant: str, chance: str) -> None:
    pyspiel.random_sim_test(load(board, variant, chance=chance), num_sims=1, serialize=False, verbose=False)


@BOTH
def test_its_basic_test_passes_with_every_state_written_and_read(chance: str) -> None:
    pyspiel.random_sim_test(load("san_francisco", chance=chance), num_sims=1, serialize=True, verbose=False)


@BOTH
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_states_can_be_copied_written_and_read(board: str, variant: str, chance: str) -> None:
    players = bl.board(board).seats[1]
    state = dealt(load(board, variant, players, chance), seed=2, moves=30)
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


# Honest chance


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_draws_come_as_often_as_the_cards_are_many(board: str, variant: str) -> None:
    """Every chance node has the true chances, as nature knows them; the game keeps what chance brought."""
    rng = np.random.RandomState(1)
    state = dealt(load(board, variant, chance="draws"), seed=3)
    nodes = 0
    while nodes < 12 and not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
            continue
        outcomes = state.chance_outcomes()
        assert len(outcomes) > 1
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        game, drawing = state.dealt, state._drawing
        assert game is not None
        assert drawing is not None
        nodes += 1
        if not drawing.of_tickets and not drawing.chosen:  # the chances are those of a deck as it lies there
            market = next(each for each in game._rules.mechanics if isinstance(each, FaceUpRow))
            decks = [list(pile.deck)[: pile.left] for pile in market.piles]
            assert dict(outcomes) in [{kind: deck.count(kind) / len(deck) for kind in set(deck)} for deck in decks]
        outcome = int(rng.choice([each for each, _ in outcomes]))
        seat = game.to_move
        assert seat is not None
        before, words = state.recall(seat), state.action_to_string(pyspiel.PlayerId.CHANCE, outcome)
        state.apply_action(outcome)
        if not state.is_chance_node() and not drawing.of_tickets and not drawing.chosen:
            assert words in state.recall(seat).removeprefix(before)
    assert nodes == 12


def one_step(state: BranchlineState, rng: np.random.RandomState) -> BranchlineState:
    """After the draws of a decision, by their chances."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=chances)))
    return state


class Collector(mcts.Evaluator):  # type: ignore[misc]  # untyped
    """Likes one color, and locomotives three times as much: a sure card is worth more than one drawn blind."""

    def __init__(self, player: int, color: str) -> None:
        self.player, self.color = player, color

    def evaluate(self, state: BranchlineState) -> Any:
        return np.array([(1 - 2 * (seat != self.player)) * self.worth(state) / 100 for seat in range(2)])

    def worth(self, state: BranchlineState) -> int:
        assert state.dealt is not None
        hand = state.dealt.observe(self.player).hand
        return 3 * hand.get("wild", 0) + hand.get(self.color, 0)

    def prior(self, state: BranchlineState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            found: list[tuple[int, float]] = state.chance_outcomes()
            return found
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@pytest.mark.parametrize("chance", ["seed", "draws"])
def test_tree_search_knows_no_more_than_a_player(chance: str) -> None:
    """A blind draw brings a locomotive in one of eight cases, so a sure card of the wanted color is better.

    Plain MCTS that knows the deck (`chance=seed`) draws blind only where that brings as much. With honest chance it
    is not luckier than anybody else.
    """
    game = load("usa", chance=chance)
    blind, lucky, tried = 0, 0, 0
    for seed in range(150):
        rng = np.random.RandomState(seed)
        state = one_step(dealt(game, seed, moves=2), rng)
        assert state.dealt is not None
        row = [card for card in state.dealt.observe(None).market.row if card is not None]
        if state.dealt.observe(state.current_player()).open[-1].question != "turn" or "wild" in row or tried == 60:
            continue
        tried += 1
        player = state.current_player()
        draw = state.dealt.number(bl.DrawCard())
        likes = Collector(player, row[0])
        bot = mcts.MCTSBot(game, 0.3, 200, likes, random_state=rng)
        if bot.step(state) == draw:
            before = likes.worth(state)
            blind += 1
            state.apply_action(draw)
            lucky += likes.worth(one_step(state, rng)) > before
    assert tried == 60
    if chance == "seed":
        assert lucky > 0.7 * blind > 0
    else:
        assert lucky < 0.4 * blind


@BOTH
def test_who_forgets_nothing_knows_more_than_who_looks(chance: str) -> None:
    """Two orders in which the same cards were taken look the same afterward, and are remembered."""
    state = dealt(load("usa", chance=chance), seed=2, moves=30)
    player = state.current_player()
    recalled, seen = state.information_state_string(player), state.observation_string(player)
    assert recalled != seen
    assert recalled.count("CardTaken") > 3
    assert "your hand: " in seen
    assert f"you are seat {player}" in seen


@BOTH
def test_strings_tell_no_secrets(chance: str) -> None:
    """The state's string is a spectator's; a player's strings do not change with what others hold."""
    state = dealt(load("usa", chance=chance), seed=2, moves=25)
    assert "watching" in str(state)
    assert "your hand" not in str(state)
    assert state.dealt is not None
    for player in range(2):
        other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert str(other) == str(state)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert f"CardDrawn(seat={player}, card='" not in other.information_state_string(1 - player)


def test_boards_of_ones_own_are_registered() -> None:
    board = bl.add_board(Path(__file__).parents[2] / "examples/usa_passengers")
    register_all()
    state = dealt(load(board.id, chance="draws"), seed=1, moves=5)
    assert "USA with passengers" in str(state)


def test_a_game_whose_draws_were_chosen_has_no_record() -> None:
    """Its seed tells nothing of them: played again from it, it would be another game."""
    state = dealt(load("usa", chance="draws"), seed=2, moves=20)
    game = state.dealt
    assert game is not None
    for write in (bl.Game.record, bl.to_line, pickle.dumps):
        with pytest.raises(bl.RecordError, match="never began"):
            write(game)
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(state))))
    assert str(again) == str(state)


def test_a_long_past_can_be_written_down() -> None:
    past = None
    for number in range(5000):
        past = Past(past, player=number % 2, words=f"word {number}", only=1 if number == 4000 else None)
    assert past is not None
    again = pickle.loads(pickle.dumps(past))
    for player in (None, 0, 1):
        assert again.seen_by(player) == past.seen_by(player)
