"""Ways to play for tests: a policy picks one of a seat's legal actions, and looks only at what the seat may know.

`uniform` and `by_kind` wander about, `builder` lays long tracks through the places of its tickets, `idle` exchanges
pieces, and `stall` plays for the rarest of endings, the one where nobody can do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from branchline.engine.rng import Rng
from branchline.game import Game
from branchline.mechanics.fleet import ExchangePieces
from branchline.model.actions import Action, ClaimRoute, DrawTickets, KeepTickets
from branchline.model.board import Route
from branchline.model.observation import Observation

Policy = Callable[[Game, int, Rng], int]


def uniform(game: Game, seat: int, rng: Rng) -> int:
    """Any legal action, each as likely: claims are many, so routes go fast and the game is short."""
    return _any(game.legal_actions(seat), rng)


def by_kind(game: Game, seat: int, rng: Rng) -> int:
    """Any kind of action, then any of that kind: more cards and tickets, longer games, fuller hands."""
    kinds: dict[type[Action], list[int]] = {}
    for number in game.legal_actions(seat):
        kinds.setdefault(type(game.action(number, seat)), []).append(number)
    return _any(list(kinds.values())[rng.below(len(kinds))], rng)


def builder(game: Game, seat: int, rng: Rng) -> int:
    """Claim what touches the seat's own routes or tickets, the longest first; else draw: so networks grow."""
    actions = {number: game.action(number, seat) for number in game.legal_actions(seat)}
    view = game.observe(seat)
    routes = {route.id: route for route in game.board.routes}
    places = {place for index in view.tracks.owned_by(seat) for place in _ends(game.board.routes[index])}
    for ticket in game.variant.tickets:
        if ticket.id in view.held:
            places.update(place for end in ticket.ends for place in end)
    rated: dict[int, tuple[int, int, int]] = {}
    for number, action in actions.items():
        if isinstance(action, ClaimRoute):
            route = routes[action.route]
            touched = sum(place in places for place in _ends(route))
            if touched:
                rated[number] = (touched, route.length, -action.wilds)
    best = max(rated.values(), default=None)
    if best is not None:
        return _any([number for number, rating in rated.items() if rating == best], rng)
    tickets = [number for number, action in actions.items() if isinstance(action, DrawTickets)]
    if tickets and rng.below(16) == 0:
        return tickets[0]
    others = [number for number, action in actions.items() if not isinstance(action, (ClaimRoute, DrawTickets))]
    return _any(others or list(actions), rng)


def idle(game: Game, seat: int, rng: Rng) -> int:
    """Exchange pieces back and forth where that is possible, which some boards put an end to; else do anything."""
    legal = game.legal_actions(seat)
    return _any([n for n in legal if isinstance(game.action(n, seat), ExchangePieces)] or legal, rng)


def _ends(route: Route) -> tuple[int, int]:
    return route.a, route.b


def stall(game: Game, seat: int, rng: Rng) -> int:
    """Play toward a game in which nobody can do anything, which ends when all pass (COM-015, COM-016).

    A seat with one piece more than starts the last turns can never start them if every route that short is gone. So
    the seats empty the ticket deck, lay long routes with the pieces that the short routes will not need, then the short
    ones, and when each has come down to that number, they draw until no card is left. Luck is needed: where the pieces
    do not come out even, a seat is forced to start the last turns after all. Try other seeds.
    """
    actions = {number: game.action(number, seat) for number in game.legal_actions(seat)}
    keeping = {number: len(action.tickets) for number, action in actions.items() if isinstance(action, KeepTickets)}
    if keeping:
        return max(keeping, key=lambda number: keeping[number])
    drawing = [number for number, action in actions.items() if isinstance(action, DrawTickets)]
    if drawing:
        return drawing[0]
    claims = {number: action for number, action in actions.items() if isinstance(action, ClaimRoute)}
    others = [number for number in actions if number not in claims]
    wanted = _wanted_claims(game, game.observe(seat), claims, forced=not others)
    return _any(wanted or others or list(claims), rng)


def _wanted_claims(game: Game, view: Observation, claims: dict[int, ClaimRoute], forced: bool) -> list[int]:
    """The best claims for `stall`: the longest that leave enough pieces for the plan, paid with the fewest wilds."""
    assert view.seat is not None
    rest = game.variant.numbers.trigger + 1  # the pieces that every seat is to end with
    spare = sum(max(0, pieces - rest) for pieces in view.pieces) - _short_spaces(game, view, rest)
    lengths = {route.id: route.length for route in game.board.routes}
    rated: dict[int, tuple[int, int]] = {}
    for number, claim in claims.items():
        length = lengths[claim.route]
        if view.pieces[view.seat] - length < rest:
            continue
        fits = _fits(spare - length, rest) if length > rest else not _fits(spare, rest) or spare <= 0
        if fits or forced:
            rated[number] = (length, -claim.wilds)
    best = max(rated.values(), default=None)
    return [number for number, rating in rated.items() if rating == best]


def _fits(spaces: int, rest: int) -> bool:
    """Whether long routes (of `rest` + 1 to twice `rest` spaces) can fill up that many spaces exactly."""
    return spaces >= 0 and any(count * (rest + 1) <= spaces <= count * 2 * rest for count in range(spaces + 1))


def _short_spaces(game: Game, view: Observation, rest: int) -> int:
    """The spaces of all routes up to the length `rest` that somebody can still claim."""
    alone = game.seats <= game.variant.numbers.single_track
    owners = view.tracks.owners

    def counts(route: Route) -> bool:
        if owners[route.index] or route.length > rest:
            return False
        return not (alone and any(owners[twin] or twin < route.index for twin in route.twins))

    return sum(route.length for route in game.board.routes if counts(route))


def _any(numbers: Sequence[int], rng: Rng) -> int:
    return numbers[int(rng.below(len(numbers)))]


POLICIES: Final[dict[str, Policy]] = {
    "uniform": uniform,
    "by_kind": by_kind,
    "builder": builder,
    "idle": idle,
    "stall": stall,
}


def step(game: Game, policy: Policy, rng: Rng) -> None:
    """Take one decision. Where several seats may answer, any of them does."""
    pending = game.pending
    seat = pending[int(rng.below(len(pending)))]
    game.apply(policy(game, seat, rng), seat)


def play(game: Game, policy: Policy, rng: Rng, most: int | None = None) -> int:
    """Play a game on, to its end or for that many decisions; returns how many were taken."""
    taken = 0
    while not game.is_over and (most is None or taken < most):
        step(game, policy, rng)
        taken += 1
    return taken
