"""Leaving a running game, giving up, and ending it by agreement: nobody else is left waiting."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

import branchline as bl
from branchline.client import Client, Refused, Seat
from tests.server.helpers import QUICK, people, play_on, run, serving, sit

SECONDS = 90


async def until_table(seat: Seat, **wanted: object) -> None:
    """Wait until what is told of the table has these values."""
    while any(seat.table[name] != value for name, value in wanted.items()):
        await seat.next_message()


async def until_seat(seat: Seat, number: int, **wanted: object) -> None:
    """Wait until what is told of a seat has these values."""
    while any(seat.table["seats"][number][name] != value for name, value in wanted.items()):
        await seat.next_message()


def test_who_leaves_holds_nobody_up(server: str) -> None:
    """A bot plays on at once, on nobody's word; the host's part passes on to somebody who is there."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 3)
            async with sit(server, seated[1]) as other, sit(server, seated[2]) as third:
                async with sit(server, seated[0]) as host:
                    assert host.you["host"]
                    await host.ask({"type": "leave"})
                    assert not host.you["host"]
                await until_seat(other, 0, left=True, host=False)
                await until_seat(other, 1, host=True)
                assert other.you["host"]
                assert other.table["seats"][0]["substitute"] is not None
                await asyncio.gather(play_on(other, random.Random(1)), play_on(third, random.Random(2)))

    run(work(), SECONDS)


def test_the_host_comes_back_as_a_player(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[1]) as guest:
                async with sit(server, seated[0]) as host:
                    await host.ask({"type": "leave"})
                await until_seat(guest, 0, left=True)
                async with sit(server, seated[0]) as host:
                    assert not host.table["seats"][0]["left"]
                    assert host.table["seats"][0]["substitute"] is not None
                    await until_seat(guest, 0, left=False)
                    await host.ask({"type": "come_back"})
                    assert host.table["seats"][0]["substitute"] is None
                    assert not host.you["host"]
                    await until_seat(guest, 0, substitute=None)
                    assert guest.you["host"]

    run(work(), SECONDS)


def test_a_bot_that_was_thinking_does_not_act_for_a_person_who_came_back(tmp_path: Path) -> None:
    """The bot takes its time before it acts; the person is back before that, and finds the decision still open."""
    process = serving(replace(QUICK, bot_pause=2.0), tmp_path)

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            async with sit(process.url, seated[0]) as host:
                async with sit(process.url, seated[1]) as guest:
                    await guest.ask({"type": "leave"})
                await until_seat(host, 1, left=True)
                await asyncio.sleep(0.5)  # the bot has decided by now, and waits
                async with sit(process.url, seated[1]) as guest:
                    await guest.ask({"type": "come_back"})
                    await asyncio.sleep(3.0)  # longer than it would have waited
                    assert (await client.table(seated[0].table))["decisions"] == 0
                    assert guest.table["seats"][1]["substitute"] is None

    try:
        run(work(), SECONDS)
    finally:
        process.stop()


def test_bots_rest_while_everybody_is_away(server: str) -> None:
    """Who plays alone against bots finds the game where it was; with all people gone nothing is played."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                for _ in range(3):
                    decision = await seat.decision()
                    assert decision is not None
                    await seat.act(decision["choices"][0]["number"])
                await seat.decision()
                await seat.ask({"type": "leave"})
            before = (await client.table(seated.table))["decisions"]
            await asyncio.sleep(1.0)
            assert (await client.table(seated.table))["decisions"] == before
            async with sit(server, seated) as seat:
                await seat.ask({"type": "come_back"})
                assert await seat.decision() is not None

    run(work(), SECONDS)


def test_leaving_a_table_where_that_means_giving_up(server: str) -> None:
    """With two seats the game ends at once: the other one has won, whatever the points say."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2, when_left="resign")
            async with sit(server, seated[0]) as host, sit(server, seated[1]) as guest:
                assert host.table["when_left"] == "resign"
                assert [each["ends_game"] for each in guest.table["seats"]] == [True, True]  # what it will be told
                await guest.ask({"type": "leave"})
                await until_table(host, status="finished")
                assert host.table["winners"] == [0]
                assert host.table["seats"][1]["resigned"]
                assert host.result["words"] == "You win; Player 1 gave up."
                assert [sheet["place"] for sheet in host.result["seats"]] == [1, 2]
                assert guest.result["words"] == "Player 0 wins; you gave up."
                with pytest.raises(Refused, match="not running"):
                    await guest.ask({"type": "come_back"})
            record = await client.record(seated[0].table)
            assert record.stopped
            assert bl.replay(record).is_over

    run(work(), SECONDS)


def test_others_play_on_when_one_of_three_gives_up(server: str) -> None:
    """A bot plays on, the seat comes last, and there is no way back."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 3)
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b, sit(server, seated[2]) as c:
                assert not any(each["ends_game"] for each in c.table["seats"])
                await c.ask({"type": "resign"})
                with pytest.raises(Refused, match="given up already"):
                    await c.ask({"type": "resign"})
                with pytest.raises(Refused, match="gave this game up"):
                    await c.ask({"type": "come_back"})
                with pytest.raises(Refused, match="gave this game up"):
                    await c.ask({"type": "act", "decision": 1, "action": 1})
                with pytest.raises(Refused, match="gave this game up"):
                    await c.ask({"type": "undo"})
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
                assert a.result["seats"][2]["place"] == 3
                assert 2 not in a.result["winners"]
                await until_table(a, status="finished")
                assert 2 not in a.table["winners"]

    run(work(), SECONDS)


def test_one_person_with_bots_gives_up(server: str) -> None:
    """Nobody is left to play for: the game is over, and a bot has won."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy", "greedy"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                assert seat.table["seats"][0]["ends_game"]
                await seat.ask({"type": "resign"})
                await until_table(seat, status="finished")
                assert seat.result["seats"][0]["place"] == 3
                assert 0 not in seat.table["winners"]
                assert seat.game is not None
                assert seat.game["decision"] is None
            assert (await client.table(seated.table))["decisions"] >= 0

    run(work(), SECONDS)


def test_ending_by_agreement(server: str) -> None:
    """Everybody who plays is asked. One no, and it goes on; the last yes ends it, counted as it stands."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 3)
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b, sit(server, seated[2]) as c:
                async with client.watch(seated[0].table) as watching:
                    with pytest.raises(Refused, match="watching"):
                        await watching.ask({"type": "offer_end"})
                await a.ask({"type": "offer_end"})
                offer = a.table["end_offer"]
                assert (offer["seat"], offer["agreed"], offer["waiting"]) == (0, [0], [1, 2])
                with pytest.raises(Refused, match="proposed that already"):
                    await b.ask({"type": "offer_end"})
                with pytest.raises(Refused, match="agreed already"):
                    await a.ask({"type": "answer_end", "offer": offer["number"], "agree": True})
                await b.ask({"type": "answer_end", "offer": offer["number"], "agree": True})
                await c.ask({"type": "answer_end", "offer": offer["number"], "agree": False})
                await until_table(a, end_offer=None)
                with pytest.raises(Refused, match="Nobody proposes"):
                    await b.ask({"type": "answer_end", "offer": offer["number"], "agree": True})
                decision = await a.decision()
                assert decision is not None
                await a.act(decision["choices"][0]["number"])  # it goes on
                await b.ask({"type": "offer_end"})
                number = b.table["end_offer"]["number"]
                await c.ask({"type": "leave"})  # who leaves is not asked any more; ask again
                await until_table(b, end_offer=None)
                await b.ask({"type": "offer_end"})
                assert b.table["end_offer"]["waiting"] == [0]
                assert b.table["end_offer"]["number"] != number
                await a.ask({"type": "answer_end", "offer": b.table["end_offer"]["number"], "agree": True})
                await until_table(b, status="finished")
                assert b.result["ended"] == "The game is over: it was ended early and scored as it stands."
                assert b.table["totals"] == [sheet["total"] for sheet in b.result["seats"]]
            record = await client.record(seated[0].table)
            assert bl.replay(record).is_over
            assert (await client.ask("GET", f"/api/tables/{seated[0].table}/replay"))["result"]["winners"]

    run(work(), SECONDS)


def test_one_screen_leaves_as_a_whole(server: str) -> None:
    """Who leaves with several seats leaves them all, and comes back to all of them."""

    async def work() -> None:
        async with Client(server) as client:
            seats = ["person", "person", "greedy"]
            seated = await client.create("usa", name="Mara", seats=seats, hot_seat=["Mara", "June"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                await seat.ask({"type": "leave"})
                assert all(seat.table["seats"][each]["substitute"] for each in (0, 1))
                await seat.ask({"type": "come_back"})
                assert not any(seat.table["seats"][each]["substitute"] for each in (0, 1))

    run(work(), SECONDS)
