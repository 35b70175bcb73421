"""What the people at a table can do to a game from outside its rules: shuffle what nobody saw, and end it early."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.model.errors import WrongSeat
from branchline.notation import record as records

COMPILED = _native.mode() == "compiled"
SETUPS = [(board.id, variant, board.seats[0]) for board in registry.boards() for variant in board.variants]


def played(board: str, variant: str, seats: int, decisions: int, seed: int = 7) -> bl.Game:
    """A game after some random decisions."""
    game = bl.new_game(board, variant=variant, seats=seats, seed=seed)
    rng = random.Random(seed)
    while not game.is_over and len(game.decisions) < decisions:
        seat = rng.choice(game.pending)
        game.apply(rng.choice(game.legal_actions(seat)), seat)
    return game


def play_out(game: bl.Game, seed: int) -> None:
    """Play at random to the end."""
    rng = random.Random(seed)
    while not game.is_over:
        seat = rng.choice(game.pending)
        game.apply(rng.choice(game.legal_actions(seat)), seat)


@pytest.mark.parametrize(("board", "variant", "seats"), SETUPS)
@pytest.mark.parametrize("decisions", [0, 1, 12, 45])
def test_a_game_can_be_stopped_anywhere(board: str, variant: str, seats: int, decisions: int) -> None:
    """Nobody is asked any more, every seat has a sheet and sees it, and the record ends the same way."""
    game = played(board, variant, seats, decisions)
    game.stop()
    game._rules.check()
    assert game.is_over
    assert game.pending == ()
    assert all(game.observe(seat).ended_by == "stopped" for seat in (None, *range(seats)))
    scores = game.scores()
    assert {sheet.total for sheet in scores} == {sum(sheet.lines.values()) for sheet in scores}
    again = bl.replay(records.loads(game.record().dumps()))
    assert again.scores() == scores
    assert again.observe(0) == game.observe(0)
    assert again.events == game.events
    with pytest.raises(WrongSeat, match="over"):
        game.stop()
    with pytest.raises(WrongSeat, match="over"):
        game.reshuffle(1)


@pytest.mark.parametrize(("board", "variant", "seats"), SETUPS)
def test_shuffling_changes_nothing_that_anybody_sees(board: str, variant: str, seats: int) -> None:
    """All views stay as they are; only what comes next is different, and the record knows it."""
    game = played(board, variant, seats, 30)
    before = [game.observe(seat) for seat in (None, *range(seats))]
    futures = set()
    for seed in range(8 if COMPILED else 3):
        twin = game.copy()
        twin.reshuffle(seed)
        twin._rules.check()
        parts = [twin.observe(seat) for seat in (None, *range(seats))]
        assert [seen.legal for seen in parts] == [seen.legal for seen in before]
        assert [{**seen.parts, "tickets": None} for seen in parts] == [{**s.parts, "tickets": None} for s in before]
        assert [seen.held for seen in parts] == [seen.held for seen in before]
        play_out(twin, 3)
        futures.add(twin.decisions)
        assert bl.replay(records.loads(twin.record().dumps())).scores() == twin.scores()
    assert len(futures) > 1


def test_after_shuffling_other_tickets_come() -> None:
    """Who has looked at the next tickets knows nothing of those that come after a shuffle."""
    game = played("usa", "classic", 2, 2)

    def drawn(twin: bl.Game) -> tuple[str, ...]:
        draws = [n for n in twin.legal_actions() if "tickets" in twin.describe(n)]
        twin.apply(draws[0])
        return twin.observe(twin.to_move).tickets.offer

    first = drawn(game.copy())
    offers = set()
    for seed in range(6):
        twin = game.copy()
        twin.reshuffle(seed)
        offers.add(drawn(twin))
    assert first not in offers
    assert len(offers) > 4


def test_shuffles_at_the_end_of_a_record_are_kept() -> None:
    game = played("usa", "classic", 2, 20)
    game.reshuffle(5)
    again = bl.replay(records.loads(game.record().dumps()))
    play_out(game, 1)
    play_out(again, 1)
    assert again.decisions == game.decisions


def test_records_without_either_read_as_before() -> None:
    """Neither word stands in the record of a usual game."""
    game = played("usa", "classic", 2, 20)
    assert not {"reshuffles", "stopped"} & game.record().to_json().keys()
