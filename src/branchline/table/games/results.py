"""The end of a game: score sheets with every ticket and every longest path."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from weakref import finalize

from branchline.game import Game
from branchline.model.events import GameEnded
from branchline.model.scores import Scores, ScoreSheet
from branchline.table.protocol.messages import LongestPath, Result, SeatResult, TicketResult
from branchline.words.plain import listed, ticket_name
from branchline.words.progress import verdict
from branchline.words.sentences import YOU, Teller

_SHEETS: dict[int, list[SeatResult]] = {}  # by id of a game, as long as it lives: the same for all viewers


def result(game: Game, names: Sequence[str], resigned: Collection[int] = (), coached: Collection[int] = ()) -> Result:
    """Everything that the score sheet shows; `names` has "You" for the viewing seat."""
    scores = final_scores(game, resigned)
    if id(game) not in _SHEETS:
        finalize(game, _SHEETS.pop, id(game), None)
        _SHEETS[id(game)] = [_seat_result(game, scores[seat]) for seat in range(game.seats)]
    lines = {line: line.replace("_", " ").capitalize() for line in scores[0].lines}
    ended = next(event for event in game.events if isinstance(event, GameEnded))
    words = Teller(game.board, game.variant, names).tell([ended])[0].text
    return {
        "words": verdict(scores, names) if not resigned else _verdict_of_the_rest(scores, names, resigned),
        "ended": words,
        "lines": lines,
        "seats": _SHEETS[id(game)],
        "winners": list(scores.winners),
        "coached": sorted(coached),
    }


def final_scores(game: Game, resigned: Collection[int]) -> Scores:
    """The scores of a finished game. Seats that gave up come last, whatever they have."""
    scores = game.scores()
    if not resigned:
        return scores
    order = sorted(scores, key=lambda sheet: (sheet.seat in resigned, sheet.place))
    ranks = [(sheet.seat in resigned, sheet.place) for sheet in order]
    places = {sheet.seat: 1 + ranks.index(rank) for sheet, rank in zip(order, ranks, strict=True)}
    sheets = tuple(replace(sheet, place=places[sheet.seat]) for sheet in scores)
    winners = tuple(sheet.seat for sheet in sheets if sheet.place == 1 and sheet.seat not in resigned)
    return Scores(sheets, winners, scores.reason)


def _verdict_of_the_rest(scores: Scores, names: Sequence[str], resigned: Collection[int]) -> str:
    """Who won, where some gave up."""
    gone = listed(["you" if names[seat] == YOU else names[seat] for seat in sorted(resigned)])
    winners = [names[seat] for seat in scores.winners]
    if not winners:
        return f"{gone[0].upper()}{gone[1:]} gave up."
    verb = "win" if winners == [YOU] or len(winners) > 1 else "wins"
    return f"{listed(winners)} {verb}; {gone} gave up."


def _seat_result(game: Game, sheet: ScoreSheet) -> SeatResult:
    seat = sheet.seat
    tickets = {ticket.id: ticket for ticket in game.variant.tickets}
    shown: list[TicketResult] = [
        {
            "id": ticket,
            "name": ticket_name(game.board, tickets[ticket]),
            "stops": list(tickets[ticket].stops),
            "points": tickets[ticket].points,
            "completed": ticket in sheet.completed,
            "scored": sheet.ticket_points[ticket],
        }
        for ticket in (*sheet.completed, *sheet.failed)
    ]
    return {
        "seat": seat,
        "lines": dict(sheet.lines),
        "total": sheet.total,
        "place": sheet.place,
        "tickets": shown,
        "longest_path": longest_path(game, seat),
    }


def longest_path(game: Game, seat: int) -> LongestPath:
    """A longest path of a seat, route by route (COM-082)."""
    path = game.longest_path(seat)
    return {"seat": seat, "length": path.length, "routes": list(path.routes)}
