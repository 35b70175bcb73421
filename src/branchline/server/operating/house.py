"""What holds for the whole house: whether games can be begun, who may not come in, and what was done about it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, delete, select, update

from branchline.server.store.schema import audit, bans, house
from branchline.server.store.store import Store
from branchline.table.protocol.names import look
from branchline.table.protocol.refusing import Refused

Who = Literal["host", "operator"]
CLOSED, DRAINING, RESTORING = "closed", "draining", "restoring"
BANNED = Refused("not_allowed", "You cannot take part here. The people who run this server have decided so.")
STILL = Refused("unavailable", "The server is restoring its tables. Wait a minute.")
_CLOSED = "No new tables can be made here at the moment."
_DRAINING = "This server is about to stop for maintenance. Running games go on, but no new ones begin."


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What holds now."""

    closed: bool = False  # nobody makes tables
    draining: bool = False  # nobody makes tables or begins games
    restoring: bool = False  # nobody does anything: the tables are being replaced
    addresses: frozenset[str] = frozenset()  # banned, as hashes
    tokens: frozenset[str] = frozenset()  # banned, as hashes
    names: frozenset[str] = frozenset()  # refused, as they look

    def check_making(self, names: Iterable[str] = ()) -> None:
        """Refuse a new table, or names that nobody may have."""
        if self.closed or self.draining:
            raise Refused("not_allowed", _DRAINING if self.draining else _CLOSED)
        for name in names:
            self.check_name(name)

    def check_beginning(self) -> None:
        """Refuse to begin a game."""
        if self.draining:
            raise Refused("not_allowed", _DRAINING)

    def check_name(self, name: str) -> None:
        """Refuse a name that contains one of those that nobody may have, or one that looks the same."""
        shown = look(name)
        if any(refused in shown for refused in self.names):
            raise Refused("not_allowed", "This name is not allowed here. Choose another one.")

    def bans(self, token: str | None, address: str) -> bool:
        """Whether somebody may not come in, by the hashes of a token and an address."""
        return address in self.addresses or (token is not None and token in self.tokens)


def read_rules(connection: Connection) -> HouseRules:
    """What holds now."""
    said = {str(row.name): str(row.value) for row in connection.execute(select(house.c.name, house.c.value))}
    on = {name for name, value in said.items() if value == "on"}
    restoring = _lies_ahead(said.get(RESTORING, ""))
    found: dict[str, set[str]] = {"address": set(), "token": set(), "name": set()}
    for row in connection.execute(select(bans.c.kind, bans.c.what)):
        found.setdefault(row.kind, set()).add(row.what)
    banned = (frozenset(found[kind]) for kind in ("address", "token", "name"))
    return HouseRules(CLOSED in on, DRAINING in on, restoring, *banned)


def switch(connection: Connection, name: str, on: bool) -> None:
    """Turn something on or off for the whole house."""
    connection.execute(delete(house).where(house.c.name == name))
    if on:
        connection.execute(house.insert().values(name=name, value="on"))


def _lies_ahead(value: str) -> bool:
    try:
        return float(value) > time.time()
    except ValueError:
        return False


def stand_still(connection: Connection, seconds: float | None) -> None:
    """Let everybody stand still for a while, in case nobody comes back to say that it is over; None: it is over."""
    connection.execute(delete(house).where(house.c.name == RESTORING))
    if seconds is not None:
        connection.execute(house.insert().values(name=RESTORING, value=str(time.time() + seconds)))


def go_on_standing_still(connection: Connection, seconds: float) -> None:
    """For so long from now on, if it is not over."""
    connection.execute(update(house).where(house.c.name == RESTORING).values(value=str(time.time() + seconds)))


def note(connection: Connection, who: Who, did: str, table: str | None = None, words: str = "") -> None:
    """Note what somebody did."""
    connection.execute(audit.insert().values(at=time.time(), who=who, did=did, table_id=table, words=words[:500]))


async def note_host(store: Store, did: str, table: str, words: str = "") -> None:
    """Note what a host did."""
    await store.write(lambda connection: note(connection, "host", did, table, words))


def latest_notes(
    connection: Connection, most: int, table: str | None = None, who: Who | None = None
) -> list[dict[str, Any]]:
    """What was done, the latest first."""
    query = select(audit).order_by(audit.c.number.desc()).limit(most)
    if table is not None:
        query = query.where(audit.c.table_id == table)
    if who is not None:
        query = query.where(audit.c.who == who)
    return [dict(row._mapping) for row in connection.execute(query)]


def forget_notes(connection: Connection, before: float) -> None:
    """Forget what was done before a time."""
    connection.execute(delete(audit).where(audit.c.at < before))
