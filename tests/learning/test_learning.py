"""Learning: the same numbers in PyTorch as in NumPy, returns as they should be, and a run that can be resumed."""

from __future__ import annotations

import csv
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from branchline.champions.arithmetic import IMPOSSIBLE, NumpyArithmetic
from branchline.champions.setups import Setup
from branchline.champions.weights import load_weights
from branchline.cli.main import main
from branchline.encodings.encoding import encoding
from branchline.model.errors import BadSetup, UnknownBot
from branchline.model.observation import Observation
from branchline.training.demonstrations import Demonstrations, demonstrate
from branchline.training.improving import Improver
from branchline.training.learner import Learner, unpack
from branchline.training.run import TrainingRun, TrainingSettings
from branchline.training.selfplay import NOBODY, Experience, open_tables, targets_of
from branchline.training.sparring import SparringPartner
from tests.learning.untrained import a_network


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def demonstrations() -> Demonstrations:
    found = demonstrate(Setup("san_francisco"), seed=1, games=32)
    assert len(found) > 1000
    return found


class LastAction:
    """A bot that is easy to recognize."""

    name = "last action"

    def __init__(self, seed: int = 0) -> None:
        """It needs no chance."""

    def decide(self, observation: Observation) -> int:
        return observation.legal[-1]


def test_any_bot_can_demonstrate() -> None:
    setup = Setup("san_francisco")
    found = demonstrate(setup, seed=1, games=2, slips=0.5, teacher=f"{__name__}:LastAction")
    actions = encoding("san_francisco", "classic", 2).actions
    masks = unpack(torch.from_numpy(found.masks), actions).numpy()
    last = actions - 1 - masks[:, ::-1].argmax(-1)
    assert len(found) > 50
    assert (found.actions == last).all()


def test_a_search_can_demonstrate() -> None:
    assert (
        len(demonstrate(Setup("san_francisco"), seed=1, games=1, teacher="search(playouts=2, practice_games=4)")) > 20
    )


@pytest.mark.parametrize("who", ["teacher", "opponent"])
def test_a_bot_that_nobody_knows_is_refused_at_once(tmp_path: Path, who: str) -> None:
    wrong: dict[str, Any] = {who: "plannner"}
    settings = TrainingSettings(["san_francisco"], str(tmp_path / "run"), **wrong)
    with pytest.raises(UnknownBot, match="planner"):
        TrainingRun(settings)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("text", ["san_francisco/3", "world", "uk/advanced/2"])
def test_numpy_and_torch_judge_alike(text: str) -> None:
    setup = Setup.read(text)
    some = demonstrate(setup, seed=3, games=1)
    network = a_network(setup.board, text)
    learner = Learner(network, seed=5)
    rows, bits = some.rows[:20], torch.from_numpy(some.masks[:20])
    masks = unpack(bits, encoding(setup.board, setup.variant, setup.seats).actions)
    with torch.no_grad():
        chances, win, margin = learner(setup, torch.from_numpy(rows), bits)
        arrays = {name: value.numpy() for name, value in learner.weights(torch.float32).items()}
    parts = network.read(setup.board, setup.variant, setup.seats)
    found = network.judge(NumpyArithmetic(), arrays, parts, rows, masks.numpy())
    likings = torch.from_numpy(found.liking)
    assert (likings[~masks] == IMPOSSIBLE).all()
    assert torch.log_softmax(likings, -1)[masks].numpy() == pytest.approx(chances[masks].numpy(), abs=1e-4)
    assert torch.log_softmax(torch.from_numpy(found.win), -1).numpy() == pytest.approx(win.numpy(), abs=1e-4)
    assert found.margin == pytest.approx(margin.numpy(), abs=1e-4)


def test_demonstrations_are_whole_games_with_their_ends(demonstrations: Demonstrations) -> None:
    assert demonstrations.wins.sum(1) == pytest.approx(np.ones(len(demonstrations)))
    assert demonstrations.margins.sum(1) == pytest.approx(np.zeros(len(demonstrations))), (
        "with two seats, one is ahead by what the other is behind"
    )
    won = demonstrations.wins[:, 0] > 0.5
    assert (demonstrations.margins[won, 0] >= 0).all()
    legal = np.unpackbits(demonstrations.masks, axis=1, bitorder="little")
    assert legal[np.arange(len(demonstrations)), demonstrations.actions].all(), "planners do what is legal"


def test_demonstrations_teach(demonstrations: Demonstrations) -> None:
    torch.manual_seed(1)
    setup = Setup("san_francisco")
    learner = Learner(a_network("san_francisco"), seed=5)
    few = Demonstrations(*(getattr(demonstrations, field.name)[:400] for field in fields(demonstrations)))
    rows, actions, masks = (torch.from_numpy(array) for array in (few.rows, few.actions, few.masks))

    def likelihood() -> float:
        with torch.no_grad():
            return float(learner(setup, rows, masks)[0].gather(1, actions[:, None]).mean())

    before = likelihood()
    told = list(Improver(learner, 128).imitate({setup: [few]}, 6, 64, 1e-2))
    assert told[-1][0] == 1.0
    assert likelihood() > before + 0.3


def test_it_can_be_made_surer(demonstrations: Demonstrations) -> None:
    """Everything is liked that many times as much, and what is predicted stays the same."""
    setup = Setup("san_francisco")
    learner = Learner(a_network("san_francisco"), seed=5)
    rows, masks = (torch.from_numpy(array[:50]) for array in (demonstrations.rows, demonstrations.masks))
    legal = unpack(masks, encoding("san_francisco", "classic", 2).actions)
    with torch.no_grad():
        chances, win, _ = learner(setup, rows, masks)
        learner.make_surer(2.0)
        surer, same, _ = learner(setup, rows, masks)
    assert torch.equal(win, same)
    expected = torch.log_softmax((2 * chances).masked_fill(~legal, IMPOSSIBLE), -1)
    assert torch.allclose(surer[legal], expected[legal], atol=1e-4)


def test_ends_of_demonstrations_are_learned_once(demonstrations: Demonstrations) -> None:
    """A second pass teaches moves alone: the ends of games that were seen before would be learned by heart."""
    setup = Setup("san_francisco")
    some = {field.name: torch.from_numpy(getattr(demonstrations, field.name)) for field in fields(demonstrations)}
    for first_pass in (True, False):
        learner = Learner(a_network("san_francisco"), seed=5)
        before = {name: value.clone() for name, value in learner.weights(torch.float32).items()}
        improver = Improver(learner, 100)
        improver._set_rate(1e-3)
        improver._imitate(setup, some, torch.arange(100), first_pass)
        after = learner.weights(torch.float32)
        assert not torch.equal(after["san_francisco act_out"], before["san_francisco act_out"])
        assert torch.equal(after["san_francisco win_out"], before["san_francisco win_out"]) != first_pass


def test_what_should_have_been_predicted_by_hand() -> None:
    """Two seats, one game that is done in the third of five steps; then seat 1 looks."""
    views = torch.tensor([[[0.1, -0.1]], [[0.2, -0.3]], [[0.4, -0.4]], [[0.0, 0.0]], [[0.3, -0.3]]])
    results = torch.zeros_like(views)
    results[2] = torch.tensor([[1.0, -1.0]])
    done = torch.tensor([[False], [False], [True], [False], [False]])
    movers = torch.tensor([[0], [1], [0], [1], [0]])
    after, looks = torch.tensor([[0.5, -0.5]]), torch.tensor([1])
    found, known = targets_of(views, results, after, movers, looks, done, trace=0.75)
    first = 0.25 * 0.4 + 0.75 * 1.0  # seat 0 is judged by its own next view and what that should have been
    assert found[:3, 0].tolist() == [pytest.approx([first, -first]), [1.0, -1.0], [1.0, -1.0]]
    assert found[3, 0].tolist() == [0.5, -0.5], "seat 1 looks after the last step"
    assert known[:, 0].tolist() == [True, True, True, True, False], "seat 0 does not"


def test_sparring_partners_have_the_other_seats() -> None:
    learner = Learner(a_network("san_francisco/3"), seed=1)
    tables = open_tables(Setup("san_francisco", seats=3), 4, 60, 1, 1, torch.device("cpu"), sparring_every=2)
    for t in range(60):
        for table in tables:
            if t > 0:
                table.see(t - 1)
            table.decide(t, learner, None)
    for table in tables:
        table.see(59)
    assert sum(int(table.done.sum()) for table in tables) > 0
    styles = {SparringPartner(seed).name for seed in range(20)}
    assert styles == {"planner", "steady planner", "hasty planner", "hoarding planner", "blocking planner"}
    for table in tables:
        for g in range(table.games):
            ends = table.done[:, g].nonzero()[:, 0].tolist()
            first = table.seat[: ends[0] + 1 if ends else None, g]
            seats = 3 if table.selfplay[g] else 1
            assert len(set(first.tolist())) == seats, "with sparring partners the learner has one seat"
        assert table.selfplay.sum() == 1
        table.seat_guest(True)
        assert (table.guest[~table.selfplay] == NOBODY).all(), "past selves sit where there are no sparring partners"
        table.seat_guest(False)
        one = table.experience(learner, 0.97, 0.5)
        assert len(one) > 0.9 * table.seat.numel(), "only decisions after a game's last view are left out"


def _experience(learner: Learner, demonstrations: Demonstrations) -> Experience:
    """Some decisions, of which every other one went better than was expected."""
    setup = Setup("san_francisco")
    rows, masks, actions = (
        torch.from_numpy(array[:200]) for array in (demonstrations.rows, demonstrations.masks, demonstrations.actions)
    )
    with torch.no_grad():
        chances = learner(setup, rows, masks)[0].gather(1, actions[:, None])[:, 0]
    went = torch.tensor([1.0, -1.0]).repeat(100)
    ends = (torch.from_numpy(array[:200]) for array in (demonstrations.wins, demonstrations.margins))
    return Experience(setup, rows, masks, actions, chances, went, *ends)


def test_what_went_well_is_done_more_often(demonstrations: Demonstrations) -> None:
    torch.manual_seed(1)
    learner = Learner(a_network("san_francisco"), seed=5)
    one = _experience(learner, demonstrations)
    figures = Improver(learner, 100).improve([one], epochs=8, rate=3e-3, openness=0.0)
    with torch.no_grad():
        moved = learner(one.setup, one.rows, one.masks)[0].gather(1, one.actions[:, None])[:, 0] - one.chances
    choice = torch.from_numpy(np.unpackbits(demonstrations.masks[:200], axis=1).sum(1) > 1)
    assert moved[(one.advantages > 0) & choice].mean() > 0.05
    assert moved[(one.advantages < 0) & choice].mean() < -0.05
    assert 0 < figures.moved < 0.5


def test_predicting_alone_leaves_the_choices(demonstrations: Demonstrations) -> None:
    learner = Learner(a_network("san_francisco"), seed=5)
    before = {name: value.clone() for name, value in learner.weights(torch.float32).items()}
    improver = Improver(learner, 100)
    improver.improve([_experience(learner, demonstrations)], epochs=1, rate=3e-3, openness=0.1, predict_only=True)
    after = learner.weights(torch.float32)
    assert torch.equal(after["san_francisco act_out"], before["san_francisco act_out"])
    assert not torch.equal(after["san_francisco win_out"], before["san_francisco win_out"])


def test_demonstrations_that_are_too_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "run", "usa", "--folder", str(tmp_path), "--demonstration-seconds", "0.01"]) != 0
    assert "no game was over after 0.01 seconds of demonstrations" in capsys.readouterr().err


def test_a_setup_that_is_none_leaves_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "run", "usa", "--demonstrations", "usb", "--folder", str(tmp_path / "run")]) != 0
    assert "there is no board 'usb'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command trains, evaluates, and goes on where it stopped."""
    small = "--width 16 --blocks 1 --games 8 --steps 6 --workers 1 --chunk 48 --evaluation-games 2"
    length = "--demonstration-games 3 --minutes 0.01 --evaluate 0.01"  # it is judged once at the end, not twice
    command = f"train run san_francisco san_francisco/3 --folder {tmp_path} {length} {small}".split()
    assert main(command) == 0
    first = torch.load(tmp_path / "learner.pt", weights_only=True)
    assert first["rollouts"] > 0
    told = capsys.readouterr().out
    assert "evaluating in 2 games against planner" in told
    assert "demonstrations by planner" in told
    assert main([*command, "--width", "8"]) == 2  # another shape is too late now
    assert "was begun with --width 16, not 8" in capsys.readouterr().err
    assert main([word.replace("san_francisco/3", "germany") for word in command]) == 2
    assert "is not for germany/classic/2" in capsys.readouterr().err
    assert main(command) == 0
    assert "going on after" in capsys.readouterr().out
    picture = (tmp_path / "curve.svg").read_text()
    assert picture.count("<circle") == 4
    assert "san_francisco/classic/3" in picture
    second = torch.load(tmp_path / "learner.pt", weights_only=True)
    assert second["rollouts"] > first["rollouts"]
    assert second["decisions"] > first["decisions"]
    assert not torch.equal(second["weights"]["row"], first["weights"]["row"]), "it has learned something"
    with (tmp_path / "curve.csv").open() as file:
        assert [line["setup"] for line in csv.DictReader(file)] == [
            "san_francisco/classic/2",
            "san_francisco/classic/3",
        ] * 2


def test_setups_take_turns_and_a_run_begins_with_kept_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = "--width 16 --blocks 1 --games 8 --steps 6 --workers 1 --chunk 48 --evaluation-games 2"
    setups = "san_francisco san_francisco san_francisco/3"
    command = f"train run {setups} --turns --demonstration-games 3 --minutes 0.01 {small} --folder"
    assert main([*command.split(), str(tmp_path / "first")]) == 0
    with (tmp_path / "first" / "curve.csv").open() as file:
        assert [line["setup"] for line in csv.DictReader(file)] == [
            "san_francisco/classic/2",
            "san_francisco/classic/3",
        ]
    kept = tmp_path / "first" / "champion.npz"
    capsys.readouterr()
    still = ["--minutes", "0", "--begin-with", str(kept)]
    assert main([*command.split(), str(tmp_path / "second"), *still]) == 0
    assert "decisions of planners" not in capsys.readouterr().out, "it has learned from planners already"
    first, second = (load_weights(tmp_path / name / "champion.npz").arrays for name in ("first", "second"))
    assert all(np.allclose(first[name], second[name], atol=1e-3) for name in first)
    assert main([*command.split(), str(tmp_path / "first"), *still]) == 0
    assert f"{kept}isnotread" in "".join(capsys.readouterr().out.split()), "the folder has a run already"
    assert main([*command.split(), str(tmp_path / "first"), "--total-minutes", "0.001"]) != 0
    assert "--total-minutes 0.001 are over: this run had 0.0 before" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [("usa/mega/9", "for 2 to 5 seats, not 9"), ("usa/mega/big/2", "no setup"), ("usb", "there is no board")],
)
def test_setups_that_are_none(text: str, words: str) -> None:
    with pytest.raises(Exception, match=words) as caught:
        Setup.read(text)
    assert isinstance(caught.value, BadSetup) or "board" in words
