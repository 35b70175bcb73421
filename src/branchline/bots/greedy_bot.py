"""A bot that thinks of nothing but this turn: it does what pays most at once.

It claims whatever brings the most points now, a ticket that it completes included; it takes cards of the color that it
has most of; it keeps as few tickets as it may, those that cost the least, and asks for no more. A yardstick for better
bots, and a short example of one.
"""

from __future__ import annotations

from collections.abc import Sequence

from branchline.engine.rng import Rng
from branchline.mechanics.cards import DrawFromDeck
from branchline.model.actions import Action, Claim, DrawCard, KeepTickets, TakeCard
from branchline.model.board import WILD
from branchline.model.observation import Observation
from branchline.planning import Reach


class GreedyBot:
    """Takes points when it can, else cards; decisions about anything else it leaves to chance."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def decide(self, observation: Observation) -> int | Action:
        """Pick a legal action."""
        actions = observation.actions
        choices = [action for action in actions if isinstance(action, KeepTickets)]
        if choices:
            return self._least_risk(observation, choices)
        claims = [action for action in actions if isinstance(action, Claim)]
        if claims:
            return self._most_points(observation, claims)
        cards = [action for action in actions if isinstance(action, (TakeCard, DrawCard, DrawFromDeck))]
        if cards:
            return max(cards, key=lambda action: self._liking(observation, action))
        return observation.legal[self._rng.below(len(observation.legal))]

    def _least_risk(self, observation: Observation, choices: Sequence[KeepTickets]) -> KeepTickets:
        """The tickets that would cost the least if the game ended now."""
        reach = Reach(observation)
        return min(choices, key=lambda choice: sum(ticket.points for ticket in reach.tickets(choice.tickets)))

    def _most_points(self, observation: Observation, claims: Sequence[Claim]) -> Action:
        """The claim that brings the most at once; of several ways to pay, the one with the fewest wilds."""
        reach = Reach(observation)
        board = reach.board
        routes = {route.id: route for route in board.routes}
        waiting = [ticket for ticket in reach.tickets(observation.held) if reach.missing(ticket)]
        gains = {}
        for id_ in {claim.route for claim in claims}:
            built = frozenset({routes[id_].index})
            completed = sum(ticket.points for ticket in waiting if reach.missing(ticket, built) == frozenset())
            gains[id_] = reach.world.claim_points(id_, observation.seat) + completed
        return max(claims, key=lambda claim: (gains[claim.route], -int(getattr(claim, "wilds", 0))))

    def _liking(self, observation: Observation, action: Action) -> tuple[int, int]:
        """More of what it has most of; a card from the deck before one of a color that it has not."""
        if isinstance(action, TakeCard) and action.card != WILD:
            return observation.hand.get(action.card, 0), 0
        return 0, 0 if isinstance(action, TakeCard) else 1
