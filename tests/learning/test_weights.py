"""Files of networks: bad ones get a clear error."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.envs.neural import BadAgent
from branchline.learning.weights import load_weights
from tests.learning.untrained import some_weights


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadAgent, match="there is no file nowhere"):
        load_weights("nowhere.npz")


def test_a_file_that_holds_something_else(tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    file.write_bytes(b"not a network")
    with pytest.raises(BadAgent, match="holds no trained network"):
        load_weights(file)


def test_a_network_of_another_version(tmp_path: Path) -> None:
    file = tmp_path / "old.npz"
    some_weights().save(file)
    with np.load(file) as kept:
        arrays = dict(kept)
    facts = json.loads(str(arrays["facts"]))
    arrays["facts"] = np.array(json.dumps(facts | {"encoding": 1}))
    np.savez(file, **arrays)
    with pytest.raises(BadAgent, match="trained with version 1 of the encoding"):
        load_weights(file)


def test_it_plays_whole_games(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    some_weights().save(file)
    for board in ("san_francisco", "uk"):
        bots = [make_bot(f"champion({file}, temperature={heat})", seed=1) for heat in (0, 1)]
        assert play_match(board, "classic", bots, seed=2, events=False).is_over


def test_what_it_plays_can_be_repeated(tmp_path: Path) -> None:
    file = tmp_path / "champion.npz"
    some_weights().save(file)
    games = []
    for _ in range(2):
        bots = [make_bot(f"champion({file}, temperature=1)", seed=seat) for seat in range(2)]
        games.append(play_match("san_francisco", "classic", bots, seed=2, events=False).decisions)
    assert games[0] == games[1]
