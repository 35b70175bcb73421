"""The parts of the search: least squares against a known answer, races with known runners, rewards."""

from __future__ import annotations

import pytest

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.planner.mind import Mind
from branchline.planner.style import UNTIL_BROKEN, UNTIL_CHANGED, Style
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.candidates import Candidate
from branchline.thinking.core.experience import RIDGE, Sums, experience_of, learn
from branchline.thinking.core.features import PHASES
from branchline.thinking.core.outcomes import Outcomes
from branchline.thinking.core.race import Race
from branchline.thinking.core.tree import Node


def runners(*rewards: list[float]) -> list[Candidate]:
    """Candidates that have met some worlds already."""
    rules = registry.new_rule_sheet("usa", "classic", 2)
    mind = Mind(rules, Style())
    made = [Candidate(action, mind) for action in range(len(rewards))]
    for runner, met in zip(made, rewards, strict=True):
        runner.rewards = met
    return made


def race_of(*rewards: list[float], caution: float = 1.0) -> Race:
    race = Race(caution, 2.0)
    race.start(runners(*rewards))
    race.worlds = len(rewards[0])
    return race


def test_least_squares_find_the_weights() -> None:
    chance = Rng(1)
    sums = Sums(3)
    for _ in range(5000):
        numbers = [float(chance.below(100)), float(chance.below(100)), 50.0]
        sums.add(numbers, 2.0 * numbers[0] - 0.5 * numbers[1] + 3.0 * 50.0)
    weights = sums.solve([0.0, 0.0, 0.0])
    assert weights == pytest.approx([2.0, -0.5, 3.0], abs=0.01)
    assert sums.error([2.0, -0.5, 3.0]) == pytest.approx(0.0, abs=0.01)


def test_without_experience_weights_are_what_is_expected() -> None:
    assert Sums(2).solve([1.5, -3.0]) == pytest.approx([1.5, -3.0])
    assert RIDGE > 0


def test_experience_predicts_better_towards_the_end() -> None:
    rules = registry.new_rule_sheet("san_francisco", "classic", 2)
    spread = learn(rules, 40).spread
    assert len(spread) == PHASES
    assert spread[PHASES - 1] < spread[0]


def test_what_is_clearly_worse_is_dropped() -> None:
    race = race_of([0.1, 0.0, 0.2, 0.1], [-0.5, -0.6, -0.4, -0.6], [0.1, 0.1, 0.1, 0.1])
    race.drop()
    assert [runner.is_alive for runner in race.runners] == [True, False, True]


def test_the_first_is_dropped_only_without_any_doubt() -> None:
    """It is looked at so often that luck would throw it out of many races."""
    others = [0.3, 0.1] * 8
    doubtful = race_of([0.0, 0.1] * 8, others)
    ahead, error = doubtful.lead(doubtful.runners[1], doubtful.runners[0])
    assert 2.0 * error < ahead < 4.0 * error
    doubtful.drop()
    assert doubtful.runners[0].is_alive
    hopeless = race_of([-0.5, -0.7] * 8, others)
    hopeless.drop()
    assert not hopeless.runners[0].is_alive


def test_planners_that_keep_plans_are_taken_where_they_score_more() -> None:
    """On United Kingdom they win most games of two seats, on The World few (600 games each)."""
    patience = {board: learn(registry.new_rule_sheet(board, "classic", 2), 200).patience for board in ("uk", "world")}
    assert patience == {"uk": UNTIL_BROKEN, "world": UNTIL_CHANGED}


def test_the_first_wins_unless_another_is_better_by_more_than_chance() -> None:
    first = [0.1, 0.3] * 8
    unclear = [0.9, -0.4] * 8
    better = [0.3, 0.5] * 8
    assert race_of(first, unclear).winner().action == 0
    assert race_of(first, better).winner().action == 1
    assert race_of(first, unclear, caution=0.0).winner().action == 1


def test_with_too_few_worlds_the_first_wins() -> None:
    assert race_of([0.1, 0.2], [0.9, 1.0]).winner().action == 0


def test_rewards_of_a_finished_game_follow_the_margin() -> None:
    rules = registry.new_rule_sheet("san_francisco", "classic", 3)
    mind = Mind(rules, Style())
    rules.start(3, 0)
    while not rules.over:
        seat = rules.open.seat()
        rules.act(seat, mind.decide(seat))
    outcomes = Outcomes(rules, mind, experience_of(rules, 2))
    outcomes.judge()
    totals = [rules.total(seat) for seat in range(3)]
    for seat in range(3):
        ahead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
        assert outcomes.margin(seat) == ahead
        assert -1.0 < outcomes.reward(seat) < 1.0
        assert (outcomes.reward(seat) > 0) == (ahead > 0)


def test_a_node_that_was_never_tried_is_tried_first() -> None:
    node = Node()
    tried = node.child(5, 0)
    tried.visits = 3
    tried.total = 3.0
    assert node.child(5, 0) is tried
    assert node.child(6, 0).appeal(3) > tried.appeal(3)


def test_advisers_begin_every_playout_alike() -> None:
    rules = registry.new_rule_sheet("usa", "classic", 2)
    advisers = Advisers(rules, UNTIL_BROKEN)
    rules.start(1, 0)
    guide = Mind(rules, Style())
    plan = guide.plans[0]
    answers = []
    for _ in range(2):
        advisers.begin(7, 0, plan)
        answers.append([mind.decide(rules.open.seat()) for mind in advisers.minds])
    assert answers[0] == answers[1]
