"""Games that are over soon: the person ends them after a few decisions. Their analysis takes a second, not a minute."""

from __future__ import annotations

import random

from branchline.client import Client, Seated

BOTS = ("casual", "greedy")


async def short_game(client: Client, board: str = "san_francisco", *, own: int = 5, bots: int = 1) -> Seated:
    """A game against bots that a person ends after so many decisions of their own."""
    seated = await client.create(board, name="Mara", seats=["person", *BOTS[:bots]], first_seat=0)
    await client.start(seated)
    rng = random.Random(board)
    async with client.sit(seated) as seat:
        for _ in range(own):
            decision = await seat.decision()
            assert decision is not None
            builds = [choice for choice in decision["choices"] if choice["route"] is not None]
            await seat.act(rng.choice(builds or decision["choices"])["number"])
        await seat.decision()
        await seat.ask({"type": "offer_end"})
    return seated
