"""Learning: the same numbers in PyTorch as in NumPy, returns as they should be, and a run that can be resumed."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
import torch

from branchline.cli.main import main
from branchline.learning.improving import Improver
from branchline.learning.learner import Learner, unpack
from branchline.learning.lessons import Lessons, take_lessons
from branchline.learning.network import Network, NumpyArithmetic, Shape
from branchline.learning.returns import advantages, foretold
from branchline.learning.setups import Setup
from branchline.learning.vocabulary import shipped_vocabulary
from branchline.model.errors import BadSetup

SMALL = Shape(part=8, table=16, action=8, rounds=2)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    found = take_lessons(Setup("san_francisco"), seed=1, games=32)
    assert len(found) > 1000
    return found


@pytest.mark.parametrize("text", ["san_francisco/3", "world", "uk/advanced/2"])
def test_numpy_and_torch_judge_alike(text: str) -> None:
    setup = Setup.read(text)
    some = take_lessons(setup, seed=3, games=1)
    learner = Learner(SMALL, shipped_vocabulary(), seed=5)
    parts = learner.parts(setup)
    rows, masks = some.rows[:20], unpack(torch.from_numpy(some.masks[:20]), len(parts["route_of"]))
    with torch.no_grad():
        chances, win, margin = learner(parts, torch.from_numpy(rows), masks)
        arrays = {name: value.numpy() for name, value in learner.weights(torch.float32).items()}
    plain = {name: value.numpy() for name, value in parts.items()}
    found = Network(SMALL, NumpyArithmetic()).judge(arrays, plain, rows, np.nonzero(masks.numpy()))
    likings = torch.full(masks.shape, -1e9)
    likings[masks] = torch.from_numpy(found.liking)
    assert torch.log_softmax(likings, -1)[masks].numpy() == pytest.approx(chances[masks].numpy(), abs=1e-4)
    assert torch.log_softmax(torch.from_numpy(found.win), -1).numpy() == pytest.approx(win.numpy(), abs=1e-4)
    assert found.margin == pytest.approx(margin.numpy(), abs=1e-4)


def test_lessons_are_whole_games_with_their_ends(lessons: Lessons) -> None:
    assert lessons.wins.sum(1) == pytest.approx(np.ones(len(lessons)))
    assert lessons.margins.sum(1) == pytest.approx(np.zeros(len(lessons))), (
        "with two seats, one is ahead by what the other is behind"
    )
    won = lessons.wins[:, 0] > 0.5
    assert (lessons.margins[won, 0] >= 0).all()
    legal = np.unpackbits(lessons.masks, axis=1, bitorder="little")
    assert legal[np.arange(len(lessons)), lessons.actions].all(), "planners do what is legal"


def test_lessons_teach(lessons: Lessons) -> None:
    torch.manual_seed(1)
    learner = Learner(SMALL, shipped_vocabulary(), seed=5)
    parts = learner.parts(Setup("san_francisco"))
    rows, actions = torch.from_numpy(lessons.rows[:500]), torch.from_numpy(lessons.actions[:500])
    masks = unpack(torch.from_numpy(lessons.masks[:500]), len(parts["route_of"]))

    def likelihood() -> float:
        with torch.no_grad():
            return float(learner(parts, rows, masks)[0].gather(1, actions[:, None]).mean())

    before = likelihood()
    told = list(Improver(learner, 128).imitate({Setup("san_francisco"): [lessons]}, 6, 128, 5e-3))
    assert told[-1][0] == 1.0
    assert likelihood() > before + 0.3


def test_advantages_by_hand() -> None:
    """Two seats, one game that is done in the third of four steps."""
    values = torch.tensor([[[0.1, -0.1]], [[0.2, -0.3]], [[0.4, -0.4]], [[0.0, 0.0]]])
    results = torch.zeros_like(values)
    results[2] = torch.tensor([[1.0, -1.0]])
    done = torch.tensor([[False], [False], [True], [False]])
    movers = torch.tensor([[0], [1], [0], [1]])
    after = torch.tensor([[0.5, -0.5]])
    found = advantages(values, results, after.clone(), movers, done, trace=0.5)
    last = 1.0 - 0.4
    expected = [(0.4 - 0.1) + 0.5 * last, -1.0 + 0.3, last, -0.5]
    assert found[:, 0].tolist() == pytest.approx(expected)


def test_what_should_have_been_foretold_by_hand() -> None:
    values = torch.tensor([[[0.5]], [[0.6]], [[0.7]]])
    results = torch.tensor([[[0.0]], [[1.0]], [[0.0]]])
    done = torch.tensor([[False], [True], [False]])
    found = foretold(values, results, torch.tensor([[0.2]]), done, trace=0.5)
    assert found[:, 0, 0].tolist() == pytest.approx([0.6 * 0.5 + 1.0 * 0.5, 1.0, 0.2])


def test_lessons_that_are_too_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "usa", "--folder", str(tmp_path), "--lesson-seconds", "0.01"]) != 0
    assert "no game was over after 0.01 seconds of lessons" in capsys.readouterr().err


def test_a_setup_that_is_none_leaves_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "usa", "--lessons", "usb", "--folder", str(tmp_path / "run")]) != 0
    assert "there is no board 'usb'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command trains, evaluates, and goes on where it stopped."""
    small = "--part 8 --table 16 --rounds 1 --games 8 --steps 6 --workers 1 --chunk 48 --evaluation-games 2"
    command = f"train san_francisco san_francisco/3 --folder {tmp_path} --lesson-games 3 --minutes 0.01 {small}".split()
    assert main(command) == 0
    first = torch.load(tmp_path / "learner.pt", weights_only=True)
    assert first["rollouts"] > 0
    assert main([*command, "--part", "16"]) == 0  # another shape is too late now
    assert "going on after" in capsys.readouterr().out
    second = torch.load(tmp_path / "learner.pt", weights_only=True)
    assert second["rollouts"] > first["rollouts"]
    assert second["decisions"] > first["decisions"]
    assert not torch.equal(second["weights"]["row"], first["weights"]["row"]), "it has learned something"
    with (tmp_path / "curve.csv").open() as file:
        assert [line["setup"] for line in csv.DictReader(file)] == [
            "san_francisco/classic/2",
            "san_francisco/classic/3",
        ] * 2


@pytest.mark.parametrize(
    ("text", "words"),
    [("usa/mega/9", "for 2 to 5 seats, not 9"), ("usa/mega/big/2", "no setup"), ("usb", "there is no board")],
)
def test_setups_that_are_none(text: str, words: str) -> None:
    with pytest.raises(Exception, match=words) as caught:
        Setup.read(text)
    assert isinstance(caught.value, BadSetup) or "board" in words
