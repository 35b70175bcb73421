"""Whole games on the Germany board: every decision that the rules leave to a player is really offered."""

from __future__ import annotations

import random
from collections import Counter

import branchline as bl
from branchline.boards import registry
from branchline.engine.playouts import play_many
from tests.rules.germany.table import seen

COLORS = ("black", "blue", "green", "red", "white", "yellow")


def way_to_pay(game: bl.Game, claim: bl.ClaimRoute) -> str:
    """A claim as one of the ways to pay."""
    route = next(route for route in game.board.routes if route.id == claim.route)
    cards = "all wild" if claim.color == "wild" else "with wilds" if claim.wilds else "one color"
    return f"{'gray' if route.color == 'gray' else 'colored'}, {cards}"


def test_every_kind_of_decision_and_action_occurs() -> None:
    """In 40 random games: all mixes at the start and later, all colors, leaving, each way to pay, one end and two."""
    chance = random.Random(1)
    met: Counter[str] = Counter()
    for seed in range(40):
        game = bl.new_game("germany", seats=2 + seed % 4, seed=seed, events=False)
        while not game.is_over:
            question = game.observe(None).open[-1].question
            action = game.action(chance.choice(game.legal_actions()))
            met[question] += 1
            if isinstance(action, bl.DrawTickets):
                met[f"{question}: mix {action.mix}"] += 1
            elif isinstance(action, bl.ClaimRoute):
                met[way_to_pay(game, action)] += 1
            elif isinstance(action, bl.TakePassenger):
                met[f"take {action.color}"] += 1
            elif isinstance(action, bl.KeepTickets):
                met[f"{question}: {len(action.tickets)}"] += 1
            if question == "take passenger":
                met[f"{len(seen(game).ends)} ends"] += 1
            met[type(action).__name__] += 1
            game.apply(action)
    wanted = ["turn", "second card", "keep tickets", "choose mix", "take passenger"]
    wanted += ["TakeCard", "DrawCard", "DrawTickets", "KeepTickets", "ClaimRoute", "TakePassenger", "LeavePassenger"]
    wanted += [f"{question}: mix {(k, 4 - k)}" for question in ("turn", "choose mix") for k in range(5)]
    wanted += [f"{road}, {cards}" for road in ("gray", "colored") for cards in ("one color", "with wilds", "all wild")]
    wanted += [f"take {color}" for color in COLORS]
    wanted += [f"keep tickets: {count}" for count in (1, 2, 3, 4)]
    wanted += ["1 ends", "2 ends"]
    assert not [name for name in wanted if not met[name]]


def test_smaller_mixes_occur_when_the_decks_run_out() -> None:
    """GER-039: players who draw tickets whenever they can empty both decks."""
    met: set[tuple[int, ...]] = set()
    chance = random.Random(2)
    for seed in range(12):
        game = bl.new_game("germany", seats=2, seed=seed, events=False)
        while not game.is_over and game.observe(None).tickets.deck:
            actions = [game.action(number) for number in game.legal_actions()]
            draws = [action for action in actions if isinstance(action, bl.DrawTickets)]
            keeps = [action for action in actions if isinstance(action, bl.KeepTickets)]
            action = chance.choice(draws or keeps[-5:] or actions)
            if isinstance(action, bl.DrawTickets):
                met.add(action.mix)
            game.apply(action)
    assert {sum(mix) for mix in met} == {1, 2, 3, 4}


EXPECTED = [
    (2673, [-158, -321]),
    (3510, [-34, -162, -308]),
    (4537, [-42, -68, -130, -204]),
    (5145, [-120, -42, 11, -127, -32]),
]


def test_random_playouts_are_the_same_games_everywhere() -> None:
    """Compiled or not, these seeds take that many decisions, and the last game of each ten ends like this."""
    lengths = []
    for seats in range(2, 6):
        rules = registry.new_rule_sheet("germany", "classic", seats)
        lengths.append((int(play_many(rules, 10, 4, -1)), [int(rules.total(seat)) for seat in range(seats)]))
    assert lengths == EXPECTED
