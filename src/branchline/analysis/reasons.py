"""Why something was better, in words, from facts that can be checked.

Two kinds of facts: what the rules say of the position that each action leads to (which tickets are complete, lost, or
how far), and what is counted in simulated games that are played to the end. All of it is what the seat could know.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from branchline.analysis.futures import Future
from branchline.analysis.judging import Judgment
from branchline.game import Game, imagine
from branchline.model.actions import Action, DrawTickets, KeepTickets, TakeCard
from branchline.model.observation import Observation
from branchline.model.questions import Ways
from branchline.words.plain import card_name, counted, route_name, ticket_name

_OFTEN = 0.15  # what happens in a smaller part of the games is not worth a sentence
_MORE_OFTEN = 0.15  # a ticket that is completed so much more often is
_MORE_POINTS = 2.0


def reasons_for(seen: Observation, judgment: Judgment, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences about an error; none where there is no label."""
    if judgment.label is None or judgment.futures is None:
        return ()
    return reasons_between(seen, *judgment.futures, names)


def reasons_between(seen: Observation, best: Future, done: Future, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences about what one action brings, and another does not."""
    reasons = _Reasons(seen, names)
    return (
        *reasons.of_tickets(best.action, done.action),
        *reasons.of_route(best, done),
        *reasons.of_card(best.action),
        *reasons.of_time(best, done),
        *reasons.of_hopes(best, done),
        *reasons.of_points(best, done),
    )


def completed_more_often(seen: Observation, best: Future, done: Future, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences about the tickets that are completed more often after the better of two actions."""
    return tuple(_Reasons(seen, names).of_hopes(best, done))


class _Reasons:
    """Says what is different between two actions of a seat."""

    def __init__(self, seen: Observation, names: Sequence[str]) -> None:
        assert seen.seat is not None, "a spectator decides nothing"
        self.seen = seen
        self.seat = seen.seat
        self.names = names
        self.world = imagine(seen, 0)  # for questions about the own seat; what is hidden does not matter to them
        self.board = self.world.board
        self.tickets = {ticket.id: ticket for ticket in self.world.variant.tickets}

    # What the rules say

    def of_tickets(self, best: int, done: int) -> list[str]:
        """Which tickets are complete after the better action, and which are lost after the other."""
        with_best, with_done = self._ways_after(best), self._ways_after(done)
        told = []
        for ticket in self.seen.held:
            name = self.ticket(ticket)
            if with_best[ticket].is_complete and not with_done[ticket].is_complete:
                told.append(f"The better move completes {name}, {self.tickets[ticket].points} points.")
            elif with_done[ticket].is_lost and not with_best[ticket].is_lost:
                told.append(f"After this move {name} can no longer be completed.")
        return told

    def _ways_after(self, action: int) -> dict[str, Ways]:
        after: Game = self.world.copy()
        after.apply(action, self.seat)
        return {ticket: after.ways(ticket, self.seat) for ticket in self.seen.held}

    def of_card(self, best: int) -> list[str]:
        """How many cards of the kind that was better to take are out."""
        action = self.seen.action(best)
        if not isinstance(action, TakeCard):
            return []
        total = dict(self.board.cards).get(action.card, 0)
        out = self.seen.market.discards.get(action.card, 0) + sum(card == action.card for card in self.seen.market.row)
        for seat, hand in enumerate(self.seen.hands):
            cards = self.seen.hand if seat == self.seat else hand.known
            out += cards.get(action.card, 0)
        return [f"{out} of {total} {card_name(action.card)} cards are in sight."] if total else []

    # What is counted in simulated games

    def of_route(self, best: Future, done: Future) -> list[str]:
        """Who builds the route that was better to build, if it is left."""
        route = self._route(self.seen.action(best.action))
        if route is None or self._route(self.seen.action(done.action)) == route:
            return []
        told = []
        for seat, name in enumerate(self.names):
            built = done.built[route, seat]
            if built > _OFTEN * done.games:
                what = route_name(self.board, self.board.routes[route])
                told.append(f"{name} built {what} in {built} of {done.games} simulated games before the next turn.")
        return told

    def _route(self, action: Action) -> int | None:
        named = getattr(action, "route", None)
        return next((route.index for route in self.board.routes if route.id == named), None)

    def of_time(self, best: Future, done: Future) -> list[str]:
        """How many turns are left, where tickets are drawn or better were."""
        drawn = [isinstance(self.seen.action(each.action), DrawTickets) for each in (best, done)]
        if drawn[0] == drawn[1]:
            return []
        left = round(done.turns)
        were = "was" if left == 1 else "were"
        return [f"About {counted(left, 'more turn')} {were} left, in {done.games} simulated games."]

    def of_hopes(self, best: Future, done: Future) -> list[str]:
        """Which tickets are completed more often after the better action."""
        told = []
        keeping = [isinstance(self.seen.action(each.action), KeepTickets) for each in (best, done)]
        for ticket in dict.fromkeys([*self.seen.held, *(self.seen.tickets.offer if any(keeping) else ())]):
            often, seldom = best.completed[ticket], done.completed[ticket]
            kept = seldom + done.failed[ticket] > 0
            if kept and often - seldom > max(_MORE_OFTEN * best.games, 2 * sqrt(best.games / 2)):  # more than chance
                told.append(
                    f"{self.ticket(ticket)} was completed in {often} of {best.games} simulated games, not {seldom}."
                )
            elif not kept and often > best.games / 2:
                told.append(f"{self.ticket(ticket)} was completed in {often} of {best.games} simulated games.")
            elif kept and best.completed[ticket] + best.failed[ticket] == 0 and done.failed[ticket] > done.games / 2:
                told.append(f"{self.ticket(ticket)} failed in {done.failed[ticket]} of {done.games} simulated games.")
        return told

    def of_points(self, best: Future, done: Future) -> list[str]:
        """What it came to in the end."""
        more = best.points - done.points
        if more >= _MORE_POINTS:
            better, this = f"{best.points:.0f}", f"{done.points:.0f}"
            return [f"The better move averaged {better} points in simulated games; this one averaged {this}."]
        less = done.best_other - best.best_other
        if less >= _MORE_POINTS:
            return [f"The best other player then averaged {best.best_other:.0f} points, not {done.best_other:.0f}."]
        return []

    def ticket(self, ticket: str) -> str:
        """A ticket by its ends."""
        return ticket_name(self.board, self.tickets[ticket])
