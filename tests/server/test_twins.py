"""Two real games on real sockets that differ only in what is hidden from a viewer, who hears the same of both."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable
from typing import Any

import branchline as bl
from branchline.client import Client
from branchline.notation.shuffle import shuffle_hash
from tests.server.helpers import CheckedSeat, ServerProcess, people, run


def test_a_spectator_cannot_tell_two_games_apart(start: Callable[..., ServerProcess]) -> None:
    """Both games begin with equal face-up cards; hands and tickets differ. While the same public things happen, a
    spectator's messages are equal, letter for letter."""
    one, other = twin_seeds()
    process = start()
    path = process.settings.database.removeprefix("sqlite:///")

    async def begin() -> list[tuple[str, list[str]]]:
        async with Client(process.url) as client:
            made = [await people(client, "usa", 2, first_seat=0) for _ in range(2)]
            return [(seated[0].table, [each.token for each in seated]) for seated in made]

    tables = run(begin())
    process.stop()
    with sqlite3.connect(path) as database:
        for (table, _), seed in zip(tables, (one, other), strict=True):
            published = shuffle_hash("usa", "classic", 2, 0, seed, "pepper")
            database.execute(
                "update tables set seed = ?, salt = 'pepper', hash = ?, started = 1 where id = ?",
                (f"{seed:032x}", published, table),
            )
            database.execute("update entries set at = 1 where table_id = ?", (table,))
            database.execute("update tables set created = 1, active = 1 where id = ?", (table,))
    database.close()
    process.start()
    heard = [run(listen(process.url, table, tokens)) for table, tokens in tables]
    assert heard[0] == heard[1]
    assert sum(message["type"] == "update" for message in map(json.loads, heard[0])) >= 6


def twin_seeds() -> tuple[int, int]:
    """Two seeds with equal face-up cards in which two blind draws reveal nothing, and hands and tickets that differ."""
    rows: dict[tuple[str | None, ...], int] = {}
    rng = random.Random(8)
    while True:
        seed = rng.getrandbits(128)
        game = bl.new_game("usa", seats=2, seed=seed, first_seat=0)
        row = game.observe(None).market.row
        if row in rows:
            twin = bl.new_game("usa", seats=2, seed=rows[row], first_seat=0)
            if twin.observe(0).hand != game.observe(0).hand and twin.observe(1).hand != game.observe(1).hand:
                return rows[row], seed
        rows[row] = seed


async def listen(url: str, table: str, tokens: list[str]) -> list[str]:
    """What a spectator hears while both seats keep their first tickets and draw blind; without ids and times."""
    watching = CheckedSeat(url, table)
    async with watching:
        seats = [CheckedSeat(url, table, token=token) for token in tokens]
        async with seats[0]:
            await heard_of(watching, 0)
            async with seats[1]:
                await heard_of(watching, 1)
                for seat in seats:
                    await act(seat, watching, "keep_tickets")
                for _ in range(2):
                    for seat in seats:
                        for _ in range(2):
                            await act(seat, watching, "draw_card")
                return [json.dumps(neutral(message, table), sort_keys=True) for message in watching.heard]


async def heard_of(watching: CheckedSeat, seat: int) -> None:
    while not watching.table["seats"][seat]["here"]:
        await watching.next_message()


async def act(seat: CheckedSeat, watching: CheckedSeat, kind: str) -> None:
    """Take the first choice of a kind, and wait until the spectator has heard of it."""
    decision = await seat.decision()
    assert decision is not None
    number = next(choice["number"] for choice in decision["choices"] if choice["action"]["kind"] == kind)
    await seat.act(number)
    assert seat.game is not None
    while watching.game is None or watching.game["number"] < seat.game["number"]:
        await watching.next_message()
    await asyncio.sleep(0)


def neutral(plain: Any, table: str) -> Any:
    """A message without the table's id, the time of day and the hash, which tells nothing of what was hashed."""
    if isinstance(plain, dict):
        hidden = ("now", "active", "at", "hash")
        return {key: 0 if key in hidden else neutral(value, table) for key, value in plain.items()}
    if isinstance(plain, list):
        return [neutral(value, table) for value in plain]
    return "table" if plain == table else plain
