"""Simulations: the same games whatever happens, and tables that agree with the games."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import branchline as bl
from branchline import lab
from branchline.boards import registry
from branchline.lab import simulation, store
from branchline.lab.facts import TABLES, changes_of_lead, facts_of
from branchline.lab.settings import game_seed, make_settings
from branchline.lab.store import Store
from branchline.mechanics.harbors import HarborsView
from branchline.mechanics.passengers import PassengersView
from branchline.mechanics.shares import SharesView
from branchline.mechanics.technologies import TechnologiesView
from branchline.mechanics.tokens import TokensView
from branchline.model.errors import BadSetup, UnknownBot

SETUPS = [(board.id, variant) for board in registry.boards() for variant in board.variants]


def some_games(out: Path, games: int = 6, **more: object) -> lab.Run:
    given = {"bots": ["random"], "processes": 1, "records": 0, **more}
    return lab.simulate("san_francisco", games=games, out=out, **given)  # type: ignore[arg-type]


def assert_same(one: lab.Run, other: lab.Run) -> None:
    for name in TABLES:
        assert_frame_equal(one.table(name), other.table(name))


# The same games, always


def test_processes_do_not_matter(tmp_path: Path) -> None:
    assert_same(some_games(tmp_path / "one"), some_games(tmp_path / "two", processes=2))


def test_seeds_do_matter(tmp_path: Path) -> None:
    one, other = some_games(tmp_path / "one", seed=1), some_games(tmp_path / "two", seed=2)
    assert not one.games["actions"].equals(other.games["actions"])
    assert game_seed(1, 2) != game_seed(2, 1)


class Enough(Exception):
    """Stands for whatever ends a program early."""


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def stop(done: int, games: int) -> None:
        if done >= 1:
            raise Enough

    with pytest.raises(Enough):
        some_games(tmp_path / "run", progress=stop)
    kept = len(lab.Run(tmp_path / "run").games)
    assert 1 <= kept < 6
    played: list[int] = []
    again = some_games(tmp_path / "run", progress=lambda done, _: played.append(done))
    assert played[0] == kept
    assert played[-1] == 6
    assert_same(again, some_games(tmp_path / "straight"))


def test_more_games_can_be_asked_for_later(tmp_path: Path) -> None:
    some_games(tmp_path / "run", games=2)
    longer = some_games(tmp_path / "run", games=5)
    assert_same(longer, some_games(tmp_path / "straight", games=5))
    assert some_games(tmp_path / "run", games=1).settings.games == 5  # nothing is thrown away


def test_a_segment_that_was_not_finished_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_GAMES", 2)
    whole = some_games(tmp_path / "whole")
    run = some_games(tmp_path / "run", games=4)
    (tmp_path / "run/tables/games/000001.parquet").unlink()
    (tmp_path / "run/tables/games/000001.partial").touch()
    assert run.store.games() == {0, 1}
    assert set(run.table("turns")["game"]) == {0, 1}
    assert_same(some_games(tmp_path / "run"), whole)


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """The real program, stopped by a real signal, with two processes at work."""
    out = tmp_path / "run"
    command = [sys.executable, "-m", "branchline.cli", "simulate", "--board", "san_francisco", "--bots", "random"]
    command += ["--games", "100000", "--processes", "2", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        deadline = time.monotonic() + 60
        while not (out / "tables/games/000000.parquet").is_file() and time.monotonic() < deadline:
            time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        told, _ = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "goes on from there" in told
    numbers = lab.Run(out).store.games()
    assert numbers  # as many as were finished in time
    assert len(lab.Run(out).seats) == 2 * len(numbers)


# Settings


def test_bots_and_the_first_turn_go_round(tmp_path: Path) -> None:
    run = lab.simulate("usa", bots=["random", "greedy"], seats=3, games=9, out=tmp_path / "run", processes=1)
    seen = run.seats.select("seat", "order", "bot")
    assert len(run.seats) == 27
    assert sorted(seen.group_by("seat", "order").len()["len"]) == [3] * 9
    assert seen.filter(bot="greedy").group_by("seat").len()["len"].to_list() == [3, 3, 3]
    assert seen.filter(bot="greedy").group_by("order").len()["len"].to_list() == [3, 3, 3]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"bots": []}, BadSetup),
        ({"bots": ["random"], "games": 0}, BadSetup),
        ({"bots": ["random"] * 5}, BadSetup),
        ({"bots": ["random"] * 3, "seats": 2}, BadSetup),
        ({"bots": ["nobody"]}, UnknownBot),
        ({"variant": "none"}, bl.UnknownVariant),
    ],
)
def test_impossible_settings_are_refused_before_anything_is_written(
    tmp_path: Path, given: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        some_games(tmp_path / "run", **given)  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_another_run_or_other_things_are_never_mixed(tmp_path: Path) -> None:
    some_games(tmp_path / "run", games=1)
    with pytest.raises(lab.RunError, match="differs in: seed"):
        some_games(tmp_path / "run", games=1, seed=5)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/letter.txt").touch()
    with pytest.raises(lab.RunError, match="other things"):
        some_games(tmp_path / "other")
    with pytest.raises(lab.RunError, match="holds no run"):
        lab.Run(tmp_path)


def test_a_board_of_ones_own_is_known_in_every_process(tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "examples/own_board"
    run = lab.simulate(str(folder), bots=["random"], games=4, out=tmp_path / "run", processes=2)
    assert "points_most_routes" in run.seats.columns


# What the tables say


@pytest.mark.parametrize(("board", "variant"), SETUPS)
def test_tables_agree_with_the_game(board: str, variant: str) -> None:
    settings = make_settings(board, variant=variant, seats=None, bots=["random"], games=1, seed=3)
    setup = settings.setup(0)
    game, forfeits = simulation.play(settings, setup)
    rows = facts_of(game, setup, forfeits)
    end = game.observe(None)
    scores = game.scores()
    for sheet, row in zip(scores, rows["seats"], strict=True):
        assert row["total"] == sheet.total == sum(n for name, n in row.items() if name.startswith("points_"))
        assert (row["completed"], row["failed"]) == (len(sheet.completed), len(sheet.failed))
        mine = [r["route"] for r in rows["routes"] if r["seat"] == sheet.seat]
        assert sorted(mine) == sorted(game.board.routes[r].id for r in end.tracks.owned_by(sheet.seat))
        assert row["routes"] == len(mine)
        kept = {r["ticket"]: r["completed"] for r in rows["tickets"] if r["seat"] == sheet.seat and r["kept"]}
        assert kept == {**dict.fromkeys(sheet.completed, True), **dict.fromkeys(sheet.failed, False)}
        last = [r for r in rows["turns"] if r["seat"] == sheet.seat][-1]
        assert (
            last["score"]
            == end.points[sheet.seat]
            == sum(r["points"] for r in rows["turns"] if r["seat"] == sheet.seat)
        )
    assert sum(row["win"] for row in rows["seats"]) == pytest.approx(1)
    assert all(row["use"] != "other" for row in rows["turns"])


@pytest.mark.parametrize(("board", "variant"), SETUPS)
def test_gains_agree_with_what_lies_on_the_table(board: str, variant: str) -> None:
    settings = make_settings(board, variant=variant, seats=None, bots=["greedy"], games=1, seed=1)
    game, forfeits = simulation.play(settings, settings.setup(0))
    rows = facts_of(game, settings.setup(0), forfeits)["gains"]

    def count(mechanic: str, seat: int) -> int:
        return sum(row["count"] for row in rows if row["mechanic"] == mechanic and row["seat"] == seat)

    for part in game.observe(None).parts.values():
        for seat in range(game.seats):
            match part:
                case TechnologiesView():  # some go back to the table after use
                    assert count("technologies", seat) >= len(part.owned[seat])
                case SharesView():
                    assert count("shares", seat) == len(part.held[seat])
                case HarborsView():
                    assert count("harbors", seat) == list(part.owners.values()).count(seat)
                case TokensView():
                    assert count("tokens", seat) == len(part.owned[seat])
                case PassengersView():
                    assert count("passengers", seat) == sum(part.taken[seat].values())


def test_the_course_of_a_game() -> None:
    def turn(number: int, seat: int, score: int) -> dict[str, int]:
        return {"turn": number, "seat": seat, "score": score}

    turns = [turn(1, 0, 5), turn(2, 1, 9), turn(3, 0, 30), turn(4, 1, 10), turn(5, 0, 30), turn(6, 1, 31)]
    assert changes_of_lead(turns, 2, [1]) == (3, 21, 3)
    assert changes_of_lead(turns, 2, [0]) == (3, 4, 2)
    assert changes_of_lead([], 2, [0]) == (0, 0, 0)


# Records


def test_every_game_has_its_record(tmp_path: Path) -> None:
    run = some_games(tmp_path / "run", games=3, records=1)
    assert [path.name for path in (tmp_path / "run/records").iterdir()] == ["game-000000.json"]
    for number in range(3):
        record = bl.load(run.save_record(number))
        assert record == run.record(number)
        game = bl.replay(record)
        totals = run.seats.filter(pl.col("game") == number)["total"].to_list()
        assert [sheet.total for sheet in game.scores()] == totals
    with pytest.raises(lab.RunError, match="no game 3"):
        run.record(3)


def test_records_of_all_games(tmp_path: Path) -> None:
    some_games(tmp_path / "run", games=3, records=None)
    assert len(list((tmp_path / "run/records").iterdir())) == 3


def test_unknown_tables_are_named(tmp_path: Path) -> None:
    run = some_games(tmp_path / "run", games=1)
    with pytest.raises(lab.RunError, match="there are: games, seats"):
        run.table("dragons")
    assert run.mechanics() == ["tokens"]


def test_a_store_leaves_out_tables_without_rows(tmp_path: Path) -> None:
    store = Store(tmp_path, leading="games")
    assert store.games() == set()
    store.write({"games": pl.DataFrame({"game": [4]}), "gains": pl.DataFrame({"game": []})})
    assert store.has("games")
    assert not store.has("gains")
