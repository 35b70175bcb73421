"""The coach: only where everybody who plays has agreed, only by what a seat sees, and the game says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from branchline.client import Client, Refused, Seat
from tests.server.helpers import ServerProcess, people, run, sit
from tests.web.staged import StagedGame, waste

SECONDS = 60
BOARD = "san_francisco"  # games are short there, and quickly learned


async def with_bots(client: Client, **options: Any) -> Any:
    """A table with one person."""
    seated = await client.create(BOARD, name="Mara", seats=["person", "easy", "easy"], **options)
    await client.start(seated)
    return seated


async def ask_coach(seat: Seat, kind: str, **fields: Any) -> dict[str, Any]:
    """Ask the coach about the open decision."""
    decision = await seat.decision()
    assert decision is not None
    return await seat.ask({"type": kind, "decision": decision["number"], **fields})


async def until_coach(seat: Seat, **wanted: object) -> None:
    """Wait until what is told of the coach has these values."""
    while any(seat.table["coach"][name] != value for name, value in wanted.items()):
        await seat.next_message()


async def refused(seat: Seat, message: dict[str, Any], code: str, words: str) -> None:
    """A message is refused, and says why."""
    with pytest.raises(Refused, match=words) as problem:
        await seat.ask(message)
    assert problem.value.code == code


def test_the_coach_helps_who_plays_with_bots(server: str) -> None:
    """First a nudge, then the move, with what it is for; the shares if one likes; and the result tells of it."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await with_bots(client)
            async with sit(server, seated) as seat:
                decision = await seat.decision()
                assert decision is not None
                number = decision["number"]
                await refused(seat, {"type": "hint", "decision": number}, "not_allowed", "until you ask")
                await refused(seat, {"type": "foresee", "decision": number}, "not_allowed", "until you ask")
                careful = {"type": "act", "decision": number, "action": 0, "careful": True}
                await refused(seat, careful, "not_allowed", "no coach")
                await seat.ask({"type": "coach"})
                await refused(seat, {"type": "coach"}, "not_allowed", "already")
                await refused(seat, {"type": "hint", "decision": number + 7}, "stale", "decided already")
                assert seat.table["coach"] == {"on": True, "offer": None, "helped": {}}
                nudge = await ask_coach(seat, "hint")
                assert nudge["action"] is None
                assert nudge["words"]
                assert not nudge["reasons"]
                move = await ask_coach(seat, "hint", move=True)
                assert move["action"] in {choice["number"] for choice in decision["choices"]}
                assert move["words"] != nudge["words"]
                foreseen = await ask_coach(seat, "foresee", shares=True)
                assert sum(foreseen["shares"]) == pytest.approx(1, abs=0.001)
                assert (await ask_coach(seat, "foresee"))["shares"] is None
                await ask_coach(seat, "hint")  # again: it is the same decision, and counts once
                await until_coach(seat, helped={"0": "1 nudge, 1 move and the win share"})
                await seat.act(move["action"])
                await seat.ask({"type": "coach", "on": False})
                await until_coach(seat, on=False)
                await refused(seat, {"type": "coach", "on": False}, "not_allowed", "no coach")
                await seat.ask({"type": "offer_end"})
                assert await seat.decision() is None  # it is over
                assert seat.result["coached"] == [0]
            record = await client.record(seated.table)
            assert record.tags["coach_0"] == "1 nudge, 1 move and the win share"
            assert "coach_1" not in record.tags

    run(work(), SECONDS)


def test_other_people_must_agree(server: str) -> None:
    """With a second person there is no coach, until both agree; and each is helped in the own seat only."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, BOARD, 2)
            async with sit(server, seated[0]) as one, sit(server, seated[1]) as other:
                decision = await one.decision() if one.game and one.game["decision"] else None
                number = 0 if decision is None else decision["number"]
                await refused(one, {"type": "hint", "decision": number}, "not_allowed", "unless all who play agree")
                await one.ask({"type": "coach"})
                offer = one.table["coach"]["offer"]
                assert (offer["seat"], offer["agreed"], offer["waiting"]) == (0, [0], [1])
                assert not one.table["coach"]["on"]
                await refused(other, {"type": "coach"}, "not_allowed", "already")
                await refused(
                    one, {"type": "answer_coach", "offer": offer["number"], "agree": True}, "not_allowed", "already"
                )
                await refused(
                    other, {"type": "answer_coach", "offer": offer["number"] + 1, "agree": True}, "stale", "Nobody"
                )
                await other.ask({"type": "answer_coach", "offer": offer["number"], "agree": False})
                assert other.table["coach"] == {"on": False, "offer": None, "helped": {}}
                await other.ask({"type": "coach"})
                offer = other.table["coach"]["offer"]
                while (one.table["coach"]["offer"] or {}).get("number") != offer["number"]:
                    await one.next_message()
                await one.ask({"type": "answer_coach", "offer": offer["number"], "agree": True})
                assert one.table["coach"]["on"]
                await until_coach(other, on=True)
                asked = next(seat for seat in (one, other) if seat.game and seat.game["decision"])
                assert (await ask_coach(asked, "hint"))["words"]

    run(work(), SECONDS)


def test_who_comes_back_has_not_agreed(server: str) -> None:
    """The coach is for who plays alone; as soon as a second person plays it is silent."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, BOARD, 2)
            async with sit(server, seated[0]) as one, sit(server, seated[1]) as other:
                await other.ask({"type": "leave"})
                while one.table["seats"][1]["substitute"] is None:
                    await one.next_message()
                await one.ask({"type": "coach"})
                assert one.table["coach"]["on"]
                await other.ask({"type": "come_back"})
                await until_coach(one, on=False)
                await refused(one, {"type": "hint", "decision": 0}, "not_allowed", "unless all who play agree")
                await other.ask({"type": "leave"})  # and who was helped before is so again
                await until_coach(one, on=True)

    run(work(), SECONDS)


def test_spectators_and_bots_seats_get_no_hints(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await with_bots(client)
            async with sit(server, seated) as seat, Seat(server, seated.table) as watching:
                await seat.ask({"type": "coach"})
                for message in ({"type": "hint", "decision": 1}, {"type": "coach"}):
                    await refused(watching, message, "no_seat", "watching")
                await seat.ask({"type": "leave"})
                await refused(seat, {"type": "hint", "decision": 1}, "not_allowed", "who play themselves")

    run(work(), SECONDS)


def test_a_warning_comes_before_a_ticket_is_lost(start: Callable[..., ServerProcess]) -> None:
    """A careful move that gives a ticket up is not made at first; the same again, without care, is."""
    with StagedGame(start(), BOARD, seed=1) as game:
        choice, decision, words = waste(game)
        name = words[0].partition(",")[0]
        assert words[0].endswith("points, is then lost.")
        assert game.decision() == (0, decision)  # nothing was done
        assert game.tickets[name] == "possible"
        assert "warning" in game.table(0)["coach"]["helped"]["0"]
        sure = {"type": "act", "decision": decision["number"], "action": choice["number"]}
        assert game.ask(0, sure)["type"] == "accepted"
        assert game.tickets[name] == "lost"


def test_worlds_that_look_the_same_get_the_same_hint() -> None:
    """What is hidden does not matter: the coach is asked about an observation, in games that differ behind it."""
    from branchline.analysis.coach import advise, lost_by
    from branchline.game import imagine, new_game
    from branchline.thinking.evaluators import make_evaluator

    evaluator = make_evaluator("predicted", BOARD, "classic", 3)
    game = new_game(BOARD, seats=3, seed=4)
    while game.pending and len(game.decisions) < 24:
        seat = game.pending[0]
        game.apply(game.legal_actions(seat)[0], seat)
    seat = game.pending[0]
    said = [advise(evaluator, imagine(game.observe(seat), seed).observe(seat), "ABC", seconds=60.0) for seed in (1, 2)]
    assert said[0] == said[1] == advise(evaluator, game.observe(seat), "ABC", seconds=60.0)
    lost = [lost_by(imagine(game.observe(seat), seed).observe(seat), said[0].action) for seed in (1, 2)]
    assert lost[0] == lost[1]


def test_a_hint_waits_for_nobody_else(server: str) -> None:
    """Other messages are answered while the coach thinks."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await with_bots(client)
            async with sit(server, seated) as seat:
                await seat.ask({"type": "coach"})
                decision = await seat.decision()
                assert decision is not None
                order: list[str] = []
                assert seat._socket is not None
                hint = {"type": "hint", "decision": decision["number"], "ref": 900}
                await seat._socket.send(json.dumps(hint))
                order.append((await seat.ask({"type": "ping"}))["type"])
                while order[-1] != "hinted":
                    order.append((await seat.next_message())["type"])
                assert order[0] == "pong"

    run(work(), SECONDS)


def test_nothing_is_left_behind(server: str) -> None:
    """Who goes while the coach thinks leaves no trouble behind."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await with_bots(client)
            async with sit(server, seated) as seat:
                await seat.ask({"type": "coach"})
                decision = await seat.decision()
                assert decision is not None
                assert seat._socket is not None
                await seat._socket.send(f'{{"type": "hint", "decision": {decision["number"]}}}')
            await asyncio.sleep(0.2)
            async with sit(server, seated) as seat:
                assert (await ask_coach(seat, "hint"))["words"]

    run(work(), SECONDS)
