"""The arena: fair schedules, the same results whatever happens, and estimates that can be trusted."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import branchline as bl
from branchline import lab
from branchline.cli.main import main
from branchline.lab.contest import estimates
from branchline.lab.contest.results import rate
from branchline.lab.contest.schedule import make_plan, seatings_of
from branchline.lab.statistics import Estimate
from branchline.model.errors import BadSetup, BranchlineError, UnknownBot

BAD = "tests.bots.bad_bots:"


def small(out: Path, bots: Sequence[str] = ("random", "greedy"), games: int = 4, **more: Any) -> lab.Arena:
    given: dict[str, Any] = {"processes": 0, **more}
    return lab.arena(bots, ["san_francisco"], games=games, out=out, **given)


def assert_same(one: lab.Arena, other: lab.Arena) -> None:
    """The same in everything but time."""
    assert_frame_equal(one.results.drop("microseconds"), other.results.drop("microseconds"))


# The schedule


@pytest.mark.parametrize(
    ("listed", "seats", "expected"),
    [
        ("ab", 2, ["ab", "ba"]),
        ("abc", 2, ["ab", "ac", "ba", "bc", "ca", "cb"]),
        ("abbb", 4, ["abbb", "babb", "bbab", "bbba"]),
        ("ab", 3, ["aab", "aba", "abb", "baa", "bab", "bba"]),
        ("a", 3, ["aaa"]),
    ],
)
def test_all_seatings(listed: str, seats: int, expected: list[str]) -> None:
    assert ["".join(seating) for seating in seatings_of(list(listed), seats)] == expected


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_drawn_bots_play_equally_often_in_all_seats(seats: int) -> None:
    """With more bots than seats and with fewer; a longer plan begins with the same games."""
    for bots in (["random", "greedy", "builder", "planner", "casual", "easy", "medium"], ["random", "greedy"]):
        plan = make_plan(bots, ["usa"], seats=[seats], games=70, seed=3, seatings="drawn")
        entries = [plan.entry(number) for number in plan.numbers()]
        assert len(entries) == plan.total() == -(-70 // seats) * seats
        deals = [entries[k : k + seats] for k in range(0, len(entries), seats)]
        for games in deals:
            assert len({(game.deal, game.seed) for game in games}) == 1
            assert len(set(games[0].bots)) == min(seats, len(bots))
            for seat in range(seats):
                assert sorted(game.bots[seat] for game in games) == sorted(games[0].bots)
        played = Counter(bot for games in deals for bot in games[0].bots)
        assert max(played.values()) - min(played[bot] for bot in plan.bots) <= 1
        longer = make_plan(bots, ["usa"], seats=[seats], games=140, seed=3, seatings="drawn")
        assert [longer.entry(entry.number) for entry in entries] == entries


def test_rotations_are_fewer_but_fair() -> None:
    assert len(seatings_of("abcd", 4)) == 24
    rotations = seatings_of("abcd", 4, "rotations")
    assert len(rotations) == 4
    for seat in range(4):
        assert sorted(seating[seat] for seating in rotations) == ["a", "b", "c", "d"]


def test_every_deal_is_played_in_every_seating() -> None:
    plan = make_plan(["random", "greedy", "Greedy()"], ["usa", "uk"], seats=[2, 3], games=10, variants=["all"])
    entries = [plan.entry(number) for number in plan.numbers()]
    assert len(entries) == plan.total() == len({entry.number for entry in entries})
    deals: dict[tuple[object, int], list[tuple[str, ...]]] = {}
    for entry in entries:
        deals.setdefault((entry.division, entry.deal), []).append(entry.bots)
    for (division, _), seatings in deals.items():
        assert tuple(sorted(seatings)) == seatings_of(["random", "greedy", "greedy"], division.seats)  # type: ignore[attr-defined]
    assert len({entry.seed for entry in entries}) == max(entry.deal for entry in entries) + 1
    assert Counter(len(d.variant) > 0 for d in plan.divisions)[True] == 2 * (4 + 2)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"bots": []}, BadSetup, "at least one bot"),
        ({"bots": ["gredy"]}, UnknownBot, "did you mean 'greedy'"),
        ({"boards": []}, BadSetup, "at least one board"),
        ({"boards": ["us"]}, BranchlineError, "did you mean 'usa'"),
        ({"seats": [9]}, BadSetup, "not 9"),
        ({"variants": ["nope"]}, BranchlineError, "has no variant 'nope'"),
        ({"games": 0}, BadSetup, "at least 1 game"),
        ({"limit": -1.0}, BadSetup, "more than 0 seconds"),
        ({"seatings": "some"}, BadSetup, "all, rotations or drawn, not 'some'"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(wrong: dict[str, Any], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        make_plan(**{"bots": ["random"], "boards": ["usa"], **wrong})


# The same results, always


def test_processes_and_isolation_do_not_matter(tmp_path: Path) -> None:
    here = small(tmp_path / "here")
    assert here.played == 4
    assert_same(here, small(tmp_path / "processes", processes=2))
    assert_same(here, small(tmp_path / "isolated", isolate=True))


class Enough(Exception):
    """Stands for whatever ends a program early."""


def test_an_interrupted_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def stop(done: int, games: int, rows: Sequence[object]) -> None:
        if done >= 3:
            raise Enough

    with pytest.raises(Enough):
        small(tmp_path / "run", progress=stop)
    assert lab.Arena(tmp_path / "run").played == 3
    told: list[tuple[int, int, int]] = []
    again = small(tmp_path / "run", progress=lambda done, games, rows: told.append((done, games, len(rows))))
    assert told == [(3, 4, 6), (4, 4, 2)]
    assert_same(again, small(tmp_path / "straight"))
    longer = small(tmp_path / "run", games=5)
    assert longer.played == 6  # two seatings of three deals
    assert_same(longer, small(tmp_path / "longer", games=6))


def test_a_folder_is_for_one_arena(tmp_path: Path) -> None:
    small(tmp_path / "run", games=2)
    with pytest.raises(lab.RunError, match="holds another arena \\(it differs in: bots\\)"):
        small(tmp_path / "run", bots=["random"], games=2)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("dear")
    with pytest.raises(lab.RunError, match="holds other things"):
        small(tmp_path / "full")
    with pytest.raises(lab.RunError, match="holds no arena"):
        lab.Arena(tmp_path / "full")


def test_ctrl_c_keeps_what_is_finished_and_does_not_wait(tmp_path: Path) -> None:
    """The real program, stopped by a real signal, with two processes at work."""
    out = tmp_path / "run"
    command = [sys.executable, "-m", "branchline.cli", "arena", "random", "greedy", "--games", "100000"]
    command += ["--processes", "2", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        deadline = time.monotonic() + 60
        while not (out / "segments/results/000000.parquet").is_file() and time.monotonic() < deadline:
            time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        told, errors = program.communicate(timeout=60)
    assert program.returncode == 130, errors
    assert "Traceback" not in errors
    assert "goes on from there" in told
    assert lab.Arena(out).played > 0


def test_where_boards_lie_does_not_matter(tmp_path: Path) -> None:
    """On another machine, or after a move, the boards of the package lie elsewhere."""
    small(tmp_path / "run", games=2)
    file = tmp_path / "run/arena.json"
    file.write_text(re.sub(r'"folder": "[^"]+"', '"folder": "/elsewhere/san_francisco"', file.read_text()))
    moved = lab.Arena(tmp_path / "run")
    assert moved.plan.divisions[0].title == "San Francisco, 2 seats"
    assert small(tmp_path / "run", games=4).played == 4


def test_a_board_of_ones_own_is_known_in_every_process(tmp_path: Path) -> None:
    own = str(Path(__file__).parents[2] / "examples/own_board")
    done = lab.arena(["random"], [own], games=2, out=tmp_path / "run", processes=2)
    assert done.played == 2


# Bad bots


def test_hanging_and_crashing_bots_stop_nothing(tmp_path: Path) -> None:
    """Both take their process down; the games are played again with isolated bots, which settles who did what."""
    bots = [f"{BAD}HangingInC(every=20)", f"{BAD}Crashing(every=20)"]
    done = small(tmp_path / "run", bots=bots, games=2, limit=0.5, processes=1)
    assert done.played == 2
    kinds = {standing.bot: set(standing.forfeits) for standing in done.standings(done.plan.divisions[0])}
    assert kinds == {bots[0]: {"too slow"}, bots[1]: {"died"}}
    assert done.forfeits()[0].bot in bots
    page = lab.write_summary(done).read_text(encoding="utf-8")
    assert "its process ended with exit code 41" in page
    assert "its process ended with exit code 41" in (done.folder / "summary.md").read_text(encoding="utf-8")
    assert_same(done, small(tmp_path / "isolated", bots=bots, games=2, limit=0.5, isolate=True))


def test_what_a_bot_did_wrong_is_kept_for_its_author(tmp_path: Path) -> None:
    """The traceback with the line, the game up to there, and how often; one that never decides is not rated."""
    bots = ["tests.bots.test_referee:Failing", f"{BAD}Raising(every=20)", "random"]
    done = small(tmp_path / "run", bots=bots, games=6, seats=[3])
    assert {rating.bot for rating in done.ratings()} == {*bots[1:]}
    most = done.forfeits()[0]
    assert (most.bot, most.kind) == (bots[0], "stopped")
    assert done.forfeits()[1].times == 10 * done.played
    faults = {path.name: path for path in (tmp_path / "run/faults").iterdir()}
    assert len(faults) == 4
    for name in ("tests.bots.test_referee_Failing-raised", "tests.bots.bad_bots_Raising_every_20_-raised"):
        text = faults[f"{name}.txt"].read_text(encoding="utf-8")
        assert 'File "' in text
        found = re.search(r"^Game \d+, decision (\d+), ", text)
        assert found
        game = bl.replay(bl.load(faults[f"{name}.json"]))
        assert len(game.decisions) == int(found[1])
        assert not game.is_over


# What the games say


def test_standings_agree_with_the_results(tmp_path: Path) -> None:
    done = small(tmp_path / "run", bots=["random", "builder"], games=8, seats=[2, 3])
    for division in done.plan.divisions:
        rows = done.of(division)
        standings = done.standings(division)
        assert [standing.bot for standing in standings] == ["builder", "random"]
        for standing in standings:
            own = rows.filter(bot=standing.bot)
            assert standing.win.value == pytest.approx(own["win"].mean())
            assert standing.score.value == pytest.approx(own["total"].mean())
            assert sum(standing.points.values()) == pytest.approx(standing.score.value)
            assert standing.win.low <= standing.win.value <= standing.win.high
            times = sorted(own["microseconds"].explode().to_list())
            assert standing.microseconds == pytest.approx(sum(times) / len(times))
            assert standing.decisions == len(times)
            assert times[len(times) // 2] <= standing.p99 <= times[-1]
            assert standing.forfeits == {}
        assert rows.group_by("game").agg(pl.sum("win"))["win"].to_list() == pytest.approx(
            [1.0] * (rows.height // division.seats)
        )
        (pairing,) = done.pairings(division)
        assert {pairing.one, pairing.other} == {"builder", "random"}
        assert max(pairing.ahead.value, 1 - pairing.ahead.value) > 0.9
    assert [rating.bot for rating in done.ratings()] == ["builder", "random"]


def test_one_bot_alone_has_scores_but_no_rating(tmp_path: Path) -> None:
    done = small(tmp_path / "run", bots=["random"], games=2)
    assert done.ratings() == []
    (standing,) = done.standings(done.plan.divisions[0])
    assert standing.win.value == 0.5
    assert standing.win.cases == 4


def test_intervals_hold_as_often_as_they_say() -> None:
    """Deals that favor one bot in both seatings: games of a deal agree, and the interval has to know."""
    chance = Random(4)
    for true_share in (0.1, 0.5):
        held = trials = 0
        for _ in range(400):
            sums = [2.0 * (chance.random() < true_share) for _ in range(60)]
            found = estimates.share(sums, [2] * 60)
            trials += 1
            held += found.low <= true_share <= found.high
        assert 0.91 <= held / trials <= 0.985


def test_pairing_narrows_the_interval() -> None:
    """Deals in which one seat wins whoever sits there say nothing about luck: half the wins, and no doubt."""
    chance = Random(5)
    unpaired = [float(chance.random() < 0.5) + float(chance.random() < 0.5) for _ in range(100)]
    paired = [1.0 + (chance.random() < 0.05) - (chance.random() < 0.05) for _ in range(100)]
    wide, narrow = estimates.share(unpaired, [2] * 100), estimates.share(paired, [2] * 100)
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


def test_estimates_of_little() -> None:
    assert estimates.share([], []) == Estimate(0.0, 0.0, 1.0, 0)
    assert estimates.share([1.0], [1]).low < 0.3
    assert estimates.mean([3.0], [1]).high == float("inf")
    assert estimates.student(10) == pytest.approx(2.228, rel=0.003)
    assert estimates.student(5) == pytest.approx(2.571, rel=0.005)


def test_all_numbers_of_seats() -> None:
    plan = make_plan(["greedy", "random"], ["san_francisco", "usa"], seats=[])
    assert [(division.board, division.seats) for division in plan.divisions] == [
        *[("san_francisco", seats) for seats in (2, 3, 4)],
        *[("usa", seats) for seats in (2, 3, 4, 5)],
    ]


def test_ratings_order_bots_by_strength() -> None:
    games = [[("good", 1), ("fair", 2), ("poor", 3)]] * 20 + [[("fair", 1), ("good", 2), ("poor", 3)]] * 5
    found = rate([*games, [("poor", 1), ("poor", 1), ("fair", 3)]])
    assert [rating.bot for rating in found] == ["good", "fair", "poor"]
    assert found[0].doubt < 8


# The command


def test_the_command_shows_and_keeps_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    words = ["arena", "greedy", "random", "--board", "san_francisco", "--seats", "2", "3", "--games", "4"]
    assert main([*words, "--processes", "1", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "San Francisco" in said
    assert "greedy was ahead of random in 100.0" in said
    assert "Ratings: greedy" in said
    assert pl.read_parquet(out / "results.parquet").equals(lab.Arena(out).results)
    summary = (out / "summary.md").read_text(encoding="utf-8")
    assert "| greedy |" in summary
    for game in ("San Francisco, 2 seats", "San Francisco, 3 seats"):  # the ratings of both bots in each of them
        (line,) = [line for line in summary.splitlines() if line.startswith(f"| {game}")]
        assert line.count(" ± ") == 2
    assert "forfeited" not in said
    page = (out / "summary.html").read_text(encoding="utf-8")
    assert page.count("<svg") > 8
    assert "Forfeited decisions" not in page
    assert "http" not in page.replace("http://www.w3.org", "")  # nothing is loaded from elsewhere


def test_the_same_command_without_a_folder_finds_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("branchline.lab.contest.arena.cores", lambda: 0)
    for _ in range(2):
        assert main(["arena", "random", "--board", "san_francisco", "--games", "2"]) == 0
    assert len(list((tmp_path / "runs").iterdir())) == 1
    assert "More in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gredy",), "there is no bot 'gredy'"),
        (("random", "--processes", "0"), "at least 1 process, not 0"),
        (("random", "--board", "moon"), "there is no board 'moon'"),
        (("random", "--seats", "7"), "not 7"),
        (("random", "--seats", "few"), "--seats takes numbers, or 'all', not 'few'"),
    ],
)
def test_mistakes_get_one_clear_line(
    words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words, "--out", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("branchline: ")
    assert message in said
    assert not (tmp_path / "run").exists()
