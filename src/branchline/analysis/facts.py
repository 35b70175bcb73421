"""What speaks for an action by the rules alone: tickets that it completes or brings nearer, what a card is good for."""

from __future__ import annotations

from branchline.game import Game, imagine
from branchline.mechanics.cards import DrawFromDeck
from branchline.mechanics.technologies import DrawBlind
from branchline.model.actions import DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import WILD, Ticket
from branchline.model.faces import FACES, Words
from branchline.model.observation import Observation
from branchline.model.questions import Need, Ways
from branchline.words.plain import card_name, counted, ticket_name

CARD_DRAWS = (TakeCard, DrawCard, DrawFromDeck, DrawBlind)
_WORTH = 4  # points that a move scores at once and that are worth a word


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
        return _good_for(world, seen, action.card)
    reasons = FACES.table(Words, "reasons").get(type(action))
    if reasons is not None:
        found: tuple[str, ...] = reasons(seen, action)
        return found
    if getattr(action, "route", None) is None:
        return ()
    before = _ways(world, seen)
    after = world.copy()
    after.apply(number, seen.seat)
    gain = world.gain(number, seen.seat)
    scores = (f"It scores {counted(gain, 'point')} at once.",) if gain >= _WORTH else ()
    return (*_nearer(world, before, _ways(after, seen)), *scores)


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


def lacking(game: Game, seen: Observation, card: str) -> tuple[Ticket, Need] | None:
    """The ticket that is worth most among those whose way lacks such cards, and how many it lacks."""
    tickets = {ticket.id: ticket for ticket in game.variant.tickets}
    ways = open_tickets(game, seen)
    for name in sorted(ways, key=lambda each: -tickets[each].points):
        for need in game.missing(ways[name].routes, seen.seat).needs:
            if need.missing and card in (need.color, WILD):
                return tickets[name], need
    return None


def _good_for(game: Game, seen: Observation, card: str) -> tuple[str, ...]:
    """Which ticket lacks such cards."""
    found = lacking(game, seen, card)
    if found is None:
        return ()
    ticket, need = found
    name = ticket_name(game.board, ticket)
    if card == WILD:
        return (f"A locomotive stands for any color, and {name} still lacks cards.",)
    return (f"{name} lacks {need.missing} {card_name(card)}.",)


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
