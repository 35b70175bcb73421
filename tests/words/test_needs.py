"""What routes still take, in words: each sentence is one that people read before they trust it."""

from __future__ import annotations

import branchline as bl
from branchline.testing.arrange import arrange, started
from branchline.words.needs import plan_in_words, ticket_needs


def plan(game: bl.Game, *routes: str) -> str:
    """A plan of seat 0 in words."""
    return plan_in_words(game.observe(0), game.missing(routes, 0))


def test_a_plan_without_a_locomotive_for_its_ferry() -> None:
    """San Francisco: colored cards alone do not pay for a symbol."""
    game = arrange(started("san_francisco"), hands={0: {"red": 6, "blue": 6}})
    assert plan(game, "pier_39-alcatraz") == (
        "2 trains of 20 · 1 for gray routes, 1 locomotive · cards missing: 1 locomotive"
    )
    game = arrange(game, hands={0: {"red": 1, "wild": 1}})
    assert plan(game, "pier_39-alcatraz") == "2 trains of 20 · 1 for gray routes, 1 locomotive · you hold the cards"


def test_concessions_and_their_price() -> None:
    """United Kingdom: the way of a ticket needs what is for sale, and the locomotives that it costs."""
    game = arrange(started("uk"), hands={0: {"red": 1, "yellow": 1}})
    missing = game.missing(game.ways("aberystwyth-cardiff", 0).routes, 0)
    assert ticket_needs(game.observe(0), missing) == (
        "to buy first: Wales Concession (1 locomotive); cards missing: 1 locomotive"
    )


def test_gray_routes_in_different_colors() -> None:
    """USA: two gray routes may be paid in different colors, so two cards are missing for them and not three."""
    game = arrange(started("usa"), hands={0: {"black": 1, "red": 1, "green": 1, "wild": 1}})
    missing = game.missing(game.ways("montreal-new_orleans", 0).routes, 0)
    assert "2 for gray routes" in ticket_needs(game.observe(0), missing)


def test_two_gray_routes_of_three_and_two_times_three_cards() -> None:
    """They can be paid."""
    game = arrange(started("usa"), hands={0: {"red": 3, "blue": 3}})
    two = [route.id for route in game.board.routes if route.color == "gray" and route.length == 3][:2]
    assert plan(game, *two) == "6 trains of 45 · 6 for gray routes · you hold the cards"


def test_ships_are_counted_in_spaces() -> None:
    """The World: a double ship covers two, so spaces are told, and how many cards it takes at least."""
    ships = [route for route in bl.new_game("world").board.routes if route.kind == "ship" and route.length == 7]
    for seed in range(50):
        game = started("world", seed=seed)
        hand = game.observe(0).hand
        none = [each for each in ships if not {f"{each.color} ship", f"{each.color} double ship"} & hand.keys()]
        if none:
            break
    route = none[0]
    wilds = hand.get("wild", 0)
    words = plan(game, route.id)
    fewest = f"(at least {(8 - wilds) // 2} cards)"
    assert f"cards missing: {route.color} ship cards for {7 - wilds} spaces {fewest}" in words
    assert words.startswith(f"7 ships of {game.observe(0).parts['fleet'].ships[0]}")  # type: ignore[attr-defined]


def test_too_few_pieces_and_closed_routes() -> None:
    """Cards are not everything."""
    game = arrange(started("usa"), hands={0: {"red": 6}}, pieces={0: 2}, leave_open=["calgary-vancouver"])
    assert plan(game, "calgary-vancouver").endswith("1 train too few · you hold the cards")
    game = arrange(started("usa"), hands={0: {"red": 6}}, owners={"calgary-vancouver": 1})
    assert "1 route closed to you" in plan(game, "calgary-vancouver")
