"""Files of networks: bad ones get a clear error."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from branchline import new_game
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.weights import load_weights
from branchline.encodings.encoding import encoding
from tests.learning.untrained import a_network, some_weights


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadNetwork, match="there is no file nowhere"):
        load_weights("nowhere.npz")


def test_a_file_that_holds_something_else(tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    file.write_bytes(b"not a network")
    with pytest.raises(BadNetwork, match="holds no trained network"):
        load_weights(file)


def test_a_network_of_another_version(tmp_path: Path) -> None:
    file = tmp_path / "old.npz"
    some_weights(a_network("san_francisco")).save(file)
    with np.load(file) as kept:
        arrays = dict(kept)
    facts = json.loads(str(arrays["facts"]))
    arrays["facts"] = np.array(json.dumps(facts | {"encoding": 1}))
    np.savez(file, **arrays)
    with pytest.raises(BadNetwork, match="trained with version 1 of the encoding"):
        load_weights(file)


def test_it_plays_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    some_weights(a_network("san_francisco", "uk")).save(file)
    for board in ("san_francisco", "uk"):
        bots = [make_bot(f"champion({file}, temperature={heat})", seed=1) for heat in (0, 1)]
        assert play_match(board, "classic", bots, seed=2, events=False).is_over


def test_what_it_plays_can_be_repeated(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    some_weights(a_network("san_francisco")).save(file)
    games = []
    for _ in range(2):
        bots = [make_bot(f"champion({file}, temperature=1)", seed=seat) for seat in range(2)]
        games.append(play_match("san_francisco", "classic", bots, seed=2, events=False).decisions)
    assert games[0] == games[1]


def test_a_a_network_plays_what_it_was_made_for(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    some_weights(a_network("san_francisco", "san_francisco/3", "uk/advanced/2")).save(file)
    for board, variant, seats in (("san_francisco", "classic", 3), ("uk", "advanced", 2)):
        bots = [make_bot(f"champion({file}, temperature=1)", seed=seat) for seat in range(seats)]
        assert play_match(board, variant, bots, seed=2, events=False).is_over
    with pytest.raises(BadNetwork, match="has not learned uk/classic/2; it has learned san_francisco/classic/2"):
        make_bot(f"champion({file})", 1).prepare("uk", "classic", 2)  # type: ignore[attr-defined]


def test_setups_of_a_board_share_their_weights() -> None:
    """What a number or an action means does not depend on how many seats there are."""
    network = a_network("usa", "usa/4")
    two, four = (network.read("usa", "classic", seats) for seats in (2, 4))
    assert set(two["inputs"]) < set(four["inputs"])
    assert two["actions"] is four["actions"] is None, "they have the same actions"
    mixed = a_network("uk", "uk/advanced/2")
    fewer, more = (mixed.read("uk", variant, 2)["actions"] for variant in ("classic", "advanced"))
    assert set(fewer) < set(more), "the advanced variant has some more"
    assert [len(fewer), len(more)] == [encoding("uk", variant, 2).actions for variant in ("classic", "advanced")]
    assert [name for name in network.weight_shapes() if not name.startswith("usa ")] == []


def test_eight_bits_are_enough(tmp_path: Path) -> None:
    weights = some_weights(a_network("usa"))
    weights.save(tmp_path / "small.npz")
    kept = load_weights(tmp_path / "small.npz")
    for name, array in weights.arrays.items():
        allowed = np.abs(array).max(0) / 127 / 2 * 1.001 if array.ndim > 1 else np.abs(array) / 1024
        assert (np.abs(kept.arrays[name] - array) <= allowed + 1e-7).all(), name
    game = new_game("usa", seats=2, seed=3)
    one, other = (Judge(some).look(game.observe(game.to_move)) for some in (weights, kept))
    assert np.abs(one.chances - other.chances).max() < 0.03
    assert np.abs(one.wins - other.wins).max() < 0.03
