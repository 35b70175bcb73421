"""What operators can have done, each order a function: the command line and the operators' page are made from them.

They change rows and leave a note, which all workers see within a second (`Doorkeeper`).
"""

from __future__ import annotations

import inspect
import ipaddress
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, select

from branchline.model.errors import BranchlineError
from branchline.server.operating import house, retention
from branchline.server.settings import Settings
from branchline.server.store import listing
from branchline.server.store.migrating import newest, version_of
from branchline.server.store.schema import analyses, bans, tables
from branchline.server.store.store import Store
from branchline.table import leaving
from branchline.table.home import Ledger, StoreFailed
from branchline.table.limiting import address_block
from branchline.table.live_table import LiveTable, Planned
from branchline.table.protocol.names import look
from branchline.table.rows import TableRow
from branchline.table.tokens import hashed_address, is_table_id

MEANINGS = {
    "table": "the id of a table, as in its link",
    "seat": "the number of a seat, from 0",
    "status": "open, running or finished",
    "address": "an IP address",
    "why": "for the log",
    "shown": "as the list of bans shows it",
    "name": "a name, or a part of one; those that look the same are meant too",
    "state": "on or off",
    "days": "days without activity; the default is the setting",
    "most": "how many lines at most",
}
_LONGEST_NAME = 40  # letters
Answer = list[dict[str, Any]]


class BadOrder(BranchlineError):
    """An order that cannot be carried out."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What an operator works with."""

    store: Store
    settings: Settings


# Looking


async def state(desk: Desk) -> Answer:
    """How the house stands: what holds, and how much there is."""

    def read(connection: Any) -> Answer:
        rules = house.read_rules(connection)
        count = {row.status: row.n for row in connection.execute(_BY_STATUS)}
        aside = connection.execute(select(func.count()).where(tables.c.set_aside.is_not(None))).scalar_one()
        waiting = connection.execute(select(func.count()).where(analyses.c.wanted > 0)).scalar_one()
        found: dict[str, Any] = {
            "lobby": "closed" if rules.closed else "open",
            "draining": "yes" if rules.draining else "no",
            **{f"{status} tables": count.get(status, 0) for status in ("open", "running", "finished")},
            "tables set aside": aside,
            "analyses waiting": waiting,
            "banned": len(rules.addresses) + len(rules.tokens),
            "refused names": len(rules.names),
            "version of the tables": f"{version_of(connection)} (this program: {newest()})",
        }
        return [{"what": name, "value": value} for name, value in found.items()]

    return await desk.store.read(read)


_BY_STATUS = select(tables.c.status, func.count().label("n")).group_by(tables.c.status)


async def list_tables(desk: Desk, status: str = "", most: str = "50") -> Answer:
    """List tables, those with the latest activity first."""
    rows = await listing.latest(desk.store, status or None, _whole(most, 1, 1000))
    return [_row_of(row) for row in rows]


def _row_of(row: TableRow) -> dict[str, Any]:
    people = [seat.name for seat in row.seats if seat.kind == "person"]
    return {
        "table": row.id,
        "status": row.status + (", set aside" if row.set_aside else ""),
        "board": row.board,
        "seats": len(row.seats),
        "people": ", ".join(people),
        "active": _when(row.active),
    }


async def look_at(desk: Desk, table: str) -> Answer:
    """Look at a table: how it was set up, who sits where, how much happened. Nothing of a game is shown."""
    row = await _row(desk, table)
    count = (await desk.store.counts([table])).get(table, 0)
    shown: list[tuple[str, Any]] = [
        *((name, value) for name, value in _row_of(row).items()),
        ("made", _when(row.created)),
        ("variant", row.variant),
        ("private", "yes" if row.private else "no"),
        ("entries", count),
        ("set aside", row.set_aside or "no"),
        *((f"seat {seat.seat}", f"{seat.kind} {seat.name} {seat.level or ''}".strip()) for seat in row.seats),
    ]
    return [{"what": name, "value": value} for name, value in shown]


async def audit(desk: Desk, table: str = "", most: str = "50") -> Answer:
    """What hosts and operators did, the latest first; of one table, if one is named."""
    notes = await desk.store.read(lambda c: house.latest_notes(c, _whole(most, 1, 1000), table or None))
    names = {"who": "who", "did": "did", "table_id": "table", "words": "words"}
    return [{"at": _when(each["at"]), **{shown: each[name] or "" for name, shown in names.items()}} for each in notes]


async def list_bans(desk: Desk) -> Answer:
    """Who may not come in, and which names nobody may have."""
    found = await desk.store.all(select(bans).order_by(bans.c.at.desc()))
    return [{"kind": each.kind, "shown": each.shown, "since": _when(each.at), "why": each.why} for each in found]


# Tables


async def close(desk: Desk, table: str) -> Answer:
    """End a game, which is scored as it stands; a table where none has begun is deleted."""
    row = await _row(desk, table)
    if row.status == "finished":
        raise BadOrder(f"the game at table {table} is over")
    if row.status == "open":
        return await delete_table(desk, table)
    live = LiveTable(desk.store, row, desk.settings.limits)
    await live.load()
    await live.announce("The people who run this server ended this game.")
    await leaving.close(live)
    return await _noted(desk, "close", table)


async def delete_table(desk: Desk, table: str) -> Answer:
    """Delete a table with all that happened and was said there."""
    await _row(desk, table)

    def clear(ledger: Ledger) -> None:
        ledger.clear_away()

    await desk.store.amend(table, clear)
    return await _noted(desk, "delete", table)


async def mute(desk: Desk, table: str, seat: str) -> Answer:
    """Let somebody talk no more at a table. The seat "spectators" means all who watch."""
    return await _let_talk(desk, table, seat, silent=True)


async def unmute(desk: Desk, table: str, seat: str) -> Answer:
    """Let somebody talk again at a table."""
    return await _let_talk(desk, table, seat, silent=False)


async def _let_talk(desk: Desk, table: str, seat: str, *, silent: bool) -> Answer:
    row = await _row(desk, table)
    number = None if seat == "spectators" else _whole(seat, 0, len(row.seats) - 1)
    live = LiveTable(desk.store, row, desk.settings.limits)
    await live.load()
    if number is not None and number not in live.people:
        raise BadOrder(f"no person has seat {number}")
    if (number in live.silent()) == silent:
        raise BadOrder("that is how it is already")
    data: Mapping[str, Any] = {} if number is None else {"who": row.seats[number].token}
    await live.record(lambda: Planned("silenced" if silent else "unsilenced", number, data=data))
    return await _noted(desk, "mute" if silent else "unmute", table, f"seat {seat}")


# People


async def ban_address(desk: Desk, address: str, why: str = "") -> Answer:
    """Keep an address out: it can take no seat, make no table, and open no socket. IPv6: its household's block."""
    try:
        ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        raise BadOrder(f"'{address}' is no IP address") from None
    block = address_block(address)
    return await _ban(desk, [("address", hashed_address(block), block)], why)


async def ban_seat(desk: Desk, table: str, seat: str, why: str = "") -> Answer:
    """Keep out who holds a seat, with the address that took it, while the game is not over and it is known."""
    row = await _row(desk, table)
    there = row.seats[_whole(seat, 0, len(row.seats) - 1)]
    if there.token is None:
        raise BadOrder(f"no person has seat {seat}")
    address = row.address if there.token == row.host and not there.address else there.address
    found = [("token", there.token), ("address", address)]
    return await _ban(desk, [(kind, what, f"{table}/{seat}") for kind, what in found if what], why)


async def unban(desk: Desk, shown: str) -> Answer:
    """Let somebody in again, or a name be taken again."""

    def forgive(connection: Any) -> int:
        house.note(connection, "operator", "unban", None, shown)
        return int(connection.execute(delete(bans).where(bans.c.shown == shown)).rowcount)

    if not await desk.store.write(forgive):
        raise BadOrder(f"nothing is banned as '{shown}'")
    return [{"what": "unban", "value": shown}]


async def refuse_name(desk: Desk, name: str, why: str = "") -> Answer:
    """Let nobody take a name with these letters in it."""
    if not look(name):
        raise BadOrder("a name has letters")
    if len(name) > _LONGEST_NAME or len(look(name)) > _LONGEST_NAME:
        raise BadOrder(f"a name has at most {_LONGEST_NAME} letters")
    return await _ban(desk, [("name", look(name), name)], why)


async def _ban(desk: Desk, found: list[tuple[str, str, str]], why: str) -> Answer:
    def keep_out(connection: Any) -> None:
        for kind, what, shown in found:
            connection.execute(delete(bans).where(bans.c.kind == kind, bans.c.what == what))
            row = {"kind": kind, "what": what, "shown": shown[:200], "at": time.time(), "why": why[:500]}
            connection.execute(bans.insert().values(**row))
        house.note(connection, "operator", "ban", None, f"{found[0][2]}: {why}" if why else found[0][2])

    await desk.store.write(keep_out)
    return [{"what": "ban", "value": shown, "kind": kind} for kind, _, shown in found]


# The house


async def close_lobby(desk: Desk, state: str) -> Answer:
    """On: no new tables are made. Tables that there are go on as usual."""
    return await _switch(desk, house.CLOSED, state)


async def drain(desk: Desk, state: str) -> Answer:
    """On: no tables are made and no games begin; `state` shows how many still run."""
    return await _switch(desk, house.DRAINING, state)


async def _switch(desk: Desk, name: str, state: str) -> Answer:
    if state not in ("on", "off"):
        raise BadOrder(f"say on or off, not '{state}'")

    def change(connection: Any) -> None:
        house.switch(connection, name, state == "on")
        house.note(connection, "operator", name, None, state)

    await desk.store.write(change)
    return [{"what": name, "value": state}]


async def forget(desk: Desk, days: str = "") -> Answer:
    """Delete now what is older than it is kept, instead of within the hour."""
    age = _number(days, 0, 1e6) if days else desk.settings.forget_days
    count = await retention.forget(desk.store, desk.settings, age)
    await _noted(desk, "forget", None, f"{count} tables older than {age:g} days")
    return [{"what": "tables deleted", "value": count}]


ORDERS: dict[str, Callable[..., Awaitable[Answer]]] = {
    order.__name__.removesuffix("_table").replace("_", "-"): order
    for order in (
        state,
        list_tables,
        look_at,
        close,
        delete_table,
        mute,
        unmute,
        ban_address,
        ban_seat,
        unban,
        list_bans,
        refuse_name,
        close_lobby,
        drain,
        forget,
        audit,
    )
}


def takes(order: Callable[..., Any]) -> dict[str, bool]:
    """What an order is to be told, and whether it must be."""
    parts = [*inspect.signature(order).parameters.values()][1:]
    return {part.name: part.default is inspect.Parameter.empty for part in parts}


async def carry_out(desk: Desk, name: str, values: Mapping[str, str]) -> Answer:
    """Carry out an order by its name."""
    order = ORDERS.get(name)
    if order is None:
        raise BadOrder(f"there is no order '{name}'; there are: {', '.join(ORDERS)}")
    wanted = takes(order)
    missing = [each for each, must in wanted.items() if must and not values.get(each)]
    if missing or not values.keys() <= wanted.keys():
        raise BadOrder(f"'{name}' is told: {', '.join(wanted) or 'nothing'}")
    try:
        return await order(desk, **values)
    except (BadOrder, StoreFailed):
        raise
    except BranchlineError as error:
        raise BadOrder(str(error) or type(error).__name__) from error


async def _row(desk: Desk, table: str) -> TableRow:
    row = await desk.store.table(table) if is_table_id(table) else None
    if row is None:
        raise BadOrder(f"there is no table '{table}'")
    return row


async def _noted(desk: Desk, did: str, table: str | None, words: str = "") -> Answer:
    await desk.store.write(lambda connection: house.note(connection, "operator", did, table, words))
    return [{"what": did, "value": table or words}]


def _whole(text: str, least: int, most: int) -> int:
    if not text.isdecimal():
        raise BadOrder(f"'{text}' is no whole number")
    return int(_number(text, least, most))


def _number(text: str, least: float, most: float) -> float:
    try:
        found = float(text)
    except ValueError:
        raise BadOrder(f"'{text}' is no number") from None
    if not least <= found <= most:
        raise BadOrder(f"{text} is not from {least:g} to {most:g}")
    return found


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
