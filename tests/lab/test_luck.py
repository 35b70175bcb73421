"""Luck and skill of a run: measured once, the same on any number of processes, adding up, and told in the report."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from branchline import lab
from branchline.cli.main import main
from branchline.lab import measured_luck as luck
from branchline.lab.board_luck import BoardLuck, GameLuck
from branchline.lab.measured_luck import Job, measure, measure_luck, measured
from branchline.lab.report.luck_sections import luck_in_words
from branchline.lab.skill import SkillTrace, Step, trace_skill, traced
from branchline.lab.statistics import Numbers, ratio
from branchline.lab.store import Row
from branchline.model.errors import BadSetup

WORLDS = 8
THINKING = (1, 2)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> lab.Run:
    """A small run in which nothing has been measured."""
    out = tmp_path_factory.mktemp("luck") / "run"
    return lab.simulate("san_francisco", bots=["casual"], games=5, out=out, processes=1, records=0)


@pytest.fixture
def copied(run: lab.Run, tmp_path: Path) -> lab.Run:
    """The same run in a folder of its own."""
    shutil.copytree(run.folder, tmp_path / "run")
    return lab.Run(tmp_path / "run")


@pytest.fixture(scope="module")
def found(run: lab.Run, tmp_path_factory: pytest.TempPathFactory) -> BoardLuck:
    folder = tmp_path_factory.mktemp("measured") / "run"
    shutil.copytree(run.folder, folder)
    return measure_luck(lab.Run(folder), 4, worlds=WORLDS, processes=1)


# Measuring


def test_fair_share_and_luck_and_play_are_the_result(run: lab.Run, found: BoardLuck) -> None:
    wins = run.seats.sort("game", "seat")["win"].to_numpy().reshape(-1, 2)
    assert [game.number for game in found.games] == [0, 1, 2, 3]
    for game in found.games:
        decisions = len(run.games["actions"][game.number])
        assert game.shares.shape == game.luck.shape == (decisions + 1, 2)
        assert game.result.tolist() == wins[game.number].tolist()
        np.testing.assert_allclose(game.shares.sum(axis=1), 1)
        np.testing.assert_allclose(game.luck.sum(axis=1), 0, atol=1e-9)  # what one gains the others lose
        np.testing.assert_allclose(game.shares[0], 0.5 + game.luck[0])  # the deal
        assert np.abs(game.luck[1:]).max() > 0
    assert any((game.noise > 0).all() for game in found.games)  # in few worlds, one may well go as another does


def test_a_decision_that_reveals_nothing_has_no_luck(run: lab.Run, found: BoardLuck) -> None:
    """Claiming a route turns up no card, and many decisions of a game are claims."""
    still = [(np.abs(game.luck[1:]) < 1e-12).all(axis=1).mean() for game in found.games]
    assert 0.1 < min(still) <= max(still) < 1


def test_variances_add_up(found: BoardLuck) -> None:
    parts = {part.name: part for part in found.parts()}
    results, own, without, both = (part.variance.value for part in parts.values())
    assert list(parts) == ["results", "luck", "results without luck", "both together"]
    assert own + without + both == pytest.approx(results)
    assert sum(parts[name].share.value for name in list(parts)[1:]) == pytest.approx(1)
    assert found.explained().value == pytest.approx((own + both / 2) / results)


def test_results_do_not_depend_on_processes_or_on_what_was_measured_before(run: lab.Run, found: BoardLuck) -> None:
    """Each game alone, in the other order; and, below, in two processes."""
    for number in (3, 1):
        alone = measure(Job(number, run.record(number), WORLDS))
        assert alone["shares"] == found.games[number].shares.ravel().tolist()
        assert alone["luck"] == found.games[number].luck.ravel().tolist()


def test_two_processes_find_the_same_and_only_missing_games_are_measured(
    copied: lab.Run, found: BoardLuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[int, int]] = []
    measure_luck(copied, 2, worlds=WORLDS, processes=2)
    asked: list[int] = []

    def watched(job: Job) -> Row:
        asked.append(job.number)
        return measure(job)

    monkeypatch.setattr(luck, "measure", watched)
    again = measure_luck(copied, 4, worlds=WORLDS, processes=1, progress=lambda *step: steps.append(step))
    assert asked == [2, 3]
    assert steps == [(2, 4), (3, 4), (4, 4)]
    for one, other in zip(again.games, found.games, strict=True):
        assert one.shares.tolist() == other.shares.tolist()
        assert one.luck.tolist() == other.luck.tolist()
    measure_luck(copied, 3, worlds=WORLDS, processes=1)
    assert asked == [2, 3]  # nothing was missing
    assert measured(copied, WORLDS + 1) is None  # other worlds are another measure
    monkeypatch.setattr(luck, "VERSION", 99)
    assert measured(copied, WORLDS) is None  # and so is another way to measure


def test_an_interruption_loses_no_measured_game(copied: lab.Run) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure_luck(copied, 4, worlds=WORLDS, processes=1, progress=interrupt)
    kept = measured(copied, WORLDS)
    assert kept is not None
    assert [game.number for game in kept.games] == [0, 1]


def test_what_makes_no_sense_is_refused(run: lab.Run) -> None:
    with pytest.raises(BadSetup, match="at least 1 game, not 0"):
        measure_luck(run, 0)
    with pytest.raises(BadSetup, match="at least 2 worlds"):
        measure_luck(run, 1, worlds=1)
    with pytest.raises(BadSetup, match="at least 1 game for each step"):
        trace_skill(run, 0)
    with pytest.raises(BadSetup, match="at least 1 playout for a decision, not 0"):
        trace_skill(run, 2, thinking=(0, 16))
    assert not (run.folder / luck.FOLDER).exists()


# What it says, of games that are made up


def game_of(*first_seat: float, noise: float = 0.0, luck: Numbers | None = None) -> GameLuck:
    """A game of two, by what the first seat's share was after the deal and each decision."""
    shares = np.array([[share, 1 - share] for share in first_seat])
    return GameLuck(0, shares, np.zeros_like(shares) if luck is None else luck, np.full(2, noise))


def test_a_game_is_decided_when_the_winner_stays_sure() -> None:
    assert game_of(0.5, 0.9, 0.7, 0.8, 1.0).decided_at() == 0.75
    assert game_of(0.9, 0.9, 0.9, 0.9, 1.0).decided_at() == 0.0
    assert game_of(0.9, 0.9, 0.9, 0.9, 0.0).decided_at() == 1.0
    assert game_of(0.9, 0.9, 0.9, 0.9, 0.5).decided_at() == 1.0


def test_a_favorite_changes_when_another_is_clearly_ahead() -> None:
    assert game_of(0.6, 0.48, 0.6, 0.52, 1.0).changes() == 0
    assert game_of(0.6, 0.4, 0.6, 0.49, 0.0).changes() == 3


def test_favorites_over_the_course_of_a_game() -> None:
    table = BoardLuck([game_of(0.6, 0.7, 0.9, 0.9, 1.0), game_of(0.6, 0.3, 0.9, 0.1, 0.0)], 2).favorites()
    assert table["share"][0] == pytest.approx(0.6)
    assert table["wins"].to_list()[::5] == [0.5, 1.0, 0.5, 1.0, 1.0]
    assert table["decided"].to_list()[::5] == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert (table["low"] <= table["wins"]).all()


def made_up(luck_part: float, noise: float, games: int = 4000) -> BoardLuck:
    """Games whose results are partly luck, measured with chance errors of a known size."""
    chance = np.random.default_rng(5)
    found = []
    for _ in range(games):
        result = float(chance.random() < 0.5)
        own = luck_part * (result - 0.5) + chance.normal(0, np.sqrt(noise))
        found.append(game_of(0.5, result, noise=noise, luck=np.array([[own, -own], [0.0, 0.0]])))
    return BoardLuck(found, 2)


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_the_chance_of_the_measuring_is_taken_off(noise: float) -> None:
    found = made_up(0.6, noise)
    parts = {part.name: part.variance.value for part in found.parts()}
    assert parts["luck"] == pytest.approx(0.36 * 0.25, abs=0.01)
    assert parts["results without luck"] == pytest.approx(0.16 * 0.25, abs=0.01)
    explained = found.explained()
    assert explained.low <= 0.6 <= explained.high + 1e-9
    assert explained.high - explained.low < 0.1


@pytest.mark.parametrize(
    ("luck_part", "verdict"),
    [(0.9, ": more than half."), (0.1, ": less than half."), (0.5, "takes more games to say.")],
)
def test_the_verdict_follows_from_the_interval(luck_part: float, verdict: str) -> None:
    assert luck_in_words(made_up(luck_part, 0.02, games=300)).endswith(verdict)
    assert luck_in_words(made_up(luck_part, 0.02, games=3)).endswith("in only 3 measured games.")


def test_a_ratio_has_an_interval_over_cases() -> None:
    wholes = np.ones(400)
    parts = np.random.default_rng(1).random(400)
    found = ratio(parts, wholes)
    assert found.value == pytest.approx(parts.mean())
    reach = 1.96 * parts.std() / 20
    assert (found.high - found.low) / 2 == pytest.approx(reach, rel=0.15)
    assert ratio(parts[:0], wholes[:0]).cases == 0


# Skill and the report


def test_the_trace_and_the_report(copied: lab.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []
    assert traced(copied) is None
    trace = trace_skill(copied, 3, thinking=THINKING, processes=0, progress=lambda *step: steps.append(step))
    assert steps[-1] == (8, 8)  # 3 games are two deals in both seatings
    assert trace.steps()["playouts"].to_list() == [1, 2]
    assert trace.steps()["games"].to_list() == [4, 4]
    wins = [sum(step.deals["wins"].to_list()) / 4 for step in trace.trace]
    assert trace.steps()["wins"].to_list() == wins
    gain = trace.gain()
    assert gain is not None
    assert gain.value == pytest.approx(wins[1] - wins[0])
    assert SkillTrace(trace.trace[:1]).gain() is None
    single = [Step(step.playouts, step.deals.head(1)) for step in trace.trace]
    assert SkillTrace(single).gain() is None  # one deal tells nothing of how far off it may be

    def played_again(*_: object) -> None:
        raise AssertionError("these games have been played")

    monkeypatch.setattr("branchline.lab.contest.arena.play_job", played_again)
    assert trace_skill(copied, 4, thinking=THINKING, processes=0).steps().equals(trace.steps())

    half = lab.write_report(copied).read_text(encoding="utf-8")
    assert "<h2>What thinking is worth</h2>" in half
    assert "--skill 100" not in half
    assert "--luck 100" in half
    found = measure_luck(copied, 2, processes=1)
    page = lab.write_report(copied).read_text(encoding="utf-8")
    assert "All seats were played by equals" in page
    assert "--luck 100" not in page
    told = f"Luck explains {100 * found.explained().value:.1f}".replace("-", "−")
    assert page.count(told) == 3  # among what stands out, in its section, and for those who do not see the bar
    for title in ("Luck", "When games are decided", "What thinking is worth"):
        assert f"<h2>{title}</h2>" in page
    assert len(re.findall(r'class="series curve s', page)) == 4


def test_the_command_measures_first(copied: lab.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(copied.folder)
    assert main(["report", folder]) == 0
    page = (copied.folder / "report.html").read_text(encoding="utf-8")
    assert "<h2>Luck and skill</h2>" in page
    assert "--luck 100" in page
    assert "--skill 100" in page
    monkeypatch.setattr("branchline.lab.skill.THINKING", THINKING)
    assert main(["report", folder, "--luck", "1", "--skill", "2", "--processes", "1"]) == 0
    kept, trace = measured(copied), traced(copied)
    assert kept is not None
    assert trace is not None
    assert [game.number for game in kept.games] == [0]
    assert trace.steps()["playouts"].to_list() == list(THINKING)
    assert main(["report", folder]) == 0  # what was measured stays
    page = (copied.folder / "report.html").read_text(encoding="utf-8")
    assert "<h2>When games are decided</h2>" in page
    assert "<h2>What thinking is worth</h2>" in page
    assert "--luck 100" not in page
    assert not re.search(r"\b(inf|nan)\b", re.sub(r"<style>.*?</style>|base64,[^\"]*", "", page, flags=re.DOTALL))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--luck", "0"), "--luck takes at least 1 game, not 0"),
        (("--skill", "-3"), "--skill takes at least 1 game, not -3"),
        (("--luck", "1", "--processes", "0"), "there must be at least 1 process, not 0"),
    ],
)
def test_mistakes_get_one_clear_line(
    run: lab.Run, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run.folder), *words]) == 2
    assert message in capsys.readouterr().err
    assert not (run.folder / luck.FOLDER).exists()
