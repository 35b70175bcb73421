"""Positions on the Germany board: passengers where a test wants them, and networks with the tickets they complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import branchline as bl
from branchline.mechanics.passengers import PassengersView
from branchline.mechanics.passengers.passengers import Passengers
from branchline.testing.arrange import arrange, started

Colors = Mapping[str, int]


def table(seats: int = 2, **position: Any) -> bl.Game:
    """A game on this board whose first turn, seat 0's, has just begun, in some position."""
    return arrange(started("germany", seats=seats), turn=0, **position)


def mechanic(game: bl.Game) -> Passengers:
    """The passengers of a game, secrets or not."""
    return next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Passengers))


def place_passengers(
    game: bl.Game, waiting: Mapping[str, Colors] | None = None, taken: Mapping[int, Colors] | None = None
) -> bl.Game:
    """Put passengers where they are wanted; the others fill up the places that are not named, as far as they go."""
    passengers = mechanic(game)
    wanted = {place: Counter(colors) for place, colors in (waiting or {}).items()}
    bag = Counter(
        {name: int(count) for name, count in zip(passengers.color_names, passengers.composition, strict=True)}
    )
    passengers.reset()
    for seat, colors in (taken or {}).items():
        for color, count in colors.items():
            passengers.taken[seat * passengers.colors + passengers.color_names.index(color)] = count
            bag[color] -= count
    for colors in wanted.values():
        bag.subtract(colors)
    assert min(bag.values()) >= 0, "there are not that many passengers"
    others = list(bag.elements())
    for space, place in enumerate(passengers.space_names):
        room = int(passengers.capacity[space])
        here = (
            list(wanted[place].elements()) if place in wanted else [others.pop() for _ in range(min(room, len(others)))]
        )
        for color in here:
            passengers.waiting[space * passengers.colors + passengers.color_names.index(color)] += 1
            passengers.left[space] += 1
    game._rules.check()
    return game


def seen(game: bl.Game, seat: int | None = None) -> PassengersView:
    """The passengers as a seat or a spectator sees them."""
    view = game.observe(seat).parts["passengers"]
    assert isinstance(view, PassengersView)
    return view


def waiting(game: bl.Game, place: str) -> dict[str, int]:
    """Who waits at a place."""
    return dict(seen(game).waiting[place])


def taken(game: bl.Game, seat: int) -> dict[str, int]:
    """The passengers of a seat, only colors that it has."""
    return {color: count for color, count in seen(game).taken[seat].items() if count}


def announced(mixes: Sequence[tuple[int, int]], seed: int = 0, first_seat: int = 0) -> bl.Game:
    """A game in which seat k has announced mix k; all are now choosing among their opening tickets."""
    game = bl.new_game("germany", seats=len(mixes), seed=seed, first_seat=first_seat)
    for seat, mix in enumerate(mixes):
        game.apply(bl.DrawTickets(mix), seat)
    return game


MIXES = [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]

# Three networks that can lie side by side, with tickets that they complete.
WEST = ["frankfurt-koeln", "frankfurt-mainz", "mainz-mannheim", "mannheim-stuttgart", "stuttgart-ulm", "koblenz-koeln"]
WEST += ["frankfurt-wuerzburg"]
WEST_TICKETS = ["koeln-frankfurt", "mainz-stuttgart", "mannheim-stuttgart", "frankfurt-stuttgart", "koblenz-ulm"]
WEST_TICKETS += ["mannheim-wuerzburg"]
EAST = ["berlin-leipzig", "chemnitz-leipzig", "erfurt-leipzig", "erfurt-hannover", "erfurt-nuernberg"]
EAST += ["nuernberg-wuerzburg"]
EAST_TICKETS = ["berlin-leipzig", "berlin-chemnitz", "berlin-erfurt", "hannover-leipzig", "leipzig-nuernberg"]
EAST_TICKETS += ["erfurt-wuerzburg"]
NORTH = ["hamburg-schwerin", "rostock-schwerin"]
NORTH_TICKETS = ["hamburg-rostock"]
ALL_THREE = {route: seat for seat, network in enumerate((WEST, EAST, NORTH)) for route in network}
