"""Luck is what came against what could have come: 0 on average, and nothing where nothing was revealed."""

from __future__ import annotations

import pytest

from branchline.analysis.analyzing import Moment, moments
from branchline.analysis.estimates import mean, standard_error
from branchline.analysis.luck import Revealed, piles_of, value_of_deal, value_of_decision, value_of_moment
from branchline.bots.planner.situation import find_tickets
from branchline.engine.rng import Rng
from branchline.model.actions import DrawCard, DrawTickets
from tests.analysis.positions import evaluator, recorded

BOTS = ("planner", "casual", "greedy")


def moment_of(kind: type) -> Moment:
    """A decision of a kind in a game in which everything happens sooner or later."""
    for moment in moments(recorded("random", "random", "random")):
        if isinstance(moment.game.action(moment.done, moment.seat), kind):
            return moment
    raise AssertionError(f"no {kind.__name__} in this game")


def without_reveal() -> Moment:
    """A decision after which no deck is smaller."""
    for moment in moments(recorded(*BOTS)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        if not any(revealed.cards) and not any(revealed.tickets) and not revealed.is_renewed:
            return moment
    raise AssertionError("every decision of this game revealed something")


def test_what_came_is_brought_to_the_top() -> None:
    """In every moment of a game: after what came is brought to the top, the decision leads where it led."""
    chance = Rng(5)
    world = evaluator().world
    reveals = 0
    for moment in moments(recorded(*BOTS)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        if revealed.is_renewed:
            continue
        world.copy_from(moment.rules)
        world.reshuffle(int(chance.word()))
        revealed.bring(world, chance)
        world.check()
        world.act(moment.seat, moment.done)
        reveals += any(revealed.cards) or any(revealed.tickets)
        for seat in range(3):
            assert world.observe(seat).hands == revealed.after.observe(seat).hands
            assert world.observe(seat).market == revealed.after.observe(seat).market
            assert world.observe(seat).tickets.offer == revealed.after.observe(seat).tickets.offer
    assert reveals > 20


def test_luck_is_nothing_where_nothing_is_revealed() -> None:
    moment = without_reveal()
    value = value_of_decision(evaluator(), moment.rules, moment.seat, moment.done, 8, Rng(1))
    assert value.luck == value.luck_se == (0, 0, 0)


@pytest.mark.parametrize("kind", [DrawCard, DrawTickets])
def test_luck_is_0_on_average_over_all_that_could_have_come(kind: type) -> None:
    """The same decision in many truths that differ only in what lies face down."""
    moment = moment_of(kind)
    truth = moment.rules.blank()
    lucks = []
    for seed in range(40):
        truth.copy_from(moment.rules)
        truth.reshuffle(seed)
        value = value_of_decision(evaluator(), truth, moment.seat, moment.done, 8, Rng(1000 + seed))
        assert sum(value.luck) == pytest.approx(0)
        lucks.append(value.luck[moment.seat])
    assert len({*lucks}) > 1
    assert abs(mean(lucks)) < 3 * standard_error(lucks)


def test_values_add_up_to_a_win() -> None:
    moment = moment_of(DrawCard)
    value = value_of_moment(evaluator(), moment.rules, moment.seat, 8, Rng(1))
    assert sum(value) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in value)


def test_the_deal_depends_on_who_begins_and_not_on_the_number_of_a_seat() -> None:
    first = value_of_deal(evaluator(), 0, 60)
    assert sum(first) == pytest.approx(1)
    assert all(share == pytest.approx(1 / 3, abs=0.15) for share in first)


def test_decks_are_found_on_the_board() -> None:
    moment = moment_of(DrawTickets)
    assert sum(int(pile.left) for pile in piles_of(moment.rules)) == moment.game.observe(0).market.deck
    assert sum(int(deck.left) for deck in find_tickets(moment.rules).decks) == moment.game.observe(0).tickets.deck
