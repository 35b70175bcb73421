"""Payments proposed as a whole, and what answers are worth: all of it found out by asking the game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import branchline as bl
from branchline.mechanics.bundles import ClaimWithBundles
from branchline.mechanics.technologies import BuyTechnology
from branchline.table.games.point_gains import point_gains
from branchline.table.games.proposing import Proposal, propose
from branchline.words.needs import stand_for


def positions(board: str, seed: int) -> Iterator[tuple[bl.Game, int]]:
    """The positions of a random game, each with a seat that decides."""
    game, rng = bl.new_game(board, seats=2, seed=seed), random.Random(seed)
    while not game.is_over:
        seat = game.pending[0]
        yield game, seat
        game.apply(rng.choice(game.legal_actions(seat)), seat)


def bundled(game: bl.Game, seat: int) -> dict[str, int]:
    """The routes and technologies that bundles can pay for, each with an action that does."""
    actions = {number: game.action(number, seat) for number in game.legal_actions(seat)}
    routes = {each.route: number for number, each in actions.items() if isinstance(each, ClaimWithBundles)}
    bought = {n: each for n, each in actions.items() if isinstance(each, BuyTechnology) and each.bundles}
    return routes | {each.technology: number for number, each in bought.items()}


def pay(game: bl.Game, seat: int, proposal: Proposal) -> dict[str, int]:
    """Pay what is proposed in a copy: every answer is legal, and the cards are gone."""
    before, twin = game.observe(seat).hand, game.copy()
    for number in proposal.actions:
        twin.apply(number, seat)
    after = twin.observe(seat).hand
    assert twin.observe(seat).open[-1].question != "bundle cards", "something is still to be paid"
    return {card: count - after.get(card, 0) for card, count in before.items() if count != after.get(card, 0)}


@pytest.mark.parametrize("seed", range(4))
def test_a_proposal_pays_what_it_says(seed: int) -> None:
    tried = 0
    for game, seat in positions("uk", seed):
        for action in list(bundled(game, seat).values())[:2]:
            proposal = propose(game, seat, action)
            assert proposal is not None
            assert pay(game, seat, proposal) == dict(proposal.pays)
            tried += 1
    assert tried > 20


def test_a_wish_is_met_where_the_rules_allow_it() -> None:
    """Four different cards for a locomotive, if there are four."""
    for game, seat in positions("uk", 7):
        plain = {card: count for card, count in game.observe(seat).hand.items() if card != "wild"}
        wanted = dict.fromkeys(list(plain)[:4], 1)
        action = bundled(game, seat).get("wales_concession")
        if action is not None and len(wanted) == 4 and sum(plain.values()) > 4:
            proposal = propose(game, seat, action, wanted)
            assert proposal is not None
            assert dict(proposal.pays) == wanted
            return
    raise AssertionError("no position with four different cards and something to buy")


def test_what_cannot_be_paid_gets_no_proposal() -> None:
    game = bl.new_game("uk", seats=2, seed=1)
    seat = game.pending[0]
    assert propose(game, seat, game.legal_actions(seat)[0]) is None  # tickets are kept, nothing is paid
    beyond = next(number for number in range(2000) if number not in game.legal_actions(seat))
    assert propose(game, seat, beyond) is None


def test_any_way_to_pay_leads_to_the_same_proposal() -> None:
    """It stands for what it buys, and for nothing else: another technology, or the track beside it, is not meant."""
    found = 0
    for game, seat in positions("uk", 2):
        ways: dict[str, list[int]] = {}
        for number in game.legal_actions(seat):
            action = game.action(number, seat)
            if isinstance(action, BuyTechnology):
                ways.setdefault(action.technology, []).append(number)
        for technology, numbers in ways.items():
            (proposal,) = {propose(game, seat, number) for number in numbers}
            assert proposal is not None
            first = game.action(proposal.actions[0], seat)
            assert isinstance(first, BuyTechnology)
            assert first.technology == technology
            found += len(numbers) > 1
        if found > 5:
            return
    raise AssertionError("no position with several ways to pay for a technology")


@pytest.mark.parametrize(
    ("board", "question"),
    [("germany", "take passenger"), ("pennsylvania", "take share"), ("san_francisco", "take token")],
)
def test_worth_is_what_the_game_would_count(board: str, question: str) -> None:
    """Taking something is never worth less than leaving it; what other questions ask has no worth."""
    found: list[int] = []
    for seed in range(6):
        for game, seat in positions(board, seed):
            seen = game.observe(seat)
            asked = next(each.question for each in reversed(seen.open) if each.seat == seat)
            worth = point_gains(seen, asked)
            assert (worth != {}) == (asked == question)
            if worth:
                assert set(worth) == set(seen.legal)
                assert min(worth.values()) >= 0
                found += worth.values()
        if len(found) > 40:
            break
    assert max(found) > 0


def test_what_bundles_stand_for_is_said() -> None:
    """Cards in bundles are told apart from those of the set, and cards without bundles are never spent for more."""
    told = 0
    for game, seat in positions("uk", 3):
        for action in list(bundled(game, seat).values())[:2]:
            proposal = propose(game, seat, action)
            assert proposal is not None
            if proposal.bundles:
                told += 1
                assert proposal.bundled in (3 * proposal.bundles, 4 * proposal.bundles)
                assert stand_for(proposal.bundled, proposal.bundles).startswith(f"{proposal.bundled} cards stand for ")
            else:
                assert stand_for(proposal.bundled, proposal.bundles) == ""
    assert told > 5
