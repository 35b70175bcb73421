"""The compact form: its size, its bounds, its secrets, and that it says what observations say."""

from __future__ import annotations

import numpy as np
import pytest

import branchline as bl
from branchline.encodings.arrays import Array
from branchline.envs import BadArray, encoding
from branchline.mechanics.cards import DecksMarketView
from tests.envs.every import SETTINGS, VARIANTS, positions


@pytest.mark.parametrize(("board", "variant", "seats"), SETTINGS)
def test_it_is_compact_and_its_fields_follow_one_another(board: str, variant: str, seats: int) -> None:
    of = encoding(board, variant, seats)
    assert of.size <= 1500
    starts = [field.start for field in of.fields]
    ends = [field.start + field.size() for field in of.fields]
    assert [*starts, of.size] == [0, *ends]
    assert len({field.name for field in of.fields}) == len(of.fields)
    assert of.low.shape == of.high.shape == of.scale.shape == (of.size,)


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_every_number_is_within_its_bounds(board: str, variant: str) -> None:
    for seats in bl.board(board).seats:
        of = encoding(board, variant, seats)
        seen = np.zeros(of.size, bool)
        for game in positions(board, variant, seats, seed=5, every=7):
            for seat in range(seats):
                encoded = of.encode(game, seat)
                assert (encoded >= of.low).all()
                assert (encoded <= of.high).all()
                seen |= encoded != 0
        silent = [field.name for field in of.fields if not seen[field.start : field.start + field.size()].any()]
        rare = {"mix", "renewals", "fleet_chosen", "passes", "idle", "stuck", "last_turns", "harbors_built"}
        assert {name for name in silent if not name.startswith("pay")} <= rare


@pytest.mark.parametrize(("board", "variant", "seats"), SETTINGS)
def test_worlds_that_differ_only_in_what_is_hidden_are_encoded_alike(board: str, variant: str, seats: int) -> None:
    of = encoding(board, variant, seats)
    compared = 0
    for game in positions(board, variant, seats, seed=11, every=23 * seats):
        for seat in range(seats):
            view = game.observe(seat)
            encoded = of.encode(game, seat)
            for seed in (1, 2):
                other = bl.imagine(view, seed)
                assert (of.encode(other, seat) == encoded).all(), f"seat {seat} can tell two worlds apart"
                compared += 1
            assert (of.encode_observation(view) == encoded).all()
    assert compared > 4 * seats


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_worlds_do_differ(board: str, variant: str) -> None:
    """The test above would prove nothing if imagined worlds were like the true one: another seat sees a difference."""
    game = next(positions(board, variant, 2, seed=3))
    of = encoding(board, variant, 2)
    other = bl.imagine(game.observe(0), 1)
    assert (of.encode(game, 1) != of.encode(other, 1)).any()


@pytest.mark.parametrize(("board", "variant", "seats"), [setting for setting in SETTINGS if setting[2] in (2, 4)])
def test_it_says_what_the_observation_says(board: str, variant: str, seats: int) -> None:
    of = encoding(board, variant, seats)
    cards = list(of.board.cards)
    for game in positions(board, variant, seats, seed=8, every=31):
        for seat in range(seats):
            view = game.observe(seat)
            encoded = of.encode(game, seat)
            around = [(seat + k) % seats for k in range(seats)]

            def row(name: str, encoded: Array = encoded) -> list[int]:
                found: list[int] = of.part(encoded, name)[0].tolist()
                return found

            assert row("pieces") == [view.pieces[s] for s in around]
            assert row("points") == [view.points[s] for s in around]
            assert row("turn") == [int(view.turn == s) for s in around]
            assert row("first") == [int(view.first_seat == s) for s in around]
            assert row("setup") == [int(view.stage >= 0)]
            assert row("last_turns") == [view.last_turns or 0]
            assert row("hand") == [view.hand.get(card, 0) for card in cards]
            assert row("row") == [view.market.row.count(card) for card in cards]
            assert row("discards") == [view.market.discards.get(card, 0) for card in cards]
            decks = view.market.decks if isinstance(view.market, DecksMarketView) else (view.market.deck,)
            assert row("deck") == list(decks)
            known = [view.hands[s].known.get(card, 0) for s in around[1:] for card in cards]
            assert row("known_cards") == known
            sizes = [n for s in around[1:] for n in (view.hands[s].by_deck or (view.hands[s].size,))]
            assert row("hand_sizes") == sizes
            unseen_in_hands = sum(view.hands[s].size - sum(view.hands[s].known.values()) for s in around[1:])
            assert sum(row("unseen")) == view.market.deck + unseen_in_hands
            counts = [n for s in around for n in (view.tickets.counts_by_deck[s] or (0,) * len(view.tickets.decks))]
            assert row("ticket_counts") == counts
            owned = of.part(encoded, "routes")[:, :seats]
            assert owned.tolist() == [[int(s in owners) for s in around] for owners in view.tracks.owners]
            tickets = of.part(encoded, "tickets")
            ids = [ticket.id for ticket in of.variant.tickets]
            held = {*view.held, *(view.tickets.chosen or ())}
            assert {ids[k] for k in np.flatnonzero(tickets[:, 0])} == held
            offer = {ids[k]: int(tickets[k, 1]) for k in np.flatnonzero(tickets[:, 1] > 0)}
            assert offer == {ticket: k + 1 for k, ticket in enumerate(view.tickets.offer)}
            returned = {ticket for ticket in view.tickets.known_in_deck if ticket} | {*view.tickets.mixed_in}
            assert {ids[k] for k in np.flatnonzero(tickets[:, 1] < 0)} == returned


def test_it_writes_into_an_array_of_the_callers() -> None:
    game = bl.new_game("usa", seed=1)
    of = encoding("usa")
    batch = np.full((3, of.size), 99, np.float32)
    assert of.encode(game, 0, out=batch[1]) is not None
    assert (batch[1] == of.encode(game, 0)).all()
    assert (batch[[0, 2]] == 99).all()


def test_bad_use_is_explained() -> None:
    of = encoding("usa")
    game = bl.new_game("usa", seed=1)
    with pytest.raises(BadArray, match=r"shape \(513,\), not \(512,\)"):
        of.encode(game, 0, out=np.zeros(512, np.int16))
    with pytest.raises(BadArray, match="with a sign"):
        of.encode(game, 0, out=np.zeros(513, np.uint8))
    with pytest.raises(BadArray, match="NumPy array, not list"):
        of.encode(game, 0, out=[0] * 513)  # type: ignore[arg-type]
    with pytest.raises(bl.BadSetup, match="no seat 2"):
        of.encode(game, 2)
    with pytest.raises(bl.BadSetup, match="is for usa classic with 2 seats, not for usa mega with 3"):
        of.encode(bl.new_game("usa", variant="mega", seats=3))
    with pytest.raises(KeyError, match="no field 'hands'"):
        of.field("hands")
    with pytest.raises(bl.UnknownVariant):
        encoding("usa", "classi")
