"""What a seat's game looks like afterward, beside its errors and luck: what its tickets were worth, turns wasted.

Both are told after the game, with what an analysis found and what happened on the table; neither judges anybody.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from branchline.analysis.moments import moments
from branchline.analysis.results import Analysis
from branchline.game import Game, replay
from branchline.model import events as ev
from branchline.model.actions import DrawTickets, KeepTickets
from branchline.notation.record import Record


@dataclass(frozen=True)
class TicketsTaken:
    """Tickets that a seat kept in one decision, and what they were worth then."""

    number: int  # of the decision
    kept: tuple[str, ...]
    completed: tuple[str, ...]  # of these, in the end
    worth: float  # the seat's share with them, minus its share before it drew; at the beginning, before the deal
    took_turn: bool  # they were drawn in a turn; those of the beginning were dealt


@dataclass(frozen=True)
class Waste:
    """Turns that came to nothing, as far as the table tells."""

    passed: int  # turns with nothing to do
    vain: int  # turns of drawing tickets, of which none was completed
    cards: int  # that were taken and never used
    card_turns: float  # the turns that taking them took

    @property
    def turns(self) -> float:
        """All of them."""
        return self.passed + self.vain + self.card_turns


@dataclass(frozen=True)
class LookBack:
    """One seat's game."""

    seat: int
    tickets: tuple[TicketsTaken, ...]
    waste: Waste


def look_back(record: Record, analysis: Analysis) -> tuple[LookBack, ...]:
    """Every seat's tickets and wasted turns, in a game that was analyzed."""
    game = replay(record)
    completed = _completed(game)
    taken = _tickets_taken(record, analysis, completed)
    return tuple(LookBack(seat, taken[seat], _waste(game, seat, taken[seat])) for seat in range(game.seats))


def _completed(game: Game) -> list[frozenset[str]]:
    """By seat: the tickets that were completed; none in a game without an end."""
    if not game.is_over:
        return [frozenset() for _ in range(game.seats)]
    return [frozenset(sheet.completed) for sheet in game.scores()]


def _tickets_taken(
    record: Record, analysis: Analysis, completed: list[frozenset[str]]
) -> list[tuple[TicketsTaken, ...]]:
    found: list[list[TicketsTaken]] = [[] for _ in range(record.seats)]
    before_drawing: dict[int, float] = {}  # the share of seats that have drawn and not yet kept
    latest: dict[int, float] = {}  # of each seat, after its decision before this one
    for moment, decision in zip(moments(record), analysis.decisions, strict=True):
        seat, action = moment.seat, moment.game.action(moment.done, moment.seat)
        if isinstance(action, DrawTickets):
            before_drawing[seat] = decision.shares[seat]
        elif isinstance(action, KeepTickets):
            took_turn = bool(found[seat])  # a turn with nothing else to do needs no decision to draw
            before = before_drawing.pop(seat, latest[seat] if took_turn else analysis.seats[seat].initial)
            done = tuple(ticket for ticket in action.tickets if ticket in completed[seat])
            worth = decision.shares_after[seat] - before
            found[seat].append(TicketsTaken(decision.number, action.tickets, done, worth, took_turn))
        latest[seat] = decision.shares_after[seat]
    return [tuple(each) for each in found]


def _waste(game: Game, seat: int, taken: tuple[TicketsTaken, ...]) -> Waste:
    turn = 0
    cards: Counter[int] = Counter()  # taken, by turn
    passed = 0
    for event in game.events:
        if isinstance(event, ev.TurnStarted):
            turn += 1
        elif not isinstance(event, ev.SeatEvent) or event.seat != seat or not turn:
            continue
        elif isinstance(event, ev.CardTaken | ev.CardDrawn):
            cards[turn] += 1
        elif isinstance(event, ev.TurnPassed):
            passed += 1
    unused = min(game.observe(None).hands[seat].size, cards.total())
    per_turn = cards.total() / len(cards) if cards else 1.0
    vain = sum(each.took_turn and not each.completed for each in taken)
    return Waste(passed, vain, unused, unused / per_turn)
