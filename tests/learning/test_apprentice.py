"""Apprentices: small networks that play like a champion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from branchline import new_game
from branchline.bots import make_bot
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, load_weights
from branchline.cli.main import main
from branchline.model.errors import BadSetup
from branchline.training.apprentice import ApprenticeSettings, Apprenticeship, Lesson, leave_decisions
from branchline.training.demonstrations import Demonstrations, demonstrate
from branchline.training.improving import Improver
from branchline.training.learner import Learner
from tests.learning.untrained import a_network

BOARD = "san_francisco"


@pytest.fixture(scope="module")
def champion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has watched a few games, so that it has likings worth learning."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    learner = Learner(a_network(BOARD, f"{BOARD}/3"), seed=1)
    seen = {Setup(BOARD): [demonstrate(Setup(BOARD), seed=1, games=32)]}
    for _ in Improver(learner, 128).imitate(seen, 4, 128, 5e-3):
        pass
    arrays = {name: value.detach().numpy() for name, value in learner.weights(torch.float32).items()}
    path = tmp_path_factory.mktemp("champion") / "champion.npz"
    Weights(learner.network, arrays, {"made": "for a test"}).save(path)
    return path


@pytest.fixture(scope="module")
def both(champion: Path) -> Path:
    """With an apprentice."""
    out = champion.parent / "both.npz"
    settings = ApprenticeSettings(
        str(champion), str(out), [BOARD], seconds=600, processes=1, width=32, chunk=128, rate=1e-2, device="cpu"
    )
    Apprenticeship(settings, tell=lambda _: None).run(games=8)
    return out


def test_it_answers_as_the_champion_does(both: Path) -> None:
    weights = load_weights(both)
    assert weights.apprentice is not None
    judge, apprentice = Judge(weights), Judge(weights.apprentice)
    game, planner = new_game(BOARD, seats=2, seed=77), make_bot("planner", 1)
    alike, choices = [], []
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        if len(seen.legal) > 4:
            alike.append(judge.look(seen).chances.argmax() == apprentice.look(seen).chances.argmax())
            choices.append(len(seen.legal))
        game.apply(planner.decide(seen))
    assert len(alike) > 20
    assert np.mean(alike) > 0.4
    assert np.mean(alike) > 4 * np.mean([1 / count for count in choices]), "far more often than by chance"


def test_the_champion_stays_what_it_was(champion: Path, both: Path) -> None:
    before, after = load_weights(champion), load_weights(both)
    assert after.story == before.story
    assert all(np.array_equal(after.arrays[name], array) for name, array in before.arrays.items())
    assert before.apprentice is None
    assert after.apprentice is not None
    assert after.apprentice.story["decisions"] > 100
    assert 0 < after.apprentice.story["alike"] <= 1
    assert after.apprentice.story["file"] == champion.name, "its folder is nobody's business"
    assert after.apprentice.network.plays(BOARD, "classic", 2)
    assert not after.apprentice.network.plays(BOARD, "classic", 3), "only what it was taught"


def test_files_keep_it(both: Path, tmp_path: Path) -> None:
    """Exactly, however often they are written."""
    once = load_weights(both)
    once.save(tmp_path / "again.npz")
    twice = load_weights(tmp_path / "again.npz")
    assert once.apprentice is not None
    assert twice.apprentice is not None
    for name, array in once.apprentice.arrays.items():
        assert np.array_equal(twice.apprentice.arrays[name], array)
    assert twice.apprentice.story == once.apprentice.story


def test_a_file_with_half_an_apprentice(both: Path, tmp_path: Path) -> None:
    with np.load(both) as kept:
        arrays = dict(kept)
    del arrays[f"apprentice_weights_{BOARD} in"]
    np.savez(tmp_path / "half.npz", **arrays)
    with pytest.raises(BadNetwork, match="holds no trained network"):
        load_weights(tmp_path / "half.npz")


def test_lessons_show_what_the_champion_likes_best(champion: Path, tmp_path: Path) -> None:
    """Alone and among planners; what is done is now and then something else, but never what is learned."""
    setup, folder = leave_decisions(Lesson(str(champion), Setup(BOARD, seats=3), 5, 600, 4, str(tmp_path / "lesson")))
    seen = Demonstrations.load(Path(folder))
    weights = load_weights(champion)
    learner = Learner(weights.network)
    learner.take(weights.arrays)
    assert len(seen) > 200
    with torch.no_grad():
        chances = learner(setup, torch.from_numpy(seen.rows), torch.from_numpy(seen.masks))[0]
    assert np.array_equal(chances.argmax(-1).numpy(), seen.actions)


def test_what_cannot_have_one(tmp_path: Path, champion: Path) -> None:
    with pytest.raises(BadSetup, match="there is no such folder"):
        Apprenticeship(ApprenticeSettings(str(champion), str(tmp_path / "nowhere" / "out.npz")))
    with pytest.raises(BadNetwork, match="has not learned usa"):
        Apprenticeship(ApprenticeSettings(str(champion), str(tmp_path / "out.npz"), ["usa"]))


def test_the_command(champion: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.npz"
    few = ["--seconds", "0", "--processes", "1", "--width", "8", "--passes", "1", "--device", "cpu"]
    assert main(["train", "apprentice", str(champion), "--out", str(out), "--setups", BOARD, *few]) == 0
    assert "answered alike" in capsys.readouterr().out
    assert load_weights(out).apprentice is not None
    assert main(["train", "apprentice", str(champion), "--out", str(out), "--width", "0"]) == 2
    assert "--width is at least 1" in capsys.readouterr().err
