"""Whole games on every board, through real sockets, with lines that break at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from typing import Any

import httpx
import pytest

import branchline as bl
from branchline.client import Client, Refused, Seat
from branchline.notation import forms
from tests.server.helpers import CheckedSeat, people, play_on, run, sit

GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]


def without_time(game: dict[str, Any]) -> dict[str, Any]:
    """A state without what depends on the moment."""
    return {**game, "clocks": None}


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_every_board_is_played_to_the_end(server: str, board: str, variant: str) -> None:
    """People decide at random, lose their lines again and again, and see the same as if they had never been away."""

    async def game() -> None:
        rng = random.Random(f"{board} {variant}")
        async with Client(server) as client:
            seats = bl.board(board).seats[0]
            seated = await people(client, board, seats, variant=variant)
            table = seated[0].table

            async def trouble(seat: Seat) -> None:
                if rng.random() < 0.05:
                    assert seat.game is not None
                    before = without_time(seat.game)
                    await seat.drop()
                    while seat.game is before or (await seat.next_message())["type"] != "welcome":
                        pass
                    assert seat.game is not None
                    if seat.game["number"] == before["number"]:  # nobody else decided meanwhile
                        assert without_time(seat.game) == before

            async with client.watch(table) as watching:
                chairs = [sit(server, each) for each in seated]
                async with chairs[0], chairs[1]:
                    await asyncio.gather(*(play_on(chair, rng, trouble) for chair in chairs[:2]))
                    while not watching.is_over:
                        await watching.next_message()
                    check_the_end(chairs, watching)
            record = await client.record(table)
            replayed = bl.replay(record)
            assert replayed.is_over
            assert record.totals == tuple(seat["total"] for seat in watching.result["seats"])

    run(game(), 120)


def check_the_end(chairs: list[CheckedSeat], watching: Seat) -> None:
    """All viewers know the same at the end, and longest paths are real."""
    result = watching.result
    board = bl.board(watching.table["board"])
    routes = {route.id: route for route in board.routes}
    for chair in chairs:
        assert [seat["total"] for seat in chair.result["seats"]] == [seat["total"] for seat in result["seats"]]
        assert chair.observation.is_over
    owners = watching.observation.tracks.owners
    for seat in result["seats"]:
        path = [routes[route] for route in seat["longest_path"]["routes"]]
        assert len({route.index for route in path}) == len(path)
        assert sum(route.length for route in path) == seat["longest_path"]["length"]
        assert all(seat["seat"] in owners[route.index] for route in path)
        for one, other in itertools.pairwise(path):
            assert {one.a, one.b} & {other.a, other.b}


def test_bots_play_to_the_end(server: str) -> None:
    """A person against three bots; bots decide in their own process."""

    async def game() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy", "greedy", "random"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                await play_on(seat, random.Random(1))
                assert len(seat.result["seats"]) == 4
                assert {info["kind"] for info in seat.table["seats"]} == {"person", "bot"}

    run(game(), 90)


def test_a_bot_of_another_process_takes_a_seat(server: str) -> None:
    """The bot gets the observation over the wire, equal to the one of the game itself."""
    from branchline.bots.registry import make_bot
    from branchline.client import play_with_bot

    async def game() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            async with client.sit(seated[0]) as one, client.sit(seated[1]) as other:
                await asyncio.gather(
                    play_with_bot(one, make_bot("greedy", 1)), play_with_bot(other, make_bot("greedy", 2))
                )
                assert forms.to_json(one.observation) == one.game["observation"]  # type: ignore[index]

    run(game())


def test_replays_show_every_step_from_every_seat(server: str) -> None:
    """Steps are as the game was: the last one is the end, a seat's view hides what the seat did not know."""

    async def game() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            table = seated[0].table
            with pytest.raises(Exception, match="not over"):
                await client.ask("GET", f"/api/tables/{table}/replay")
            async with client.sit(seated[0]) as one, client.sit(seated[1]) as other:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))
            replay = await client.ask("GET", f"/api/tables/{table}/replay?view=0")
            assert replay["steps"] == len(replay["moves"])
            truth = bl.replay(await client.record(table), decisions=5)
            for view, seat in (("0", 0), ("1", 1), ("spectator", None)):
                step = await client.ask("GET", f"/api/tables/{table}/replay/5?view={view}")
                assert step["observation"] == forms.to_json(truth.observe(seat))
            step = await client.ask("GET", f"/api/tables/{table}/replay/5?view=open")
            hands = step["observation"]["parts"]["hands"]["hands"]
            assert [hand["cards"] for hand in hands] == [dict(truth.observe(seat).hand) for seat in range(2)]
            last = await client.ask("GET", f"/api/tables/{table}/replay/{replay['steps']}?view=open")
            assert last["banner"] == "The game is over."
            for bad in ("replay/99999", "replay/-1", "replay/3?view=7", "replay/3?view=x"):
                answer = httpx.get(f"{server}/api/tables/{table}/{bad}")
                assert answer.status_code in (404, 422)
                assert answer.json()["words"]

    run(game())


def test_a_crowd_of_spectators_hears_everything_in_order(server: str) -> None:
    """They are told bit by bit; what they know at the end is what a player's view in the open says."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2, first_seat=0)
            async with contextlib.AsyncExitStack() as stack:
                crowd = [await stack.enter_async_context(client.watch(seated[0].table)) for _ in range(60)]
                players = [await stack.enter_async_context(client.sit(each)) for each in seated]
                for player in (*players, players[0]):  # both choose at once, then one has a turn
                    decision = await player.decision()
                    assert decision is not None
                    await player.act(decision["choices"][0]["number"])
                assert players[0].game is not None
                number = max(player.game["number"] for player in players if player.game)
                for spectator in crowd:
                    while spectator.game is None or spectator.game["number"] < number:
                        await spectator.next_message()  # raises if an update does not fit the one before
                assert len({json.dumps(spectator.game["observation"]) for spectator in crowd if spectator.game}) == 1

    run(work())


def test_choices_are_told_once_and_then_named(server: str) -> None:
    """A player draws cards for some turns: what could be done before is not told again, and nothing is missing."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[0]) as one, sit(server, seated[1]) as other:
                for _ in range(40):
                    player = one if one.game and one.game["decision"] else other
                    decision = await player.decision()
                    assert decision is not None
                    draws = [each for each in decision["choices"] if each["action"]["kind"] == "draw_card"]
                    await player.act((draws or decision["choices"])[0]["number"])
                    for each in (one, other):
                        while each.game and player.game and each.game["number"] < player.game["number"]:
                            await each.next_message()
                for player in (one, other):
                    updates = [message for message in player.heard if message["type"] == "update"]
                    told = [
                        each["number"]
                        for message in updates
                        if message.get("decision")
                        for each in message["decision"]["told"]
                    ]
                    named = [
                        each
                        for message in updates
                        if message.get("decision")
                        for each in message["decision"]["choices"]
                    ]
                    assert len(told) == len(set(told))
                    assert len(told) < len(named) / 3
                async with sit(server, seated[0]) as again:  # the whole of it again is the same as all changes
                    assert again.game is not None
                    assert one.game is not None
                    assert again.game["decision"] == one.game["decision"]
                    assert again.game["observation"] == one.game["observation"]
                    assert again.game["tickets"] == one.game["tickets"]

    run(work())


def test_refusals_speak_as_the_table_does(server: str) -> None:
    """The engine says wild and claim; who plays hears of locomotives and of building."""

    async def game() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[0]) as one, sit(server, seated[1]) as two:
                for chair in (one, two):
                    decision = await chair.decision()
                    assert decision is not None
                    await chair.act(decision["choices"][-1]["number"])
                while one.game["observation"]["turn"] is None:  # type: ignore[index]
                    await one.next_message()
                chair = (one, two)[one.observation.turn or 0]
                await chair.decision()
                known = bl.new_game("usa", seats=2)
                action = known.number(known.parse("claim Calgary-Winnipeg with 6 wild"))
                with pytest.raises(Refused, match=r"That needs 6 locomotives and you have \d\."):
                    await chair.act(action)

    run(game())
