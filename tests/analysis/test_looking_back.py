"""What tickets were worth when they were taken, and turns that came to nothing: told from the game as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

import branchline as bl
from branchline.analysis import analyze
from branchline.analysis.came import what_came
from branchline.analysis.looking_back import Waste, look_back
from branchline.analysis.moments import moments
from branchline.model.actions import DrawCard
from branchline.notation.record import Record
from branchline.words.plain import a_card
from tests.analysis.positions import BOARD, evaluator, recorded


def hoarded() -> Record:
    """Seat 0 draws tickets twice and takes cards once, the others take cards three times; then it ends."""
    game = bl.new_game(BOARD, seats=3, seed=5, first_seat=0)
    turns = 0
    while True:
        seat = game.to_move
        assert seat is not None
        turns += game.observe(seat).open[-1].question == "turn"
        if turns == 10:
            game.stop()
            return game.record()
        actions = [game.action(number, seat) for number in game.legal_actions(seat)]
        keeps = [action for action in actions if isinstance(action, bl.KeepTickets)]
        draws = [action for action in actions if isinstance(action, bl.DrawTickets)] if turns in (1, 4) else []
        cards = [action for action in actions if isinstance(action, bl.DrawCard)]
        game.apply((keeps[-1:] or draws or cards or actions)[0], seat)


def test_tickets_and_waste_of_every_seat() -> None:
    record = hoarded()
    evaluator()  # learns once for all tests
    analysis = analyze(record, worlds=8, processes=1)
    first, second, _ = look_back(record, analysis)
    kept = [decision for decision in analysis.decisions if decision.seat == 0 and decision.question == "keep tickets"]
    assert [taken.number for taken in first.tickets] == [decision.number for decision in kept]
    assert [taken.took_turn for taken in first.tickets] == [False, True, True]
    assert first.tickets[0].worth == pytest.approx(kept[0].shares_after[0] - analysis.seats[0].initial)
    drawing = analysis.decisions[kept[1].number - 2]
    assert drawing.action == "draw tickets"
    assert first.tickets[1].worth == pytest.approx(kept[1].shares_after[0] - drawing.shares[0])
    assert not any(taken.completed for taken in first.tickets)  # nothing was built
    assert (first.waste.vain, first.waste.cards, first.waste.card_turns) == (2, 2, 1.0)
    assert (second.waste.vain, second.waste.cards, second.waste.card_turns) == (0, 6, 3.0)
    assert first.waste.turns == 3.0


def test_cards_that_were_dealt_took_no_turn() -> None:
    """Who never took a card wasted none, whatever is left of the deal."""
    record = hoarded()
    first_turn = next(at for at, (_, words) in enumerate(record.decisions) if words == "draw tickets")
    nothing = replace(record, decisions=record.decisions[:first_turn], totals=None)
    game = bl.replay(nothing)
    assert game.is_over
    analysis = analyze(nothing, worlds=8, processes=1)
    assert [back.waste for back in look_back(nothing, analysis)] == [Waste(0, 0, 0, 0.0)] * 3


def test_what_came_of_decisions_names_the_cards() -> None:
    """Blind draws too, with all cards open: whose they are, and which; as many sentences as decisions."""
    record = recorded("planner", "planner", "planner")
    names = ("Ada", "Nora", "Vera")
    came = what_came(record, names)
    assert len(came) == len(record.decisions)
    drawn = 0
    for moment, words in zip(moments(record), came, strict=True):
        before = moment.game.observe(moment.seat).hand
        if isinstance(moment.game.action(moment.done, moment.seat), DrawCard):
            after = moment.game.copy()
            after.apply(moment.done, moment.seat)
            now = after.observe(moment.seat).hand
            (card,) = [card for card, count in now.items() if count > before.get(card, 0)]
            drawn += 1
            assert words.startswith(f"{names[moment.seat]} took {a_card(card)} from the deck"), words
    assert drawn > 5
