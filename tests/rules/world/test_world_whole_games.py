"""Whole games of the World board: every decision that the rules leave to a player is offered, and nothing breaks.

Seats that choose at random often exchange pieces; that must not cut their games short (N54).
"""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.mechanics.cards import NamedDeckRenewed
from branchline.model.events import CardsPaid, RowDiscarded
from branchline.testing import Effort, by_kind, check_board, uniform
from branchline.testing.policies import Policy, builder, play
from tests.rules.checked import play_many_checked
from tests.rules.play import happened

DECISIONS = {"turn", "second card", "keep tickets", "choose fleet", "name a deck"}
ACTIONS = {
    bl.BuildHarbor,
    bl.ChooseFleet,
    bl.ClaimRoute,
    bl.ClaimWithPairs,
    bl.ClaimWithShips,
    bl.DrawFromDeck,
    bl.DrawTickets,
    bl.ExchangePieces,
    bl.KeepTickets,
    bl.RefillFrom,
    bl.TakeCard,
}


def sort_of_payment(game: bl.Game, action: bl.Action) -> str:
    """A word for the way in which an action pays."""
    lengths = {route.id: route.length for route in game.board.routes}
    if isinstance(action, bl.ClaimRoute):
        return "wilds" if action.color == "wild" else "set and wilds" if action.wilds else "set"
    if isinstance(action, bl.ClaimWithShips):
        if 2 * action.doubles > lengths[action.route]:
            return "doubles, one over"
        singles = lengths[action.route] - 2 * action.doubles - action.wilds
        found = [word for word, n in (("singles", singles), ("doubles", action.doubles), ("wilds", action.wilds)) if n]
        return "ship: " + " ".join(found)
    if isinstance(action, bl.ClaimWithPairs):
        odd = sum(count % 2 for color, count in action.cards if color != "wild")
        return f"pairs: {len(action.cards)} kinds, {odd} with a wild"
    if isinstance(action, bl.BuildHarbor):
        return f"harbor: {action.trains} {action.ships}"
    return ""


def test_every_decision_and_every_way_to_pay_occurs() -> None:
    """All kinds of decision and action, all ways to pay, both ways to exchange; and all games are played to the end."""
    questions: Counter[str] = Counter()
    actions: Counter[type[bl.Action]] = Counter()
    ways: Counter[str] = Counter()
    given: Counter[str] = Counter()
    endings: Counter[str | None] = Counter()
    policies: list[Policy] = [uniform, by_kind, builder]
    for seed in range(24):
        game = bl.new_game("world", seats=2 + seed % 4, seed=seed)
        rng = Rng(seed)
        policy = policies[seed % 3]
        while not game.is_over:
            questions[game.observe(None).open[-1].question] += 1
            seat = game.to_move
            assert seat is not None
            legal = game.legal_actions(seat)
            actions.update({type(game.action(number, seat)) for number in legal})
            ways.update({sort_of_payment(game, game.action(number, seat)) for number in legal})
            chosen = game.action(policy(game, seat, rng), seat)
            if isinstance(chosen, bl.ExchangePieces):
                given[chosen.given] += 1
            game.apply(chosen, seat)
        endings[game.observe(None).ended_by] += 1
    assert set(questions) == DECISIONS
    assert set(actions) == ACTIONS
    assert set(given) == {"trains", "ships"}
    assert set(endings) == {"last turns"}
    for way in ("set", "set and wilds", "wilds", "doubles, one over", "ship: singles doubles wilds", "ship: wilds"):
        assert ways[way], way
    splits = [(trains, ships) for trains in range(3) for ships in range(3) if trains + ships > 0]  # 4 wilds: WLD-075
    assert {f"harbor: {trains} {ships}" for trains, ships in splits} <= set(ways)
    assert any(way.startswith("pairs: 3 kinds, 2 with") for way in ways)


def test_rows_are_discarded_and_both_decks_renewed() -> None:
    """The rare turns of the market occur in ordinary games."""
    renewed: set[str] = set()
    discarded = 0
    paid = 0
    for seed in range(12):
        game = bl.new_game("world", seats=5, seed=seed)
        play(game, by_kind, Rng(seed))
        renewed |= {event.deck for event in happened(game, NamedDeckRenewed)}
        discarded += len(happened(game, RowDiscarded))
        paid += len(happened(game, CardsPaid))
    assert renewed == {"train", "ship"}
    assert discarded
    assert paid


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_contract(seats: int) -> None:
    """Counting agrees with listing; views, imagined worlds, records, copies and words hold at all times."""
    report = check_board("world", seats=[seats], games=2, effort=Effort(probe_every=60, sample=2))
    assert report.games == 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_invariants_in_random_games(seats: int) -> None:
    """Nothing is lost or invented, step by step."""
    rules = registry.new_rule_sheet("world", "classic", seats)
    assert play_many_checked(rules, 20, 1000 * seats, -1) > 20 * 30


def test_imagined_worlds_in_the_middle_of_every_decision() -> None:
    """observe(imagine(view)) is the view, for each kind of decision and every viewer."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        game = bl.new_game("world", seats=3, seed=seed)
        rng = Rng(seed)
        while not game.is_over:
            pending = game.pending
            question = game.observe(None).open[-1].question
            seen[question] += 1
            if seen[question] <= 25:
                for viewer in (None, 0, 1, 2):
                    view = game.observe(viewer)
                    other = bl.imagine(view, int(rng.word()))
                    assert other.observe(viewer) == view
                    other._rules.check()
            seat = pending[int(rng.below(len(pending)))]
            game.apply(by_kind(game, seat, rng), seat)
    assert set(seen) == DECISIONS
