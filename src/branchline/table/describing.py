"""A table as everybody may know it."""

from __future__ import annotations

from collections.abc import Set

from branchline.boards import registry
from branchline.table.games.played_game import PlayedGame
from branchline.table.protocol.messages import CoachInfo, CoachOffer, EndOffer, SeatInfo, TableInfo
from branchline.table.rows import SeatRow, TableRow
from branchline.words.plain import game_title


def table_info(
    row: TableRow,
    played: PlayedGame | None,
    here: frozenset[int],
    decisions: int,
    viewers: int = 0,
    silent: Set[int | None] = frozenset(),
) -> TableInfo:
    """What the lobby and every viewer are told. The seed stays secret until the game is over."""
    board = registry.board(row.board)
    over = row.status == "finished"
    return {
        "id": row.id,
        "board": row.board,
        "variant": row.variant,
        "title": game_title(board, registry.variant(board, row.variant), len(row.seats)),
        "status": row.status,
        "seats": [_seat_info(row, seat, played, here) for seat in row.seats],
        "first_seat": row.first_seat,
        "timer": {
            "kind": row.timer["kind"],
            "seconds": row.timer["seconds"],
            "increment": row.timer["increment"],
            "when_out": row.timer["when_out"],
        },
        "private": row.private,
        "hot_seat": row.hot_seat,
        "created": row.created,
        "started": row.started,
        "finished": row.finished,
        "active": row.active,
        "decisions": row.decisions if over else decisions,
        "totals": None if row.totals is None else list(row.totals),
        "winners": None if row.winners is None else list(row.winners),
        "fairness": {
            "hash": row.hash,
            "seed": row.seed if over else None,
            "salt": row.salt if over else None,
            "words": [] if row.status == "open" else [seat.entropy for seat in row.seats],
        },
        "rematch": row.rematch,
        "continues": None
        if row.continues is None
        else {"table": row.continues["table"], "decisions": row.continues["decisions"]},
        "to_move": [] if played is None or over else sorted(played.game.pending),
        "viewers": viewers,
        "when_left": "resign" if row.when_left == "resign" else "bot",
        "set_aside": row.set_aside,
        "end_offer": None if played is None else _end_offer(row, played),
        "coach": _coach(row, played),
        "silent": sorted(silent, key=lambda seat: -1 if seat is None else seat),
    }


def _end_offer(row: TableRow, played: PlayedGame) -> EndOffer | None:
    offer = played.end_offer
    if offer is None or played.game.is_over:
        return None
    waiting = sorted(played.playing(frozenset(row.people)) - offer.agreed)
    return {"number": offer.number, "seat": offer.seat, "agreed": sorted(offer.agreed), "waiting": waiting}


def _coach(row: TableRow, played: PlayedGame | None) -> CoachInfo:
    if played is None:
        return {"on": False, "offer": None, "helped": {}}
    coached, over = played.coached, played.game.is_over
    playing = played.playing(frozenset(row.people))
    offer: CoachOffer | None = None
    if coached.offer is not None and not over:
        agreed = coached.offer.agreed
        offer = {
            "number": coached.offer.number,
            "seat": coached.offer.seat,
            "agreed": sorted(agreed),
            "waiting": sorted(playing - agreed),
        }
    helped = {str(seat): coached.in_words(seat) for seat in sorted(coached.helped)}
    return {"on": coached.is_on(playing) and not over, "offer": offer, "helped": helped}


def _seat_info(row: TableRow, seat: SeatRow, played: PlayedGame | None, here: frozenset[int]) -> SeatInfo:
    number = seat.seat
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "host": seat.token is not None and seat.token == row.host,
        "here": seat.kind == "bot" or number in here,
        "left": played is not None and number in played.left and number not in here,
        "resigned": played is not None and number in played.resigned,
        "ends_game": played is not None and played.ends_without([number], frozenset(row.people)),
        "out_of_time": played is not None and number in played.out_of_time,
        "substitute": None if played is None else played.substitutes.get(number),
    }
