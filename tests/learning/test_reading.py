"""A network reads every number of every encoding, on every board, and boards that it has never seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from branchline import new_game
from branchline.boards import registry
from branchline.envs.encoding import encoding
from branchline.learning.champion import Judge
from branchline.learning.networks.arithmetic import NumpyArithmetic
from branchline.learning.networks.parts import Parts, parts_of
from branchline.learning.networks.vocabulary import Vocabulary, shipped_vocabulary
from branchline.learning.networks.weights import load_weights
from tests.learning.untrained import some_weights

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS_OF_GAMES = [(board.id, variant) for board in registry.boards() for variant in board.variants]


@pytest.mark.parametrize(("board", "variant"), KINDS_OF_GAMES)
def test_every_number_of_an_encoding_is_read(board: str, variant: str) -> None:
    for seats in registry.board(board).seats:
        parts = parts_of(board, variant, seats, shipped_vocabulary())
        read = {int(place) for places in parts.moving.values() for place in places.flat}
        assert read >= set(range(parts.of.size)), "all numbers of the encoding are features of some part"


@pytest.mark.parametrize(("board", "variant"), KINDS_OF_GAMES)
def test_every_action_is_told_from_every_other(board: str, variant: str) -> None:
    parts = parts_of(board, variant, registry.board(board).seats[0], shipped_vocabulary())
    alike: dict[tuple[object, ...], list[int]] = {}
    for number in range(parts.of.actions):
        features = tuple(parts.fixed["action"][number])
        about = (parts.route_of[number], parts.place_of[number], parts.cards_of[number], parts.choice_of[number])
        alike.setdefault((*about, features), []).append(number)
    confused = [numbers for numbers in alike.values() if len(numbers) > 1]
    told = [[parts.of.action(number, ("a", "b", "c", "d", "e")) for number in numbers] for numbers in confused]
    # Pairs of several colors differ in how many cards of each, which a network need not tell apart.
    assert all(type(action).__name__ == "ClaimWithPairs" for some in told for action in some), told[:3]


def test_a_board_that_it_has_never_seen() -> None:
    judge = Judge(some_weights())
    for name in ("own_board", "tunnels", "usa_passengers", "house_rules"):
        board = registry.board(str(EXAMPLES / name))
        game = new_game(board.id, variant=next(iter(board.variants)), seats=2, seed=1)
        look = judge.look(game.observe(game.to_move))
        assert look.legal == tuple(game.legal_actions())
        assert look.chances.sum() == pytest.approx(1, abs=1e-5)
        assert look.wins.sum() == pytest.approx(1, abs=1e-5)


def test_names_that_are_not_known_are_left_out() -> None:
    known = shipped_vocabulary()
    smaller = Vocabulary(
        {kind: tuple(name for name in names if "shares" not in name) for kind, names in known.moving.items()},
        known.fixed,
        known.known,
    )
    parts = Parts(encoding("pennsylvania", "classic", 2), smaller)
    everything = Parts(encoding("pennsylvania", "classic", 2), known)
    assert parts.moving["seat"].shape[1] < everything.moving["seat"].shape[1]


def test_seats_are_told_in_the_order_of_the_game() -> None:
    """What seat 1 thinks of its own chances stands in place 1."""
    judge = Judge(some_weights())
    game = new_game("usa", seats=3, seed=5)
    of, parts = judge.prepare("usa", "classic", 3)
    for seat in range(3):
        seen = game.observe(seat)
        row, mask = of.encode_observation(seen)[None], of.mask(seen.legal).astype(bool)[None]
        own = judge.weights.network.judge(NumpyArithmetic(), judge.weights.arrays, parts, row, mask).margin[0]
        assert judge.look(seen).leads[seat] == pytest.approx(100 * own[0], rel=1e-5)


def test_a_network_that_knows_vocabularies_by_name_survives_its_file(tmp_path: Path) -> None:
    weights = some_weights()
    weights.save(tmp_path / "some.npz")
    kept = load_weights(tmp_path / "some.npz")
    assert kept.network.as_dict() == weights.network.as_dict()
    game = new_game("world", seats=2, seed=3)
    one, other = (Judge(some).look(game.observe(game.to_move)) for some in (weights, kept))
    assert np.abs(one.chances - other.chances).max() < 0.01, "eight bits are enough"
