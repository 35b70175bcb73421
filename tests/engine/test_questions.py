"""The questions that a game answers: legality, prices, how routes stand, longest paths. On every board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import branchline as bl
from branchline.engine import standing as codes
from branchline.mechanics.longest_path import LongestPath
from branchline.mechanics.questions import tracks_of
from branchline.model.actions import CLAIMS
from branchline.model.events import CardsPaid
from branchline.model.observation import FleetView
from tests.engine import oracles

GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]
S = bl.Standing


def positions(board: str, variant: str, seats: int, games: int, seed: int) -> Iterator[bl.Game]:
    """Positions of random games that like to claim, at every decision."""
    rng = random.Random(f"{board} {variant} {seats} {seed}")
    for number in range(games):
        game = bl.new_game(board, variant=variant, seats=seats, seed=seed + number)
        while not game.is_over:
            yield game
            legal = game.legal_actions()
            claims = [n for n in legal if isinstance(game.action(n), CLAIMS)]
            game.apply(rng.choice(claims if claims and rng.random() < 0.6 else legal))
        yield game


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_a_refusal_is_what_apply_would_say(board: str, variant: str) -> None:
    """None exactly for legal actions, by number and by value; the reason otherwise; and nothing changes."""
    rng = random.Random(1)
    for game in positions(board, variant, 2, 1, 11):
        seat = game.to_move
        if seat is None or rng.random() < 0.7:
            continue
        before, legal = game.observe(seat), set(game.legal_actions())
        asked = rng.sample(range(game.action_count), 40) + rng.sample(sorted(legal), min(10, len(legal)))
        for number in asked:
            reason = game.refusal(number)
            assert (reason is None) == (number in legal)
            if number in legal:
                assert game.refusal(game.action(number), seat) is None
            else:
                with pytest.raises(bl.IllegalAction) as refused:
                    game.apply(number)
                assert reason == str(refused.value)
        assert game.observe(seat) == before
        other = next(s for s in range(game.seats) if s not in game.pending) if len(game.pending) == 1 else None
        if other is not None:
            assert "nothing to decide" in str(game.refusal(asked[0], other))


def test_refusals_of_what_does_not_exist() -> None:
    """Numbers, values and seats that there are not get a sentence too, and a finished game refuses everything."""
    game = bl.new_game("usa", seed=3)
    assert "There is no action -1" in str(game.refusal(-1))
    assert "no route" in str(game.refusal(bl.ClaimRoute("nowhere-else", "red", 0)))
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert game.refusal(0) == "The game is over; nobody has anything to decide."


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_a_price_is_what_is_paid(board: str, variant: str) -> None:
    """Cards named beforehand are those of the event, further ones as many as said, and pieces leave the supply."""
    rng = random.Random(2)
    compared = 0
    game = bl.new_game(board, variant=variant, seats=2, seed=5)
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        legal = game.legal_actions()
        claims = [n for n in legal if isinstance(game.action(n), CLAIMS)]
        number = rng.choice(claims if claims and rng.random() < 0.5 else legal)
        price = game.price(number)
        assert price == game.price(game.action(number), seat)
        pieces, before = game.observe(seat).pieces[seat], len(game.events)
        game.apply(number)
        paid = [dict(e.cards) for e in game.events[before:] if isinstance(e, CardsPaid) and e.seat == seat]
        if price is None:
            assert not paid
        elif price.asked == 0 and not isinstance(game.action(number, seat), bl.PayCards):
            assert dict(price.cards) == paid[0]
            assert game.observe(seat).pieces[seat] == pieces - price.pieces
            compared += 1
        elif price.asked and paid:  # all of it followed without a choice
            assert sum(paid[0].values()) == price.asked + sum(count for _, count in price.cards)
    assert compared > 5


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_how_routes_stand(board: str, variant: str, seats: int) -> None:
    """Judged from the view alone: owners, tracks beside it, pieces; and open exactly where a claim is legal."""
    rng = random.Random(3)
    found = set()
    for game in positions(board, variant, seats, 1, 21):
        seat = game.to_move
        if seat is None or game.observe(seat).open[-1].question != "turn" or rng.random() < 0.8:
            continue
        seen = game.observe(seat)
        legal = {action.route for action in seen.actions if isinstance(action, CLAIMS)}
        fleet = next((part for part in seen.parts.values() if isinstance(part, FleetView)), None)
        single = seats <= game.variant.numbers.single_track
        for route in game.board.routes:
            now = game.standing(route.index)
            found.add(now)
            owners = seen.tracks.owners[route.index]
            beside = [owner for twin in route.twins for owner in seen.tracks.owners[twin]]
            pieces = seen.pieces[seat]
            if fleet is not None:
                pieces = (fleet.ships if route.kind == "ship" else fleet.trains)[seat] or 0
            assert (now is S.OPEN) == (route.id in legal)
            assert (now is S.OWN) == (seat in owners)
            assert (now is S.TAKEN) == (bool(owners) and seat not in owners)
            assert (now is S.TWIN) == (not owners and (seat in beside or (single and bool(beside))))
            if now in (S.OPEN, S.CARDS):
                assert pieces >= route.length
            if now is S.PIECES:
                assert pieces < route.length
            assert now.words.endswith(".")
    assert {S.OPEN, S.OWN, S.TAKEN, S.CARDS} <= found
    assert (S.PERMISSION in found) == (board == "uk")


def test_the_engine_and_the_model_number_standings_alike() -> None:
    """The engine's small numbers are the places in the enumeration."""
    assert [getattr(codes, each.name) for each in S] == list(range(len(S)))


@pytest.mark.parametrize("board", sorted({board for board, _ in GAMES}))
def test_a_longest_path_is_one(board: str) -> None:
    """Its routes are the seat's own, no two are the same, each goes on where the last ended, and none is longer."""
    checked = 0
    for game in positions(board, next(iter(bl.board(board).variants)), 2, 2, 31):
        if game.to_move is not None and random.Random(len(game.decisions)).random() < 0.9:
            continue
        for seat in range(game.seats):
            path = game.longest_path(seat)
            routes = {route.id: route for route in game.board.routes}
            mine = [game.board.routes[index] for index in game.observe(None).tracks.owned_by(seat)]
            assert len(set(path.routes)) == len(path.routes)
            assert set(path.routes) <= {route.id for route in mine}
            assert path.length == sum(routes[each].length for each in path.routes)
            assert path.length == LongestPath(game._rules.commons.terrain).of(tracks_of(game._rules), seat)
            if len(mine) <= 14:
                assert path.length == oracles.longest_trail([(r.a, r.b, r.length) for r in mine])
            ends: set[int] = set()
            for each in path.routes:
                step = {routes[each].a, routes[each].b}
                ends = step if not ends else {sum(step) - place for place in ends & step}
                assert ends, "the path breaks off"
                checked += 1
    assert checked > 20
