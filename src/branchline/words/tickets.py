"""Tickets in words: asked for, drawn, kept, turned up at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.actions import DrawTickets, KeepTickets
from branchline.model.events import ChoiceMade, MixAnnounced, MixKept, TicketsDrawn, TicketsKept, TicketsRevealed
from branchline.words.faces import FACES, Words
from branchline.words.plain import counted, listed
from branchline.words.sentences import Teller


def _drawn(teller: Teller, event: TicketsDrawn) -> None:
    which = "" if event.tickets is None else f": {listed(_named(teller, event.tickets))}"
    mix, teller.mix = teller.mix, ""
    if mix and teller.seat == event.seat and teller.clauses:
        teller.clauses[-1] = f"drew {mix}{which}"
    else:
        teller.did(event.seat, f"drew {counted(event.count, 'ticket')}{which}")


def _kept(teller: Teller, event: TicketsKept) -> str:
    goes_on = teller.clauses and teller.seat == event.seat
    number = str(event.count) if goes_on else f"{event.count} of {event.count + event.returned} tickets"
    which = number if event.tickets is None else listed(_named(teller, event.tickets))
    back = "" if event.tickets is None or not event.returned else f" and returned {counted(event.returned, 'other')}"
    return f"kept {which}{back}"


def _announced(teller: Teller, event: MixAnnounced) -> str:
    teller.mix = _by_deck(teller, event.mix)
    return f"asked for {teller.mix}"


def _mix_kept(teller: Teller, event: MixKept) -> None:
    clause = teller.clauses[-1] if teller.clauses and teller.seat == event.seat else ""
    if re.match(r"kept \d", clause):
        teller.clauses[-1] = f"kept {_by_deck(teller, event.mix)}"
    elif not clause.startswith("kept"):  # tickets by name say more
        teller.did(event.seat, f"kept {_by_deck(teller, event.mix)}")


def _revealed(teller: Teller, event: TicketsRevealed) -> str:
    missed = f" and missed {listed(_named(teller, event.failed))}" if event.failed else ""
    done = listed(_named(teller, event.completed)) if event.completed else "no tickets"
    return f"completed {done}{missed}"


def _named(teller: Teller, tickets: Iterable[str]) -> list[str]:
    return [teller.tickets[ticket] for ticket in tickets]


def _by_deck(teller: Teller, mix: Sequence[int]) -> str:
    """Tickets by deck: "3 short and 1 long ticket"."""
    parts = [f"{count} {deck}" for count, deck in zip(mix, teller.ticket_decks, strict=False) if count]
    return f"{listed(parts)} ticket{'' if sum(mix) == 1 else 's'}"


FACES.add(
    Tickets,
    Words(
        questions={
            "keep tickets": "Which of these tickets do you keep?",
            "choose mix": "How many tickets of each deck do you draw? You see them afterward.",
        },
        doing={"keep tickets": "{} is choosing tickets.", "choose mix": "{} is choosing tickets."},
        events={
            TicketsDrawn: _drawn,
            TicketsKept: _kept,
            MixAnnounced: _announced,
            MixKept: _mix_kept,
            TicketsRevealed: _revealed,
            ChoiceMade: lambda *_: None,  # hidden: what was kept is told when all have chosen
        },
        nudges={
            DrawTickets: "Look at your tickets: is it time for new ones?",
            KeepTickets: "Look for tickets that share a way.",
        },
    ),
)
