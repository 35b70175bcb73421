"""Whole records: sums that add up, on every board; unfinished games; what is kept; accuracy."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from math import exp
from pathlib import Path
from typing import Any

import pytest

from branchline.analysis import Analysis, analysis_files, analyze, deepening
from branchline.analysis.analyzing import Job, judge_moment
from branchline.analysis.moments import moments
from branchline.analysis.summing import accuracy_of
from branchline.boards import registry
from branchline.game import Game
from branchline.model.errors import BadSetup, RecordError
from branchline.notation.record import Record
from branchline.thinking import prediction
from tests.analysis.positions import beginning, evaluator, recorded

BOTS = ("planner", "casual", "greedy")


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded(*BOTS)


@pytest.fixture(scope="module")
def analysis(record: Record) -> Analysis:
    return analyze(record, worlds=8, processes=1)


def test_initial_value_luck_and_play_add_up_to_the_result(analysis: Analysis, record: Record) -> None:
    assert analysis.is_finished
    for seat in analysis.seats:
        assert seat.initial + seat.luck + seat.play == pytest.approx(seat.result)
        assert seat.adjusted == pytest.approx(min(1, max(0, seat.initial + seat.play)))
        assert 0 < seat.luck_se < 0.5
        assert seat.initial == pytest.approx(1 / 3)
    best = max(range(3), key=lambda seat: record.totals[seat] if record.totals else 0)
    assert [seat.result for seat in analysis.seats] == [float(seat == best) for seat in range(3)]


@pytest.mark.parametrize("at", [1, 30, 45])
def test_what_is_said_of_a_decision_does_not_depend_on_what_is_hidden(at: int, record: Record) -> None:
    """Other cards in the hands of the others, other decks, and still the same judgment in the same words."""
    moment = next(moment for moment in moments(record) if moment.at == at)
    job = Job(record, at, at + 1, "predicted", 8, ("Ann", "Ben", "Cleo"))
    seen = moment.game.observe(moment.seat)
    truths = [registry.new_rule_sheet(record.board, record.variant, record.seats) for _ in range(2)]
    for seed, truth in enumerate(truths):
        truth.imagine(seen, seed)
    hands = [[truth.observe(seat).hand for seat in range(3) if seat != moment.seat] for truth in truths]
    assert hands[0] != hands[1], "else this test says nothing"
    same = [replace(moment, game=Game(truth, None), rules=truth) for truth in truths]
    said = [replace(judge_moment(evaluator(), each, job), seconds=0) for each in same]
    assert said[0] == said[1]


def test_every_decision_is_judged(analysis: Analysis, record: Record) -> None:
    assert [(each.seat, each.action) for each in analysis.decisions] == list(record.decisions)
    assert [each.number for each in analysis.decisions] == list(range(1, len(record.decisions) + 1))
    for each in analysis.decisions:
        for shares in (each.shares, each.shares_after, each.open_shares):
            assert sum(shares) == pytest.approx(1)
        assert each.luck == each.lucks[each.seat]
        assert sum(each.lucks) == pytest.approx(0)
        assert each.candidates[0].action == each.best or each.candidates[0].share >= each.shares[each.seat]
        assert each.action in {candidate.action for candidate in each.candidates}
        assert bool(each.reasons) <= (each.label is not None)


def test_the_line_of_open_shares_moves_by_luck_and_play(analysis: Analysis) -> None:
    assert len(analysis.open_shares) == len(analysis.decisions) + 1
    for each, before, after in zip(analysis.decisions, analysis.open_shares, analysis.open_shares[1:], strict=False):
        moved = [a + luck + play for a, luck, play in zip(before, each.lucks, each.play, strict=True)]
        assert moved == pytest.approx(list(after))


def test_the_same_record_gets_the_same_analysis_in_several_processes(record: Record) -> None:
    some = beginning(record, 14)
    one, two = (analyze(some, worlds=8, processes=processes) for processes in (1, 2))
    assert rounded(one.decisions) == rounded(two.decisions)
    assert rounded(one.seats) == rounded(two.seats)


def rounded(value: Any) -> Any:
    """Without the last digits, in which a network's looks differ when several threads share their sums."""
    if isinstance(value, float):
        return round(value, 6)
    if is_dataclass(value):
        return {field.name: rounded(getattr(value, field.name)) for field in fields(value)}
    return [rounded(each) for each in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_every_board_can_be_analyzed(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The beginning of a game, first turn included: what is not finished is worth what it was worth when it stopped.

    With little practice it is judged less well, in the same way; other tests ask how well. Two seats: from there games
    are played to their end again and again.
    """
    monkeypatch.setattr(prediction, "PRACTICE_GAMES", 20)
    monkeypatch.setattr(prediction, "TRIAL_GAMES", 10)
    monkeypatch.setattr(prediction, "_TABLE", "predicting after little practice")  # nobody else takes it for theirs
    told: list[tuple[int, int]] = []
    some = beginning(recorded(*BOTS[:2], board=board), 5)
    analysis = analyze(some, worlds=8, processes=1, progress=lambda done, total: told.append((done, total)))
    assert not analysis.is_finished
    assert told[-1] == (5, 5)
    assert "turn" in [each.question for each in analysis.decisions]
    assert [(each.seat, each.action) for each in analysis.decisions] == list(some.decisions)
    for seat in analysis.seats:
        assert seat.initial + seat.luck + seat.play == pytest.approx(seat.result)
        assert 0 <= seat.result <= 1


def test_an_analysis_is_kept_beside_its_record(analysis: Analysis, record: Record, tmp_path: Path) -> None:
    path = analysis_files.path_beside(tmp_path / "game.json")
    assert path.name == "game.analysis.json"
    assert analysis_files.kept(path, record, analysis.evaluator, 8) is None
    analysis_files.save(analysis, path)
    assert [file.name for file in tmp_path.iterdir()] == ["game.analysis.json"]
    found = analysis_files.kept(path, record, analysis.evaluator, 8)
    assert found is not None
    assert found.to_json() == analysis.to_json()
    assert analysis_files.kept(path, record, analysis.evaluator, 9) is None, "a deeper one was wanted"
    assert analysis_files.kept(path, record, "playouts", 8) is None, "another evaluator was"
    assert analysis_files.kept(path, beginning(record, 5), analysis.evaluator, 8) is None, "it is of another record"
    analysis_files.save(replace(analysis, evaluator_version=0), path)
    assert analysis_files.kept(path, record, analysis.evaluator, 8) is None, "the evaluator has changed"
    path.write_text("{", encoding="utf-8")
    assert analysis_files.kept(path, record, analysis.evaluator, 8) is None
    with pytest.raises(RecordError, match="no analysis that can be read"):
        analysis_files.load(path)


def test_an_analysis_shows_itself_in_a_notebook(analysis: Analysis) -> None:
    shown = analysis._repr_html_()
    costly = [each for each in analysis.decisions if each.label]
    assert shown.count("<tr>") == 1 + len(analysis.seats) + (1 + min(10, len(costly)) if costly else 0)
    for seat in analysis.seats:
        assert f"<td>{seat.name}</td><td>{seat.result:.0%}</td><td>{seat.luck:+.1%}</td>" in shown
    assert all(each.action in shown for each in sorted(costly, key=lambda each: -each.error)[:10])


def test_analyses_become_deeper(record: Record) -> None:
    found = list(deepening(beginning(record, 3), first=8, last=40, processes=1))
    assert [each.worlds for each in found] == [8, 32]
    doubts = [sum(each.decisions[at].candidates[0].se for at in range(3)) for each in found]
    assert doubts[1] < doubts[0]


def test_what_cannot_be_analyzed_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="no decisions"):
        analyze(beginning(record, 0))
    with pytest.raises(BadSetup, match="at least 8 worlds"):
        analyze(record, worlds=7)
    with pytest.raises(BadSetup, match="no evaluator 'oracle'"):
        analyze(record, evaluator="oracle")
    with pytest.raises(RecordError, match="cannot be played"):
        analyze(replace(record, decisions=((0, "claim the moon"),)))


def test_accuracy_falls_with_the_error_and_says_how_sure_it_is() -> None:
    assert accuracy_of(0.0, 0.0) == (100, (100, 100))
    accuracy, (low, high) = accuracy_of(2.0, 0.2)  # type: ignore[misc]
    assert accuracy == pytest.approx(36.8, abs=0.1)
    assert low == pytest.approx(100 * exp(-1.2))
    assert high == pytest.approx(100 * exp(-0.8))
    assert accuracy_of(0.1, 1.0)[1][1] == 100, "no figure is outside its range"  # type: ignore[index]
    assert accuracy_of(1.0, 2.0)[0] is None, "from 8 to 100: that says nothing"
    assert accuracy_of(None, None) == (None, None)
