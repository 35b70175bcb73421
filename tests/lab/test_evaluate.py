"""`branchline train evaluate`: one bot beside others that are all the same, on paired deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline.cli.main import main

SMALL = ["--setups", "san_francisco", "san_francisco/3", "--against", "random", "planner(hasty)", "--processes", "1"]


def test_a_planner_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["train", "evaluate", "planner", *SMALL, "--games", "6", "--out", str(tmp_path)]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(each["setup"], each["against"]) for each in found] == [
        (setup, bot)
        for setup in ("san_francisco/classic/2", "san_francisco/classic/3")
        for bot in ("random", "planner(hasty)")
    ]
    for each in found:
        seats = int(each["setup"][-1])
        assert each["games"] == 6
        assert 0 <= each["low"] <= each["wins"] <= each["high"] <= 1
        assert each["fair"] == pytest.approx(each["wins"] * seats)
        assert each["forfeits"] == 0
    assert found[0]["wins"] == found[2]["wins"] == 1  # against chance
    assert main(asked) == 0  # nothing is played again
    told = capsys.readouterr().out
    assert "san_francisco/classic/3" in told
    assert "3.00 ×" in told


def test_every_seat_is_taken_in_turn(tmp_path: Path) -> None:
    import polars as pl

    few = [*SMALL[:3], "--against", "random", "--games", "6", "--out", str(tmp_path)]
    assert main(["train", "evaluate", "planner", *few]) == 0
    for table in tmp_path.glob("*/results.parquet"):
        rows = pl.read_parquet(table).filter(bot="planner")
        assert (
            rows.group_by("deal")
            .agg(pl.col("seat").n_unique(), pl.col("seats").first())
            .select((pl.col("seat") == pl.col("seats")).all())
            .item()
        )


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (["nobody"], "there is no bot 'nobody'"),
        (["planner", "--setups", "usa/9"], "for 2 to 5 seats, not 9"),
        (["planner", "--processes", "0"], "at least 1 process"),
    ],
)
def test_what_cannot_be_measured_is_told(asked: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "evaluate", *asked]) == 2
    assert problem in capsys.readouterr().err
