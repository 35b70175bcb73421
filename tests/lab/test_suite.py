"""The suite: tasks that stay the same, and result files that anybody can play again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from branchline.cli.main import main
from branchline.lab import suite

SMALL = ["mega-3", "uk-advanced-2"]  # which no champion follows, so that luck is quickly measured
Plain = dict[str, Any]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a bot that is as good as its opponents, with luck taken out."""
    path = tmp_path_factory.mktemp("suite") / "steady.jsonl"
    suite.run("planner(steady)", path, deals=2, tasks=SMALL, luck=True, processes=0)
    return path


@pytest.mark.parametrize("task", suite.TASKS.values(), ids=lambda task: task.name)
def test_the_tasks_stay_the_same(task: suite.Task) -> None:
    """If this fails, rules or opponents play otherwise: raise `suite.VERSION`, and set the digests again."""
    assert suite.digest(task) == task.digest


def test_every_deal_is_played_in_each_seat_and_comes_true(kept: Path) -> None:
    games = suite.read(kept)[1]
    assert [game.place for game in games] == sorted(
        (name, deal, seat) for name in SMALL for deal in range(2) for seat in range(suite.TASKS[name].seats)
    )
    assert suite.verify(kept, processes=0) == len(games) == 10
    for found in suite.results(kept):
        assert found.wins.low <= sum(game.win for game in found.games) / len(found.games) <= found.wins.high
        assert found.play is not None


def test_a_stopped_run_goes_on(kept: Path, tmp_path: Path) -> None:
    lines = kept.read_text().splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_text("".join(lines[:9]))
    seen: list[tuple[int, int]] = []
    suite.run(
        "planner(steady)", part, deals=2, tasks=SMALL, luck=True, processes=0, progress=lambda *at: seen.append(at)
    )
    assert seen[0] == (8, 10)
    assert seen[-1] == (10, 10)
    untimed = [[{**json.loads(line), "milliseconds": 0} for line in sorted(text)] for text in (lines[1:], _games(part))]
    assert sorted(untimed[0], key=str) == sorted(untimed[1], key=str)
    with pytest.raises(suite.SuiteError, match="holds other results"):
        suite.run("random", part, deals=2, tasks=SMALL)


def _games(path: Path) -> list[str]:
    return path.read_text().splitlines()[1:]


def _won(game: Plain) -> None:
    game["win"] = 1.0 - game["win"]


def _ahead(game: Plain) -> None:
    game["margin"] += 1


def _another_move(game: Plain) -> None:
    game["decisions"][0] += 1


def _longer(game: Plain) -> None:
    game["decisions"].append(0)


def _shorter(game: Plain) -> None:
    game["decisions"].pop()


def _luckless(game: Plain) -> None:
    game["play"] += 0.01


@pytest.mark.parametrize("forge", [_won, _ahead, _another_move, _longer, _shorter, _luckless])
def test_a_forged_game_is_found(kept: Path, tmp_path: Path, forge: Callable[[Plain], None]) -> None:
    first, *games = kept.read_text().splitlines()
    plain = json.loads(games[0])
    forge(plain)
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([first, json.dumps(plain), *games[1:]]))
    with pytest.raises(suite.SuiteError, match=plain["task"]):
        suite.verify(forged, processes=0)


def test_games_that_are_missing_or_there_twice_are_found(kept: Path, tmp_path: Path) -> None:
    first, *games = kept.read_text().splitlines()
    picked = tmp_path / "picked.jsonl"
    picked.write_text("\n".join([first, *games[1:]]))
    with pytest.raises(suite.SuiteError, match="has 9 games"):
        suite.verify(picked)
    picked.write_text("\n".join([first, *games, games[0]]))
    with pytest.raises(suite.SuiteError, match="a game twice"):
        suite.verify(picked)


def test_the_command(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "tasks"]) == 0
    assert all(name in capsys.readouterr().out for name in ["usa-2"])
    out = str(tmp_path / "random.jsonl")
    asked = ["suite", "run", "random", "--task", "usa-2", "--deals", "3", "--track", "agents", "--processes", "1"]
    assert main([*asked, "--out", out]) == 0
    assert "track agents" in capsys.readouterr().out
    assert main(["suite", "verify", out, "--processes", "1"]) == 0
    assert "All 6 games" in capsys.readouterr().out
    assert main(["suite", "show", str(kept)]) == 0
    assert "without luck" in capsys.readouterr().out
    assert main(["suite", "show", "--json", out]) == 0
    (found,) = json.loads(capsys.readouterr().out)[out]
    assert found["wins"][0] == 0.0  # chance does not beat planners


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (["run", "nobody"], "there is no bot 'nobody'"),
        (["run", "random", "--task", "mars"], "there is no task 'mars'; the tasks are usa-2"),
        (["run", "random", "--track", "cats"], "the tracks are agents, programs, models, not 'cats'"),
        (["run", "random", "--deals", "0"], "at least 1 deal, not 0"),
        (["run", "random", "--processes", "0"], "at least 1 process"),
        (["verify", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["show", __file__], "is no result file of the suite"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", *asked]) == 2
    assert problem in " ".join(capsys.readouterr().err.split())
