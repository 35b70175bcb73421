"""What adds up over a game: habits that cost a seat points, though hardly a single decision of them stands out.

What a turn is worth is how many points the best player made in one. By that measure it is said what cards that were
never used, routes beside the plan and tickets in vain cost. That counts what happened, and needs no simulated games;
the stretch of the game in which most was given away comes from the analysis, where luck is out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from branchline.analysis.facts import CARD_DRAWS, open_tickets
from branchline.analysis.moments import Moment, moments
from branchline.analysis.results import Decision
from branchline.engine.decisions import TURN
from branchline.game import Game
from branchline.model.actions import DrawTickets, KeepTickets
from branchline.model.board import WILD, Route
from branchline.notation.record import Record
from branchline.words.kinds import route_of
from branchline.words.plain import counted

WORTH_A_LESSON = 6.0  # points
_SHORT = 2  # spaces of a route for which locomotives are a pity
_LOW = 3  # spaces of a route that is hardly built for its points
_SURE = 4.0  # standard errors: the worst of a thousand stretches looks bad by chance


@dataclass(frozen=True)
class Habit:
    """Something that a seat did again and again, and about how many points it cost."""

    name: str
    words: str
    points: float
    number: int  # of a decision where it shows


@dataclass
class _Turns:
    """What a seat did with its turns."""

    turns: int = 0
    cards: int = 0  # drawn in ...
    card_turns: set[int] = field(default_factory=set)  # ... these turns
    last_card: int = 1  # number of a decision
    # Short routes that brought none nearer, while tickets were open: the decision, spaces, points
    beside: list[tuple[int, int, int]] = field(default_factory=list)
    wilds: int = 0  # spent on short routes
    wild_at: int = 1
    drew: bool = False  # tickets: those before were dealt
    kept: list[int] = field(default_factory=list)  # decisions in which some were chosen
    drawn: list[tuple[str, ...]] = field(default_factory=list)  # those kept of each draw


def habits_of(record: Record, decisions: Sequence[Decision] = ()) -> tuple[tuple[Habit, ...], ...]:
    """By seat: its habits in a game that is over, the dearest first, and a stretch of it; none in an unfinished one."""
    seats = [_Turns() for _ in range(record.seats)]
    game: Game | None = None
    for moment in moments(record):
        game = moment.game  # which goes on to its end
        _note(seats[moment.seat], moment)
    if game is None or not game.is_over:
        return ((),) * record.seats
    totals = [sheet.total for sheet in game.scores()]
    pace = max(total / max(1, own.turns) for total, own in zip(totals, seats, strict=True))
    found = []
    for seat, own in enumerate(seats):
        counted_ones = sorted(_counted(game, seat, own, pace), key=lambda habit: -habit.points)
        habits = [*counted_ones, *_stretch(decisions, seat)]
        found.append(tuple(habit for habit in habits if habit.points >= WORTH_A_LESSON))
    return tuple(found)


def _note(own: _Turns, moment: Moment) -> None:
    game, seat, number = moment.game, moment.seat, moment.at + 1
    action = game.action(moment.done, seat)
    own.turns += int(moment.rules.open.kind() == TURN)
    if isinstance(action, CARD_DRAWS):
        own.cards += 1
        own.card_turns.add(own.turns)
        own.last_card = number
    elif isinstance(action, DrawTickets):
        own.drew = True
    elif isinstance(action, KeepTickets):
        own.kept.append(number)
        if own.drew:
            own.drawn.append(action.tickets)
    route = route_of(game.board, action)
    if route is None:
        return
    if route.length <= _LOW and _leads_nowhere(game, seat, route):
        own.beside.append((number, route.length, game.gain(action, seat)))
    price = game.price(action, seat)
    spent = dict(price.cards).get(WILD, 0) - route.wilds if price else 0  # its symbols take theirs
    if spent > 0 and route.length <= _SHORT:
        own.wilds, own.wild_at = own.wilds + spent, number


def _leads_nowhere(game: Game, seat: int, route: Route) -> bool:
    """Whether a route would bring none of a seat's open tickets nearer, in whatever way."""
    hopes = open_tickets(game, game.observe(seat))
    after = [(was, game.ways(ticket, seat, planned=[route.index])) for ticket, was in hopes.items()]
    return bool(after) and all(now.is_lost or now.pieces >= was.pieces for was, now in after)


def _counted(game: Game, seat: int, own: _Turns, pace: float) -> list[Habit]:
    """What can be counted on the table."""
    sheet = list(game.scores())[seat]
    points = {ticket.id: ticket.points for ticket in game.variant.tickets}
    per_turn = own.cards / max(1, len(own.card_turns))
    unused = min(game.observe(None).hands[seat].size, own.cards)
    failed = [points[ticket] for ticket in sheet.failed]
    vain = sum(not any(ticket in sheet.completed for ticket in kept) for kept in own.drawn)
    scored = sum(gain for _, _, gain in own.beside)
    turns = sum(1 + length / max(1.0, per_turn) for _, length, _ in own.beside)
    return [
        Habit(
            "cards never used",
            f"{counted(unused, 'card')} in hand at the end: the turns that took them built nothing.",
            pace * unused / max(1.0, per_turn),
            own.last_card,
        ),
        Habit(
            "tickets in vain",
            f"{counted(len(failed), 'ticket')} not completed, for {sum(failed)} points"
            + (f", and {counted(vain, 'turn')} spent drawing tickets in vain." if vain else "."),
            sum(failed) + pace * vain,
            (own.kept or [1])[-1],
        ),
        Habit(
            "building beside the plan",
            f"{counted(len(own.beside), 'short route')} that brought no open ticket nearer, for {scored} points.",
            pace * turns - scored,
            own.beside[0][0] if own.beside else 1,
        ),
        Habit(
            "locomotives on short routes",
            f"{counted(own.wilds, 'locomotive')} spent on routes of one or two spaces, beyond their symbols.",
            pace * own.wilds / max(1.0, per_turn),
            own.wild_at,
        ),
    ]


def _stretch(decisions: Sequence[Decision], seat: int) -> list[Habit]:
    """Where most was given away, by decisions in a row of which each may be small."""
    own = [decision for decision in decisions if decision.seat == seat]
    best: tuple[float, int, int] | None = None
    for first in range(len(own)):
        points = squares = 0.0
        for last in range(first, len(own)):
            points += own[last].points
            squares += own[last].points_se ** 2
            if last > first and points > _SURE * sqrt(squares) and (best is None or points > best[0]):
                best = points, first, last
    if best is None:
        return []
    points, first, last = best
    since, until = own[first].number, own[last].number
    words = f"Decisions from move {since} to {until} gave that much of the lead away, luck aside."
    return [Habit("little by little", words, points, since)]
