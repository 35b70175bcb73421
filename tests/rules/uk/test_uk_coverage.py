"""Many random games: every technology is bought and used, every way to pay happens, every decision comes up."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.engine.playouts import play_many
from branchline.engine.rng import Rng
from branchline.game import imagine
from branchline.mechanics.technologies import TechnologiesWithdrawn, TechnologyBought, TechnologyReturned
from branchline.testing.trial import difference
from tests.rules.checked import play_many_checked
from tests.rules.play import happened
from tests.rules.uk.table import rules_of

GAMES = 60


@cache
def seen(variant: str) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """The decisions, kinds of action, and other happenings of many random games."""
    questions: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    things: Counter[str] = Counter()
    for seed in range(GAMES):
        game = bl.new_game("uk", variant=variant, seats=2 + seed % 3, seed=seed)
        rng = Rng(seed)
        while not game.is_over:
            legal = game.legal_actions()
            by_kind: dict[type[bl.Action], list[int]] = {}
            for number in legal:
                by_kind.setdefault(type(game.action(number)), []).append(number)
            choice = list(by_kind.values())[int(rng.below(len(by_kind)))]
            number = choice[int(rng.below(len(choice)))]
            action = game.action(number)
            question = game.observe(None).open[-1].question
            questions[question] += 1
            kinds[type(action).__name__] += 1
            note(things, action, question)
            game.apply(number)
        for event in game.events:
            if isinstance(event, (TechnologyBought, TechnologyReturned)):
                things[f"{type(event).__name__} {event.technology}"] += 1
            elif isinstance(event, TechnologiesWithdrawn):
                things["withdrawn"] += 1
        if any(len(owners) > 1 for owners in game.observe(None).tracks.owners):
            things["shared route"] += 1
        for sheet in game.scores():
            things.update(f"{name} {points > 0}" for name, points in sheet.bonuses.items() if points)
    return questions, kinds, things


def note(things: Counter[str], action: bl.Action, question: str) -> None:
    """What kind of payment an action is."""
    if isinstance(action, bl.BuyTechnology):
        things[f"price {action.wilds > 0} {action.bundles > 0}"] += 1
    elif isinstance(action, bl.ClaimWithBundles):
        things[f"bundles beside {action.cards > 0} {action.wilds > 0}"] += 1
        things[f"bundles {min(action.bundles, 2)}"] += 1
        things[f"bundles at {question}"] += 1
    elif isinstance(action, bl.ClaimRoute):
        things[f"plain {action.color != 'wild'} {action.wilds > 0}"] += 1
        things[f"plain at {question}"] += 1


@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_every_decision_and_kind_of_action_comes_up(variant: str) -> None:
    questions, kinds, _ = seen(variant)
    wanted = {"turn", "second card", "keep tickets", "bundle cards", "claim a taken route", "action after a purchase"}
    actions = {"TakeCard", "DrawCard", "DrawTickets", "KeepTickets", "ClaimRoute", "ClaimWithBundles"}
    actions |= {"BuyTechnology", "PayCards"}
    if variant == "advanced":
        wanted |= {"claim", "claim a second route"}
        actions |= {"DrawBlind", "StopClaiming", "ClaimRouteForLess"}
    assert wanted <= questions.keys()
    assert actions <= kinds.keys()


@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_every_technology_is_bought_and_used(variant: str) -> None:
    _, _, things = seen(variant)
    sets = bl.board("uk").variants[variant].options["technology_sets"]
    for name, card in bl.board("uk").extras["technologies"].items():
        assert (f"TechnologyBought {name}" in things) == (card["set"] in sets)
    assert things["TechnologyReturned right_of_way"] == things["TechnologyBought right_of_way"] > 0
    assert things["shared route"] > 0
    assert things["double_heading True"] > 0
    if variant == "advanced":
        assert things["TechnologyReturned thermocompressor"] == things["TechnologyBought thermocompressor"] > 0
        assert things["withdrawn"] > 0
        for name in ("risky_contracts", "equalising_beam"):
            assert things[f"{name} True"] > 0
            assert things[f"{name} False"] > 0


@pytest.mark.parametrize("variant", ["classic", "advanced"])
def test_every_way_to_pay_happens(variant: str) -> None:
    _, _, things = seen(variant)
    wanted = {"price True False", "price True True", "price False True"}
    wanted |= {"plain True False", "plain True True", "plain False True"}
    wanted |= {f"bundles beside {cards} {wilds}" for cards in (True, False) for wilds in (True, False)}
    wanted |= {"bundles 1", "bundles 2", "plain at claim a taken route", "bundles at action after a purchase"}
    assert wanted <= things.keys()


@pytest.mark.parametrize("variant", ["classic", "advanced"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_lost_in_many_games(variant: str, seats: int) -> None:
    rules = registry.new_rule_sheet("uk", variant, seats)
    assert play_many_checked(rules, 8, 77, -1) == play_many(rules, 8, 77, -1)


def test_views_hide_what_is_being_paid_with() -> None:
    """In the middle of a payment others know what it is for, and imagine a hand that can pay it."""
    asked = 0
    for seed in range(12):
        game = bl.new_game("uk", variant="advanced", seats=3, seed=seed)
        rng = Rng(seed)
        while not game.is_over:
            opened = game.observe(None).open
            question = opened[-1].question if opened else ""
            if question in ("bundle cards", "claim", "claim a taken route"):
                asked += 1
                check_imagined(game, seed)
            legal = game.legal_actions()
            game.apply(legal[int(rng.below(len(legal)))])
    assert asked > 50


def check_imagined(game: bl.Game, seed: int) -> None:
    mover = game.to_move
    assert mover is not None
    for seat in (0, 1, 2, None):
        view = game.observe(seat)
        other = imagine(view, seed)
        assert not difference(view, other.observe(seat))
        rules_of(other).check()
        legal = other.legal_actions()
        assert legal
        if seat == mover:
            assert legal == game.legal_actions()
        else:
            assert view.legal == ()
            payment = view.parts["payment"]
            assert getattr(payment, "chosen", None) is None
        while other.to_move == mover and not other.is_over:  # the turn can be completed
            other.apply(other.legal_actions()[0])


def test_withdrawn_technologies_are_told_once() -> None:
    """UKD-081"""
    game = bl.new_game("uk", variant="advanced", seats=4, seed=5)
    rng = Rng(5)
    while not game.is_over:
        legal = game.legal_actions()
        game.apply(legal[int(rng.below(len(legal)))])
    assert len(happened(game, TechnologiesWithdrawn)) <= 1
