"""Tickets in the terminal: the table itself shows them, here are their moves."""

from __future__ import annotations

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.actions import DrawTickets
from branchline.model.observation import Observation, TicketsView


class TicketsTerminal(Terminal):
    """Drawing, from one deck or several."""

    def moves(self, seen: Observation, view: TicketsView) -> list[tuple[str, str]]:
        tickets = registry.variant(registry.board(seen.board), seen.variant).tickets
        decks = list(dict.fromkeys(ticket.deck for ticket in tickets))
        if len(decks) < 2:
            return []
        return [(f"draw tickets 3 {decks[0]} 1 {decks[1]}", "tickets of both decks")]


FACES.add(Tickets, TicketsTerminal(with_table=("keep tickets", "choose mix"), labels={DrawTickets: "draw tickets"}))
