"""Words for tickets: "draw tickets", "draw tickets 3 short 1 long", "keep Boston-Miami, Denver-El Paso"."""

from __future__ import annotations

import re

from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_ticket, matches, ticket_text


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


FACES.add(
    Tickets,
    Notation(
        describe={DrawTickets: describe_draw, KeepTickets: describe_keep},
        parse={"draw tickets": parse_draw, "draw ticket": parse_draw, "keep": parse_keep},
        forms=("draw tickets", "keep A-B, C-D"),
    ),
)
