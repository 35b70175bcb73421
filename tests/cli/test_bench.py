"""The benchmark: what it measures and how it says it. How fast the machine is, is nobody's test."""

from __future__ import annotations

import json
import runpy
import shutil
import sys
from pathlib import Path

import pytest

import branchline as bl
from benchmarks.speed import instructions
from benchmarks.speed.bench import find_reference
from benchmarks.speed.worker import CALLS, answer
from branchline.cli import bench
from branchline.cli.main import main

REPOSITORY = Path(__file__).resolve().parents[2]


def test_quick_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--json", "--board", "usa", "--yardstick", "none"]) == 0
    plain = json.loads(capsys.readouterr().out)
    usa = bl.board("usa")
    assert plain["version"] == bl.__version__
    assert "uncompiled" in plain["modes"]
    tables = [(row["board"], row["variant"], row["seats"]) for row in plain["games"]]
    assert tables == [("usa", variant, seats) for variant in usa.variants for seats in (2, 3, 4, 5)]
    assert [row["call"] for row in plain["calls"]] == list(CALLS)
    for mode in plain["modes"]:
        assert all(row[mode]["games_per_second"] > 0 for row in plain["games"])
        assert all(row[mode]["decisions_per_second"] > row[mode]["games_per_second"] for row in plain["games"])
        assert all(row[mode]["microseconds"] > 0 for row in plain["calls"])
    endings = [row["endings"] for row in plain["games"]]
    assert all(
        sum(found.values()) == pytest.approx(1) and {*found} <= {"last turns", "all passed"} for found in endings
    )
    assert plain["reference"] == {"left_out": "as asked"}


def test_the_table_by_the_program_in_the_repository(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["engine.py", "--quick", "--board", "usa", "--yardstick", "none"])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(REPOSITORY / "benchmarks" / "engine.py"), run_name="__main__")
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "Random games" in shown
    assert "big_cities" in shown
    assert "usa: last turns" in shown
    assert "imagine(observation)" in shown
    assert "The C++ reference program is left out: as asked." in shown


def test_the_reference_program_has_to_be_there(tmp_path: Path) -> None:
    assert find_reference(str(tmp_path)) == (None, f"there is no program 'run' in {tmp_path}")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
def test_the_ratio_to_a_reference_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "run"
    script.write_text("#!/bin/sh\necho 100 games/s 15900 decisions/s\n")
    script.chmod(0o755)
    if find_reference(str(tmp_path))[0] is None:
        pytest.skip("there is no C++ compiler")
    assert main(["bench", "--quick", "--json", "--board", "usa", "--yardstick", str(tmp_path)]) == 0
    reference = json.loads(capsys.readouterr().out)["reference"]
    assert reference["games_per_second"] == 100
    assert reference["ratio"] > 0
    script.write_text("#!/bin/sh\necho no compiler here >&2\nexit 1\n")
    assert main(["bench", "--quick", "--json", "--board", "usa", "--yardstick", str(tmp_path)]) == 2
    assert "the C++ reference program failed: no compiler here" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
def test_instructions_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(instructions, "FEW", 2)  # whoever compares engines counts more games; they are counted the same
    monkeypatch.setattr(instructions, "MORE", 12)
    assert main(["bench", "--count", "--json", "--board", "san_francisco"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["instructions"]
    assert row["instructions_per_game"] > 20 * row["instructions_per_decision"] > 0


def test_counting_takes_valgrind(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["bench", "--count", "--board", "usa"]) == 2
    assert "takes valgrind, which is not installed" in capsys.readouterr().err


@pytest.mark.parametrize("call", CALLS)
def test_every_call_can_be_measured(call: str) -> None:
    request = {"call": call, "board": "usa", "variant": "classic", "seats": 2, "seconds": 0.0}
    assert answer(request)["microseconds"] > 0


def test_an_installed_package_says_where_the_programs_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "_CHECKOUT", tmp_path)
    assert main(["bench"]) == 2
    assert "run this from a checkout" in capsys.readouterr().err
