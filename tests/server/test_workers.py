"""Several workers on one PostgreSQL: any of them serves any table, and of two answers to one decision one counts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
import pytest

from branchline.client import Client, Refused, Seat
from tests.server.helpers import CheckedSeat, ServerProcess, people, play_on, run, sit


def test_two_workers_serve_one_table(start: Callable[..., ServerProcess], postgres: Callable[[], str]) -> None:
    """Seats, a spectator and a bot of one table on two processes; all see the same game, chat and people."""
    database = postgres()
    one, two = start(database=database), start(database=database)

    async def game() -> None:
        async with Client(one.url) as client, Client(two.url) as other:
            host = await client.create("san_francisco", name="Mara", seats=["person", "greedy", "person"])
            june = await other.join(host.table, name="June")
            await client.start(host)
            async with sit(one.url, host) as a, sit(two.url, june) as b, other.watch(host.table) as watching:
                while not (a.table["seats"][2]["here"] and b.table["seats"][0]["here"]):
                    waiting = a if not a.table["seats"][2]["here"] else b
                    await waiting.next_message()
                await b.say("Hello from there")
                while not a.chat:
                    await a.next_message()
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
                while not watching.is_over:
                    await watching.next_message()
                totals = [[seat["total"] for seat in each.result["seats"]] for each in (a, b, watching)]
                assert totals[0] == totals[1] == totals[2]

    run(game(), 90)


def test_of_two_answers_one_counts(start: Callable[..., ServerProcess], postgres: Callable[[], str]) -> None:
    """The same seat in two windows on two workers answers every decision twice at once, differently."""
    database = postgres()
    one, two = start(database=database), start(database=database)

    async def answer(seat: Seat, number: int, action: int) -> str:
        try:
            await seat.ask({"type": "act", "decision": number, "action": action})
            return "accepted"
        except Refused as refusal:
            return refusal.code

    async def game() -> None:
        rng = random.Random(5)
        async with Client(one.url) as client:
            seated = await people(client, "san_francisco", 2)
            first = [CheckedSeat(one.url, each.table, token=each.token) for each in seated]
            second = [CheckedSeat(two.url, each.table, token=each.token) for each in seated]
            async with first[0], first[1], second[0], second[1]:
                for _ in range(60):
                    seat = await _to_decide(first)
                    a, b = first[seat], second[seat]
                    decision = await a.decision()
                    assert decision is not None
                    while b.game is None or b.game["number"] < a.game["number"]:  # type: ignore[index]
                        await b.next_message()
                    options = [choice["number"] for choice in decision["choices"]]
                    answers = await asyncio.gather(
                        answer(a, decision["number"], rng.choice(options)),
                        answer(b, decision["number"], rng.choice(options)),
                    )
                    assert sorted(answers) == ["accepted", "stale"], answers
                assert a.game is not None
                while b.game["number"] < a.game["number"]:  # type: ignore[index]
                    await b.next_message()
                while a.game["number"] < b.game["number"]:  # type: ignore[index]
                    await a.next_message()
                assert a.game["observation"] == b.game["observation"]  # type: ignore[index]

    run(game(), 90)


async def _to_decide(seats: list[CheckedSeat]) -> int:
    """Wait until one of the seats has something to decide; returns which."""
    while True:
        for at, seat in enumerate(seats):
            if seat.game is not None and seat.game["decision"] is not None:
                return at
        waiting = [asyncio.create_task(seat.next_message()) for seat in seats]
        done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert done
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def test_another_worker_takes_over_bots(start: Callable[..., ServerProcess], postgres: Callable[[], str]) -> None:
    """The worker that looked after the table is killed; the other one notices, and the bots play on."""
    database = postgres()
    one, two = (start(database=database, lease_seconds=1.0, bot_pause=0.05) for _ in range(2))

    async def game() -> None:
        async with Client(one.url) as client:
            seated = await client.create("san_francisco", name="Mara", seats=["greedy", "random"], watched=True)
            await client.start(seated)
        async with Seat(two.url, seated.table, token=seated.token) as watching:
            for _ in range(6):
                await watching.next_message()
            await asyncio.to_thread(one.kill)
            assert await watching.decision() is None
            assert watching.result["words"]

    run(game(), 90)


def test_the_database_goes_away_and_comes_back(
    start: Callable[..., ServerProcess], postgres: Callable[[], str], admin: Callable[[str], None]
) -> None:
    """Nothing is accepted meanwhile, in words; afterward both workers serve the table, and hear each other."""
    database = postgres()
    name = urlsplit(database).path.removeprefix("/")
    one, two = start(database=database), start(database=database)
    hang_up = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"

    async def game() -> None:
        async with Client(one.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(one.url, seated[0]) as a, sit(two.url, seated[1]) as b:
                decision = await a.decision()
                assert decision is not None
                answer = {"type": "act", "decision": decision["number"], "action": decision["choices"][0]["number"]}
                admin(f"alter database {name} with allow_connections false")
                admin(hang_up)
                with pytest.raises(Refused, match="does not answer"):
                    await a.ask(answer)
                assert httpx.get(f"{one.url}/healthz").status_code == 503
                assert httpx.get(f"{one.url}/api/tables").json()["code"] == "unavailable"
                admin(f"alter database {name} with allow_connections true")
                while httpx.get(f"{one.url}/healthz").status_code != 200:
                    await asyncio.sleep(0.1)
                await a.ask(answer)
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
                assert [each["total"] for each in a.result["seats"]] == [each["total"] for each in b.result["seats"]]

    run(game(), 90)
