"""How far a seat has come: its tickets, the last turns, and who won."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from branchline.boards import registry
from branchline.model.board import Ticket
from branchline.model.observation import Observation
from branchline.model.questions import Ways
from branchline.model.scores import Scores
from branchline.planning import Reach
from branchline.words.plain import counted, listed
from branchline.words.things import piece_noun

TicketState = Literal["done", "possible", "lost"]


def ticket_state(reach: Reach, ticket: Ticket, noun: str) -> tuple[TicketState, str]:
    """How far a ticket is, as a word for programs and as words for people; for a tour, both values."""
    ways = reach.ways(ticket)
    tour = "" if ticket.tour_points is None else _chain_words(ticket.points, ways, noun)
    if ways.is_lost:
        return "lost", f"lost: every way is taken or too long for your {noun}s"
    if not ways.routes:
        return "done", f"done{tour}"
    return "possible", f"{_to_go(ways.routes, ways.pieces, noun)}{_to_share(reach, ways)}{tour}"


def _to_go(routes: Collection[str], pieces: int, noun: str) -> str:
    return f"{counted(len(routes), 'route')} to go, {counted(pieces, noun)}"


def _to_share(reach: Reach, ways: Ways) -> str:
    """Say how many of the routes belong to others."""
    count = len(reach.shared(ways))
    return f", of which you can only share {count}" if count else ""


def tour_values(ticket: Ticket) -> str:
    """The values of a tour, the loss included: "15 points in order, 10 in any order, 21 lost if missed"."""
    if ticket.tour_points is None:
        return ""
    lower, loss = ticket.tour_points
    return f"{ticket.points} points in order, {lower} in any order, {loss} lost if missed"


def _chain_words(points: int, ways: Ways, noun: str) -> str:
    """What the high value of a tour still takes: a direct route between each two neighbors."""
    if ways.chain is None:
        return f"; the {points} points in order are lost"
    if not ways.chain:
        return f"; in order, for {points} points"
    return f"; in order, for {points} points: {_to_go(ways.chain, ways.chain_pieces, noun)}"


def last_turns_warning(seen: Observation, names: Sequence[str]) -> str:
    """A sentence about the coming end, once it is near."""
    if seen.last_turns is None or seen.is_over:
        return ""
    trigger = registry.variant(registry.board(seen.board), seen.variant).numbers.trigger
    low = [seat for seat in range(seen.seats) if seen.pieces[seat] <= trigger]
    noun = piece_noun(seen)
    who = [f"{names[s]} {'have' if s == seen.seat else 'has'} {counted(seen.pieces[s], noun)} left" for s in low]
    turns = _turns_left(seen, seen.last_turns)
    return f"{listed(who)}. {turns}." if who else f"{turns}."


def _turns_left(seen: Observation, left: int) -> str:
    """How many turns are left, as it matters to the viewing seat."""
    rounds = -(-left // seen.seats)
    if rounds > 1:
        return f"Everyone has {rounds} more turns"
    if left == seen.seats and seen.turn != seen.seat:
        return "Everyone has one more turn"
    if seen.seat is None or seen.turn is None:
        return "These are the last turns"
    ahead = (seen.seat - seen.turn) % seen.seats  # turns until it is this seat's
    if ahead == 0:
        return "This is your last turn"
    return "You have one more turn" if ahead < left else "The others play their last turns"


def verdict(scores: Scores, names: Sequence[str]) -> str:
    """Who won, and what decided it."""
    winners = [names[seat] for seat in scores.winners]
    if len(winners) > 1:
        return f"{listed(winners)} share the win: {scores.reason}."
    verb = "win" if winners == ["You"] else "wins"
    totals = sorted((sheet.total for sheet in scores), reverse=True)
    if len(totals) > 1 and totals[0] > totals[1]:
        return f"{winners[0]} {verb} by {totals[0] - totals[1]}."
    return f"{winners[0]} {verb}: {scores.reason}."
