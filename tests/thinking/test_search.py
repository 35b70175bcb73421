"""The bot `search`: legal, the same again with a number of playouts, honest, in time, the same compiled or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.bots import make_bot, play_match
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.core.tree_search import TreeSearch

TINY = "search(playouts=3, rounds=1, practice_games=2)"
SMALL = "search(playouts=40, rounds=2, practice_games=5)"
TABLES = [(board.id, variant, board.seats[0]) for board in bl.boards() for variant in board.variants]
DECISIONS = """
import json, sys
import branchline as bl
from branchline import _native
from branchline.bots import make_bot
answers = []
for board in sys.argv[1:]:
    game = bl.new_game(board, seats=2, seed=5, events=False)
    planner = make_bot("planner", 1)
    for at in range(24):
        seat = game.to_move
        seen = game.observe(seat)
        if at % 6 == 0:
            answers.append(make_bot("search(playouts=40, rounds=2, practice_games=3)", at).decide(seen))
        game.apply(planner.decide(seen), seat)
print(json.dumps([_native.mode(), answers]))
"""


def some_views(board: str, count: int, apart: int) -> list[Observation]:
    """What the seat to move sees, now and then in a game between planners."""
    game = bl.new_game(board, seats=2, seed=3, events=False)
    planner = make_bot("planner", 0)
    views = []
    for at in range(count * apart):
        seat = game.to_move
        if seat is None:
            break
        seen = game.observe(seat)
        if at % apart == 0:
            views.append(seen)
        game.apply(planner.decide(seen), seat)
    return views


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_it_plays_every_board_to_the_end(board: str, variant: str, seats: int) -> None:
    """`play_match` raises if any answer is not legal."""
    bots = [make_bot(TINY, 1), *(make_bot("planner", seat) for seat in range(1, seats))]
    assert play_match(board, variant, bots, seed=4).is_over


def test_it_plays_with_many_seats() -> None:
    bots = [make_bot(TINY, seat) for seat in range(4)]
    assert play_match("usa", "classic", bots, seed=4).is_over


def test_with_a_number_of_playouts_it_repeats_exactly() -> None:
    records = []
    for _ in range(2):
        bots = [make_bot("search(playouts=12, rounds=1, practice_games=3)", seat) for seat in range(2)]
        records.append(play_match("san_francisco", "classic", bots, seed=6).record())
    assert records[0] == records[1]


def test_it_decides_by_what_it_sees() -> None:
    """In other worlds that look the same to the seat, it does the same."""
    for seen in some_views("germany", 5, 13):
        answers = set()
        for world in (1, 2, 3):
            twin = bl.imagine(seen, world).observe(seen.seat)
            assert twin == seen
            answers.add(make_bot(SMALL, 9).decide(twin))
        assert len(answers) == 1


def test_any_number_of_playouts_gives_a_legal_answer() -> None:
    for seen in some_views("pennsylvania", 6, 17):
        for playouts in (1, 7, 60):
            answer = make_bot(f"search(playouts={playouts}, rounds=2, practice_games=5)", 2).decide(seen)
            assert answer in seen.legal


def test_it_answers_in_its_time() -> None:
    """The slack is for machines that are busy; without a limit this would take for ever."""
    bot = make_bot("search(seconds=0.05, patience=1000, practice_games=2)", 0)
    views = some_views("usa", 6, 11)
    bot.decide(views[0])  # the practice games are played before the first decision
    for seen in views:
        started = time.perf_counter()
        bot.decide(seen)
        assert time.perf_counter() - started < 2.0


def test_playouts_are_counted_and_limited() -> None:
    for seen in some_views("usa", 4, 15):
        rules = registry.new_rule_sheet(seen.board, seen.variant, seen.seats)
        thinker = TreeSearch(rules, 1, rounds=1, practice_games=2, caution=1.0, patience=1000.0)
        thinker.decide(seen, 30, 0.0)
        assert thinker.playouts == 30


def test_it_stops_when_nothing_is_left_to_find_out() -> None:
    """In the last turns what remains to be decided is soon clear; then it does not use up its playouts."""
    game = bl.new_game("san_francisco", seats=2, seed=8, events=False)
    planner = make_bot("planner", 0)
    used = []
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        if seen.last_turns is not None:
            rules = registry.new_rule_sheet(seen.board, seen.variant, seen.seats)
            thinker = TreeSearch(rules, 1, rounds=4, practice_games=2, caution=1.0, patience=2.0)
            thinker.decide(seen, 5000, 0.0)
            used.append(thinker.playouts)
        game.apply(planner.decide(seen), seat)
    assert used
    assert min(used) < 5000


@pytest.mark.parametrize(
    "spec", ["search(seconds=-1)", "search(playouts=-3)", "search(rounds=-1)", "search(practice_games=0)"]
)
def test_bad_settings_are_refused(spec: str) -> None:
    with pytest.raises(BadSetup):
        make_bot(spec, 0)


def test_compiled_and_uncompiled_decide_the_same() -> None:
    """Where nothing is compiled, this compares the sources with themselves."""
    results = []
    for pure in ("0", "1"):
        environment = {**os.environ, "BRANCHLINE_PURE": pure, "BRANCHLINE_QUIET": "1"}
        done = subprocess.run(
            [sys.executable, "-c", DECISIONS, "san_francisco", "uk"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(json.loads(done.stdout))
    assert results[0][1] == results[1][1]
    assert results[1][0] == "uncompiled"
