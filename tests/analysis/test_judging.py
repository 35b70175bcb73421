"""Decisions are judged by what their seats could know, repeatably, and large errors are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from branchline.analysis import Evaluator, judging, make_evaluator
from branchline.analysis.futures import Future
from branchline.analysis.judging import agreed, judge, label_of
from branchline.analysis.moments import moments
from branchline.engine.rng import Rng
from branchline.game import imagine
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.estimates import Estimate, mean, seed_of, standard_error
from branchline.thinking.practice import Outcome
from tests.analysis.positions import BOARD, evaluator, recorded

PLANNERS = ("planner", "planner", "planner")


@pytest.mark.parametrize("name", ["predicted", "champion"])
@pytest.mark.parametrize("at", [0, 20, 45])
def test_worlds_that_look_the_same_get_the_same_judgment(at: int, name: str) -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == at)
    seen = moment.game.observe(moment.seat)
    truths = [imagine(seen, seed) for seed in (1, 2)]
    hidden = [[truth.observe(seat).hand for seat in range(3) if seat != moment.seat] for truth in truths]
    assert hidden[0] != hidden[1]  # else this test says nothing
    judgments = [judge(evaluator(name), truth.observe(moment.seat), moment.done, 8) for truth in truths]
    assert judgments[0] == judgments[1] == judge(evaluator(name), seen, moment.done, 8)


def test_the_seed_is_that_of_the_view() -> None:
    first, second = [moment.game.observe(moment.seat) for moment in moments(recorded(*PLANNERS)) if moment.at < 2]
    assert seed_of(first) == seed_of(replace(first)) != seed_of(second)


def test_shares_add_up_and_the_best_comes_first() -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == 30)
    judgment = judge(evaluator(), moment.game.observe(moment.seat), moment.done, 8)
    assert {option.action for option in judgment.options} <= {*moment.game.legal_actions(moment.seat)}
    assert all(sum(option.shares) == pytest.approx(1) for option in judgment.options)
    own = [option.shares[moment.seat] for option in judgment.options]
    assert own == sorted(own, reverse=True)
    assert judgment.error >= 0
    assert judgment.lead >= 0
    assert judgment.done.action == moment.done


def test_who_does_the_best_makes_no_error() -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == 30)
    seen = moment.game.observe(moment.seat)
    best = judge(evaluator(), seen, moment.done, 8).best.action
    judgment = judge(evaluator(), seen, best, 8)
    assert judgment.best.action == best
    assert (judgment.error, judgment.label, judgment.futures) == (0, None, None)


@pytest.mark.parametrize("name", ["predicted", "champion"])
@pytest.mark.parametrize(("seed", "at"), [(1, 0), (2, 90), (4, 40), (4, 55), (5, 65)])
def test_planted_blunders_are_found(seed: int, at: int, name: str) -> None:
    """Useless tickets and claims. Plain playouts, with chance of their own, say that each costs more than 10 points."""
    moment = next(moment for moment in moments(recorded(*PLANNERS, seed=seed)) if moment.at == at)
    seen, planted = moment.game.observe(moment.seat), moment.game.legal_actions(moment.seat)[-1]
    whole, chance = evaluator("playouts"), Rng(9)
    whole.look(seen, chance)
    costs = []
    for _ in range(60):
        whole.imagine(seen, chance)
        done, other = whole.value_of(moment.done), whole.value_of(planted)
        costs.append(done.shares[moment.seat] - other.shares[moment.seat])
    assert mean(costs) - 2 * standard_error(costs) > 0.1
    assert judge(evaluator(name), seen, planted, 24).label in ("mistake", "blunder")


def test_what_the_planner_would_do_is_weighed_beside_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evaluator may like best what planners cannot use. That must not hide a blunder in games that they play."""
    moment = next(moment for moment in moments(recorded(*PLANNERS, seed=4)) if moment.at == 40)
    seen = moment.game.observe(moment.seat)
    *_, useless, planted = moment.game.legal_actions(moment.seat)
    misled = make_evaluator("predicted", BOARD, "classic", 3)
    first = misled.candidates

    def candidates(seen: Observation, chance: Rng) -> list[int]:
        return [*first(seen, chance), useless]

    def value_of(action: int) -> Outcome:
        return _outcome([1.0 if (seat == moment.seat) == (action == useless) else 0.0 for seat in range(3)])

    monkeypatch.setattr(misled, "candidates", candidates)
    monkeypatch.setattr(misled, "value_of", value_of)
    judgment = judge(misled, seen, planted, 24)
    assert judgment.label == "blunder"
    assert judgment.best.action == judgment.usual.action != useless
    own = [option.shares[moment.seat] for option in judgment.options]
    assert own == sorted(own, reverse=True)  # what it likes best does not stand above what proved to be better


def test_a_blunder_that_is_not_predicted_is_found_in_games_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where what the planner would do is the best by a hair: then nothing looks wrong at first."""
    moment = next(moment for moment in moments(recorded(*PLANNERS, seed=4)) if moment.at == 40)
    seen, planted = moment.game.observe(moment.seat), moment.game.legal_actions(moment.seat)[-1]
    blind = make_evaluator("predicted", BOARD, "classic", 3)
    usual = judge(blind, seen, planted, 8).usual.action

    def value_of(action: int) -> Outcome:
        own = 0.4 if action == usual else 0.395
        return _outcome([own if seat == moment.seat else (1 - own) / 2 for seat in range(3)])

    monkeypatch.setattr(blind, "value_of", value_of)
    judgment = judge(blind, seen, planted, 24)
    assert judgment.best.action == usual
    assert judgment.label == "blunder"


def _outcome(shares: list[float]) -> Outcome:
    return Outcome(shares, [0.0] * len(shares))


def test_a_label_needs_planners_and_champion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a champion judges, what only one of them calls a blunder is none, and the milder word is said."""
    moment = next(moment for moment in moments(recorded(*PLANNERS, seed=4)) if moment.at == 40)
    seen, planted = moment.game.observe(moment.seat), moment.game.legal_actions(moment.seat)[-1]
    champion = evaluator("champion")
    judgment = judge(champion, seen, planted, 24)
    assert judgment.second is not None
    assert judgment.label == agreed(Estimate(judgment.error, judgment.error_se), judgment.second) is not None
    assert judgment.points.value > 2 * judgment.points.se
    own = [option.shares[moment.seat] for option in judgment.options]
    assert own == sorted(own, reverse=True)
    assert own[0] - judgment.done.shares[moment.seat] == pytest.approx(min(own[0], judgment.error))
    assert sum(judgment.done.shares) == pytest.approx(1)

    def even(_: Evaluator, seen: Observation, actions: list[int], games: int, salt: int = 0) -> list[Future]:
        return [Future(action, moment.seat, games, [[0.5, 0.25, 0.25]] * games) for action in actions]

    monkeypatch.setattr(judging, "futures", even)
    assert judge(champion, seen, planted, 24).label is None


def test_the_milder_of_two_words_is_said() -> None:
    blunder, mistake, nothing = Estimate(0.2, 0.01), Estimate(0.07, 0.01), Estimate(0.2, 0.15)
    assert agreed(blunder, mistake) == agreed(mistake, blunder) == "mistake"
    assert agreed(blunder, blunder) == "blunder"
    assert agreed(blunder, nothing) is agreed(nothing, blunder) is None


def test_no_label_without_a_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the planner's choice looked better than the best at a glance, and then was not."""
    moment = next(moment for moment in moments(recorded(*PLANNERS, seed=4)) if moment.at == 40)
    seen = moment.game.observe(moment.seat)
    *_, useless, planted = moment.game.legal_actions(moment.seat)
    misled = make_evaluator("predicted", BOARD, "classic", 3)
    usual = judge(misled, seen, planted, 8).usual.action
    asked: list[list[int]] = []

    def even(_: Evaluator, seen: Observation, actions: list[int], games: int, salt: int = 0) -> list[Future]:
        asked.append(actions)
        won = [[1.0 if seat == seen.seat else 0.0 for seat in range(3)], [0.0, 0.0, 0.0]]
        better = usual if salt == -100 else None  # that of the glance
        return [Future(action, moment.seat, games, [won[action != better]] * games) for action in actions]

    monkeypatch.setattr(misled, "value_of", lambda action: _outcome([float(action == useless)] * 3))
    monkeypatch.setattr(misled, "candidates", lambda *_: [usual, useless])
    monkeypatch.setattr(judging, "futures", even)
    judgment = judge(misled, seen, planted, 8)
    assert asked == [[useless, usual], [usual, planted], [useless, planted]]
    assert judgment.label is None
    assert judgment.futures is not None


@pytest.mark.parametrize("name", ["playouts", "search"])
def test_other_evaluators_judge_as_well(name: str) -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == 85)
    seen = moment.game.observe(moment.seat)
    judgment = judge(evaluator(name), seen, moment.done, 8)
    assert sum(judgment.done.shares) == pytest.approx(1)
    assert judgment == judge(evaluator(name), seen, moment.done, 8)


def test_a_second_opinion_comes_with_games_to_the_end() -> None:
    """Whatever is labeled was played to the end, the best and what was done in as many games, and confirmed so."""
    labeled = 0
    for moment in moments(recorded("random", "planner", "random")):
        if moment.at % 6 == 0:
            judgment = judge(evaluator(), moment.game.observe(moment.seat), moment.done, 8)
            if judgment.label is not None:
                labeled += 1
                assert judgment.futures is not None
                assert [future.games for future in judgment.futures] == [32, 32]
                assert judgment.error > 2 * judgment.error_se
    assert labeled > 0


@pytest.mark.parametrize(
    ("error", "se", "label"),
    [
        (0.019, 0.0, None),
        (0.021, 0.01, "inaccuracy"),
        (0.021, 0.011, None),
        (0.051, 0.02, "mistake"),
        (0.051, 0.03, None),
        (0.11, 0.05, "blunder"),
        (0.10, 0.05, None),
    ],
)
def test_labels_need_size_and_certainty(error: float, se: float, label: str | None) -> None:
    assert label_of(error, se) == label


def test_the_surer_of_two_estimates_counts_more() -> None:
    joined = Estimate(1.0, 0.1).joined(Estimate(0.0, 0.2))
    assert joined.value == pytest.approx(0.8)
    assert joined.se == pytest.approx(1 / (100 + 25) ** 0.5)
    assert Estimate(1.0, 0.0).joined(Estimate(0.0, 0.2)) == Estimate(1.0, 0.0)


def test_there_is_no_evaluator_of_any_name() -> None:
    with pytest.raises(BadSetup, match=r"no evaluator 'predictid'.*predicted"):
        evaluator("predictid")
