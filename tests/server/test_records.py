"""What a replay tells of decisions: whoever could not know a choice at the time reads nothing about it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import branchline as bl
from branchline.engine.rng import Rng
from branchline.model.events import RouteClaimed, SeatEvent, TicketsKept
from branchline.table.records import may_know
from branchline.testing.policies import by_kind

SECRET = (bl.KeepTickets, bl.ChooseFleet)


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_choices_stay_with_those_who_made_them(board: str) -> None:
    """Tickets kept and choices of the setup are the seat's own; every other decision was seen by all."""
    told: set[str] = set()
    for seed in range(3):
        game = bl.new_game(board, seats=3, seed=seed)
        rng = Rng(seed)
        for _ in range(60):
            seat = game.to_move
            assert seat is not None
            start, setup = len(game.events), game.observe(None).turn is None
            action = game.action(by_kind(game, seat, rng), seat)
            game.apply(action, seat)
            events = game.events[start:]
            assert may_know(seat, seat, events)
            kept = any(isinstance(event, TicketsKept) and event.seat == seat for event in events)
            for viewer in (None, (seat + 1) % 3, (seat + 2) % 3):
                if setup and isinstance(action, bl.PlaceStack):  # in turn, and in the open
                    assert may_know(seat, viewer, events)
                elif isinstance(action, SECRET) or setup:
                    assert not may_know(seat, viewer, events), action
                elif not kept:  # a ticket that was drawn alone is kept without a question
                    assert may_know(seat, viewer, events), action
                    told.add(type(action).__name__)
    assert {"DrawTickets", "TakeCard"} <= told or "DrawFromDeck" in told


@dataclass(frozen=True, slots=True)
class Whispered(SeatEvent):
    """A designer's own event: seat 2 hears of it too."""

    hides_choice = True

    @property
    def audience(self) -> tuple[int, ...]:
        return (self.seat, 2)


def test_an_event_of_ones_own_keeps_its_secret() -> None:
    """The audience decides, whatever the words of the decision are."""
    events = (RouteClaimed(0, "calgary-helena"), Whispered(0))
    assert [may_know(0, viewer, events) for viewer in (0, 1, 2, None)] == [True, False, True, False]
    assert may_know(1, None, events)  # what seat 0 whispers says nothing about a choice of seat 1
