"""A bot that thinks aloud, for people who learn: what it does and why, from what it sees itself."""

from __future__ import annotations

from branchline.analysis.facts import facts_of, open_tickets
from branchline.game import Game, imagine
from branchline.model.actions import Action, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import WILD
from branchline.model.observation import Observation
from branchline.words.plain import card_name, counted, route_name

_MOST = 2  # reasons in one breath


def aloud(seen: Observation, number: int) -> str:
    """What a bot says of its action, all of it for sure; empty if there is no reason that can be told."""
    world, action = imagine(seen, 0), seen.action(number)
    what = _what(world, action)
    if not what:
        return ""
    why = _saving(world, seen) if isinstance(action, DrawCard) else facts_of(seen, number, speaks=True)
    if not why and (gain := world.gain(number, seen.seat)):
        why = (f"That is {counted(gain, 'point')} at once.",)
    return " ".join([f"I {what}.", *why[:_MOST]]) if why else ""


def _what(game: Game, action: Action) -> str:
    if isinstance(action, KeepTickets):
        return f"keep {counted(len(action.tickets), 'ticket')}"
    if isinstance(action, DrawTickets):
        return "draw tickets"
    if isinstance(action, DrawCard):
        return "draw from the deck"
    if isinstance(action, TakeCard):
        return f"take {'a ' * (action.card == WILD)}{card_name(action.card)} from the row"
    built = next((each for each in game.board.routes if each.id == getattr(action, "route", None)), None)
    return f"build {route_name(game.board, built)}" if built else ""


def _saving(game: Game, seen: Observation) -> tuple[str, ...]:
    """What the dearest route on the way to a ticket still takes."""
    wanted = dict.fromkeys(route for ways in open_tickets(game, seen).values() for route in ways.routes)
    missing = [(game.missing([route], seen.seat), route) for route in wanted]
    most = max(missing, key=lambda each: each[0].cards, default=None)
    if most is None or not most[0].cards:
        return ()
    names = {route.id: route_name(game.board, route) for route in game.board.routes}
    cards = f"{'at least ' if most[0].at_least else ''}{counted(most[0].cards, 'more card')}"
    return (f"{names[most[1]]}, on the way to a ticket, still takes {cards}.",)
