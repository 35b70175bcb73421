"""What the analysis page shows beside an analysis: every candidate in words and where it is on the map, and each seat's
tickets and wasted turns."""

from __future__ import annotations

from dataclasses import asdict

from branchline.analysis.came import what_came
from branchline.analysis.habits import Habit, habits_of
from branchline.analysis.looking_back import LookBack, TicketsTaken, Waste, look_back
from branchline.analysis.moments import moments
from branchline.analysis.results import Analysis
from branchline.model.actions import Action, TakeCard
from branchline.notation.record import Record
from branchline.table.games.presenting import Place, place
from branchline.table.protocol.answers import (
    StudiedChoice,
    StudiedDecision,
    StudiedHabit,
    StudiedSeat,
    StudiedTicket,
    Study,
)
from branchline.words.plain import counted, listed, move_told, ticket_name
from branchline.words.questions import head


def studied(record: Record, analysis: Analysis) -> Study:
    """All of it, for a game that was analyzed."""
    here = place(record.board, record.variant)
    decisions: list[StudiedDecision] = []
    came = what_came(record, [seat.name for seat in analysis.seats])
    for moment, judged in zip(moments(record), analysis.decisions, strict=True):
        game, seat = moment.game, moment.seat
        choices = [_choice(here, each.action, game.parse(each.action, seat)) for each in judged.candidates]
        asked = head(game.observe(seat), judged.question)
        decisions.append({"asked": asked, "came": came[moment.at], "choices": choices})
    habits = habits_of(record, analysis.decisions)
    backs = look_back(record, analysis)
    return {"decisions": decisions, "seats": [_seat(here, *each) for each in zip(backs, habits, strict=True)]}


def _choice(here: Place, words: str, action: Action) -> StudiedChoice:
    """An action as it is told and drawn. Whatever the mechanic: routes, places and tickets have the same names."""
    route = getattr(action, "route", None)
    spots = [getattr(action, name, None) for name in ("place", "city")]
    tickets = [here.tickets[ticket] for ticket in getattr(action, "tickets", ())]
    return {
        "words": move_told(here.board, action, words),
        "routes": [] if route is None else [route],
        "places": [spot for spot in spots if spot is not None],
        "lines": [list(ticket.stops) for ticket in tickets],
        "card": action.card if isinstance(action, TakeCard) else None,
    }


def _seat(here: Place, back: LookBack, habits: tuple[Habit, ...]) -> StudiedSeat:
    return {
        "habits": [StudiedHabit(**asdict(habit)) for habit in habits],  # type: ignore[typeddict-item]
        "tickets": [ticket for taken in back.tickets for ticket in _tickets(here, taken)],
        "turns_wasted": round(back.waste.turns, 2),
        "wasted": _wasted(back.waste),
    }


def _tickets(here: Place, taken: TicketsTaken) -> list[StudiedTicket]:
    return [
        {
            "number": taken.number,
            "name": ticket_name(here.board, here.tickets[ticket]),
            "points": here.tickets[ticket].points,
            "completed": ticket in taken.completed,
            "worth": round(taken.worth, 6),
        }
        for ticket in taken.kept
    ]


def _wasted(waste: Waste) -> str:
    """What the wasted turns were, in words."""
    told = []
    if waste.cards:
        told.append(f"{counted(waste.cards, 'card')} taken and never used")
    if waste.vain:
        told.append(f"{counted(waste.vain, 'draw')} of tickets with none completed")
    if waste.passed:
        told.append(f"{counted(waste.passed, 'turn')} passed")
    return listed(told) if told else "none"
