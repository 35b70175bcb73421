"""A bot with the weaknesses of a person who plays for fun.

Another bot does the thinking, and this one spoils it in ways that people know from themselves:

- it minds one or two tickets at a time, those that are nearly done, and forgets the far ones until then;
- it keeps more tickets than it should;
- now and then it puts off what it had in mind for a card that looks nice, and somebody else takes the route;
- it pays with locomotives when it has them, though the right cards are in its hand.

What it does follows from its seed and from what it sees, not from what it did before. So it plays the same whether it
is kept for a whole game or made again for each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from branchline.bots.registry import make_bot
from branchline.bots.seeds import derived
from branchline.mechanics.cards import DrawFromDeck
from branchline.mechanics.technologies import DrawBlind
from branchline.model.actions import Action, DrawCard, KeepTickets, TakeCard
from branchline.model.board import WILD, Ticket
from branchline.model.observation import Observation
from branchline.planning import Reach

_LATE = 10  # with so few pieces left to any seat even a dreamer hurries
_PARTS = 1000  # chances are drawn in thousandths


class CasualBot:
    """Plays well when it pays attention."""

    name = "casual"

    def __init__(
        self,
        seed: int = 0,
        *,
        of: str = "planner",
        attention: int = 1,
        keeps: float = 0.5,
        dreams: float = 0.2,
        wastes: float = 0.5,
    ) -> None:
        """`of` is the bot that thinks, `attention` how many unfinished tickets it minds at once.

        The others are chances: that it keeps all tickets it is offered, that it takes a nice card instead of doing what
        it had in mind, and that it spends locomotives on a route.
        """
        self._seed = seed
        self._bot = make_bot(of, seed)
        self._attention = attention
        self._keeps = keeps
        self._dreams = dreams
        self._wastes = wastes

    def decide(self, observation: Observation) -> int | Action:
        """Pick a legal action."""
        actions = observation.actions
        choices = [action for action in actions if isinstance(action, KeepTickets)]
        if choices:
            if self._chance("keeps", *observation.tickets.offer) < self._keeps:
                return max(choices, key=lambda choice: len(choice.tickets))
            return self._bot.decide(observation)
        if self._is_dreaming(observation):
            card = self._nice_card(observation, actions)
            if card is not None:
                return card
        answer = self._bot.decide(self._as_remembered(observation))
        action = answer if isinstance(answer, Action) else observation.action(answer)
        return self._paid_carelessly(action, actions)

    def _chance(self, *about: str) -> float:
        """A number from 0 to 1, always the same about the same thing."""
        return derived(self._seed, " ".join(about)) % _PARTS / _PARTS

    # Tickets

    def _as_remembered(self, observation: Observation) -> Observation:
        """The same view without the tickets that are not on its mind."""
        held = observation.held
        if len(held) <= self._attention or observation.seat is None:
            return observation
        reach = Reach(observation)
        far_ones = self._forgotten(reach, reach.tickets(held))
        kept = tuple(ticket for ticket in held if ticket not in far_ones)
        view = observation.tickets
        all_held = tuple(kept if seat == observation.seat else other for seat, other in enumerate(view.held))
        parts = {**observation.parts, "tickets": replace(view, held=all_held)}
        return replace(observation, parts=parts)

    def _forgotten(self, reach: Reach, tickets: Sequence[Ticket]) -> set[str]:
        """The unfinished tickets that are farther from done than those it minds."""
        missing = {ticket.id: reach.missing(ticket) for ticket in tickets}
        unfinished = {
            name: sum(reach.board.routes[route].length for route in routes)
            for name, routes in missing.items()
            if routes
        }
        by_distance = sorted(unfinished, key=lambda name: (unfinished[name], name))
        return {*by_distance[self._attention :]}

    # Cards

    def _is_dreaming(self, observation: Observation) -> bool:
        """Whether it does not mind the game just now. When the end is near it does."""
        if observation.last_turns is not None or min(observation.pieces) <= _LATE:
            return False
        moment = (observation.pieces, [hand.size for hand in observation.hands], observation.market.row)
        return self._chance("dreams", str(moment)) < self._dreams

    def _nice_card(self, observation: Observation, actions: Sequence[Action]) -> Action | None:
        """A card that looks nice: a wild, more of what it has most of, or a surprise from the deck."""
        shown = [action for action in actions if isinstance(action, TakeCard)]
        hand = observation.hand
        best = max(shown, key=lambda take: (take.card == WILD, hand.get(take.card, 0), take.card), default=None)
        if best is not None and (best.card == WILD or hand.get(best.card, 0) > 0):
            return best
        blind = (action for action in actions if isinstance(action, (DrawCard, DrawFromDeck, DrawBlind)))
        return next(blind, best)

    def _paid_carelessly(self, action: Action, actions: Sequence[Action]) -> Action:
        """The same route, paid with as many wilds as can be, if it does not care."""
        route = getattr(action, "route", None)
        if route is None or self._chance("wastes", route) >= self._wastes:
            return action
        ways = [way for way in actions if type(way) is type(action) and getattr(way, "route", None) == route]
        return max(ways, key=lambda way: int(getattr(way, "wilds", 0)))
