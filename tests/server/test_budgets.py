"""Everybody has a budget of the server's time; what never changes is made once; long work leaves the loop to others."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from branchline.client import Client, Refused
from branchline.server.content.fixed_answers import Fixed, Made
from branchline.server.content.pages import without_comments
from branchline.server.settings import Limits
from branchline.table.games import presenting
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.games.viewpoint import Viewpoint
from branchline.table.limiting import address_block
from branchline.table.rows import Entry
from branchline.table.time_budgets import TimeBudget, charged, hurrying
from tests.server.helpers import ServerProcess, run
from tests.server.test_malformed import hello

T = TypeVar("T")
TIMER = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait"}


def test_only_work_is_charged_not_waiting() -> None:
    async def busy(seconds: float) -> str:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0.2)
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    async def scene() -> None:
        budget, other = TimeBudget(0.001, 0.1), TimeBudget(0.001, 0.1)
        first, second = await asyncio.gather(charged(busy(0.15), budget), charged(busy(0.0), other))
        assert (first, second) == ("done", "done")
        assert budget.wait() > 10
        assert other.wait() == 0
        with pytest.raises(ValueError, match="no"):
            await charged(failing(), other)
        waiting = asyncio.create_task(charged(busy(0.0), other))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run(scene())


def test_limits_count_by_what_one_client_can_choose_from() -> None:
    assert address_block("192.0.2.7") == address_block("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_block("2001:db8:1:200::1") == address_block("2001:db8:1:2ff:9::3")
    assert address_block("2001:db8:1:200::1") != address_block("2001:db8:1:300::1")
    assert address_block("unknown") == "unknown"


@pytest.mark.parametrize(
    "limits",
    [Limits(reads_per_second=0.1, read_burst=20), Limits(time_per_second=0.001, time_burst=0.2)],
    ids=["requests", "time"],
)
def test_who_asks_too_much_is_told_to_wait(start: Callable[..., ServerProcess], limits: Limits) -> None:
    """Also for what changes nothing."""
    url = start(limits=limits).url
    statuses = []
    with httpx.Client(base_url=url) as client:
        for _ in range(2000):
            answer = client.get("/api/tables")
            statuses.append(answer.status_code)
            if answer.status_code != 200:
                break
    assert statuses.count(200) > 3
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    assert int(answer.headers["retry-after"]) > 0


def test_a_socket_whose_time_is_spent_is_read_more_slowly(start: Callable[..., ServerProcess]) -> None:
    """Nothing that it sends is refused or lost; it waits."""
    much = {"messages_per_second": 10_000, "message_burst": 10_000, "waiting_messages": 10_000}
    process = start(limits=Limits(time_per_second=0.02, time_burst=0.05, waiting_bytes=10_000_000, **much))

    async def work() -> None:
        async with Client(process.url) as client:
            host = await _patiently(
                lambda: client.create("usa", name="Mara", seats=["person", "person"], hot_seat=["Mara", "June"])
            )
            await _patiently(lambda: client.start(host))
        socket = await hello(process.url, host.table, host.token)
        asks = [json.dumps({"type": "explain", "route": "denver-omaha"})] * 8000
        asking = asyncio.create_task(_send_all(socket, asks))
        began, answered = time.monotonic(), 0
        while time.monotonic() - began < 2.0:
            answer = json.loads(await socket.recv())
            assert answer["type"] == "explained"
            answered += 1
        assert 0 < answered < 8000
        socket.transport.abort()
        await asyncio.gather(asking, return_exceptions=True)

    run(work())


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask again while there is no time left: what a fresh server does for the first time takes longer."""
    while True:
        try:
            return await ask()
        except Refused as refusal:
            if refusal.code != "too_fast":
                raise
            await asyncio.sleep(0.5)


async def _send_all(socket: ClientConnection, texts: list[str]) -> None:
    for text in texts:
        await socket.send(text)


def test_routes_are_explained_once_for_every_state(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    real = presenting.route_states

    def counted(*arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return real(*arguments)

    monkeypatch.setattr(presenting, "route_states", counted)
    played = PlayedGame(TableSetup("usa", "classic", 2, 7, 0, TIMER), Entry(0, "started", None, 1.0))
    point = Viewpoint(played, 0, ["Mara", "June"], frozenset([0, 1]))
    whole = [point.route_states(None) for _ in range(50)]
    assert asked == 1
    assert [point.route_states("denver-omaha")] == [[each for each in whole[0] if each["route"] == "denver-omaha"]]
    assert asked == 1
    played.take(Entry(1, "move", 0, 2.0, played.game.observe(0).legal[0]))
    point.update()
    point.route_states(None)
    assert asked == 2


def test_what_never_changes_is_made_once() -> None:
    made, count = Made(2), 0

    def make() -> Fixed:
        nonlocal count
        count += 1
        return Fixed.of(b"x" * 5000, "text/plain")

    first = made.get("a", make)
    assert made.get("a", make) is first
    made.get("b", make)
    made.get("c", make)
    assert (made.get("c", make), count) == (made.get("c", make), 3)
    made.get("a", make)
    assert count == 4  # the one that was used the longest ago was forgotten


def test_fixed_answers_have_a_tag_and_are_compressed(server: str) -> None:
    paths = ["/api/schema", "/api/openapi.json", "/api/boards", "/api/boards/usa", "/api/boards/usa/drawing.svg"]
    for path in [*paths, "/api/boards/usa/picture.svg", "/static/board.css", "/static/core/session.js"]:
        answer = httpx.get(f"{server}{path}")
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip", path
        again = httpx.get(f"{server}{path}", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        plain = httpx.get(f"{server}{path}", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        sent = without_comments(plain.content) if path.endswith(".js") else plain.content
        assert answer.content == sent, path


# Turns


class Crowd:
    """A hundred who ask for much at the same moment."""

    def __init__(self) -> None:
        self.steps = 0
        self.budget = TimeBudget(0.001, 3.0)
        self.budget.spend(1.0)
        self.tasks = [asyncio.create_task(charged(self.labor(), self.budget)) for _ in range(100)]

    async def labor(self) -> None:
        """Steps of work, with everybody else's turn in between."""
        while True:
            self.steps += 1
            await asyncio.sleep(0)

    async def disperse(self) -> None:
        """Stop them all."""
        for task in self.tasks:
            task.cancel()
        done = await asyncio.gather(*self.tasks, return_exceptions=True)
        assert all(isinstance(each, asyncio.CancelledError) for each in done)


async def some_rounds() -> None:
    """A player's move: a few steps."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_asks_for_much_takes_turns_and_others_do_not_wait_for_all_of_them() -> None:
    async def work() -> None:
        crowd = Crowd()
        await asyncio.sleep(0)
        before = crowd.steps
        await charged(some_rounds(), TimeBudget(1.0, 3.0))
        assert crowd.steps - before <= 10  # one a round, not a hundred
        for _ in range(1000):
            await asyncio.sleep(0)
        assert crowd.steps >= 500  # and yet they get on
        await crowd.disperse()

    run(work())


def test_nobody_takes_turns_with_something_in_the_hand_that_others_wait_for() -> None:
    async def work() -> None:
        crowd = Crowd()

        async def holding() -> int:
            with hurrying():
                before = crowd.steps
                await some_rounds()
                return crowd.steps - before

        await asyncio.sleep(0)
        assert await charged(holding(), crowd.budget) <= 10  # in line with the crowd it would have been 500
        await crowd.disperse()

    run(work())
