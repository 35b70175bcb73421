"""Exchanging pieces, the end and the score (WLD-085..WLD-092)."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.mechanics.fleet import PiecesExchanged
from branchline.model.events import LastTurnsStarted, PointsScored
from tests.rules.play import do, happened
from tests.rules.world.position import actions, at, fleet, pass_time, rules_of


def exchanges(game: bl.Game, given: str) -> list[int]:
    """How many pieces of a sort can be exchanged."""
    return [action.count for action in actions(game, bl.ExchangePieces) if action.given == given]


def test_wld_085_as_many_as_supply_and_box_allow() -> None:
    """WLD-085: one for one, in one direction."""
    game = at(fleet={0: 20})
    assert exchanges(game, "trains") == list(range(1, 11))
    assert exchanges(game, "ships") == list(range(1, 6))
    do(game, "exchange 10 trains for ships")
    assert (fleet(game).trains[0], fleet(game).ships[0]) == (10, 50)
    assert (fleet(game).box_trains[0], fleet(game).box_ships[0]) == (15, 0)
    game = at(supply={0: (3, 20)})
    box = fleet(game).box_ships[0]
    assert box is not None
    assert exchanges(game, "trains") == list(range(1, min(3, box) + 1))
    with pytest.raises(bl.IllegalAction, match="3 trains to give"):
        do(game, "exchange 4 trains")


def test_wld_086_a_point_for_each_piece() -> None:
    """WLD-086: the score may fall below zero (N17)."""
    game = at(points={0: 2})
    do(game, "exchange 3 trains for ships")
    assert game.observe(None).points == (-1, 0)
    assert happened(game, PiecesExchanged) == [PiecesExchanged(0, "trains", 3)]
    assert happened(game, PointsScored)[-1] == PointsScored(0, -3, -1)


def test_wld_087_pieces_can_come_back() -> None:
    """WLD-087"""
    game = at()
    before = fleet(game)
    do(game, "exchange 4 trains", "exchange 1 ship", "exchange 4 ships for trains")
    after = fleet(game)
    assert (after.trains[0], after.ships[0]) == (before.trains[0], before.ships[0])
    assert game.observe(None).points[0] == -8


def test_wld_088_the_total_does_not_change() -> None:
    """WLD-088: so an exchange never triggers the end; 25 trains and 50 ships in all."""
    game = at(supply={0: (4, 3)})
    do(game, "exchange 2 trains")
    assert game.observe(None).pieces[0] == 7
    assert game.observe(None).last_turns is None
    rules_of(game).check()
    rules_of(game).fleet.trains[0] += 1
    with pytest.raises(AssertionError, match="lost or invented"):
        rules_of(game).check()


@pytest.mark.parametrize(("supply", "triggers"), [((5, 3), False), ((5, 2), True), ((2, 5), True)])
def test_wld_089_six_pieces_or_fewer(supply: tuple[int, int], triggers: bool) -> None:
    """WLD-089: trains and ships together, after the turn."""
    open_ones = ["lahore-mumbai", "lahore-mumbai#2"]
    game = at(hands={0: {"green train": 1}}, supply={0: supply}, leave_open=open_ones)
    do(game, "claim Lahore-Mumbai with 1 green")
    assert game.observe(None).pieces[0] == sum(supply) - 1
    assert (game.observe(None).last_turns is not None) == triggers


def test_wld_090_two_more_turns_each() -> None:
    """WLD-090: the triggering seat last in each round; it happens once."""
    open_ones = ["lahore-mumbai", "lahore-mumbai#2", "tiksi-yakutsk"]
    hands = {1: {"green train": 1}, 2: {"green train": 1}}
    supply = {1: (4, 3), 2: (4, 3)}
    game = at(3, hands=hands, supply=supply, leave_open=open_ones, turn=1)
    do(game, "claim Lahore-Mumbai with 1 green")
    assert happened(game, LastTurnsStarted) == [LastTurnsStarted(1, 6)]
    turns = []
    while not game.is_over:
        turns.append(game.to_move)
        if len(turns) == 1:
            do(game, "claim Tiksi-Yakutsk with 1 green")  # a second seat falls to six: that prolongs nothing
        else:
            pass_time(game)
    assert turns == [2, 0, 1, 2, 0, 1]
    assert game.observe(None).ended_by == "last turns"


def test_wld_091_score_lines() -> None:
    """WLD-091: no longest path, no Globetrotter; the running score holds the cost of exchanges."""
    game = at(owners={"lima-sydney": 0, "lima-valparaiso": 0}, harbors={"lima": 0}, tickets={0: ["tokyo-sydney"]})
    do(game, "exchange 2 trains")
    rules = rules_of(game)
    rules.last_turns = 1
    pass_time(game)
    sheet = game.scores()[0]
    assert sheet.lines == {"routes": 21, "tickets": -11, "harbors": 0, "unbuilt_harbors": -8}
    assert sheet.total == 2


def test_wld_092_tied_players_share() -> None:
    """WLD-092: more completed tickets decide nothing."""
    owners = {"lima-sydney": 0, "jakarta-darwin": 1, "darwin-sydney": 1}
    tickets = {1: ["jakarta-sydney"]}
    game = at(owners=owners, tickets=tickets, points={0: 147, 1: 140}, last_turns=1)
    pass_time(game)
    scores = game.scores()
    assert [sheet.total for sheet in scores] == [135, 135]
    assert scores.winners == (0, 1)
    assert [sheet.place for sheet in scores] == [1, 1]
    assert "shared" in scores.reason
