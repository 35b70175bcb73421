"""Finishing: heads learn to predict, and choices stay what they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from branchline import new_game
from branchline.bots import make_bot
from branchline.champions.judge import Judge
from branchline.champions.setups import Setup
from branchline.champions.weights import load_weights
from branchline.cli.main import main
from branchline.model.observation import Observation
from branchline.training.finishing import Finishing, FinishingSettings, Positions, gather
from branchline.training.heads import Heads
from branchline.training.learner import TorchArithmetic
from branchline.training.watched_games import LINEUPS, Job
from tests.learning.untrained import a_network, some_weights

SETUP = Setup("san_francisco")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned nothing, with an apprentice that has not either."""
    path = tmp_path_factory.mktemp("finishing") / "champion.npz"
    apprentice = some_weights(a_network("san_francisco"), seed=1)
    replace(some_weights(a_network("san_francisco", "san_francisco/3")), apprentice=apprentice).save(path)
    return path


@pytest.fixture(scope="module")
def finished(file: Path) -> Path:
    """The same after a short last touch."""
    out = file.parent / "finished.npz"
    settings = FinishingSettings(str(file), str(out), ["san_francisco"], games=48, batch=48, processes=1)
    settings.rate, settings.chunk, settings.device = 5e-3, 128, "cpu"
    Finishing(settings, lambda _: None).run()
    return out


def _some_views(board: str, seats: int, count: int, every: int = 9) -> list[Observation]:
    """What seats see along a game of a planner."""
    found: list[Observation] = []
    game = new_game(board, seats=seats, seed=4)
    bot = make_bot("planner", 1)
    while (seat := game.to_move) is not None and len(found) < count:
        if len(game.decisions) % every == every - 1:
            found.append(game.observe(seat))
        game.apply(bot.decide(game.observe(seat)))
    return found


def test_positions_tell_the_truth(file: Path) -> None:
    found = gather(Job(str(file), Setup("san_francisco", seats=3), 0, 24))
    assert set(found.lineups) == set(range(len(LINEUPS)))
    assert found.wins.sum(1) == pytest.approx(np.ones(len(found)))
    again = gather(Job(str(file), Setup("san_francisco", seats=3), 0, 24))
    assert np.array_equal(found.rows, again.rows)
    other = gather(Job(str(file), Setup("san_francisco", seats=3), 1, 24))
    assert not set(found.games) & set(other.games)


def test_its_choices_are_exactly_what_they_were(file: Path, finished: Path) -> None:
    before, after = load_weights(file), load_weights(finished)
    changed = {name for name, array in before.arrays.items() if not np.array_equal(array, after.arrays[name])}
    assert changed <= {f"san_francisco {name}" for name in ("seat_hidden", "seat_bias", "win_out", "margin_out")}
    for seen in _some_views("san_francisco", 2, 4):
        one, other = Judge(before).look(seen), Judge(after).look(seen)
        assert np.array_equal(one.chances, other.chances)
        assert not np.array_equal(one.wins, other.wins)


def test_its_apprentice_is_still_there(file: Path, finished: Path) -> None:
    """As its choices are what they were, it still plays like it."""
    before, after = load_weights(file).apprentice, load_weights(finished).apprentice
    assert before is not None
    assert after is not None
    assert all(np.array_equal(after.arrays[name], array) for name, array in before.arrays.items())


def test_predictions_get_better_on_games_held_out(file: Path, tmp_path: Path) -> None:
    settings = FinishingSettings(str(file), str(tmp_path / "out.npz"), ["san_francisco"], device="cpu")
    finishing = Finishing(settings, lambda _: None)
    found = Positions.join([gather(Job(str(file), SETUP, number, 72, seed=1)) for number in range(3)])
    planners = found.some(found.lineups == LINEUPS.index("planner"))  # who has learned nothing takes tickets at random
    out = planners.games % 10 == 0
    near, held_out = finishing.bring(SETUP, planners.some(~out)), finishing.bring(SETUP, planners.some(out))
    heads = Heads(finishing.learner, finishing.network, ["san_francisco"])
    before = heads.figures({SETUP: held_out})
    for _ in heads.learn({SETUP: near}, {SETUP: held_out}, 8, 64, 5e-4):
        pass
    heads.put_back({SETUP: held_out})
    after = heads.figures({SETUP: held_out})
    assert sum(after.wins) < sum(before.wins)
    assert after.margin < before.margin


def test_it_is_as_sure_as_usual_games_show(file: Path, tmp_path: Path) -> None:
    """They have no slips and no strange styles, and there is one for eight to learn from."""
    settings = FinishingSettings(str(file), str(tmp_path / "out.npz"), ["san_francisco"], games=480, batch=12)
    settings.device = "cpu"
    finishing = Finishing(settings, lambda _: None)
    varied, usual = list(finishing._jobs(SETUP, True)), list(finishing._jobs(SETUP, False))
    assert (len(varied), len(usual)) == (40, 5)
    assert all(job.varied for job in varied)
    assert not any(job.varied for job in usual)
    near = finishing.bring(SETUP, gather(usual[0]))
    heads = Heads(finishing.learner, finishing.network, ["san_francisco"])
    win, _ = finishing.network.predict(
        TorchArithmetic(), heads.weights, finishing.learner.parts(SETUP), near.inner.float()
    )
    before = heads.weights["san_francisco win_out"].detach().clone()
    near.wins = torch.softmax(0.8 * win, -1).detach()  # who wins is less sure than it thinks
    heads.put_back({SETUP: near})
    assert torch.allclose(heads.weights["san_francisco win_out"], 0.8 * before)


def test_it_can_be_finished_again(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.set_num_threads(1)
    out = tmp_path / "again.npz"
    words = [str(finished), "--setups", "san_francisco/3", "--games", "12", "--batch", "12", "--passes", "1"]
    assert main(["train", "finish", *words, "--processes", "1", "--device", "cpu", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "positions of 12 games" in told
    weights = load_weights(out)
    assert weights.story["finished"]["games"] == 12
    assert weights.story["finished"]["out"] == "again.npz", "its folder is nobody's business"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--setups", "usa"], "has not learned usa/classic/2"),
        (["--out", "nowhere/at/all.npz"], "no such folder"),
        (["--passes", "0"], "--passes is at least 1, not 0"),
        (["--batch", "3"], "--batch is at least 12, not 3"),
        (["--device", "toaster"], "--device is cpu or cuda, not 'toaster'"),
    ],
)
def test_what_cannot_be_done(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    assert main(["train", "finish", str(file), "--out", str(tmp_path / "out.npz"), *words]) == 2
    assert error in " ".join(capsys.readouterr().err.split())
