"""Moves as the table tells them."""

from __future__ import annotations

import branchline as bl
from branchline.words.plain import move_told


def test_routes_and_tickets_are_called_as_everywhere() -> None:
    board = bl.board("world")
    route = next(each for each in board.routes if "-" in board.cities[each.a].name)
    there, back = (board.cities[end].name for end in (route.a, route.b))
    claim = bl.ClaimRoute(route.id, "red", 1)
    words = f"claim {there}-{back} with 3 red + 1 wild"
    assert move_told(board, claim, words) == f"build {there} – {back} with 3 red + 1 locomotive"
    first, second = board.tickets[:2]
    names = [[board.goal_name(stop) for stop in ticket.stops] for ticket in (first, second)]
    keep = bl.KeepTickets((first.id, second.id))
    told = move_told(board, keep, f"keep {', '.join('-'.join(stops) for stops in names)}")
    assert told == f"keep {', '.join(' – '.join(stops) for stops in names)}"
    assert move_told(board, bl.DrawCard(), "draw") == "draw from the deck"
