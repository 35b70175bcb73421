"""Play on from here: a moment of a finished game becomes a new table, for one person against bots.

The new table begins with the decisions of the old one as its first entries, dealt and shuffled as they were. So it is a
table like every other: it is stored, loaded, watched and recorded in the same way.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from branchline.boards import registry
from branchline.table import records, timekeeping
from branchline.table.bots.levels import checked_level
from branchline.table.games.played_game import PlayedGame
from branchline.table.home import Aside, Store
from branchline.table.live_table import LiveTable
from branchline.table.lobby import TOO_MANY, new_secret
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import BOT_MARK, NAME_LENGTH, PlayOn, Timer
from branchline.table.rows import Entry, SeatRow
from branchline.table.tokens import hashed, new_table_id, new_token


@dataclass(frozen=True, slots=True)
class Maker:
    """Who makes a table: the hash of an address, and how many unfinished tables it may have."""

    address: str
    most: int


@dataclass(frozen=True, slots=True)
class Made:
    """A new table, and what its player holds."""

    table: str
    token: str
    invitation: str


async def play_on(
    store: Store, aside: Aside, source: LiveTable, wanted: PlayOn, maker: Maker, keeper: tuple[str, float]
) -> Made:
    """Make the table, which is running at once. It is private: others come by its link.

    `keeper`: who looks after it, and for how many seconds.
    """
    played = records.finished(source)
    level = checked_level(wanted.level)
    _check(played, wanted)
    await aside.do(lambda: _check_open(played, wanted.step))
    made = Made(new_table_id(), new_token(), new_token())
    now = timekeeping.now()
    row = source.row
    values = {
        "id": made.table,
        "board": row.board,
        "variant": row.variant,
        "first_seat": row.first_seat,
        "timer": Timer().model_dump_json(),
        "private": True,
        "hot_seat": False,
        "status": "running",
        "host": hashed(made.token),
        "invitation": hashed(made.invitation),
        "rules_version": registry.board(row.board).rules_version,
        "created": now,
        "started": now,
        "active": now,
        "address": maker.address,
        "automated": True,
        "keeper": keeper[0],
        "kept_until": now + keeper[1],
        "continues": json.dumps({"table": row.id, "decisions": wanted.step}),
        **new_secret(store, made.table, row.board, row.variant, len(row.seats), row.first_seat),
    }
    begun = _entries(played, wanted, now)
    if not await store.create(values, _seats(source, wanted, level, made.token), maker.most, begun):
        raise Refused("limit", TOO_MANY)
    return made


def _check(played: PlayedGame, wanted: PlayOn) -> None:
    if wanted.seat >= played.setup.seats:
        raise Refused("no_seat", f"There is no seat {wanted.seat}; seats go from 0 to {played.setup.seats - 1}.")
    if wanted.step > len(played.moves):
        raise Refused("not_found", f"There is no step {wanted.step}; they go from 0 to {len(played.moves)}.")


def _check_open(played: PlayedGame, step: int) -> None:
    """Refuse the end of a game: nothing goes on from there."""
    game = played.begin()
    played.go_on(game, 0, step)
    if game.is_over:
        raise Refused("not_allowed", "The game was over at that moment: choose an earlier one.")


def _seats(source: LiveTable, wanted: PlayOn, level: str, token: str) -> list[SeatRow]:
    """The person in the wanted seat, bots in the others. A bot that plays for a person bears that name as well."""
    seated: list[SeatRow] = []
    for seat in source.row.seats:
        if seat.seat == wanted.seat:
            seated.append(SeatRow(seat.seat, "person", wanted.name, None, hashed(token)))
        else:
            stem = (seat.name or f"Seat {seat.seat + 1}").removesuffix(BOT_MARK)
            marked = f"{stem[: NAME_LENGTH - len(BOT_MARK)]}{BOT_MARK}"
            name = stem if seat.kind == "bot" and stem == seat.name else marked
            seated.append(SeatRow(seat.seat, "bot", name, level, None))
    return seated


def _entries(played: PlayedGame, wanted: PlayOn, now: float) -> list[Entry]:
    """The beginning of the new game: the setup and the decisions of the old one up to the moment."""
    step = wanted.step
    taken = {
        "seed": f"{played.setup.seed:032x}",
        "moves": step,
        "reshuffles": [[after, f"{seed:032x}"] for after, seed in played.reshuffles if after <= step],
        "fresh": wanted.cards == "fresh",
    }
    started = Entry(0, "started", None, now, data={"shuffles": 0, "continues": taken})
    moves = [
        Entry(at, "move", move.seat, now, move.action, {"by": "record", "words": move.words})
        for at, move in enumerate(played.moves[:step], 1)
    ]
    return [started, *moves]
