"""Payments proposed as a whole, and what answers are worth: all of it found out by asking the game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import branchline as bl
from branchline.model.actions import BuyTechnology, ClaimWithBundles
from branchline.server.proposing import Proposal, propose
from branchline.server.worth import worths


def positions(board: str, seed: int) -> Iterator[tuple[bl.Game, int]]:
    """The positions of a random game, each with a seat that decides."""
    game, rng = bl.new_game(board, seats=2, seed=seed), random.Random(seed)
    while not game.is_over:
        seat = game.pending[0]
        yield game, seat
        game.apply(rng.choice(game.legal_actions(seat)), seat)


def bundled(game: bl.Game, seat: int) -> list[tuple[str | None, str | None]]:
    """The routes and technologies that bundles can pay for."""
    actions = [game.action(number, seat) for number in game.legal_actions(seat)]
    routes = [(each.route, None) for each in actions if isinstance(each, ClaimWithBundles)]
    technologies = [(None, each.technology) for each in actions if isinstance(each, BuyTechnology) and each.bundles]
    return list(dict.fromkeys([*routes, *technologies]))


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
        for route, technology in bundled(game, seat)[:2]:
            proposal = propose(game, seat, route, technology)
            assert proposal is not None
            assert pay(game, seat, proposal) == dict(proposal.pays)
            tried += 1
    assert tried > 20


def test_a_wish_is_met_where_the_rules_allow_it() -> None:
    """Four different cards for a locomotive, if there are four."""
    for game, seat in positions("uk", 7):
        plain = {card: count for card, count in game.observe(seat).hand.items() if card != "wild"}
        wanted = dict.fromkeys(list(plain)[:4], 1)
        technologies = [each for each in bundled(game, seat) if each[1] == "wales_concession"]
        if technologies and len(wanted) == 4 and sum(plain.values()) > 4:
            proposal = propose(game, seat, None, "wales_concession", wanted)
            assert proposal is not None
            assert dict(proposal.pays) == wanted
            return
    raise AssertionError("no position with four different cards and something to buy")


def test_what_cannot_be_paid_gets_no_proposal() -> None:
    game = bl.new_game("uk", seats=2, seed=1)
    assert propose(game, 0, "london-dover", None) is None
    assert propose(game, 0, None, None) is None


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
            worth = worths(seen, asked)
            assert (worth != {}) == (asked == question)
            if worth:
                assert set(worth) == set(seen.legal)
                assert min(worth.values()) >= 0
                found += worth.values()
        if len(found) > 40:
            break
    assert max(found) > 0
