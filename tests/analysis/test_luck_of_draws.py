"""The control variate of games to the end: fair, and results vary less without it."""

from __future__ import annotations

from random import Random

import pytest

from branchline.analysis.futures import Future, futures, part_saved
from branchline.analysis.moments import moments
from branchline.engine.rng import Rng
from branchline.mechanics.cards import DrawFromDeck
from branchline.model.actions import DrawCard
from branchline.planner.mind import Mind
from branchline.planner.style import usual
from branchline.thinking.estimates import mean, standard_error
from branchline.thinking.luck_of_draws import FEWEST, without_draws
from tests.analysis.positions import evaluator, recorded

PLANNERS = ("planner", "planner", "planner")


@pytest.mark.parametrize("board", ["san_francisco", "world"])  # one deck, and two
def test_the_luck_of_a_blind_draw_is_0_over_all_cards_of_the_deck(board: str) -> None:
    """Whichever of its cards lies on top, each as likely as another; and any other action has none."""
    blind = 0
    for moment in moments(recorded(*PLANNERS, board=board)):
        rules = moment.rules.blank()
        rules.copy_from(moment.rules)
        mind = Mind(rules, usual())
        mind.decide(moment.seat)
        action = moment.game.action(moment.done, moment.seat)
        if not isinstance(action, DrawCard | DrawFromDeck):
            assert mind.cards.luck_of(moment.done) == 0
            continue
        pile = next(pile for pile in mind.seen.piles if pile.name == getattr(action, "deck", ""))
        deck, top, lucks = pile.deck, int(pile.left) - 1, []
        for at in range(top + 1):
            deck[at], deck[top] = deck[top], deck[at]
            pile.deck = deck
            lucks.append(mind.cards.luck_of(moment.done))
            deck[at], deck[top] = deck[top], deck[at]
        assert sum(lucks) == pytest.approx(0, abs=1e-6)
        blind += any(lucks)
    assert blind > 10


def test_less_luck_results_vary_less_and_are_the_same_on_average() -> None:
    """Made-up games of two seats in which luck decides a good part: the multiple is found without being told."""
    chance = Random(1)
    means, parts = [], []
    for _ in range(200):
        results, lucks = [], []
        for better in (0.1, 0.0):
            luck = [[chance.gauss(0, 1), chance.gauss(0, 1)] for _ in range(64)]
            won = [float(chance.random() < 0.45 + better + 0.15 * (a - b)) for a, b in luck]
            results.append([[share, 1 - share] for share in won])
            lucks.append(luck)
        less = without_draws(results, lucks)
        assert all(sum(shares) == pytest.approx(1) for games in less for shares in games)
        leads = [a[0] - b[0] for a, b in zip(*less, strict=True)]
        plain = [a[0] - b[0] for a, b in zip(*results, strict=True)]
        means.append(mean(leads))
        parts.append(standard_error(leads) ** 2 / standard_error(plain) ** 2)
    assert mean(parts) < 0.9
    assert abs(mean(means) - 0.1) < 3 * standard_error(means)


def test_few_games_are_told_as_they_came() -> None:
    results = [[[1.0, 0.0]] * (FEWEST - 1)]
    assert without_draws(results, [[[1.0, -1.0]] * (FEWEST - 1)]) == results


def test_games_to_the_end_are_told_less_the_luck_of_their_draws() -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == 20)
    seen = moment.game.observe(moment.seat)
    one, other = futures(evaluator(), seen, [moment.done, seen.legal[-1]], 40)
    assert {share for shares in one.won for share in shares} <= {0, 1 / 3, 1 / 2, 1}
    assert one.results != one.won
    assert all(sum(shares) == pytest.approx(1) for shares in one.results)
    assert mean(one.shares) == pytest.approx(mean([shares[moment.seat] for shares in one.won]), abs=0.1)
    saved = part_saved([(one, other)])
    assert saved is not None
    assert -0.2 < saved < 0.5


def test_what_is_saved_is_told_by_the_variance_that_is_left() -> None:
    won, less = [[[float(at % 2)] for at in range(4)], [[at % 2 / 2] for at in range(4)]]
    level = [[0.5]] * 4
    assert part_saved([(Future(1, 0, 4, less, won), Future(2, 0, 4, level, level))]) == pytest.approx(0.75)
    assert part_saved([]) is None


def test_the_evaluator_that_plays_to_the_end_leaves_out_the_luck_of_draws() -> None:
    moment = next(moment for moment in moments(recorded(*PLANNERS)) if moment.at == 20)
    seen = moment.game.observe(moment.seat)
    whole = evaluator("playouts")
    chance = Rng(4)
    whole.look(seen, chance)
    found = whole.try_out(seen, chance, [moment.done, seen.legal[-1]], FEWEST)
    assert [len(world) for world in found] == [2] * FEWEST
    shares = [outcome.shares for world in found for outcome in world]
    assert all(sum(each) == pytest.approx(1) for each in shares)
    assert any(share not in (0, 1 / 3, 1 / 2, 1) for each in shares for share in each)
