"""Scoring and the end: clauses UKD-088 to UKD-092, and common clauses on this board."""

from __future__ import annotations

import branchline as bl
from branchline.model.events import LastTurnsStarted
from branchline.testing.arrange import started
from tests.rules.play import do, final, happened
from tests.rules.uk.table import PERMISSIONS, at_table

LONG = ["hull-norwich", "norwich-nottingham", "hull-newcastle", "plymouth-southampton", "cork-penzance"]
LONG += ["aberdeen-newcastle"]  # 30 trains


def test_ukd_013_points_of_each_length() -> None:
    """UKD-013: claimed one by one."""
    wanted = {
        "barrow-carlisle": 1,
        "leeds-liverpool": 2,
        "bristol-plymouth": 4,
        "hull-norwich": 7,
        "hull-newcastle": 10,
        "cork-penzance": 15,
        "southampton-new_york": 40,
    }
    for route, points in wanted.items():
        game = at_table(technologies={0: PERMISSIONS}, hands={0: {"wild": 10}})
        length = next(r.length for r in game.board.routes if r.id == route)
        game.apply(bl.ClaimRoute(route, "wild", length))
        assert game.observe(None).points[0] == points


def test_ukd_088_no_bonuses() -> None:
    """UKD-088: neither Globetrotter nor longest path."""
    lines = {"classic": {"double_heading"}, "advanced": {"double_heading", "risky_contracts", "equalising_beam"}}
    for variant, own in lines.items():
        scores = final(started("uk", variant=variant), owners={"leeds-liverpool": 0}, tickets={})
        assert set(scores[0].lines) == {"routes", "tickets"} | own
        assert scores[0].total == 2


def test_ukd_090_tickets_add_or_subtract() -> None:
    """UKD-090, COM-081"""
    scores = final(
        at_table(),
        owners={"leeds-manchester": 0},
        tickets={0: ["leeds-manchester", "edinburgh-london"], 1: ["cork-leeds"]},
    )
    assert [sheet.tickets for sheet in scores] == [1 - 15, -13]


def test_ukd_091_the_end_with_two_trains() -> None:
    """UKD-091, COM-077 to COM-080: two trains left start one more turn each, the starting seat last."""
    game = at_table(
        seats=3,
        technologies={0: PERMISSIONS},
        owners=dict.fromkeys(LONG, 0) | {"dover-london": 0},
        hands={0: {"wild": 1}},
    )
    assert game.observe(None).pieces[0] == 3
    start = len(game.events)
    do(game, "claim Hull-Leeds with 1 wild")
    assert happened(game, LastTurnsStarted, start)[0].turns == 3
    turns = []
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        turns.append(seat)
        do(game, "draw", "draw")
    assert turns == [1, 2, 0]


def test_ukd_091_three_trains_start_nothing() -> None:
    """UKD-091"""
    game = at_table(technologies={0: PERMISSIONS}, owners=dict.fromkeys(LONG, 0), hands={0: {"wild": 2}})
    assert game.observe(None).pieces[0] == 5
    do(game, "claim Dover-London with 2 wild")
    assert game.observe(None).last_turns is None


def test_ukd_092_equal_points_more_completed_tickets() -> None:
    """UKD-092"""
    scores = final(
        at_table(),
        owners={"leeds-manchester": 0, "cambridge-london": 1, "ipswich-norwich": 1},
        tickets={0: ["leeds-manchester"], 1: ["norwich-ipswich"]},
        points={0: 9, 1: 9},
    )
    assert scores[0].total == scores[1].total == 10
    assert scores.winners == (0, 1)
    scores = final(
        at_table(),
        owners={"leeds-manchester": 0, "cambridge-london": 1, "ipswich-norwich": 1},
        tickets={0: ["leeds-manchester"], 1: ["norwich-ipswich", "cambridge-london"]},
        points={0: 9, 1: 6},
    )
    assert (scores[0].total, scores[1].total, scores.winners) == (10, 10, (1,))


def test_ukd_092_then_the_victory_is_shared() -> None:
    """UKD-092: even if one of them has the longest path and Equalising Beam."""
    scores = final(
        at_table(variant="advanced", technologies={0: ["equalising_beam"]}),
        owners={"leeds-manchester": 0, "leeds-liverpool": 0, "ipswich-norwich": 1},
        tickets={0: ["leeds-manchester"], 1: ["norwich-ipswich"]},
        points={0: 0, 1: 15},
    )
    assert scores[0].total == scores[1].total
    assert scores.winners == (0, 1)
