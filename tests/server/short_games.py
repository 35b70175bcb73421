"""Games that are over soon: the person ends them after a few decisions. Their analysis takes a second, not a minute."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from branchline.client import Client, Seated
from branchline.notation.shuffle import shuffle_hash
from tests.server.helpers import ServerProcess

BOTS = ("casual", "greedy")
_SALT = "0" * 32
Choices = Sequence[dict[str, Any]]


def builder(seed: str) -> Callable[[Choices], int]:
    """Builds what it can, by chance."""
    rng = random.Random(seed)

    def choose(choices: Choices) -> int:
        builds = [choice for choice in choices if choice["route"] is not None]
        return int(rng.choice(builds or choices)["number"])

    return choose


def hoarder(choices: Choices) -> int:
    """Draws tickets whenever it can, and keeps all of them: nobody wins like that."""
    by_kind = {choice["action"]["kind"]: choice for choice in choices}
    keeping = [choice for choice in choices if choice["action"]["kind"] == "keep_tickets"]
    if keeping:
        return int(max(keeping, key=lambda choice: len(choice["action"]["tickets"]))["number"])
    return int(by_kind.get("draw_tickets", choices[0])["number"])


async def short_game(
    client: Client,
    board: str = "san_francisco",
    *,
    own: int = 5,
    bots: int = 1,
    choose: Callable[[Choices], int] | None = None,
    planted: tuple[ServerProcess, int] | None = None,
) -> Seated:
    """A game against bots that a person ends after that many decisions of their own. Its cards are known if planted."""
    seated = await client.create(board, name="Mara", seats=["person", *BOTS[:bots]], first_seat=0)
    if planted is not None:
        plant(*planted, seated.table, board, 1 + bots)
    await client.start(seated)
    choose = choose or builder(board)
    async with client.sit(seated) as seat:
        for _ in range(own):
            decision = await seat.decision()
            assert decision is not None
            await seat.act(choose([dict(choice) for choice in decision["choices"]]))
        await seat.decision()
        await seat.ask({"type": "offer_end"})
    return seated


async def until(client: Client, table: str, status: str, worlds: int | None = None) -> dict[str, Any]:
    """Look at an analysis until it is where it should be."""
    while True:
        state: dict[str, Any] = await client.ask("GET", f"/api/tables/{table}/analysis")
        if state["status"] == status and worlds in (None, state["worlds"]):
            return state
        assert state["status"] != "failed", state
        await asyncio.sleep(0.1)


def plant(server: ServerProcess, seed: int, table: str, board: str, seats: int) -> None:
    """Write a shuffle that is known into the row of a new table, which the first seat begins."""
    row = (f"{seed:032x}", _SALT, shuffle_hash(board, "classic", seats, 0, seed, _SALT), table)
    with sqlite3.connect(server.settings.database.removeprefix("sqlite:///")) as database:
        database.execute("update tables set seed = ?, salt = ?, hash = ? where id = ?", row)
    database.close()
