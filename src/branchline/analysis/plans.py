"""What a position is about for a seat: what its tickets still lack, who may take a route from it, how long is left.

The coach says these beside a move, and its nudge points at them. Each sentence is checked: by the rules, which the game
is asked about, or by what was counted in simulated games. Where there is nothing to say, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.analysis.facts import CARD_DRAWS, lacking, open_tickets
from branchline.analysis.futures import Future
from branchline.game import imagine
from branchline.model.actions import DrawTickets, KeepTickets, TakeCard
from branchline.model.board import Route, Ticket
from branchline.model.observation import Observation
from branchline.words.kinds import route_of
from branchline.words.needs import pieces_in_words, ticket_needs
from branchline.words.plain import counted, listed, route_name, ticket_name
from branchline.words.questions import nudge_in_words

_OFTEN = 0.15  # of the games in which a route is taken: less is not worth a sentence
_FEW_TURNS = 8  # that are worth a word
_FEW_ROUTES = 4  # that are named


@dataclass(frozen=True)
class Threat:
    """A route that a seat needs for a ticket, and in how many games somebody closed it before the seat's next turn.

    A double route is closed when the seat can build neither track any more.
    """

    route: Route
    ticket: Ticket
    seat: int
    games: int


class Plan:
    """What a seat's position is about, by what came of a move, and of another one, in simulated games."""

    def __init__(self, seen: Observation, best: Future, other: Future | None, names: Sequence[str]) -> None:
        assert seen.seat is not None, "a spectator decides nothing"
        self._seen, self._best, self._other, self._names = seen, best, other, names
        self._game = imagine(seen, 0)
        self._board = self._game.board
        self._action = seen.action(best.action)
        self._route = route_of(self._board, self._action)
        tickets = {ticket.id: ticket for ticket in self._game.variant.tickets}
        ways = open_tickets(self._game, seen)
        self._open = sorted(((tickets[each], ways[each].routes) for each in ways), key=lambda pair: -pair[0].points)
        self.threats = self._threats()

    def sentences(self) -> tuple[str, ...]:
        """What is worth knowing beside what the move does."""
        return (*self._network(), *map(self._threatened, self.threats[:2]), *self._time())

    def nudge(self) -> tuple[str, tuple[str, ...]]:
        """What to look at, which does not give the move away, and where on the map that is."""
        places = () if self._route is None else (self._board.cities[self._route.a].id,)
        if any(threat.route == self._route for threat in self.threats):
            return "Somebody may take a route that you need. Look around here.", places
        if isinstance(self._action, TakeCard):
            found = lacking(self._game, self._seen, self._action.card)
            if found is not None:
                return f"What does {ticket_name(self._board, found[0])} still lack?", ()
        if isinstance(self._action, DrawTickets | KeepTickets):
            return f"{self._turns()} Which tickets fit into that?", ()
        return nudge_in_words(self._board, self._action), places

    def _threats(self) -> list[Threat]:
        """The routes on the seat's ways that others often close, the most frequent first.

        Of what the move builds, that is seen where something else is done.
        """
        routes = {route.id: route for route in self._board.routes}
        wanted = {routes[name]: ticket for ticket, ways in reversed(self._open) for name in ways}
        found = []
        for route, ticket in wanted.items():
            future = self._future(route)
            for seat in range(self._seen.seats):
                games = future.closed[route.index, seat]
                if games > _OFTEN * future.games:
                    found.append(Threat(route, ticket, seat, games))
        return sorted(found, key=lambda threat: -threat.games)

    def _network(self) -> list[str]:
        """What the ticket that the move is about still takes; else the one that is worth most."""
        if isinstance(self._action, KeepTickets):
            return self._kept(self._action)
        if not self._open or not isinstance(
            self._action, (DrawTickets, *CARD_DRAWS) if self._route is None else object
        ):
            return []
        card = lacking(self._game, self._seen, self._action.card) if isinstance(self._action, TakeCard) else None
        here = "" if self._route is None else self._route.id
        about = [pair for pair in self._open if here in pair[1] or (card is not None and pair[0] == card[0])]
        if self._route is not None and not about:
            return []
        ticket, ways = (about or self._open)[0]
        routes = [route for route in self._board.routes if route.id in ways]
        by = f" ({listed([route_name(self._board, each) for each in routes])})" if len(routes) < _FEW_ROUTES else ""
        needs = ticket_needs(self._seen, self._game.missing(ways, self._seen.seat))
        takes = counted(len(routes), "more route")
        return [f"{ticket_name(self._board, ticket)}, {ticket.points} points, takes {takes}{by}; {needs}."]

    def _kept(self, action: KeepTickets) -> list[str]:
        """What all tickets take together, beside the pieces that are there."""
        ways = [self._game.ways(ticket, self._seen.seat) for ticket in {*self._seen.held, *action.tickets}]
        if any(each.is_lost for each in ways):
            return []
        missing = self._game.missing({route for each in ways for route in each.routes}, self._seen.seat)
        parts = [pieces_in_words(self._seen, each.name, each.takes, each.left) for each in missing.pieces if each.takes]
        return [f"All your tickets together then take {listed(parts)}."] if parts else []

    def _threatened(self, threat: Threat) -> str:
        name, route = self._names[threat.seat], route_name(self._board, threat.route)
        built = [self._board.routes[each] for each in self._seen.tracks.owned_by(threat.seat)]
        both = {threat.route.a, threat.route.b} <= {end for each in built for end in (each.a, each.b)}
        near = f"{name} has built to both ends of {route}" if both else f"{name} may want {route}"
        games = self._future(threat.route).games
        took = "closed it to you" if threat.route.twins else "took it"
        return f"{near}, and {took} before your next turn in {threat.games} of {games} simulated games."

    def _future(self, route: Route) -> Future:
        """The games that show what becomes of a route."""
        return self._other if self._other is not None and route == self._route else self._best

    def _turns(self) -> str:
        turns = self._best.turns
        if turns < 0.5:
            return "This is probably your last turn." if turns else "This is your last turn."
        left = int(turns + 0.5)
        return f"About {counted(left, 'more turn')} {'is' if left == 1 else 'are'} left to you."

    def _time(self) -> list[str]:
        """How long is left, near the end and where tickets are drawn."""
        drawing = isinstance(self._action, DrawTickets | KeepTickets)
        return [self._turns()] if drawing or 0.5 < self._best.turns <= _FEW_TURNS else []
