"""Lets a worker see what operators did: the rules of the house, and tables that they changed. Rows are the truth."""

from __future__ import annotations

import asyncio

import structlog

from branchline.server.operating.house import BANNED, HouseRules, latest_notes, read_rules
from branchline.server.store.store import Store
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background

_DOORKEEPER = "doorkeeper"
_LOOK = 1.0  # seconds between two looks
_NOTES = 50  # of the latest looked at: on PostgreSQL a smaller number may be seen after a larger one
_log = structlog.get_logger("branchline.doorkeeper")


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
        self._seen = {each["number"] for each in await self._store.read(lambda c: latest_notes(c, _NOTES))}
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
        rules, notes = await self._store.read(lambda c: (read_rules(c), latest_notes(c, _NOTES)))
        fresh = [each for each in notes if each["number"] not in self._seen]
        self._seen = {each["number"] for each in notes}
        changed, self.rules = rules != self.rules, rules
        if rules.restoring or self._hub.still or any(each["did"] == "restore" for each in fresh):
            self._hub.stand_still(rules.restoring)
        ordered = [each for each in fresh if each["who"] == "operator"]
        all_of_them = any(each["did"] == "forget" for each in ordered)
        for table in [*self._hub.tables] if all_of_them else [each["table_id"] for each in ordered]:
            if table is not None:
                await self._hub.look_again(table)
        if changed:
            _log.info("rules of the house", closed=rules.closed, draining=rules.draining, still=rules.restoring)
            self._send_away()

    def _send_away(self) -> None:
        """Send away everybody who is banned by now."""
        for table in self._hub.tables.values():
            for viewer in [*table.viewers]:
                if self.rules.bans(viewer.token, viewer.address):
                    viewer.outbox.bye("kicked", BANNED.words, again=False)
