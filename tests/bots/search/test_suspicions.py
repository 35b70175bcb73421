"""What the search suspects of the tickets of others: possible, and nearer to the truth than chance."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.planner.mind import Mind
from branchline.bots.planner.temper import Temper
from branchline.bots.search.experience import experience_of
from branchline.bots.search.suspicions import DONE, LOST, STAGES, UNTOUCHED, Suspicions, TicketFit
from branchline.engine.rng import Rng
from branchline.mechanics.tickets import Tickets

BOARDS = tuple(board.id for board in bl.boards())


def middle(board: str, seats: int, decisions: int) -> bl.Game:
    """A game between planners, so many decisions old, or over."""
    game = bl.new_game(board, seats=seats, seed=11, events=False)
    planner = make_bot("planner", 0)
    for _ in range(decisions):
        seat = game.to_move
        if seat is None:
            break
        game.apply(planner.decide(game.observe(seat)), seat)
    return game


def suspicions_for(game: bl.Game, lessons: int) -> Suspicions:
    rules = registry.new_rule_sheet(game.board.id, game.variant.id, game.seats)
    return Suspicions(Mind(rules, Temper()), experience_of(rules, lessons).lore)


def held_by(suspicions: Suspicions, seat: int) -> set[str]:
    tickets = suspicions.tickets
    return {name for name, holder in zip(tickets.ids, tickets.holder, strict=True) if holder == seat}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_suspects_sees_the_same_as_before(board: str, seats: int) -> None:
    """Tickets change places only where the viewer does not know them, and none is lost."""
    for decisions in (1, 14, 40, 75):
        game = middle(board, seats, decisions)
        if game.is_over:
            break  # all is shown, and nobody is asked any more
        suspicions = suspicions_for(game, 3)
        world = suspicions.fit.rules
        for seat in range(seats):
            seen = game.observe(seat)
            world.imagine(seen, 5)
            before = sorted([*suspicions.tickets.ids, *(held_by(suspicions, seat))])
            suspicions.look(seat)
            for deal in range(3):
                suspicions.deal(seat, Rng(deal))
                world.check()
                assert world.observe(seat) == seen
                for deck in suspicions.tickets.decks:
                    inside = [deck.ring[deck.place(k)] for k in range(deck.left)]
                    assert len({*inside}) == len(inside)
                    assert all(suspicions.tickets.holder[ticket] == -1 for ticket in inside)
            assert sorted([*suspicions.tickets.ids, *(held_by(suspicions, seat))]) == before


def test_deals_are_nearer_to_the_truth_than_chance() -> None:
    """Late in a game of planners, most tickets that a seat holds are completed: chance does not find these."""
    found = {"chance": 0, "suspected": 0}
    game = middle("usa", 2, 85)
    suspicions = suspicions_for(game, 40)
    world = suspicions.fit.rules
    (truth,) = (mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Tickets))
    held = {truth.ids[k] for k in range(truth.count_all) if truth.holder[k] == 1}
    for deal in range(200):
        world.imagine(game.observe(0), deal)
        found["chance"] += len(held & held_by(suspicions, 1))
        suspicions.look(0)
        suspicions.deal(0, Rng(deal))
        found["suspected"] += len(held & held_by(suspicions, 1))
    assert found["suspected"] > 2 * found["chance"]


def test_a_completed_ticket_is_suspected_most() -> None:
    rules = registry.new_rule_sheet("usa", "classic", 2)
    lore = experience_of(rules, 40).lore
    for stage in range(1, STAGES - 1):
        assert lore.weights[stage][DONE] == max(lore.weights[stage])
        assert lore.weights[stage][UNTOUCHED] < 1


def test_fit_follows_what_is_built() -> None:
    """A ticket goes from untouched over quarters to done, and is lost when the pieces do not reach any more."""
    game = middle("usa", 2, 85)
    mind = Mind(game._rules, Temper())
    fit = TicketFit(mind)
    for seat in (0, 1):
        fit.look(seat)
        for ticket in range(fit.chart.tickets):
            missing, whole = fit.missing(ticket), fit.whole[ticket]
            if fit.tickets.is_completed(seat, ticket):
                assert (missing, fit.of(ticket)) == (0, DONE)
            elif missing > game._rules.supply(seat):
                assert fit.of(ticket) == LOST
            elif missing >= whole:
                assert fit.of(ticket) == UNTOUCHED
            else:
                assert DONE < fit.of(ticket) < UNTOUCHED
