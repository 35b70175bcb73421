"""Talk to a Branchline server from Python: set up tables, take seats, play by hand or by bot, in any process.

It needs the extra `server` (`pip install "branchline[server]"`).

    async with Client("http://127.0.0.1:8300") as client:
        seated = await client.create("usa", name="Mara", seats=["person", "greedy"])
        await client.start(seated)
        async with client.sit(seated) as seat:
            while (decision := await seat.decision()) is not None:
                await seat.act(decision["choices"][0]["number"])
            print(seat.result["words"])
"""

from branchline.client.lobby import Client, Link, NotServed, Refused, Seated
from branchline.client.players import join_and_play, play_with_bot
from branchline.client.seat import Seat

__all__ = ["Client", "Link", "NotServed", "Refused", "Seat", "Seated", "join_and_play", "play_with_bot"]
