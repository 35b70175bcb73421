"""A game that goes where a test leads it: its cards are known, and both seats are played over their sockets.

A table is its rows, so the shuffle of a new table is written into its row before the game begins. From then on
everything is as in any other game, and the first seat can be looked at in a browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Page

from branchline.client import Client, Seat, Seated
from branchline.notation.shuffle import shuffle_hash
from tests.server.helpers import ServerProcess

T = TypeVar("T")
Choice = dict[str, Any]
Decision = dict[str, Any]
_SALT = "0" * 32
_PATIENCE = 30.0  # seconds for an answer of the server


class StagedGame:
    """Two people at a table, and the cards that a seed deals. The second one begins."""

    def __init__(self, server: ServerProcess, board: str, variant: str = "classic", *, seed: int = 1) -> None:
        # The browser has an event loop in this thread already.
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._client = Client(server.url)
        self._seats: list[Seat] = []
        self.link = ""  # of the first seat
        self.guest = ("", "")  # the table, and the token of the second seat
        self._wait_for(self._begin(server, board, variant, seed))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wait_for(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def decision(self) -> tuple[int, Decision]:
        """Who is to decide, and what; the first seat before others that are asked at the same time."""
        return self._wait_for(self._decision())

    def act(self, seat: int, action: int) -> None:
        """Answer in a seat."""
        self._wait_for(self._seats[seat].act(action))

    def ask(self, seat: int, message: dict[str, Any]) -> dict[str, Any]:
        """Send any message from a seat; what is answered."""
        return self._wait_for(self._seats[seat].ask(message))

    def table(self, seat: int) -> dict[str, Any]:
        """The table as a seat was last told of it."""
        return dict(self._seats[seat].table)

    @property
    def tickets(self) -> dict[str, str]:
        """The tickets of the first seat: how they stand, by name."""
        game = self._seats[0].game
        assert game is not None
        return {ticket["name"]: ticket["state"] for ticket in game["tickets"]}

    @property
    def hand(self) -> dict[str, int]:
        """The cards of the first seat."""
        game = self._seats[0].game
        assert game is not None
        cards: dict[str, int] = game["observation"]["parts"]["hands"]["hands"][0]["cards"]
        return cards

    def _wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    async def _begin(self, server: ServerProcess, board: str, variant: str, seed: int) -> None:
        host = await self._client.create(
            board, name="Mara", seats=["person", "person"], variant=variant, first_seat=1, private=True
        )
        plant_shuffle(server, host.table, board, variant, seed)
        guest = await self._client.join(host.table, name="June", invitation=host.invitation)
        await self._client.start(host)
        self.link = str(host.link)
        self.guest = (guest.table, guest.token)
        self._seats = [await self._sit(seated) for seated in (host, guest)]

    async def _sit(self, seated: Seated) -> Seat:
        return await self._client.sit(seated).__aenter__()

    async def _end(self) -> None:
        for seat in self._seats:
            await seat.close()
        await self._client.__aexit__()

    async def _decision(self) -> tuple[int, Decision]:
        latest = max(self._seats, key=lambda seat: seat.game["number"] if seat.game else 0)
        assert latest.game is not None
        seat = min(each["seat"] for each in latest.game["observation"]["open"])
        decision = await self._seats[seat].decision()
        assert decision is not None
        return seat, dict(decision)


def waste(game: StagedGame) -> tuple[Choice, Decision, list[str]]:
    """Both build whatever is longest, with the coach, the first seat carefully, until it is warned of a build.

    Returns the choice, its decision, and the words of the warning.
    """
    game.ask(0, {"type": "coach"})
    game.ask(1, {"type": "answer_coach", "offer": game.table(0)["coach"]["offer"]["number"], "agree": True})
    while True:
        seat, decision = game.decision()
        builds = [choice for choice in decision["choices"] if choice["route"] is not None]
        choice = max(builds, key=lambda each: each["points"]) if builds else decision["choices"][-1]
        action = {"type": "act", "decision": decision["number"], "action": choice["number"]}
        answer = game.ask(seat, {**action, "careful": seat == 0})
        if answer["type"] == "warned" and choice["route"]:
            return choice, decision, answer["words"]
        if answer["type"] == "warned":
            game.ask(seat, action)


def play_to_the_end(server: str, board: str) -> Seated:
    """A game against a bot, played over a socket: what only comes after the end need not be clicked through."""

    async def play() -> Seated:
        rng = random.Random(board)
        async with Client(server) as client:
            seated = await client.create(board, name="Mara", seats=["person", "easy"])
            await client.start(seated)
            async with client.sit(seated) as seat:
                while (decision := await seat.decision()) is not None:
                    builds = [choice for choice in decision["choices"] if choice["route"] is not None]
                    await seat.act(rng.choice(builds or decision["choices"])["number"])
        return seated

    with ThreadPoolExecutor(1) as beside:  # the browser has an event loop in this thread already
        return beside.submit(lambda: asyncio.run(play())).result()


def play_beside(server: str, seats: list[tuple[str, str]]) -> None:
    """Go on with a game over sockets, in the seats of some people, until one of them has one of its last turns.

    For the middle of a long game: what can be clicked there can be clicked before and after it. Not only until few
    pieces are left: who does not know what to build with them takes cards, and with all cards in one hand nobody else
    can build either. Such a game went on for hundreds of turns.
    """

    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            sat = [await stack.enter_async_context(Seat(server, table, token=token)) for table, token in seats]
            playing = [asyncio.create_task(_play_until_the_last_turns(seat)) for seat in sat]
            done, waiting = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:  # for the one who stopped, and whose turn it is
                task.cancel()
            await asyncio.gather(*done)

    with ThreadPoolExecutor(1) as beside:
        beside.submit(lambda: asyncio.run(play())).result()


async def _play_until_the_last_turns(seat: Seat) -> None:
    rng = random.Random(seat.table["id"])
    while (decision := await seat.decision()) is not None:
        assert seat.game is not None
        if seat.game["observation"]["last_turns"] is not None:
            return
        builds = [choice for choice in decision["choices"] if choice["route"] is not None]
        await seat.act(rng.choice(builds or decision["choices"])["number"])


def say_beside(server: str, seat: tuple[str, str], lines: list[str]) -> None:
    """Say something in the seat of a person, line by line."""

    async def say() -> None:
        table, token = seat
        async with Seat(server, table, token=token) as sat:
            for line in lines:
                await sat.say(line)

    with ThreadPoolExecutor(1) as beside:
        beside.submit(lambda: asyncio.run(say())).result()


def seat_of(page: Page) -> tuple[str, str]:
    """The table that a page shows, and the token of the seat there that its browser remembers.

    An answer that is on its way arrives first: whoever plays on in that seat would find the question gone.
    """
    page.wait_for_function("() => document.querySelector('.screen')?.ariaBusy !== 'true'")
    table = urlsplit(page.url).path.rpartition("/")[2]
    seats = page.evaluate("localStorage.getItem('branchline.seats')")
    return table, str(json.loads(seats)[table]["token"])


def plant_shuffle(server: ServerProcess, table: str, board: str, variant: str, seed: int) -> None:
    """Give a new table for two, which the second seat begins, a shuffle that is known."""
    row = (f"{seed:032x}", _SALT, shuffle_hash(board, variant, 2, 1, seed, _SALT), table)
    connection = sqlite3.connect(server.settings.database.removeprefix("sqlite:///"))
    with connection:
        connection.execute("UPDATE tables SET seed = ?, salt = ?, hash = ? WHERE id = ?", row)
    connection.close()
