"""A bot with a plan: the shortest ways for its tickets, built piece by piece, and long routes when they are done.

It looks no move ahead and guesses nothing about the others, so it is quick and easy to follow; it knows the common
actions (cards, routes, tickets), buys nothing, and leaves any other decision to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.model.actions import Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import GRAY, WILD, Route
from branchline.model.observation import Observation
from branchline.planning import Reach

_LATE = 12  # with so few trains left to any seat the game is about to end
_MORE_TICKETS = 16  # trains of its own, and of every other seat, that make further tickets worth a turn
_SPARE_TRAINS = 5  # trains that a choice of tickets should leave, as some of the plan will be spoiled by others
_TRAIN_VALUE = 0.9  # points that a train would earn elsewhere: what a ticket has to bring for the trains it takes
_WILD_VALUE = 2  # cards that a wild is worth: that many it costs to take one, face up


class BuilderBot:
    """Claims what its tickets need, collects the cards for it, and draws tickets while there is time."""

    name = "builder"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def decide(self, observation: Observation) -> int | Action:
        """Pick a legal action."""
        actions = observation.actions
        choices = [action for action in actions if isinstance(action, KeepTickets)]
        if choices:
            return self._keep(observation, choices)
        if not any(isinstance(action, (ClaimRoute, TakeCard, DrawCard, DrawTickets)) for action in actions):
            return observation.legal[self._rng.below(len(observation.legal))]
        return _Turn(observation, actions, self._rng).best()

    def _keep(self, observation: Observation, choices: Sequence[KeepTickets]) -> KeepTickets:
        """The choice of tickets that pays best for the trains it takes, together with those already held."""
        reach = Reach(observation, buying=False)
        held = reach.tickets(observation.held)
        at_hand = reach.pieces - _SPARE_TRAINS

        def value(choice: KeepTickets) -> float:
            offered = reach.tickets(choice.tickets)
            plan = reach.plan([*held, *offered])
            within_reach = (*plan.done, *plan.tickets)
            points = sum(ticket.points if ticket in within_reach else -ticket.points for ticket in offered)
            return points - _TRAIN_VALUE * plan.trains - 3 * max(0, plan.trains - at_hand)

        return max(choices, key=value)


class _Turn:
    """One decision of a turn: what is planned, what it takes, what is at hand."""

    def __init__(self, observation: Observation, actions: Sequence[Action], rng: Rng) -> None:
        assert observation.seat is not None
        self.seen = observation
        self.rng = rng
        self.hand = Counter(dict(observation.hand))
        self.claims = [action for action in actions if isinstance(action, ClaimRoute)]
        self.actions = actions
        self.board = registry.board(observation.board)
        self.reach = Reach(observation, self._liking(), buying=False)
        self.routes = {route.id: route for route in self.board.routes}
        self.pieces = self.reach.pieces
        self.fewest = min(observation.pieces)
        plan = self.reach.plan(self.reach.tickets(observation.held))
        self.has_tickets_to_do = bool(plan.tickets)
        self.goals = plan.routes or self._long_routes()
        self.need = self._need(self.goals)

    def _liking(self) -> dict[int, int]:
        """Ways are better over long routes, which score more, and over routes whose cards are at hand already."""
        liking = {}
        for route in self.board.routes:
            at_hand = min(route.length, self._cards_for(route))
            liking[route.index] = 8 - 2 * self.board.printed_points(route) - 2 * at_hand
        return liking

    def _cards_for(self, route: Route) -> int:
        """Cards at hand of the color that a route takes; for a gray one, of the color that there are most of."""
        if route.color != GRAY:
            return self.hand[route.color]
        return max((count for card, count in self.hand.items() if card != WILD), default=0)

    def _need(self, goals: Iterable[int]) -> Counter[str]:
        """Cards of each color that the colored goals still take."""
        need: Counter[str] = Counter()
        for index in goals:
            route = self.board.routes[index]
            if route.color != GRAY:
                need[route.color] += route.length
        return need

    def _long_routes(self) -> frozenset[int]:
        """With no ticket to work for: the route that gives the most points for the turns it takes."""
        board = self.board
        within = [board.routes[index] for index in self.reach.open if board.routes[index].length <= self.pieces]

        def worth(route: Route) -> tuple[float, int]:
            missing = max(0, route.length - self._cards_for(route) - self.hand[WILD])
            return self.reach.world.claim_points(route.index, self.reach.seat) / (1 + (missing + 1) // 2), -route.index

        return frozenset({max(within, key=worth).index}) if within else frozenset()

    # The choice

    def best(self) -> Action:
        """Claim what is planned, draw tickets if there is nothing left to do, or collect cards."""
        is_last = self.seen.last_turns is not None and self.seen.last_turns <= self.seen.seats
        claim = self._most_points() if is_last else self._planned_claim()
        if claim is not None:
            return claim
        if DrawTickets() in self.actions and not self.has_tickets_to_do and self._has_time():
            return DrawTickets()
        return self._card()

    def _has_time(self) -> bool:
        return self.pieces >= _MORE_TICKETS and self.fewest >= _MORE_TICKETS

    def _planned_claim(self) -> ClaimRoute | None:
        """The planned route that can be paid now; the longest first, at the least waste."""
        fitting = [claim for claim in self.claims if self._connection(claim) & self.goals]
        affordable = [claim for claim in fitting if self._waste(claim) <= self._allowance(claim)]
        if not affordable:
            return None
        return max(affordable, key=lambda claim: (self.routes[claim.route].length, -self._waste(claim)))

    def _connection(self, claim: ClaimRoute) -> set[int]:
        """A route and its other tracks: any of them makes the connection."""
        route = self.routes[claim.route]
        return {route.index, *route.twins}

    def _waste(self, claim: ClaimRoute) -> float:
        """What a payment takes away from the rest of the plan: wilds, and cards that other goals are waiting for."""
        route = self.routes[claim.route]
        spent = route.length - claim.wilds
        waste = float(_WILD_VALUE * claim.wilds)
        if claim.color != WILD and route.color == GRAY:
            short_before = max(0, self.need[claim.color] - self.hand[claim.color])
            short_after = max(0, self.need[claim.color] - self.hand[claim.color] + spent)
            waste += short_after - short_before
        return waste

    def _allowance(self, claim: ClaimRoute) -> float:
        """How much waste is fine: more for long routes, for a last goal, and when the end is near."""
        if self.fewest <= _LATE or len(self.goals) == 1:
            return 100
        return 2 * (self.routes[claim.route].length - 2)

    def _most_points(self) -> ClaimRoute | None:
        """In a last turn: the claim that brings the most, tickets included."""

        def gain(claim: ClaimRoute) -> tuple[int, float]:
            route = self.routes[claim.route]
            held = self.reach.tickets(self.seen.held)
            done = sum(2 * t.points for t in held if self.reach.missing(t) == frozenset({route.index}))
            return self.reach.world.claim_points(route.index, self.reach.seat) + done, -self._waste(claim)

        return max(self.claims, key=gain) if self.claims else None

    def _card(self) -> Action:
        """A face-up card that the plan needs, the one that is nearest to a claim; else a card from the deck."""
        takes = {action.card for action in self.actions if isinstance(action, TakeCard)}
        wanted = {card: self._wish(card) for card in takes if card != WILD}
        card = max(sorted(wanted), key=lambda c: wanted[c], default=None)
        if card is not None and wanted[card] > 0:
            return TakeCard(card)
        if WILD in takes and self._one_short():
            return TakeCard(WILD)
        if DrawCard() in self.actions:
            return DrawCard()
        if takes:
            return TakeCard(card if card is not None else WILD)
        return self.actions[self.rng.below(len(self.actions))]

    def _wish(self, card: str) -> float:
        """How much a card of a color is wanted: more the closer it brings a goal, nothing if there are enough."""
        wish = 0.0
        for index in self.goals:
            route = self.board.routes[index]
            if route.color in (card, GRAY):
                missing = route.length - self.hand[card]
                if missing > 0:
                    wish = max(wish, route.length / missing - (0.5 if route.color == GRAY else 0))
        return wish

    def _one_short(self) -> bool:
        """Whether one more wild pays for a goal."""
        routes = (self.board.routes[index] for index in self.goals)
        return any(route.length - self._cards_for(route) - self.hand[WILD] == 1 for route in routes)
