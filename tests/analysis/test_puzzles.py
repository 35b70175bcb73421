"""Puzzles: positions with one best kind of decision, which is found again in other worlds."""

from __future__ import annotations

import pytest

from branchline.analysis.moments import moments
from branchline.analysis.puzzles import from_json, puzzle_at
from branchline.boards import registry
from branchline.game import replay
from branchline.model.actions import ClaimRoute, DrawCard, KeepTickets, TakeCard
from branchline.words.kinds import kind_of
from tests.analysis.positions import evaluator, recorded

PLANNERS = ("planner", "planner", "planner")


def test_all_ways_to_pay_for_a_route_are_one_kind() -> None:
    usa = registry.board("usa")
    one, other = [
        route for route in usa.routes if {usa.cities[route.a].id, usa.cities[route.b].id} == {"seattle", "portland"}
    ]
    kinds = {
        kind_of(usa, ClaimRoute(route.id, color, wilds))
        for route in (one, other)
        for color, wilds in (("red", 0), ("wild", 1))
    }
    assert len(kinds) == 1
    assert kind_of(usa, TakeCard("red")) != kind_of(usa, TakeCard("blue")) != kind_of(usa, DrawCard())
    assert kind_of(usa, KeepTickets(("a", "b"))) == kind_of(usa, KeepTickets(("b", "a")))


def test_a_puzzle_has_a_position_an_answer_and_a_lead() -> None:
    """Every fifth moment of some games: a puzzle can be set up again, and its answers are legal there."""
    found = []
    for seed in (2, 4, 5):
        record = recorded(*PLANNERS, seed=seed)
        for moment in moments(record):
            puzzle = puzzle_at(evaluator(), record, moment, 16) if moment.at % 5 == 0 else None
            if puzzle is not None:
                found.append(puzzle)
                break
    assert found
    for puzzle in found:
        game = replay(puzzle.record)
        legal = {game.describe(number, puzzle.seat) for number in game.legal_actions(puzzle.seat)}
        words = [answer.words for answer in puzzle.answers]
        assert {*words} <= legal
        assert len({kind_of(game.board, game.parse(each, puzzle.seat)) for each in words}) == len(words) >= 3
        assert puzzle.answers[0].share - puzzle.answers[1].share == pytest.approx(puzzle.lead)
        assert [*puzzle.answers] == sorted(puzzle.answers, key=lambda answer: -answer.share)
        assert from_json(puzzle.to_json()).to_json() == puzzle.to_json()
        assert puzzle.lead > 0.1
        assert puzzle.lead > 2 * puzzle.lead_se
        assert puzzle.theme
        assert puzzle.to_json()["record"]["decisions"] == [
            f"{seat}: {words}" for seat, words in puzzle.record.decisions
        ]
