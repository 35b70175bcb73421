"""Lets a worker see what operators did: the rules of the house, and tables that they changed. Rows are the truth."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from sqlalchemy import Connection

from branchline.server.operating.house import BANNED, HouseRules, latest_notes, read_rules
from branchline.server.store.store import Store, StoreFailed
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background

_DOORKEEPER = "doorkeeper"
_LOOK = 1.0  # seconds between two looks
_NOTES = 50  # of operators, the latest, are looked at: on PostgreSQL a smaller number may be seen after a larger one
_log = structlog.get_logger("branchline.doorkeeper")


def _orders(connection: Connection) -> list[dict[str, Any]]:
    return latest_notes(connection, _NOTES, who="operator")


class Doorkeeper:
    """What holds now, as this worker saw it last."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.rules = HouseRules()
        self._store = store
        self._hub = hub
        self._seen: set[int] = set()  # numbers of notes

    async def start(self, background: Background) -> None:
        """Look once, then again and again."""
        self.rules = await self._store.read(read_rules)
        self._seen = {each["number"] for each in await self._store.read(_orders)}
        self._hub.still = self.rules.restoring
        background.start(_DOORKEEPER, self._look_for_ever)

    async def stop(self, background: Background) -> None:
        """Look no more."""
        await background.stop(_DOORKEEPER)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            await self.look()

    async def look(self) -> None:
        """See what has changed, and act on it."""
        rules, notes = await self._store.read(lambda c: (read_rules(c), _orders(c)))
        fresh = [each for each in notes if each["number"] not in self._seen]
        self._seen &= {each["number"] for each in notes}
        changed, self.rules = rules != self.rules, rules
        if rules.restoring or self._hub.still or any(each["did"] == "restore" for each in fresh):
            self._hub.stand_still(rules.restoring)
        if changed:
            _log.info("rules of the house", closed=rules.closed, draining=rules.draining, still=rules.restoring)
            self._send_away()
        for each in fresh:
            named = [] if each["table_id"] is None else [each["table_id"]]
            done = [await self._look_at(table) for table in ([*self._hub.tables] if each["did"] == "forget" else named)]
            if all(done):
                self._seen.add(each["number"])

    async def _look_at(self, table: str) -> bool:
        """See what has changed at a table; False if that has to be tried again."""
        try:
            await self._hub.look_again(table)
        except StoreFailed as error:
            _log.warning("table not looked at", table=table, reason=str(error))
            return False
        except Exception:  # noqa: BLE001  (trouble with one table must not keep the others behind)
            _log.exception("table not looked at", table=table)
        return True

    def _send_away(self) -> None:
        """Send away everybody who is banned by now."""
        for table in self._hub.tables.values():
            for viewer in [*table.viewers]:
                if self.rules.bans(viewer.token, viewer.address):
                    viewer.outbox.bye("kicked", BANNED.words, again=False)
