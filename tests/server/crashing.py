"""Games on a server that is killed again and again, and what must be true of them afterward."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import branchline as bl
from branchline.client import Client, Refused, Seat, Seated
from tests.server.helpers import ServerProcess, people

Moves = dict[int, tuple[int, int, str]]  # entry number -> seat, action and words


@dataclass
class Crashes:
    """What happened."""

    kills: int = 0
    acknowledged: int = 0
    interrupted: int = 0  # moves that were on their way when the line broke
    arrived: int = 0  # those of them that had been stored
    tables: dict[str, Moves] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)  # seconds from a decision until it was known to be stored


async def crash_games(
    process: ServerProcess,
    games: int,
    kills: int,
    rng: random.Random,
    board: str = "san_francisco",
    tell: Callable[[Crashes], None] = lambda _: None,
) -> Crashes:
    """Play games side by side, kill the server at random moments, and compare at the end."""
    done = Crashes()
    async with Client(process.url) as client:
        tables = [await people(client, board, 2) for _ in range(games)]
    tasks = [
        asyncio.create_task(play_noting(process.url, seat, done, random.Random(rng.random())))
        for table in tables
        for seat in table
    ]
    about = 60 * games // (kills + 1)  # moves between two kills
    while done.kills < kills and not all(task.done() for task in tasks):
        wanted = done.acknowledged + rng.randint(1, 2 * about)
        while done.acknowledged < wanted and not all(task.done() for task in tasks):
            await asyncio.sleep(0.002)
        await asyncio.sleep(rng.uniform(0.0, 0.02))
        process.kill()
        done.kills += 1
        await asyncio.to_thread(process.start)
        tell(done)
    await asyncio.gather(*tasks)
    async with Client(process.url) as client:
        for table in tables:
            await _compare(client, table[0].table, done.tables[table[0].table])
    return done


async def play_noting(url: str, seated: Seated, done: Crashes, rng: random.Random, pace: float = 0.0) -> None:
    """Play to the end, noting every move for which the server said that it is stored; think for so long before each."""
    deciding, began = -1, 0.0
    async with Seat(url, seated.table, token=seated.token, patience=120) as seat:
        moves = done.tables.setdefault(seated.table, {})
        while (decision := await seat.decision()) is not None:
            if decision["number"] != deciding:
                await asyncio.sleep(pace * rng.uniform(0.5, 1.5))
                deciding, began = decision["number"], time.monotonic()
            choice = rng.choice(decision["choices"])
            try:
                answer = await seat.ask({"type": "act", "decision": decision["number"], "action": choice["number"]})
            except Refused as refusal:
                if refusal.code != "unavailable":
                    raise
                await asyncio.sleep(0.2)  # the database is away
                continue
            except ConnectionResetError:  # not acknowledged: either it is there as a whole, or nothing of it
                done.interrupted += 1
                same = None if seat.game is None else seat.game["decision"]
                done.arrived += same is None or same["number"] != decision["number"]
                continue
            assert answer["number"] not in moves, f"move {answer['number']} of table {seated.table} is lost"
            moves[answer["number"]] = (seat.you["seat"], choice["number"], choice["words"])
            done.acknowledged += 1
            done.waits.append(time.monotonic() - began)


def lost_moves(rows: Iterable[tuple[str, int, int, int]], done: Crashes) -> list[tuple[str, int]]:
    """Acknowledged moves that are not among the rows of a database: table, number, seat, action."""
    stored = {(table, number): (seat, action) for table, number, seat, action in rows}
    moves = [(table, number, move[:2]) for table, known in done.tables.items() for number, move in known.items()]
    return [(table, number) for table, number, move in moves if stored.get((table, number)) != move]


async def _compare(client: Client, table: str, acknowledged: Moves) -> None:
    """The record replays to its end, and holds every acknowledged move under its number."""
    assert bl.replay(await client.record(table)).is_over
    replay = await client.ask("GET", f"/api/tables/{table}/replay?view=open")
    stored = [(move["seat"], move["words"]) for move in replay["moves"]]
    for number, (seat, _, words) in acknowledged.items():  # entry 0 is the start, and nothing but moves follows here
        assert stored[number - 1] == (seat, words), f"move {number} of table {table} is lost"
