"""What speaks for an action by the rules alone: tickets that it completes or brings nearer, what a card is good for."""

from __future__ import annotations

from branchline.game import Game, imagine
from branchline.model.actions import DrawTickets, KeepTickets, TakeCard
from branchline.model.board import WILD
from branchline.model.observation import Observation
from branchline.model.questions import Ways
from branchline.words.plain import card_name, counted, route_name, ticket_name


def facts_of(seen: Observation, number: int, *, speaks: bool = False) -> tuple[str, ...]:
    """Sentences about an action of a seat, all of them for sure: told to the seat, or in its own words if it speaks."""
    assert seen.seat is not None, "a spectator decides nothing"
    world, action = imagine(seen, 0), seen.action(number)
    if isinstance(action, KeepTickets):
        return _together(world, seen, action.tickets, "My" if speaks else "Your")
    if isinstance(action, DrawTickets):
        done = seen.held and all(world.ways(ticket, seen.seat).is_complete for ticket in seen.held)
        return (f"All {'my' if speaks else 'your'} tickets are complete.",) if done else ()
    if isinstance(action, TakeCard):
        return _good_for(world, seen, action.card, "I" if speaks else "you")
    if getattr(action, "route", None) is None:
        return ()
    before = _ways(world, seen)
    after = world.copy()
    after.apply(number, seen.seat)
    return _nearer(world, before, _ways(after, seen))


def open_tickets(game: Game, seen: Observation) -> dict[str, Ways]:
    """The tickets of a seat that it can still complete and has not."""
    return {ticket: ways for ticket, ways in _ways(game, seen).items() if ways.routes}


def _ways(game: Game, seen: Observation) -> dict[str, Ways]:
    return {ticket: game.ways(ticket, seen.seat) for ticket in seen.held}


def _nearer(game: Game, before: dict[str, Ways], after: dict[str, Ways]) -> tuple[str, ...]:
    """Which tickets a route completes or brings nearer."""
    tickets = {ticket.id: ticket for ticket in game.variant.tickets}
    told = []
    for ticket, was in before.items():
        now, name = after[ticket], ticket_name(game.board, tickets[ticket])
        if was.routes and now.is_complete:
            told.append(f"It completes {name}, {tickets[ticket].points} points.")
        elif not now.is_lost and now.pieces < was.pieces:
            told.append(f"It brings {name} nearer: {counted(len(now.routes), 'route')} to go.")
    return tuple(told)


def _good_for(game: Game, seen: Observation, card: str, who: str) -> tuple[str, ...]:
    """Which route on the way to a ticket takes such cards."""
    if card == WILD:
        return ("A locomotive stands for any color.",)
    wanted = {route for ways in open_tickets(game, seen).values() for route in ways.routes}
    routes = [route for route in game.board.routes if route.id in wanted and route.color == card]
    if not routes:
        return ()
    longest = max(routes, key=lambda route: route.length)
    held = seen.hand.get(card, 0)
    name = route_name(game.board, longest)
    return (f"{name}, on the way to a ticket, takes {longest.length} {card_name(card)}; {who} hold {held}.",)


def _together(game: Game, seen: Observation, kept: tuple[str, ...], whose: str) -> tuple[str, ...]:
    """How many pieces all tickets take together, and how many they would one by one."""
    assert seen.seat is not None, "a spectator decides nothing"
    ways = [game.ways(ticket, seen.seat) for ticket in dict.fromkeys((*seen.held, *kept))]
    if len(ways) < 2 or any(each.is_lost for each in ways):
        return ()
    lengths = {route.id: route.length for route in game.board.routes}
    shared = sum(lengths[route] for route in {route for each in ways for route in each.routes})
    apart = sum(each.pieces for each in ways)
    return (f"{whose} tickets then overlap by {counted(apart - shared, 'space')}.",) if shared < apart else ()
