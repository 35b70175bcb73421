"""One table in the hands of whoever looks after it: bots decide, clocks run out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import Protocol

from branchline.analysis.aloud import aloud
from branchline.table import playing, timekeeping
from branchline.table.bots.levels import ALOUD, plays_as, usual_level
from branchline.table.bots.pool import UNSEEN, BotPool
from branchline.table.games.played_game import PlayedGame
from branchline.table.home import StoreFailed
from branchline.table.live_table import LiveTable
from branchline.table.protocol.refusing import Refused

_log = logging.getLogger("branchline.tending")
_FIRST_PAUSE = 1.0  # seconds before a table that failed is tried again ...
_LONGEST_PAUSE = 60.0  # ... doubled each time up to this


class Pace(Protocol):
    """How a home wants its bots to play."""

    @property
    def bot_pause(self) -> float:
        """Seconds that a bot waits before it acts, so that people can follow."""

    @property
    def substitute(self) -> str:
        """The level of bots that play for people; empty: the usual one."""


class Tending:
    """Looks after tables with bots and clocks."""

    def __init__(self, pool: BotPool, pace: Pace) -> None:
        self._pool = pool
        self._pace = pace

    def prepare_bots(self, table: LiveTable) -> None:
        """Let the bots of a table get ready while people look at their cards."""
        row = table.row
        for level in {seat.level for seat in row.seats if seat.kind == "bot" and seat.level}:
            self._pool.prepare(plays_as(level), row.board, row.variant, len(row.seats), table.id)

    async def tend(self, table: LiveTable) -> None:
        """Let bots decide and watch the clocks, until the game is over."""
        pause = _FIRST_PAUSE
        while (played := table.played) is not None and not played.game.is_over:
            table.changed.clear()
            try:
                seat = self._bot_to_move(table, played)
                if seat is not None:
                    await self._let_decide(table, played, seat)
                else:
                    await self._watch(table, played)
            except Refused:
                continue  # somebody was faster: look again
            except StoreFailed as error:
                _log.warning("store failed at table %s: %s", table.id, error)
                await asyncio.sleep(1.0)
            except Exception:  # noqa: BLE001  (a table whose bots stand still for ever is worse than trying again)
                _log.exception("table %s failed", table.id)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _bot_to_move(self, table: LiveTable, played: PlayedGame) -> int | None:
        """The first seat with an open decision for which a bot plays; none while everybody is away."""
        if played.is_deserted(table.people):
            return None
        return next((seat for seat in played.game.pending if not played.plays_itself(seat, seat in table.people)), None)

    async def _let_decide(self, table: LiveTable, played: PlayedGame, seat: int) -> None:
        """A bot thinks, waits as a person would, and acts; unless something else happens in the meantime."""
        began, version, decision = time.monotonic(), played.version, played.asked[seat]
        level = played.substitutes.get(seat) or table.row.seats[seat].level or usual_level()
        share = 1.0 if table.people else UNSEEN
        seen = played.game.observe(seat)
        action = await self._pool.decide(plays_as(level), played.bot_seed(seat), seen, table.id, share)
        pause = self._pace.bot_pause * random.uniform(0.6, 1.4) - (time.monotonic() - began)
        while pause > 0 and played.version == version and table.played is played:
            table.changed.clear()
            waited = time.monotonic()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await table.changed.wait()
            pause -= time.monotonic() - waited
        await playing.act(table, seat, decision, action, by="bot")  # refused if the person came back
        if level.endswith(ALOUD) and (words := aloud(seen, action)):
            await table.say_as_bot(seat, words)

    async def _watch(self, table: LiveTable, played: PlayedGame) -> None:
        """Wait until something happens or a clock runs out."""
        now = timekeeping.now()
        ends = [
            (left, seat)
            for seat in played.clocks.since
            if seat not in played.out_of_time and (left := played.clocks.left(seat, now)) is not None
        ]
        if ends and min(ends)[0] <= 0:
            seat = min(ends)[1]
            await playing.out_of_time(table, seat, timekeeping.now())
            if table.row.timer["when_out"] == "bot":
                await playing.take_over(table, seat, self._pace.substitute or usual_level())
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(ends)[0] + 0.01 if ends else None):
                await table.changed.wait()
