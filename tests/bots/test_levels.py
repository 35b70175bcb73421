"""Levels for people: weaker ones make mistakes that people make, and play every board."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline import _native
from branchline.bots import MatchReport, Referee, bot_seed, make_bot
from branchline.bots.casual_bot import CasualBot
from branchline.bots.levels import LEVELS, level
from branchline.engine.rng import Rng
from branchline.model.actions import KeepTickets
from branchline.model.errors import UnknownBot

TABLES = [(board.id, variant) for board in bl.boards() for variant in board.variants]


def play(specs: list[str], seed: int, board: str = "usa", variant: str = "classic") -> tuple[bl.Game, MatchReport]:
    game = bl.new_game(board, variant=variant, seats=len(specs), seed=seed)
    bots = [make_bot(spec, bot_seed(seed, seat)) for seat, spec in enumerate(specs)]
    return game, Referee(bots, seed).play(game)


@pytest.mark.parametrize(("board", "variant"), TABLES)
def test_weak_levels_play_every_board(board: str, variant: str) -> None:
    """The strong ones are bots that have such tests of their own."""
    game, report = play(["beginner", "easy", "medium", "skilled"], 3, board, variant)
    assert game.is_over
    assert not report.forfeits, report


def test_hard_has_learned_and_master_searches_where_the_engine_is_compiled() -> None:
    assert make_bot("hard", 1).name == "champion"
    assert make_bot("master", 1).name == ("search" if _native.mode() == "compiled" else "planner")


def test_weak_levels_are_beaten_by_plans_and_beat_chance() -> None:
    def lead(one: str, other: str) -> int:
        totals = [[sheet.total for sheet in play([one, other], seed)[0].scores()] for seed in range(6)]
        turned = [[sheet.total for sheet in play([other, one], seed)[0].scores()] for seed in range(6)]
        return sum(a - b for a, b in totals) + sum(b - a for a, b in turned)

    assert lead("planner", "easy") > 0
    assert lead("easy", "beginner") > 0
    assert lead("beginner", "random") > 12 * 50


def test_a_level_is_a_bot_with_settings_and_names() -> None:
    assert [level(name).id for name in ("Easy", "medium", "HARD")] == ["easy", "medium", "hard"]
    assert list(LEVELS) == ["beginner", "easy", "medium", "skilled", "hard", "master"]
    assert isinstance(make_bot("easy", 1), CasualBot)
    names = [name for each in LEVELS.values() for name in each.names]
    assert len(set(names)) == len(names)
    assert all(len(each.names) >= 5 for each in LEVELS.values())
    with pytest.raises(UnknownBot, match="did you mean 'medium'"):
        level("medum")
    with pytest.raises(UnknownBot, match="the level 'easy' has no settings"):
        make_bot("easy(keeps=0)", 1)


def positions(board: str = "usa", count: int = 60) -> list[bl.Observation]:
    """What the seats to move see in the course of a game."""
    game = bl.new_game(board, seats=3, seed=8)
    bots = [make_bot("greedy", seat) for seat in range(3)]
    found: list[bl.Observation] = []
    while (seat := game.to_move) is not None and len(found) < count:
        found.append(game.observe(seat))
        game.apply(bots[seat].decide(found[-1]), seat)
    return found


def test_a_casual_bot_made_anew_decides_the_same() -> None:
    """A server may make a bot for every decision."""
    kept = CasualBot(5, of="greedy")
    assert [kept.decide(seen) for seen in positions()] == [
        CasualBot(5, of="greedy").decide(seen) for seen in positions()
    ]


def test_a_casual_bot_without_weaknesses_is_the_one_that_thinks() -> None:
    sober = CasualBot(5, of="greedy", attention=99, keeps=0, dreams=0, wastes=0)
    for seen in positions():
        assert sober.decide(seen) == make_bot("greedy", 5).decide(seen)


def test_it_keeps_all_tickets() -> None:
    (seen, *_) = positions(count=1)
    kept = CasualBot(5, keeps=1).decide(seen)
    assert isinstance(kept, KeepTickets)
    assert len(kept.tickets) == 3


class Noting:
    """Notes which tickets it was shown."""

    name = "noting"

    def __init__(self) -> None:
        self.held: tuple[str, ...] = ()

    def decide(self, observation: bl.Observation) -> int:
        self.held = observation.held
        return observation.legal[Rng(1).below(len(observation.legal))]


def test_it_forgets_far_tickets() -> None:
    bot = CasualBot(5, attention=1, dreams=0, wastes=0)
    noting = Noting()
    bot._bot = noting
    forgotten = 0
    for seen in positions():
        if seen.tickets.offer:
            continue
        bot.decide(seen)
        assert {*noting.held} <= {*seen.held}
        forgotten += len(seen.held) - len(noting.held)
    assert forgotten > 10
