"""Bots of this process at a server's table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from branchline.bots.base import Bot
from branchline.bots.exec_bot import ExecBot
from branchline.bots.referee import BotDied, TimeUp
from branchline.bots.registry import make_bot
from branchline.client.lobby import Client, Link
from branchline.client.seat import Seat
from branchline.model.actions import Action
from branchline.model.errors import BranchlineError


async def play_with_bot(seat: Seat, bot: Bot, tell: Callable[[str], None] = print) -> None:
    """Let a bot decide in a seat until the game is over. It thinks in a thread, so that the line stays alive.

    Where a program fails (`exec`), chance decides, so that nobody has to wait for it.
    """
    chance = Random(0)
    while await seat.decision() is not None:
        seen = seat.observation
        try:
            answer = await asyncio.to_thread(bot.decide, seen)
        except (BotDied, TimeUp, BranchlineError) as error:
            tell(f"{bot.name} failed: {error}")
            answer = chance.choice(seen.legal)
        if isinstance(bot, ExecBot) and answer not in seen.legal:
            tell(f"{bot.name} failed: {answer} is not legal")
            answer = chance.choice(seen.legal)
        await seat.act(seen.number(answer) if isinstance(answer, Action) else int(answer))


def join_and_play(
    link: str, bot: str, *, name: str, seed: int = 0, seat: int | None = None, tell: Callable[[str], None] = print
) -> None:
    """Join a table by its link (or resume a seat that the link holds), and let a bot play to the end."""
    asyncio.run(_join_and_play(Link.parse(link), make_bot(bot, seed), name, seat, tell))


async def _join_and_play(link: Link, bot: Bot, name: str, wanted: int | None, tell: Callable[[str], None]) -> None:
    async with Client(link.server) as client:
        token = link.token
        if token is None:
            seated = await client.join(link.table, name=name, seat=wanted, invitation=link.invitation)
            token = seated.token
            tell(f"{name} has seat {seated.seats[0]}. To go on from elsewhere: {seated.link}")
        async with Seat(link.server, link.table, token=token) as seat:
            if seat.game is None:
                tell("Waiting for the game to begin.")
            await play_with_bot(seat, bot, tell)
            tell(seat.result["words"])
