"""The fold of what happened at a table: the same entries always give the same state."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import branchline as bl
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.rows import Entry

NO_TIMER = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait"}


def begun(board: str = "usa", timer: dict[str, Any] = NO_TIMER, seats: int = 2) -> PlayedGame:
    return PlayedGame(TableSetup(board, "classic", seats, 7, 0, timer), Entry(0, "started", None, 100.0))


def played_game(played: PlayedGame, moves: int, rng: random.Random) -> list[Entry]:
    """Random moves, taken in; returns their entries."""
    entries = []
    for number in range(1, moves + 1):
        seat = rng.choice(played.game.pending)
        action = rng.choice(played.game.legal_actions(seat))
        words = played.game.describe(action, seat)
        entries.append(Entry(number, "move", seat, 100.0 + number, action, {"words": words}))
        played.take(entries[-1])
    return entries


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_words_count_where_numbers_changed(board: str) -> None:
    """Entries whose numbers mean other actions, or none, are understood by their words."""
    played = begun(board)
    entries = played_game(played, 60, random.Random(1))
    again = begun(board)
    for entry in entries:
        assert entry.action is not None
        wrong = random.Random(entry.number).choice([entry.action + 1, 10**8, 0])
        again.take(replace(entry, action=wrong))
    assert [move.action for move in again.moves] == [entry.action for entry in entries]
    assert again.game.observe(0) == played.game.observe(0)


def test_seeds_of_bots_say_nothing_about_the_shuffle() -> None:
    """Every decision of every bot has a seed of its own, and no part of it is a part of the game's."""
    secret = random.Random(5).getrandbits(128)
    played = PlayedGame(TableSetup("usa", "classic", 2, secret, 0, NO_TIMER), Entry(0, "started", None, 100.0))
    shuffle = {secret >> k & 0xFFFFFFFF for k in range(0, 128, 8)}
    seeds = []
    for number in range(1, 20):
        for seat in (0, 1):
            seeds.append(played.bot_seed(seat))
            assert not {seeds[-1] >> k & 0xFFFFFFFF for k in range(0, 128, 8)} & shuffle
        action = played.game.legal_actions()[0]
        mover = played.game.to_move
        played.take(Entry(number, "move", mover, 100.0, action, {"words": played.game.describe(action, mover)}))
    assert len({*seeds}) == len(seeds)


def test_taking_back_is_as_if_it_had_not_been() -> None:
    """After a take-back and other moves the game is the one that was never taken back."""
    rng = random.Random(2)
    played = begun()
    entries = played_game(played, 30, rng)
    undone = [entry.number for entry in entries[20:]]
    played.take(Entry(31, "take_back", entries[20].seat, 200.0, data={"undoes": undone}))
    plain = begun()
    for entry in entries[:20]:
        plain.take(entry)
    assert played.game.observe(0) == plain.game.observe(0)
    assert played.game.events == plain.game.events
    assert played.version == 32
    assert all(number == 32 for number in played.asked.values())


def test_a_bank_is_charged_for_ones_own_decisions_only() -> None:
    """Both choose tickets at once; then only the seat on turn spends time; the increment comes with a decision."""
    played = begun(timer={"kind": "bank", "seconds": 60, "increment": 5, "when_out": "wait"})
    clocks = played.clocks
    first, second = played.game.pending
    played.take(Entry(1, "move", first, 110.0, played.game.legal_actions(first)[0]))
    assert clocks.left(first, 150.0) == 55.0  # 60 - 10 + 5, and not running
    assert clocks.left(second, 130.0) == 30.0
    played.take(Entry(2, "move", second, 130.0, played.game.legal_actions(second)[0]))
    assert clocks.left(second, 999.0) == 35.0
    assert clocks.left(first, 140.0) == 45.0  # it is on turn since 130
    played.take(Entry(3, "resumed", None, 500.0))  # nobody looked after the table
    assert clocks.left(first, 510.0) == 45.0
    played.take(Entry(4, "replaced", first, 510.0, data={"level": "easy"}))
    assert first not in clocks.since
    played.take(Entry(5, "back", first, 600.0))
    assert clocks.left(first, 605.0) == 50.0


def test_numbers_of_decisions_stay_while_others_choose() -> None:
    """Setup choices are open at once; a seat keeps its number until it answers itself."""
    played = begun(seats=3)
    asked = dict(played.asked)
    seat = played.game.pending[1]
    played.take(Entry(1, "move", seat, 101.0, played.game.legal_actions(seat)[0]))
    assert played.asked == {other: number for other, number in asked.items() if other != seat}
    played.take(Entry(2, "take_back", seat, 102.0, data={"undoes": [1]}))
    assert played.asked[seat] == 3
    assert {other: number for other, number in played.asked.items() if other != seat} == {
        other: number for other, number in asked.items() if other != seat
    }
