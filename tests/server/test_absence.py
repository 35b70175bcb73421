"""People who leave or run out of time: clocks, bots that take over on the host's word, and coming back."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable

import pytest

from branchline.client import Client, Refused, Seat
from tests.server.helpers import ServerProcess, people, play_on, run, sit
from tests.server.test_taking_back import choose_tickets, heard, on_turn


def test_a_bot_takes_over_from_who_leaves_and_the_player_comes_back(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(server, seated[0]) as host:
                async with sit(server, seated[1]) as guest:
                    while not host.table["seats"][1]["here"]:
                        await host.next_message()
                    with pytest.raises(Refused, match="is here and has time left"):
                        await host.ask({"type": "replace", "seat": 1})
                    with pytest.raises(Refused, match="Only the host"):
                        await guest.ask({"type": "replace", "seat": 1})
                    await guest.ask({"type": "leave"})
                    with pytest.raises(Refused, match="left already"):
                        await guest.ask({"type": "leave"})
                while not host.table["seats"][1]["left"]:
                    await host.next_message()
                assert host.table["seats"][1]["substitute"] is not None
                with pytest.raises(Refused, match="A bot plays there already"):
                    await host.ask({"type": "replace", "seat": 1})
                for _ in range(4):  # the bot plays for the guest
                    decision = await host.decision()
                    assert decision is not None
                    await host.act(decision["choices"][0]["number"])
                async with sit(server, seated[1]) as guest:
                    assert guest.table["seats"][1]["substitute"] is not None
                    assert not guest.table["seats"][1]["left"]  # who is here again is not called gone
                    if guest.game is not None and guest.game["decision"] is not None:
                        with pytest.raises(Refused, match="A bot plays for you"):
                            await guest.act(guest.game["decision"]["choices"][0]["number"])
                    await guest.ask({"type": "come_back"})
                    assert guest.table["seats"][1]["substitute"] is None
                    with pytest.raises(Refused, match="playing already"):
                        await guest.ask({"type": "come_back"})
                    await asyncio.gather(play_on(host, random.Random(1)), play_on(guest, random.Random(2)))
                notes = [line["text"] for line in host.chat if line["note"]]
                assert notes[:2] == ["Player 1 left the table.", "Player 1 is back."]

    run(work(), 90)


def test_a_host_who_is_away_is_replaced_on_any_players_word(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(server, seated[1]) as guest:
                with pytest.raises(Refused, match="no bot"):
                    await guest.ask({"type": "replace", "seat": 0, "level": "os:system"})
                await guest.ask({"type": "replace", "seat": 0})
                assert guest.you["host"]
                await play_on(guest, random.Random(1))

    run(work(), 60)


def test_a_clock_for_each_move(server: str) -> None:
    """Who runs out of time is marked, may still move, and is replaced only on the host's word."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2, timer={"kind": "move", "seconds": 5})
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b:
                await choose_tickets(a, b)
                one, two = await on_turn(a, b)
                assert one.game is not None
                clock = one.game["clocks"]["clocks"][one.you["seat"]]
                assert clock["running"]
                assert 3 < clock["left"] <= 5
                while not one.table["seats"][one.you["seat"]]["out_of_time"]:
                    await one.next_message()
                await heard(two, "table")
                await one.act(one.game["decision"]["choices"][0]["number"])
                assert not (await client.table(seated[0].table))["seats"][one.you["seat"]]["out_of_time"]
                while not any(late := [seat["out_of_time"] for seat in one.table["seats"]]):
                    await one.next_message()
                slow, quick = (a, b) if late[a.you["seat"]] else (b, a)
                while not quick.table["seats"][slow.you["seat"]]["out_of_time"]:
                    await quick.next_message()
                await quick.ask({"type": "replace", "seat": slow.you["seat"]})
                while slow.table["seats"][slow.you["seat"]]["substitute"] is None:
                    await slow.next_message()
                await slow.ask({"type": "come_back"})
                seat = (await client.table(seated[0].table))["seats"][slow.you["seat"]]
                assert (seat["substitute"], seat["out_of_time"]) == (None, False)

    run(work(), 60)


def test_a_bank_of_time_and_a_bot_at_once(server: str) -> None:
    """Time is taken from the bank only while the seat has to decide; the host said beforehand that a bot takes over."""

    async def work() -> None:
        async with Client(server) as client:
            timer = {"kind": "bank", "seconds": 5, "increment": 1, "when_out": "bot"}
            seated = await people(client, "usa", 2, timer=timer)
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b:
                await choose_tickets(a, b)
                one, two = await on_turn(a, b)
                assert two.game is not None
                clocks = two.game["clocks"]["clocks"]
                assert not clocks[two.you["seat"]]["running"]
                assert 5 < clocks[two.you["seat"]]["left"] <= 6  # it decided once, quickly
                seat = one.you["seat"]
                while two.table["seats"][seat]["substitute"] is None:
                    await two.next_message()
                while two.game["observation"]["turn"] != two.you["seat"]:
                    await two.next_message()  # the bot plays

    run(work(), 30)


def test_clocks_do_not_run_while_the_server_is_down(start: Callable[..., ServerProcess]) -> None:
    """The server is away for an hour, by the times in its database; everybody has the time left that they had."""
    process = start(lease_seconds=1.0)

    async def begin() -> tuple[str, str]:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2, timer={"kind": "bank", "seconds": 600})
            return seated[0].table, seated[0].token

    table, token = run(begin())
    process.kill()
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///")) as database:
        database.execute("update entries set at = at - 3600")
    database.close()
    process.start()

    async def look() -> None:
        async with Seat(process.url, table, token=token) as seat:
            assert seat.game is not None
            clocks = seat.game["clocks"]
            while clocks["clocks"][0]["left"] < 0:
                clocks = (await seat.next_message()).get("clocks") or clocks
            assert clocks["clocks"][0]["left"] > 500
            assert not any(each["out_of_time"] for each in seat.table["seats"])

    run(look())
