"""The home of tables in a tab, without a browser around it: what is kept and answered, and what goes over a line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from branchline.bots import make_bot
from branchline.game import replay
from branchline.model.actions import Action
from branchline.notation import forms
from branchline.notation.record import loads
from branchline.tab.answers import Answers
from branchline.tab.desk import Desk
from branchline.tab.home import TabHome, TabSettings
from branchline.tab.solving import Solving
from branchline.tab.store import TabStore
from branchline.tab.studying import Studying
from branchline.tab.thinkers import ThinkerHere, ThinkerThere
from branchline.tab.thinking import answer
from branchline.tab.worker import BrowserDisk, BrowserWorker
from branchline.table.bots.coach_room import CoachRoom
from branchline.table.bots.coach_thinking import answer_coach
from branchline.table.bots.pool import BotPool
from branchline.table.bots.thinking import answer_bot
from branchline.table.bots.wire import Prepare
from branchline.table.home import StoreFailed


class Memory:
    """A disk that outlives the home that uses it."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.rest: dict[str, dict[str, str]] = {}

    async def tables(self) -> list[str]:
        return [*self.texts.values()]

    async def parts(self, table: str) -> list[str]:
        return [text for _, text in sorted(self.rest.get(table, {}).items())]

    async def keep(self, table: str, text: str | None, parts: Mapping[str, str]) -> None:
        if text is not None:
            self.texts[table] = text
        assert not parts.keys() & self.rest.get(table, {}).keys()
        self.rest.setdefault(table, {}).update(parts)

    async def drop(self, table: str) -> None:
        del self.texts[table]
        self.rest.pop(table, None)


class Beside:
    """The worker that thinks, in this process."""

    def __init__(self) -> None:
        self.prepared: set[Prepare] = set()

    async def start(self) -> None:
        pass

    async def ask(self, kind: str, question: bytes) -> bytes:
        return answer(kind, question).encode()

    def stop(self) -> None:
        pass


class Tab:
    """A page with its worker."""

    def __init__(self, disk: Memory) -> None:
        self.disk = disk
        self.last = 0
        self.asked: dict[int, asyncio.Future[Any]] = {}
        self.told: asyncio.Queue[Any] = asyncio.Queue()

    async def open(self) -> Tab:
        store, solving = TabStore(self.disk), Solving(self.disk)
        await store.open()
        await solving.open()
        pool = BotPool(partial(ThinkerHere, answer_bot), 1, 60.0)
        self.home = TabHome(store, pool, CoachRoom(ThinkerHere(answer_coach), 60.0, 60.0), TabSettings(bot_pause=0))
        self.desk = Desk(self.home, Answers(self.home, solving, Studying(self.home, self.disk, Beside())), self._hear)
        return self

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if "ask" in message:
            self.asked.pop(message["ask"]).set_result((message["status"], message["body"]))
        elif "text" in message:
            self.told.put_nowait(json.loads(message["text"]))

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        self.last += 1
        self.asked[self.last] = found = asyncio.get_running_loop().create_future()
        text = "" if body is None else json.dumps(body)
        self.desk.hear(json.dumps({"ask": self.last, "method": method, "path": path, "body": text, "token": token}))
        status, answered = await found
        plain = json.loads(answered)
        return plain if status == 200 else (status, plain["code"])

    def say(self, message: dict[str, Any]) -> None:
        self.desk.hear(json.dumps({"line": 0, "text": json.dumps(message)}))

    async def close(self) -> None:
        await self.desk.close()
        await self.home.close()


async def play(tab: Tab, table: str, token: str, most: int) -> bool:
    """Answer up to that many decisions of the seat that a token holds; whether the game is over then."""
    tab.desk.hear(json.dumps({"line": 0, "table": table}))
    tab.say({"type": "hello", "token": token})
    for _ in range(most):
        live = await tab.home.table(table)
        while live.played is None or (0 not in live.played.game.pending and not live.played.game.is_over):
            await asyncio.wait_for(tab.told.get(), 20)
        if live.played.game.is_over:
            return True
        number = live.played.asked[0]
        seen = live.played.game.observe(0)
        chosen = make_bot("builder", number).decide(seen)
        action = seen.number(chosen) if isinstance(chosen, Action) else chosen
        tab.say({"type": "act", "decision": number, "action": action, "ref": 1})
        while live.played.asked.get(0) == number:
            await asyncio.wait_for(tab.told.get(), 20)
    return False


def test_a_game_goes_on_in_another_tab_and_is_kept_with_its_record_and_replay() -> None:
    async def work() -> None:
        disk = Memory()
        tab = await Tab(disk).open()
        seats = [{"kind": "person"}, {"kind": "bot", "level": "planner"}]
        made = await tab.ask("POST", "/api/tables", {"board": "san_francisco", "name": "Ada", "seats": seats})
        table, token = made["table"]["id"], made["token"]
        assert await tab.ask("POST", f"/api/tables/{table}/start", {}, "somebody else") == (403, "not_host")
        await tab.ask("POST", f"/api/tables/{table}/start", {}, token)
        assert await tab.ask("GET", f"/api/tables/{table}/record") == (403, "not_allowed")
        assert not await play(tab, table, token, 5)
        await tab.close()
        before = forms.to_json((await tab.home.table(table)).running().game.observe(0))

        tab = await Tab(disk).open()
        assert len(disk.rest[table]) >= 5
        live = await tab.home.table(table)
        assert forms.to_json(live.running().game.observe(0)) == before
        assert await play(tab, table, token, 500)
        record = loads(json.dumps(await tab.ask("GET", f"/api/tables/{table}/record")))
        assert replay(record).is_over
        found = await tab.ask("GET", f"/api/tables/{table}/replay?view=open")
        assert found["steps"] == len(record.decisions)
        assert (await tab.ask("GET", f"/api/tables/{table}/replay/3"))["step"] == 3
        listed = await tab.ask("GET", "/api/tables?status=finished")
        assert [each["id"] for each in listed["tables"]] == [table]
        again = await tab.ask("POST", f"/api/tables/{table}/rematch", {}, token)
        assert again["table"]["seats"][0]["name"] == "Ada"
        await tab.close()

    asyncio.run(work())


def test_puzzles_are_rated_here_and_count_once() -> None:
    async def work() -> None:
        disk = Memory()
        tab = await Tab(disk).open()
        name = (await tab.ask("GET", "/api/puzzles"))["puzzles"][0]["id"]
        first = await tab.ask("POST", f"/api/puzzles/{name}/answer", {"answer": 0})
        assert first["counted"]
        assert first["change"] != 0
        tab = await Tab(disk).open()
        again = await tab.ask("POST", f"/api/puzzles/{name}/answer", {"answer": first["best"]})
        assert (again["counted"], again["rating"]) == (False, first["rating"])
        assert (await tab.ask("GET", "/api/puzzles/solver"))["tried"] == {name: first["right"]}

    asyncio.run(work())


def test_what_needs_a_server_says_so() -> None:
    async def work() -> None:
        tab = await Tab(Memory()).open()
        assert await tab.ask("POST", "/api/tables/abcdef/join", {"name": "Ada"}) == (404, "not_found")
        assert await tab.ask("POST", "/api/tables", {"board": "usa"}) == (422, "bad_message")

    asyncio.run(work())


class Full:
    """The functions of the worker's script, of a browser whose disk has no room."""

    async def keep(self, table: str, text: str, parts: str) -> None:
        raise RuntimeError("QuotaExceededError")


class Broken(Memory):
    """A disk that fails as no disk should."""

    async def parts(self, table: str) -> list[str]:
        if table in self.texts:
            raise ZeroDivisionError
        return await super().parts(table)


def test_what_a_full_disk_says_is_what_a_store_says() -> None:
    with pytest.raises(StoreFailed, match="Quota"):
        asyncio.run(BrowserDisk(Full()).keep("abcdef", None, {}))


def test_a_line_that_fails_says_goodbye() -> None:
    async def work() -> None:
        disk = Broken()
        tab = await Tab(disk).open()
        made = await tab.ask("POST", "/api/tables", {"board": "usa", "name": "Ada", "seats": [{"kind": "person"}] * 2})
        tab = await Tab(disk).open()  # which reads it anew
        tab.desk.hear(json.dumps({"line": 0, "table": made["table"]["id"]}))
        tab.say({"type": "hello", "token": made["token"]})
        assert (await asyncio.wait_for(tab.told.get(), 5))["type"] == "bye"

    asyncio.run(work())


def test_who_thinks_in_one_worker_is_ready_for_nothing_when_another_has_ended_it() -> None:
    async def work() -> None:
        script = SimpleNamespace(stopThinking=lambda _: None)
        worker = BrowserWorker(script, "bots")
        bots, coach = ThinkerThere(worker, "bot"), ThinkerThere(worker, "coach")
        bots.prepared.add(Prepare("hard", "usa", "", 2))
        await coach.stop()
        assert not bots.prepared

    asyncio.run(work())
