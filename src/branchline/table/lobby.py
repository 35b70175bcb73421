"""Setting tables up: create, join, leave, kick, swap, start, rematch. Each function checks and stores, or refuses."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from branchline.boards import registry
from branchline.model.board import Board
from branchline.model.errors import UnknownBoard, UnknownVariant
from branchline.notation.shuffle import OPENING_SHUFFLES, shuffle_hash
from branchline.table import timekeeping
from branchline.table.bots.levels import bot_name, checked_level
from branchline.table.home import Ledger, NotStored, Store
from branchline.table.protocol.names import look
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import BotSeat, CreateTable, JoinTable, SeatPlan
from branchline.table.rows import SeatRow, TableRow
from branchline.table.tokens import fits, hashed, new_table_id, new_token

TOO_MANY = "You have too many tables that are not finished. Finish some of them first."
P = ParamSpec("P")
_TRIES = 5  # to begin a game while people chat


async def create(store: Store, wanted: CreateTable, address: str, most: int) -> tuple[str, str, str | None]:
    """Make a table; returns its id, the host's token and the invitation of a private one.

    An address has at most that many that are not finished. The seed is drawn now and its hash published, before anybody
    sits down and adds a word.
    """
    board = _checked_setup(wanted)
    token, invitation = new_token(), new_token() if wanted.private else None
    table = new_table_id()
    now = timekeeping.now()
    seated = _first_seats(wanted, hashed(token))
    row = {
        "id": table,
        "board": board.id,
        "variant": wanted.variant,
        "first_seat": wanted.first_seat,
        "timer": wanted.timer.model_dump_json(),
        "private": wanted.private,
        "hot_seat": bool(wanted.hot_seat),
        "status": "open",
        "host": hashed(token),
        "invitation": None if invitation is None else hashed(invitation),
        "rules_version": board.rules_version,
        "created": now,
        "active": now,
        "address": address,
        "automated": wanted.timer.kind != "none" or any(seat.kind == "bot" for seat in seated),
        "when_left": wanted.when_left,
        **new_secret(store, table, board.id, wanted.variant, len(seated), wanted.first_seat),
    }
    if not await store.create(row, seated, most):
        raise Refused("limit", TOO_MANY)
    return table, token, invitation


def new_secret(
    store: Store, table: str, board: str, variant: str, seats: int, first_seat: int | None
) -> dict[str, str]:
    """A seed for a new table, sealed, with its salt and the hash that binds both."""
    seed, salt = secrets.randbits(128), secrets.token_hex(16)
    published = shuffle_hash(board, variant, seats, first_seat, seed, salt)
    return {"seed": store.sealing.seal(table, seed), "salt": salt, "hash": published}


def _checked_setup(wanted: CreateTable) -> Board:
    """The board, if it can be played like this."""
    try:
        board = _known_board(wanted.board)
        registry.variant(board, wanted.variant)
    except (UnknownBoard, UnknownVariant) as error:
        raise Refused("bad_setup", f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    count = len(wanted.seats)
    fewest, most = board.seats
    if not fewest <= count <= most:
        raise Refused("bad_setup", f"{board.title} is played by {fewest} to {most}, not by {count}.")
    if wanted.first_seat is not None and wanted.first_seat >= count:
        raise Refused("bad_setup", f"There is no seat {wanted.first_seat}; seats go from 0 to {count - 1}.")
    if wanted.timer.kind != "none" and wanted.timer.seconds < 5:
        raise Refused("bad_setup", "Give people at least 5 seconds.")
    people = sum(not isinstance(plan, BotSeat) for plan in wanted.seats)
    if people == 0 and not wanted.watched:
        raise Refused("bad_setup", "Every seat has a bot: leave one for yourself, or say that you only watch.")
    if wanted.watched and people:
        raise Refused("bad_setup", "Who only watches leaves all seats to bots.")
    if wanted.hot_seat and len(wanted.hot_seat) != people:
        raise Refused("bad_setup", f"There are {people} people at this screen; name all of them.")
    if len({look(name) for name in wanted.hot_seat}) < len(wanted.hot_seat):
        raise Refused("name_taken", "Two people have the same name, or names that look the same.")
    return board


def _known_board(name: str) -> Board:
    """A board by its id. Folders, which a board can be named by elsewhere, are nothing for the network."""
    for board in registry.boards():
        if board.id == name:
            return board
    raise UnknownBoard(f"there is no board '{name}'")


def _first_seats(wanted: CreateTable, token: str) -> list[SeatRow]:
    """Who sits where at the beginning."""
    names = list(wanted.hot_seat)
    host_seated = wanted.watched
    seated: list[SeatRow] = []
    taken = {look(name) for name in (*wanted.hot_seat, wanted.name)}
    for number, plan in enumerate(wanted.seats):
        if isinstance(plan, BotSeat):
            seated.append(_bot(number, plan, taken))
        elif names:
            word = None if any(seat.kind == "person" for seat in seated) else wanted.word
            seated.append(SeatRow(number, "person", names.pop(0), None, token, word))
        elif not host_seated:
            seated.append(SeatRow(number, "person", wanted.name, None, token, wanted.word))
            host_seated = True
        else:
            seated.append(_free(number))
    return seated


def _bot(number: int, plan: BotSeat, taken: set[str]) -> SeatRow:
    """A bot with a name that nobody at the table has."""
    level = checked_level(plan.level)
    name = bot_name(level, taken)
    taken.add(look(name))
    return SeatRow(number, "bot", name, level, None)


def _free(number: int) -> SeatRow:
    return SeatRow(number, "free", "", None, None)


# Before the start


def changing(
    work: Callable[Concatenate[Ledger, P], None],
) -> Callable[Concatenate[Store, str, P], Awaitable[None]]:
    """What changes a table, by its row, while nobody else does: asked for with the store and the table's id."""

    @wraps(work)
    async def change(store: Store, table: str, /, *arguments: P.args, **settings: P.kwargs) -> None:
        await store.amend(table, lambda ledger: work(ledger, *arguments, **settings))

    return change


def _opened(ledger: Ledger) -> TableRow:
    """The table, if people can still be seated."""
    row = ledger.table
    if row is None:
        raise Refused("no_table", "There is no such table.")
    if row.status != "open":
        raise Refused("not_allowed", "The game has begun.")
    return row


def _by_host(ledger: Ledger, token: str | None) -> TableRow:
    """The table, if its host asks."""
    opened = _opened(ledger)
    if not fits(token, opened.host):
        raise Refused("not_host", "Only the host can do that.")
    return opened


def check_invitation(row: TableRow, token: str | None, invitation: str | None) -> None:
    """Refuse strangers at a private table; who holds a seat or is the host needs no invitation."""
    if not row.private or fits(invitation, row.invitation) or fits(token, row.host):
        return
    if not any(fits(token, seat.token) for seat in row.seats):
        raise Refused("not_allowed", "This table is private: ask its host for the invitation.")


async def join(store: Store, table: str, wanted: JoinTable, address: str, most: int) -> tuple[int, str]:
    """Take a free seat; returns it with its token. An address takes at most so many at tables that are not finished."""
    token = new_token()

    def take_seat(ledger: Ledger) -> int:
        row = _opened(ledger)
        check_invitation(row, None, wanted.invitation)
        free = [seat.seat for seat in row.seats if seat.kind == "free"]
        if not free:
            raise Refused("full", "All seats are taken.")
        seat = free[0] if wanted.seat is None else wanted.seat
        if seat not in free:
            raise Refused("full", "That seat is taken." if seat < len(row.seats) else "There is no such seat.")
        if look(wanted.name) in {look(other.name) for other in row.seats if other.name}:
            raise Refused(
                "name_taken", f"There is already somebody called {wanted.name}, or a name that looks the same."
            )
        if ledger.seats_of(address) >= most:
            raise Refused("limit", "You have too many seats at tables that are not finished. Finish some games first.")
        ledger.seat(SeatRow(seat, "person", wanted.name, None, hashed(token), wanted.word, address))
        return seat

    return await store.amend(table, take_seat), token


@changing
def add_word(ledger: Ledger, token: str | None, word: str) -> None:
    """A person adds a word to the shuffle, or changes it, before the start."""
    row = _opened(ledger)
    mine = [seat for seat in row.seats if fits(token, seat.token)]
    if not mine:
        raise Refused("no_seat", "You have no seat at this table.")
    ledger.seat(replace(mine[0], entropy=word))


@changing
def leave(ledger: Ledger, token: str | None) -> None:
    """Give the seat back. The host's role goes to the next person; an empty table is cleared away."""
    row = _opened(ledger)
    mine = [seat for seat in row.seats if fits(token, seat.token)]
    if not mine and not fits(token, row.host):
        raise Refused("no_seat", "You have no seat at this table.")
    vacate(ledger, row, mine)


@changing
def kick(ledger: Ledger, token: str | None, seat: int) -> None:
    """The host frees a seat."""
    row = _by_host(ledger, token)
    kicked = _seat_of(row, seat)
    if kicked.kind != "person" or kicked.token == row.host:
        raise Refused("not_allowed", "There is nobody to send away.")
    ledger.seat(_free(seat))


def vacate(ledger: Ledger, row: TableRow, leaving: list[SeatRow]) -> None:
    """Free seats of an open table. The host's role goes to the next person; an empty table is cleared away."""
    gone = {seat.seat for seat in leaving}
    staying = [seat for seat in row.seats if seat.kind == "person" and seat.seat not in gone]
    if not staying:
        ledger.clear_away()
        return
    for seat in leaving:
        ledger.seat(_free(seat.seat))
    if row.host in {seat.token for seat in leaving}:
        ledger.change(host=staying[0].token)


def _seat_of(row: TableRow, seat: int) -> SeatRow:
    if seat >= len(row.seats):
        raise Refused("no_seat", f"There is no seat {seat}; seats go from 0 to {len(row.seats) - 1}.")
    return row.seats[seat]


@changing
def swap(ledger: Ledger, token: str | None, one: int, other: int) -> None:
    """The host lets two seats change places."""
    row = _by_host(ledger, token)
    first, second = _seat_of(row, one), _seat_of(row, other)
    ledger.seat(replace(first, seat=other))
    ledger.seat(replace(second, seat=one))


@changing
def plan(ledger: Ledger, token: str | None, seat: int, wanted: SeatPlan) -> None:
    """The host gives a seat without a person to a bot, or leaves it to people."""
    row = _by_host(ledger, token)
    if _seat_of(row, seat).kind == "person":
        raise Refused("not_allowed", "A person has that seat.")
    taken = {look(other.name) for other in row.seats if other.seat != seat}
    chosen = _bot(seat, wanted, taken) if isinstance(wanted, BotSeat) else _free(seat)
    ledger.seat(chosen)
    bots = any(other.kind == "bot" for other in row.seats if other.seat != seat) or chosen.kind == "bot"
    automated = bots or row.timer["kind"] != "none"
    ledger.change(automated=automated)


# The start and the next game


async def start(store: Store, table: str, token: str | None, worker: str, lease: float) -> None:
    """The host begins the game: the seed is drawn, its hash is published."""

    def begin(ledger: Ledger) -> None:
        row = _by_host(ledger, token)
        if any(seat.kind == "free" for seat in row.seats):
            raise Refused("not_allowed", "There are free seats: wait for people, or seat bots there.")
        _begin(store, ledger, row, worker, lease)

    for attempt in range(_TRIES):
        try:
            await store.amend(table, begin)
        except NotStored:  # something else took the number
            if attempt + 1 == _TRIES:
                raise
        else:
            return


def _begin(store: Store, ledger: Ledger, row: TableRow, worker: str, lease: float) -> None:
    now = timekeeping.now()
    version = registry.board(row.board).rules_version
    changes: dict[str, Any] = {
        "status": "running",
        "started": now,
        "active": now,
        "rules_version": version,
    }
    if row.seed is None:  # the table was made by an older version, which drew it now
        changes |= new_secret(store, row.id, row.board, row.variant, len(row.seats), row.first_seat)
    if row.automated:
        changes |= {"keeper": worker, "kept_until": now + lease}
    ledger.change(**changes)
    ledger.enter("started", now, {"shuffles": OPENING_SHUFFLES})


async def rematch(store: Store, table: str, token: str | None, address: str, most: int) -> str:
    """A new table for the same people, whose tokens hold their seats there too. Asked twice, it is the same one.

    It counts for the address that asks first, as every table that it makes.
    """

    def lay_anew(ledger: Ledger) -> str:
        row = ledger.table
        if row is None:
            raise Refused("no_table", "There is no such table.")
        if row.status != "finished":
            raise Refused("not_allowed", "The game is not over.")
        if not any(fits(token, seat.token) for seat in row.seats) and not fits(token, row.host):
            raise Refused("no_seat", "You have no seat at this table.")
        if row.rematch is not None:
            return row.rematch
        assert token is not None
        if ledger.unfinished(address) >= most:
            raise Refused("limit", TOO_MANY)
        fresh = new_table_id()
        now = timekeeping.now()
        values = {
            "id": fresh,
            "board": row.board,
            "variant": row.variant,
            "first_seat": row.first_seat,
            "timer": json.dumps(row.timer),
            "private": row.private,
            "hot_seat": row.hot_seat,
            "status": "open",
            "host": hashed(token),
            "invitation": row.invitation,
            "rules_version": registry.board(row.board).rules_version,
            "created": now,
            "active": now,
            "address": address,
            "automated": row.timer["kind"] != "none" or any(seat.kind == "bot" for seat in row.seats),
            "when_left": row.when_left,
            **new_secret(store, fresh, row.board, row.variant, len(row.seats), row.first_seat),
        }
        ledger.add(values, [_again(seat) for seat in row.seats])
        ledger.change(rematch=fresh)
        return fresh

    return await store.amend(table, lay_anew)


def _again(seat: SeatRow) -> SeatRow:
    """A seat in the next game; that of somebody who deleted their games is free."""
    if seat.kind == "person" and seat.token is None:
        return _free(seat.seat)
    return SeatRow(seat.seat, seat.kind, seat.name, seat.level, seat.token)
