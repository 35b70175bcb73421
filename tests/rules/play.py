"""Short words for the tests of rules: play, look, and end a game."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

import branchline as bl
from branchline.model.events import Event
from branchline.testing.arrange import arrange

Kind = TypeVar("Kind", bound=Event)

# Cards that a row can show without any rule having an opinion about it.
PLAIN = ["red", "blue", "green", "black", "white"]


def do(game: bl.Game, *words: str, seat: int | None = None) -> None:
    """Carry out actions given in words, one after the other."""
    for text in words:
        game.apply(game.parse(text, seat), seat)


def options(game: bl.Game, seat: int | None = None) -> list[str]:
    """The legal actions in words."""
    return [game.describe(number, seat) for number in game.legal_actions(seat)]


def draws(game: bl.Game) -> set[str]:
    """The cards that can be taken, and "draw" for the deck."""
    return {text.removeprefix("take ") for text in options(game) if text == "draw" or text.startswith("take ")}


def claims(game: bl.Game, route: str | None = None) -> list[bl.ClaimRoute]:
    """The legal claims, of one route or of all."""
    actions = [game.action(number) for number in game.legal_actions()]
    return [a for a in actions if isinstance(a, bl.ClaimRoute) and route in (None, a.route)]


def claimable(game: bl.Game) -> set[str]:
    """The routes that can be claimed now."""
    return {claim.route for claim in claims(game)}


def payments(game: bl.Game, route: str) -> set[tuple[str, int]]:
    """The ways to pay for a route, each as the color and the number of wilds."""
    found = [(claim.color, claim.wilds) for claim in claims(game, route)]
    assert len(found) == len(set(found))
    return set(found)


def choosing(game: bl.Game) -> tuple[int | None, str]:
    """Who decides what next; (None, "") when nobody does."""
    opened = game.observe(None).open
    return (opened[-1].seat, opened[-1].question) if opened else (None, "")


def row(game: bl.Game) -> list[str | None]:
    """The face-up cards."""
    return list(game.observe(None).market.row)


def wilds_shown(game: bl.Game) -> int:
    """How many wilds lie face up."""
    return row(game).count("wild")


def deck_size(game: bl.Game) -> int:
    """How many cards the deck has."""
    return game.observe(None).market.deck


def discards(game: bl.Game) -> dict[str, int]:
    """The discards by kind."""
    return dict(game.observe(None).market.discards)


def hand(game: bl.Game, seat: int) -> dict[str, int]:
    """A seat's cards by kind."""
    return dict(game.observe(seat).hand)


def owners(game: bl.Game) -> dict[str, tuple[int, ...]]:
    """Who owns the routes that somebody owns."""
    found = game.observe(None).tracks.owners
    return {route.id: found[route.index] for route in game.board.routes if found[route.index]}


def happened(game: bl.Game, kind: type[Kind], start: int = 0) -> list[Kind]:
    """The events of a kind since event number `start`."""
    return [event for event in game.events[start:] if isinstance(event, kind)]


def stories(game: bl.Game, start: int) -> list[str]:
    """The kinds of the events since event number `start`, in order."""
    return [type(event).__name__ for event in game.events[start:]]


def final(game: bl.Game, **position: Any) -> bl.Scores:
    """How a game ends that stands like this: seat 0 draws two cards, and that was the last turn."""
    arrange(game, turn=0, last_turns=1, **position)
    do(game, "draw", "draw")
    assert game.is_over
    return game.scores()


def everywhere(game: bl.Game, deck: tuple[str, ...]) -> Counter[str]:
    """All cards of the game by kind, wherever they are; the deck must be told, as no view shows it."""
    view = game.observe(None)
    cards = Counter(deck) + Counter(card for card in view.market.row if card is not None)
    cards += Counter(view.market.discards)
    for seat in range(game.seats):
        cards += Counter(hand(game, seat))
    return cards
