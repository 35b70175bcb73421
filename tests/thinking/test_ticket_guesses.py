"""What the search suspects of the tickets of others: possible, and nearer to the truth than chance."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.engine.rng import Rng
from branchline.mechanics.tickets.tickets import Tickets
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.ticket_guesses import DONE, LOST, STAGES, UNTOUCHED, TicketFit, TicketGuesses

BOARDS = tuple(board.id for board in bl.boards())


def middle(board: str, seats: int, decisions: int) -> bl.Game:
    """A game between planners, that many decisions old, or over."""
    game = bl.new_game(board, seats=seats, seed=11, events=False)
    planner = make_bot("planner", 0)
    for _ in range(decisions):
        seat = game.to_move
        if seat is None:
            break
        game.apply(planner.decide(game.observe(seat)), seat)
    return game


def guesses_for(game: bl.Game, practice_games: int) -> TicketGuesses:
    rules = registry.new_rule_sheet(game.board.id, game.variant.id, game.seats)
    return TicketGuesses(Mind(rules, Style()), experience_of(rules, practice_games).habits)


def held_by(guesses: TicketGuesses, seat: int) -> set[str]:
    tickets = guesses.tickets
    return {name for name, holder in zip(tickets.tables.ids, tickets.held.holder, strict=True) if holder == seat}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_suspects_sees_the_same_as_before(board: str, seats: int) -> None:
    """Tickets change places only where the viewer does not know them, and none is lost."""
    for decisions in (1, 14, 40, 75):
        game = middle(board, seats, decisions)
        if game.is_over:
            break  # all is shown, and nobody is asked any more
        guesses = guesses_for(game, 3)
        world = guesses.fit.rules
        for seat in range(seats):
            seen = game.observe(seat)
            world.imagine(seen, 5)
            before = sorted([*guesses.tickets.tables.ids, *(held_by(guesses, seat))])
            guesses.look(seat)
            for deal in range(3):
                guesses.deal(seat, Rng(deal))
                world.check()
                assert world.observe(seat) == seen
                for deck in guesses.tickets.offers.decks:
                    inside = [deck.ring[deck.place(k)] for k in range(deck.left)]
                    assert len({*inside}) == len(inside)
                    assert all(guesses.tickets.held.holder[ticket] == -1 for ticket in inside)
            assert sorted([*guesses.tickets.tables.ids, *(held_by(guesses, seat))]) == before


def test_deals_are_nearer_to_the_truth_than_chance() -> None:
    """Late in a game of planners, most tickets that a seat holds are completed: chance does not find these."""
    found = {"chance": 0, "suspected": 0}
    game = middle("usa", 2, 85)
    guesses = guesses_for(game, 40)
    world = guesses.fit.rules
    (truth,) = (mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Tickets))
    held = {*truth.held.ids(1)}
    for deal in range(200):
        world.imagine(game.observe(0), deal)
        found["chance"] += len(held & held_by(guesses, 1))
        guesses.look(0)
        guesses.deal(0, Rng(deal))
        found["suspected"] += len(held & held_by(guesses, 1))
    assert found["suspected"] > 2 * found["chance"]


def test_a_completed_ticket_is_suspected_most() -> None:
    rules = registry.new_rule_sheet("usa", "classic", 2)
    habits = experience_of(rules, 40).habits
    for stage in range(1, STAGES - 1):
        assert habits.weights[stage][DONE] == max(habits.weights[stage])
        assert habits.weights[stage][UNTOUCHED] < 1


def test_fit_follows_what_is_built() -> None:
    """A ticket goes from untouched over quarters to done, and is lost when the pieces do not reach any more."""
    game = middle("usa", 2, 85)
    mind = Mind(game._rules, Style())
    fit = TicketFit(mind)
    for seat in (0, 1):
        fit.look(seat)
        for ticket in range(fit.chart.tickets):
            missing, whole = fit.missing(ticket), fit.whole[ticket]
            if fit.tickets.held.is_completed(seat, ticket):
                assert (missing, fit.of(ticket)) == (0, DONE)
            elif missing > game._rules.commons.pieces[seat]:
                assert fit.of(ticket) == LOST
            elif missing >= whole:
                assert fit.of(ticket) == UNTOUCHED
            else:
                assert DONE < fit.of(ticket) < UNTOUCHED
