"""What tickets mean to people: asked for, drawn, kept, turned up at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from branchline.boards import registry
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.errors import NotationError
from branchline.model.events import ChoiceMade, MixAnnounced, MixKept, TicketsDrawn, TicketsKept, TicketsRevealed
from branchline.model.faces import FACES, Context, Findings, Gain, Notation, Terminal, Words
from branchline.model.observation import Observation, TicketsView
from branchline.notation.names import find_ticket, matches, ticket_text
from branchline.words.plain import counted, listed
from branchline.words.sentences import Teller

# In the notation


def _decks(context: Context) -> list[str]:
    """The names of the ticket decks, in their order."""
    return list(dict.fromkeys(ticket.deck for ticket in context.variant.tickets))


def describe_draw(context: Context, action: DrawTickets) -> str:
    """Draw tickets, with the mix where there are several decks."""
    parts = [f"{count} {deck}" for count, deck in zip(action.mix, _decks(context), strict=False) if count]
    return " ".join(["draw tickets", *parts])


def describe_keep(context: Context, action: KeepTickets) -> str:
    """Keep tickets by their places."""
    return "keep " + ", ".join(ticket_text(context.board, context.ticket(ticket)) for ticket in action.tickets)


def parse_draw(context: Context, rest: str) -> Action:
    """Draw tickets, draw tickets 2 short 2 long; the mix may be left out if there is only one."""
    decks = _decks(context)
    if not rest:
        possible = [action for action in context.legal if isinstance(action, DrawTickets)]
        return possible[0] if len(possible) == 1 else DrawTickets()
    counts = dict.fromkeys(decks, 0)
    for part in re.findall(r"[^\s,+&][^,+&]*?(?=\s+\d|[,+&]|$)", rest):
        found = re.fullmatch(r"(\d+)\s*(\D+)", part.strip())
        meant = matches(found[2], decks) if found else []
        if not found or len(meant) != 1:
            wanted = " ".join(f"2 {deck}" for deck in decks)
            raise NotationError(f"'{part.strip()}' is no number of tickets; write a mix like: draw tickets {wanted}")
        counts[meant[0]] += int(found[1])
    return DrawTickets(tuple(counts.values()))


def parse_keep(context: Context, rest: str) -> Action:
    """Keep all, keep 1, 3, keep Boston-Miami."""
    offer = context.offer
    if rest.casefold() == "all" and offer:
        return KeepTickets(offer)
    in_order = {ticket_id: context.ticket(ticket_id) for ticket_id in offer}
    chosen = {find_ticket(context.board, part, in_order) for part in re.split(r"[,+&]", rest)}
    return KeepTickets(tuple(ticket for ticket in offer if ticket in chosen))


# In plain English


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


# In the terminal


def _moves(seen: Observation, view: TicketsView) -> list[tuple[str, str]]:
    tickets = registry.variant(registry.board(seen.board), seen.variant).tickets
    decks = list(dict.fromkeys(ticket.deck for ticket in tickets))
    return [(f"draw tickets 3 {decks[0]} 1 {decks[1]}", "tickets of both decks")] if len(decks) > 1 else []


FACES.add(
    Tickets,
    Notation(
        describe={DrawTickets: describe_draw, KeepTickets: describe_keep},
        parse={"draw tickets": parse_draw, "draw ticket": parse_draw, "keep": parse_keep},
        forms=("draw tickets", "keep A-B, C-D"),
    ),
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
    Terminal(with_table=("keep tickets", "choose mix"), labels={DrawTickets: "draw tickets"}, moves=_moves),
    Findings(gains={MixAnnounced: lambda event: Gain("ticket mixes", "-".join(str(n) for n in event.mix))}),
)
