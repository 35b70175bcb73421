"""A UK game in a wanted position, and short words for what can be bought and paid there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import branchline as bl
from branchline.mechanics.technologies import TechnologiesView
from branchline.mechanics.technologies.rules import Rules
from branchline.testing.arrange import arrange, started
from tests.rules.play import hand

CONCESSIONS = ("wales_concession", "ireland_france_concession", "scotland_concession")
PERMISSIONS = (*CONCESSIONS, "mechanical_stoker", "superheated_steam_boiler", "propellers")

Cards = tuple[tuple[str, int], ...]


def rules_of(game: bl.Game) -> Rules:
    """The rule sheet behind a game."""
    rules = game._rules
    assert isinstance(rules, Rules)
    return rules


def give(game: bl.Game, seat: int, technologies: Sequence[str]) -> None:
    """Put technologies in front of a seat, as if bought earlier."""
    cards = rules_of(game).technologies
    for name in technologies:
        cards.hand_over(seat, cards.ids.index(name))


def at_table(
    *,
    variant: str = "classic",
    seats: int = 2,
    technologies: Mapping[int, Sequence[str]] | None = None,
    turn: int = 0,
    **position: Any,
) -> bl.Game:
    """A position with technologies; the turn of a seat begins."""
    game = started("uk", variant=variant, seats=seats)
    for seat, names in (technologies or {}).items():
        give(game, seat, names)
    return arrange(game, turn=turn, **position)


def owned(game: bl.Game, seat: int) -> tuple[str, ...]:
    """The technologies of a seat."""
    view = game.observe(None).parts["technologies"]
    assert isinstance(view, TechnologiesView)
    return view.owned[seat]


def for_sale(game: bl.Game) -> dict[str, int]:
    """The technologies on the table."""
    view = game.observe(None).parts["technologies"]
    assert isinstance(view, TechnologiesView)
    return dict(view.for_sale)


def purchases(game: bl.Game, technology: str | None = None) -> set[tuple[str, int, int]]:
    """What can be bought now, with how many wilds and bundles."""
    actions = [game.action(number) for number in game.legal_actions()]
    found = [(a.technology, a.wilds, a.bundles) for a in actions if isinstance(a, bl.BuyTechnology)]
    return {way for way in found if technology in (None, way[0])}


def buyable(game: bl.Game) -> set[str]:
    """The technologies that can be bought now."""
    return {technology for technology, _, _ in purchases(game)}


def all_claims(game: bl.Game) -> list[bl.ClaimRoute | bl.ClaimWithBundles]:
    """All claims on offer, with bundles and without."""
    actions = [game.action(number) for number in game.legal_actions()]
    return [a for a in actions if isinstance(a, (bl.ClaimRoute, bl.ClaimWithBundles))]


def claimable(game: bl.Game) -> set[str]:
    """The routes that can be claimed now, with bundles or without."""
    return {claim.route for claim in all_claims(game)}


def paid_sets(game: bl.Game, actions: Sequence[bl.Action]) -> list[Cards]:
    """Every set of cards that these actions, and the questions that follow about bundles, can lead to."""
    seat = game.to_move
    assert seat is not None
    found: list[Cards] = []
    for action in actions:
        branch = game.copy()
        before = Counter(hand(branch, seat))
        branch.apply(action, seat)
        for end in _paid(branch, seat):
            found.append(tuple(sorted((before - Counter(hand(end, seat))).items())))
    return found


def _paid(game: bl.Game, seat: int) -> Iterator[bl.Game]:
    opened = game.observe(None).open
    if not opened or opened[-1].question != "bundle cards":
        yield game
        return
    for number in game.legal_actions(seat):
        branch = game.copy()
        branch.apply(number, seat)
        yield from _paid(branch, seat)


def route_payments(game: bl.Game, route: str) -> set[Cards]:
    """Every set of cards that pays for a route now; each is reached in one way only."""
    found = paid_sets(game, [claim for claim in all_claims(game) if claim.route == route])
    assert len(found) == len(set(found)), "a set of cards is offered twice"
    return set(found)


def cards(**counts: int) -> Cards:
    """A set of cards."""
    return tuple(sorted(counts.items()))
