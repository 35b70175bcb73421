"""`branchline analyze`."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from branchline.analysis import analyze
from branchline.analysis.analysis_files import judges_today
from branchline.cli.analyze import show
from branchline.cli.main import main
from tests.analysis.positions import BOARD, beginning, recorded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "game.json"
    beginning(recorded("planner", "casual", "greedy"), 12).save(target)
    return target


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["analyze", *words]) == 0
    return capsys.readouterr().out


def test_json_has_what_programs_need(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(run(capsys, str(path), "--json", "--worlds", "8", "--processes", "1"))
    assert [seat["name"] for seat in plain["seats"]] == ["Planner", "Casual", "Greedy"]
    assert len(plain["decisions"]) == 12
    for decision in plain["decisions"]:
        assert {"seat", "shares", "error", "error_se", "luck", "best"} <= {*decision}
    assert (plain["evaluator"], plain["evaluator_version"], plain["worlds"]) == (*judges_today(BOARD, "classic", 3), 8)


def test_what_is_kept_is_read_and_not_made_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(path), "--json", "--worlds", "8", "--processes", "1"]
    first = run(capsys, *words)
    kept = path.with_name("game.analysis.json")
    marked = kept.read_text(encoding="utf-8").replace('"Casual"', '"Cassandra"')
    kept.write_text(marked, encoding="utf-8")
    assert "Cassandra" in run(capsys, *words)
    assert json.loads(run(capsys, *words, "--again"))["decisions"] == json.loads(first)["decisions"]
    assert "Cassandra" not in kept.read_text(encoding="utf-8")


def test_people_read_a_table(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, str(path), "--worlds", "8", "--processes", "1", "--no-keep")
    assert "without" in shown
    assert "accuracy" in shown
    assert "Judged by '{}' (version {})".format(*judges_today(BOARD, "classic", 3)) in " ".join(shown.split())
    assert not path.with_name("game.analysis.json").exists()


def test_what_is_said_of_a_decision_stands_under_it() -> None:
    """However often a line is broken."""
    record = beginning(recorded("planner", "casual", "greedy"), 1)
    analysis = analyze(record, worlds=8, processes=1)
    decision = replace(analysis.decisions[0], label="mistake", reasons=("A reason of many words. " * 9,))
    console = Console(width=70, file=io.StringIO())
    show(replace(analysis, decisions=(decision,)), record, console)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    said = lines[lines.index("Decisions that cost a part of the win") + 2 :]
    assert said[0].startswith("      better: ")
    assert all(line.startswith("      ") and line[6] != " " for line in said[1:4]), said


def test_a_bad_wish_is_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", str(path), "--evaluator", "oracle"]) == 2
    assert "there is no evaluator 'oracle'" in capsys.readouterr().err
    assert main(["analyze", str(path), "--processes", "0"]) == 2
    assert "there must be at least 1 process, not 0" in capsys.readouterr().err
    assert main(["analyze", str(path.with_name("none.json"))]) == 2
