"""A table in the memory of a worker: what is stored, who is connected, and what everybody is told.

Everything that changes a table goes the same way: check it against the state, store it under the next number, take it
in, tell all viewers. If another worker was first, take in what it stored and check again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.notation.shuffle import dealt_seed, shuffle_hash
from branchline.table import timekeeping
from branchline.table.describing import table_info
from branchline.table.games.played_game import Change, Continuation, PlayedGame, TableSetup
from branchline.table.games.set_aside import ToldGame
from branchline.table.games.viewpoint import Viewpoint, clocks
from branchline.table.home import NotStored, Outbox, Store, TalkLimits
from branchline.table.limiting import Bucket
from branchline.table.plain_text import dumped
from branchline.table.protocol.messages import (
    PROTOCOL,
    ChatLine,
    Chatted,
    State,
    TableChanged,
    TableInfo,
    UndoChanged,
    Welcome,
    You,
)
from branchline.table.protocol.refusing import Refused
from branchline.table.rows import Entry, SaidLine, TableRow
from branchline.table.talk import Talk
from branchline.table.time_budgets import charged, hurrying
from branchline.table.tokens import same_hash

_AT_ONCE = 500  # entries read from the store in one go
_FEW = 40  # viewers that are told at once
_TURN = 0.004  # seconds that a table which is being loaded takes before others have their turn

P = ParamSpec("P")


class Unplayable(BranchlineError):
    """A stored game that this version cannot go on with."""


@dataclass(eq=False, slots=True)
class Viewer:
    """Somebody who looks at a table through one socket."""

    outbox: Outbox
    token: str | None  # as a hash
    seat: int | None = None
    held: tuple[int, ...] = ()
    name: str = ""
    address: str = ""  # as a hash
    budget: Bucket | None = None  # for talking
    muted: set[int | None] = field(default_factory=set)  # seats that it does not want to hear; None: spectators


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry that passed all checks, before it has its number."""

    kind: str
    seat: int | None = None
    action: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] | None = None  # columns of the table that change with it


class LiveTable:
    """One table."""

    def __init__(self, store: Store, row: TableRow, limits: TalkLimits, aside: str | None = None) -> None:
        self.store = store
        self.row = row
        self.id = row.id
        self.count = 0  # entries taken in
        self.played: PlayedGame | None = None
        self.aside = aside  # why the game cannot be played here
        self.told_game = ToldGame()  # then it is only told
        self.talk = Talk(limits)
        self.viewers: set[Viewer] = set()
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()  # for whoever looks after the table
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}  # other workers: the seats connected there
        self._loaded = self.used = time.monotonic()
        self.gone = False  # from the store
        self._away_since: dict[int, float] = {}  # seats of people without a socket
        self._viewpoints: dict[int | None, Viewpoint] = {}
        self._noted: ChatLine | None = None  # what people should hear of the latest entry
        self._limits = limits
        self._crowd: deque[tuple[Sequence[Viewer], str]] = deque()  # what many have still to hear, in order
        self._telling: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Take in everything that is stored, piece by piece: others need not wait for a long game."""
        began = time.monotonic()
        while found := await self.store.entries(self.id, self.count, _AT_ONCE):
            if self.row.status == "open" and any(entry.kind == "started" for entry in found):
                await self._read_row()  # it began after the row was read
            for entry in found:
                self._take(entry)
                if time.monotonic() - began > _TURN:
                    await asyncio.sleep(0)
                    began = time.monotonic()
        await self.catch_up_with_talk()
        if self.row.status != "open" and self.played is None and self.aside is None:
            raise Unplayable("the beginning of this game is missing")

    # What is known

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [seat.name or f"Seat {seat.seat + 1}" for seat in self.row.seats]

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(self.row.people)

    def is_host(self, token: str | None) -> bool:
        """Whether the hash of a token is the host's."""
        return same_hash(token, self.row.host)

    def held_by(self, token: str | None) -> tuple[int, ...]:
        """The seats that the hash of a token holds."""
        return tuple(seat.seat for seat in self.row.seats if same_hash(token, seat.token))

    def here(self) -> frozenset[int]:
        """The seats of people with an open socket, on whichever worker."""
        found = {seat for viewer in self.viewers for seat in viewer.held}
        for _, seats in self.elsewhere.values():
            found |= seats
        return frozenset(found)

    def here_locally(self) -> frozenset[int]:
        """Those with a socket on this worker."""
        return frozenset(seat for viewer in self.viewers for seat in viewer.held)

    def away_for(self, seat: int) -> float:
        """For how many seconds nobody has looked from a seat, as far as this worker knows."""
        return 0.0 if seat in self.here() else time.monotonic() - self._away_since.get(seat, self._loaded)

    def _note_presence(self) -> None:
        """Note since when seats are away; every change of who is there is told, and comes by here."""
        here = self.here()
        now = time.monotonic()
        self._away_since = {seat: self._away_since.get(seat, now) for seat in self.people - here}

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        decisions = 0 if self.played is None else len(self.played.moves)
        watching = sum(not viewer.held for viewer in self.viewers)  # with a socket of this worker
        info = table_info(self.row, self.played, self.here(), decisions, watching, self.silent())
        return {**info, "set_aside": self.aside}

    def running(self) -> PlayedGame:
        """The game, if it is being played."""
        if self.aside is not None:
            raise Refused("unavailable", f"This game cannot go on here: {self.aside}.")
        if self.played is None or self.played.game.is_over:
            raise Refused("not_running", "The game is not running.")
        return self.played

    # Viewers

    def enter(self, viewer: Viewer) -> None:
        """A viewer begins to look; it is welcomed, and the others hear of it."""
        self.used = time.monotonic()
        self.viewers.add(viewer)
        self.welcome(viewer)
        if viewer.held:
            self.tell_table(but=viewer)

    def leave(self, viewer: Viewer) -> None:
        """A viewer looks no more."""
        self.used = time.monotonic()
        self.viewers.discard(viewer)
        if not any(other.seat == viewer.seat for other in self.viewers):
            self._viewpoints.pop(viewer.seat, None)
        if viewer.held:
            self.tell_table()

    def look_from(self, viewer: Viewer, seat: int) -> None:
        """A viewer who holds several seats looks from another one."""
        if seat not in viewer.held:
            raise Refused("no_seat", "You do not hold that seat.")
        old, viewer.seat = viewer.seat, seat
        if not any(other.seat == old for other in self.viewers):
            self._viewpoints.pop(old, None)
        self.welcome(viewer)

    def welcome(self, viewer: Viewer) -> None:
        """Tell a viewer everything."""
        point = self._viewpoint(viewer.seat)
        lines, earlier = self.talk.page()
        message: Welcome = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "you": self._you(viewer),
            "table": self.info(),
            "game": None if point is None else point.state(),
            "chat": [line for line in lines if self._hears(viewer, line)],
            "earlier": earlier,
        }
        viewer.outbox.put(dumped(message))

    def _you(self, viewer: Viewer) -> You:
        return {"seat": viewer.seat, "seats": list(viewer.held), "host": self.is_host(viewer.token)}

    def _viewpoint(self, seat: int | None) -> Viewpoint | None:
        if self.played is None:
            return None
        if seat not in self._viewpoints:
            self._viewpoints[seat] = Viewpoint(self.played, seat, self.names, self.people)
        return self._viewpoints[seat]

    def seen(self, viewer: Viewer) -> Viewpoint:
        """The game as a viewer sees it."""
        point = self._viewpoint(viewer.seat)
        if point is None:
            raise Refused("not_running", "The game has not begun.")
        return point

    # Changing the table

    async def record(self, plan: Callable[[], Planned]) -> int:
        """Store what `plan` returns under the next number, and tell everybody. `plan` refuses what is not right now.

        Who gives up waiting does not stop it: what may be stored already is also told.
        """
        return await asyncio.shield(asyncio.create_task(charged(self._record(plan)), name="record"))

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One change at a time; others at this table wait for it."""
        async with self.lock:
            with hurrying():
                yield

    async def _record(self, plan: Callable[[], Planned]) -> int:
        async with self._alone():
            while True:
                if self.gone:
                    raise Refused("no_table", "This table is no more.")
                planned = plan()
                entry = Entry(self.count, planned.kind, planned.seat, timekeeping.now(), planned.action, planned.data)
                try:
                    stored = await self.store.append(self.id, entry, planned.changes)
                except NotStored as error:  # its table was cleared away meanwhile
                    await self._read_row()
                    raise Refused("no_table", "This table is no more.") from error
                if stored:
                    if planned.changes:
                        await self._read_row()
                    self._take_in([entry])
                    return entry.number
                await self._catch_up()

    async def refresh(self, *, rows: bool) -> None:
        """Another worker changed something: take it in and tell everybody."""
        async with self._alone():
            before = self.row
            if rows:
                await self._read_row()
            await self._catch_up()
            if self.gone:
                for viewer in [*self.viewers]:
                    viewer.outbox.bye("kicked", "This table is no more.", again=False)
            elif self.row != before:
                if {seat.token for seat in before.seats} - {seat.token for seat in self.row.seats}:
                    await self.talk.forget_deleted(self.store, self.id)  # as somebody may have done who sat here
                self._new_row()

    async def _read_row(self) -> None:
        row = await self.store.table(self.id)
        if row is not None:
            self.row = row
        else:
            self.gone = True

    async def _catch_up(self) -> None:
        found = await self.store.entries(self.id, self.count)
        if any(entry.kind == "started" for entry in found) and self.row.status == "open":
            await self._read_row()
        self._take_in(found)

    def _new_row(self) -> None:
        """Seats or the status changed: whoever lost a seat goes, the others hear of it."""
        for viewer in [*self.viewers]:
            held = self.held_by(viewer.token)
            if viewer.held and not held:
                viewer.outbox.bye("kicked", "You no longer have a seat at this table.", again=False)
                self.viewers.discard(viewer)
            elif held != viewer.held:
                viewer.held = held
                viewer.seat = viewer.seat if viewer.seat in held else (held[0] if held else None)
        self.tell_table()
        self.changed.set()

    # Taking in

    def _take_in(self, entries: Sequence[Entry]) -> None:
        """Take in what is stored and tell everybody, entry by entry."""
        for entry in entries:
            if entry.number != self.count:
                raise Unplayable(f"entry {self.count} of table {self.id} is missing")
            late = self._late()
            change = self._take(entry)
            self._tell(change, entry, in_time_again=self._late() < late)
        if entries:
            self.used = time.monotonic()
            self.changed.set()

    def _late(self) -> frozenset[int]:
        """The seats that ran out of time."""
        return frozenset() if self.played is None else frozenset(self.played.out_of_time)

    def _take(self, entry: Entry) -> Change:
        self.count = entry.number + 1
        self._noted = self.talk.note(entry, self.names)
        if self.aside is not None:
            self.told_game.take(entry)
            return "nothing"
        if entry.kind == "started":
            self.played = self._begin(entry)
            self._viewpoints.clear()
            return "rewound"
        if self.played is not None:
            change = self.played.take(entry)
            return "table" if entry.kind in ("silenced", "unsilenced") else change
        return "table"

    def _begin(self, entry: Entry) -> PlayedGame:
        row = self.row
        version = registry.board(row.board).rules_version
        if row.rules_version != version:
            raise Unplayable(
                f"this game began by version {row.rules_version} of the rules; this server plays by version {version}"
            )
        seed, salt = self.store.sealing.open(row.id, row.seed or ""), row.salt or ""
        if row.hash != shuffle_hash(row.board, row.variant, len(row.seats), row.first_seat, seed, salt):
            raise Unplayable("its seed does not fit the hash that was published, or was sealed with another key")
        dealt = dealt_seed(seed, salt, [seat.entropy for seat in row.seats])
        continues = None
        if (taken := entry.data.get("continues")) is not None:
            dealt, continues = int(taken["seed"], 16), Continuation.of(taken)
        setup = TableSetup(
            row.board, row.variant, len(row.seats), dealt, row.first_seat, row.timer, salt, seed, continues
        )
        return PlayedGame(setup, entry)

    # Talking

    async def say(self, viewer: Viewer, text: str) -> int:
        """Store what a viewer says, and tell everybody who wants to hear it. Moves need not wait for it."""
        if viewer.budget is None:
            viewer.budget = Bucket(self._limits.lines_per_second, self._limits.line_burst)
        self.talk.allow(viewer.seat, viewer.budget, silent=self._may_not_talk(viewer))
        name = viewer.name if viewer.seat is None else self.names[viewer.seat]
        return await asyncio.shield(asyncio.create_task(self._say(viewer.seat, name, text), name="say"))

    def silent(self) -> frozenset[int | None]:
        """The seats whose people the host does not let talk; None stands for all spectators."""
        return self.talk.silent(self.row.seats)

    def _may_not_talk(self, viewer: Viewer) -> bool:
        """Whether the host silenced a viewer: the person, also as a spectator from the same address."""
        silent = self.silent()
        if viewer.seat is not None or viewer.held:
            return not silent.isdisjoint({viewer.seat, *viewer.held})
        at_home = {row.address for row in self.row.seats if row.seat in silent and row.address}
        return None in silent or viewer.address in at_home

    async def announce(self, text: str) -> None:
        """Say something on behalf of the house."""
        await self._say(None, "Server", text)

    async def say_as_bot(self, seat: int, text: str) -> None:
        """What a bot says, unless it has just said the same. A table that cannot store it goes on without."""
        with contextlib.suppress(Refused):
            if not self.talk.was_said(seat, text):
                await self._say(seat, self.names[seat], text)

    async def _say(self, seat: int | None, name: str, text: str) -> int:
        line = await self.talk.say(self.store, self.id, seat, name, text)
        self.hear(line)
        return line.number

    def hear(self, said: SaidLine) -> None:
        """A line is stored, by whichever worker: tell everybody who wants to hear it."""
        self._tell_line(self.talk.add(said))

    async def catch_up_with_talk(self) -> None:
        """Take in and tell what was said without this worker hearing of it."""
        for line in await self.talk.news(self.store, self.id):
            self.hear(line)

    def _tell_line(self, line: ChatLine) -> None:
        message: Chatted = {"type": "chat", "lines": [line]}
        self._send([viewer for viewer in self.viewers if self._hears(viewer, line)], dumped(message))

    @staticmethod
    def _hears(viewer: Viewer, line: ChatLine) -> bool:
        return line["note"] or line["seat"] not in viewer.muted

    async def earlier(self, viewer: Viewer, before: int) -> tuple[list[ChatLine], bool]:
        """Lines that were said before a number, and whether there are still earlier ones."""
        lines, more = await self.talk.earlier(self.store, self.id, before)
        return [line for line in lines if self._hears(viewer, line)], more

    # Telling

    def _tell(self, change: Change, entry: Entry, *, in_time_again: bool) -> None:
        """Tell all viewers what an entry changed."""
        if change == "moved":
            self._tell_game(lambda point: point.update())
        elif change == "rewound":
            why: Any = "started" if entry.kind == "started" else "taken_back"
            self._tell_game(lambda point: State(type="state", why=why, game=point.restart()))
        elif change == "undo":
            self._tell_game(lambda point: UndoChanged(type="undo", undo=point.undo()))
        if self._noted is not None:
            self._tell_line(self._noted)
        over = self.played is not None and self.played.game.is_over
        if change == "table" or entry.kind == "started" or (change == "moved" and (over or in_time_again)):
            self.tell_table()

    def _tell_game(self, message: Callable[[Viewpoint], Any]) -> None:
        """Tell each viewer its own view of the game; viewers of one seat get the same text."""
        if self.played is None:
            return
        looking: dict[int | None, list[Viewer]] = {}
        for viewer in self.viewers:
            looking.setdefault(viewer.seat, []).append(viewer)
        for seat in [seat for seat in self._viewpoints if seat not in looking]:
            del self._viewpoints[seat]
        for seat, viewers in looking.items():
            point = self._viewpoint(seat)
            if point is not None:
                self._send(viewers, dumped(message(point)))

    def tell_table(self, but: Viewer | None = None) -> None:
        """Tell everybody who is there and how the table stands. Those who are the same to it get the same text."""
        self._note_presence()
        info = self.info()
        time_left = None if self.played is None else clocks(self.played)
        alike: dict[tuple[int | None, tuple[int, ...], bool], list[Viewer]] = {}
        for viewer in self.viewers:
            if viewer is not but:
                alike.setdefault((viewer.seat, viewer.held, self.is_host(viewer.token)), []).append(viewer)
        for viewers in alike.values():
            you = self._you(viewers[0])
            message: TableChanged = {"type": "table", "you": you, "table": info, "clocks": time_left}
            self._send(viewers, dumped(message))

    def _send(self, viewers: Sequence[Viewer], text: str) -> None:
        """Send a text to some viewers. A crowd hears it bit by bit, so that other tables need not wait for that."""
        telling = self._telling is not None and not self._telling.done()
        if len(viewers) <= _FEW and not (telling and any(viewer.seat is None for viewer in viewers)):
            for viewer in viewers:
                viewer.outbox.put(text)
            return
        self._crowd.append((viewers, text))  # spectators whose turn comes later hear it later, too
        if not telling:
            self._telling = asyncio.create_task(self._tell_crowd(), name="tell a crowd")

    async def _tell_crowd(self) -> None:
        while self._crowd:
            viewers, text = self._crowd.popleft()
            for start in range(0, len(viewers), _FEW):
                for viewer in viewers[start : start + _FEW]:
                    viewer.outbox.put(text)
                await asyncio.sleep(0)


def recorded(plan: Callable[Concatenate[LiveTable, P], Planned]) -> Callable[Concatenate[LiveTable, P], Awaitable[int]]:
    """What is planned for a table as it stands, or refused: stored under the next number, and told to everybody."""

    @wraps(plan)
    async def record(table: LiveTable, /, *arguments: P.args, **settings: P.kwargs) -> int:
        return await table.record(lambda: plan(table, *arguments, **settings))

    return record
