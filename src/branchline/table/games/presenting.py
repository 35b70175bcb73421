"""A game as one viewer may know it, in the messages of the interface. All of it comes from that viewer's own view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from branchline.boards import registry
from branchline.drawing import scene_of
from branchline.game import imagine
from branchline.mechanics.questions import price_of
from branchline.model.actions import Action, Claim
from branchline.model.board import Board, Route, Ticket, Variant
from branchline.model.faces import FACES, Words
from branchline.model.observation import Observation, View
from branchline.model.questions import Price
from branchline.notation import forms, text
from branchline.planning import Reach
from branchline.table.games.point_gains import point_gains
from branchline.table.protocol.messages import Choice, Decision, Form, LogLine, RouteState, TicketProgress
from branchline.words.needs import plan_in_words, ticket_needs
from branchline.words.plain import listed, move_in_words, ticket_name
from branchline.words.progress import ticket_state, tour_values
from branchline.words.questions import doing, head
from branchline.words.routes import standing
from branchline.words.sentences import Line
from branchline.words.things import piece_noun


class Place:
    """A board and variant with what is looked up often."""

    def __init__(self, board: Board, variant: Variant) -> None:
        self.board = board
        self.variant = variant
        self.routes: dict[str, Route] = {route.id: route for route in board.routes}
        self.tickets: dict[str, Ticket] = {ticket.id: ticket for ticket in variant.tickets}
        self.one_sort = not any(kind.sort for kind in board.card_kinds)  # what is paid follows from the action alone
        self.any_game = registry.new_rule_sheet(board.id, variant.id, board.seats[0])  # tells prices then
        self.plain_choice = lru_cache(maxsize=20_000)(self._plain_choice)

    def _plain_choice(self, number: int, action: Action) -> Choice:
        route = action.route if isinstance(action, Claim) else None
        return {
            "number": number,
            "words": move_in_words(text.describe(self.board, self.variant, action)),
            "action": forms.to_json(action),
            "route": route,
            "pays": _cards(price_of(self.any_game, 0, number)),
            "points": None,
            "note": None,
            "worth": None,
        }


@registry.kept
def place(board: str, variant: str) -> Place:
    """The place of a game, shared by all games there."""
    found = registry.board(board)
    return Place(found, registry.variant(found, variant))


def decision(seen: Observation, number: int) -> Decision:
    """The open decision of the viewing seat."""
    here = place(seen.board, seen.variant)
    question = next(found.question for found in reversed(seen.open) if found.seat == seen.seat)
    choices = [here.plain_choice(n, action) for n, action in zip(seen.legal, seen.actions, strict=True)]
    if not here.one_sort:
        world = imagine(seen, 0)  # in which the hand is the same
        choices = [{**choice, "pays": _cards(world.price(choice["number"], seen.seat))} for choice in choices]
    choices = _with_points(seen, choices)
    verdicts = FACES.table(Words, "verdicts").get(type(seen.actions[0]))
    if verdicts is not None:
        noted = zip(choices, verdicts(seen, seen.actions), strict=True)
        choices = [{**choice, "note": note} for choice, note in noted]
    worth = point_gains(seen, question)
    if worth:
        choices = [{**choice, "worth": worth[choice["number"]]} for choice in choices]
    return {"number": number, "question": question, "words": head(seen, question), "choices": choices}


def _with_points(seen: Observation, choices: Sequence[Choice]) -> list[Choice]:
    """The same choices with what they score at once."""
    world = imagine(seen, 0)  # in which that is the same
    routes = {id_: world.claim_points(id_, seen.seat) for choice in choices if (id_ := choice["route"]) is not None}
    points = [
        routes[choice["route"]] if choice["route"] is not None else world.gain(choice["number"], seen.seat) or None
        for choice in choices
    ]
    return [{**choice, "points": each} for choice, each in zip(choices, points, strict=True)]


def _cards(price: Price | None) -> list[tuple[str, int]] | None:
    """The cards that an action takes from a hand, as far as they are settled when it is chosen."""
    return None if price is None else list(price.cards)


def banner(seen: Observation, names: Sequence[str]) -> str:
    """What the table is waiting for, in a sentence."""
    if seen.is_over:
        return "The game is over."
    mine = [found for found in seen.open if found.seat == seen.seat and found.seat in deciding(seen)]
    if mine:
        return head(seen, mine[-1].question)
    if seen.together:
        waiting = [names[found.seat] for found in reversed(seen.open)]
        return f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} still choosing."
    top = seen.open[-1]
    return doing(top.question).format(names[top.seat])


def deciding(seen: Observation) -> tuple[int, ...]:
    """The seats that can decide now."""
    return tuple(found.seat for found in (seen.open if seen.together else seen.open[-1:]))


def progress(seen: Observation, ids: Sequence[str], network: Reach | None) -> list[TicketProgress]:
    """Tickets of the viewing seat with how far they are."""
    if network is None:
        return []
    here = place(seen.board, seen.variant)
    noun = piece_noun(seen)
    found: list[TicketProgress] = []
    for ticket in (here.tickets[each] for each in ids):
        ways = network.ways(ticket)
        state, words = ticket_state(network, ticket, noun)
        found.append(
            {
                "id": ticket.id,
                "name": ticket_name(here.board, ticket),
                "stops": list(ticket.stops),
                "points": ticket.points,
                "deck": ticket.deck,
                "values": tour_values(ticket),
                "tour": ticket.tour_points is not None,
                "state": state,
                "words": words,
                "missing": list(ways.routes),
                "chain": list(ways.chain or ()),
                "needs": "",
            }
        )
    return found


def with_needs(seen: Observation, tickets: list[TicketProgress]) -> list[TicketProgress]:
    """The same tickets with what their ways take of the viewing seat's hand."""
    if seen.is_over or not any(ticket["missing"] for ticket in tickets):
        return tickets
    world = imagine(seen, 0)  # in which the hand is the same
    return [
        {**ticket, "needs": ticket_needs(seen, world.missing(ticket["missing"], seen.seat))}
        if ticket["missing"]
        else ticket
        for ticket in tickets
    ]


def plan(seen: Observation, routes: Sequence[str]) -> str:
    """What some routes take of the viewing seat together."""
    return plan_in_words(seen, imagine(seen, 0).missing(routes, seen.seat)) if routes else ""


def network_of(seen: Observation) -> Reach | None:
    """The ways that the viewing seat can still travel; a spectator travels nowhere."""
    return None if seen.seat is None else Reach(seen)


def route_states(seen: Observation, names: Sequence[str]) -> list[RouteState]:
    """How matters stand with all routes for the viewing seat."""
    here = place(seen.board, seen.variant)
    network = network_of(seen)
    builds: dict[str, list[int]] = {}
    for number, action in zip(seen.legal, seen.actions, strict=True):
        if isinstance(action, Claim):
            builds.setdefault(action.route, []).append(number)
    found: list[RouteState] = []
    for route in here.board.routes:
        now = standing(seen, network, route, route.id in builds, list(names))
        found.append(
            {
                "route": route.id,
                "state": now.state,
                "words": now.words,
                "points": _points(here.board, network, route),
                "choices": builds.get(route.id, []),
            }
        )
    return found


def _points(board: Board, network: Reach | None, route: Route) -> int:
    """What a route scores the viewing seat when it builds it; for a spectator, what is printed."""
    return board.printed_points(route) if network is None else network.world.claim_points(route.index, network.seat)


def log_lines(lines: Iterable[Line]) -> list[LogLine]:
    """Sentences as lines of the log."""
    return [{"seat": line.seat, "text": line.text, "routes": list(line.routes)} for line in lines]


def closed_routes(seen: Observation) -> list[str]:
    """Free routes that nobody may build any more, as one of their other tracks is taken."""
    routes = registry.board(seen.board).routes
    return [routes[index].id for index in sorted(scene_of(seen).closed)]


def change(
    before: Observation, after: Observation, made: dict[str, tuple[View, Form]]
) -> tuple[dict[str, object], dict[str, Form]]:
    """The fields of an observation and of its parts that are different now, as forms.

    `made` has the forms of parts that were made last, for whichever viewer: most parts are the same for all of them.
    """
    fields = {
        name: forms.to_json(getattr(after, name)) for name in _FIELDS if getattr(before, name) != getattr(after, name)
    }
    parts: dict[str, Form] = {}
    for name, part in after.parts.items():
        if part != before.parts.get(name):
            if name not in made or made[name][0] != part:
                made[name] = (part, forms.to_json(part))
            parts[name] = _different(before.parts.get(name), part, made[name][1])
    return fields, parts


def _different(before: View | None, after: View, form: Form) -> Form:
    """The fields of a part that are different now."""
    if before is None or type(before) is not type(after):
        return form
    return {
        name: value
        for name, value in form.items()
        if name == "kind" or getattr(before, name, None) != getattr(after, name, None)
    }


_FIELDS = (
    "first_seat",
    "turn",
    "stage",
    "together",
    "open",
    "legal",
    "pieces",
    "points",
    "passes",
    "last_turns",
    "ended_by",
)
