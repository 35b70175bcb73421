"""Taking back: free while nothing new was revealed, with everybody's consent beyond that."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from branchline.client import Client, Refused, Seat
from tests.server.helpers import people, run, sit


def choice(seat: Seat, kind: str) -> int:
    """The number of some choice of a kind."""
    assert seat.game is not None
    for found in seat.game["decision"]["choices"]:
        if found["action"]["kind"] == kind:
            return int(found["number"])
    raise AssertionError(f"there is no {kind}")


async def heard(seat: Seat, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    while (message := await seat.next_message())["type"] != kind:
        pass
    return message


async def choose_tickets(*seats: Seat) -> None:
    """All seats keep their first tickets."""
    for seat in seats:
        await seat.act(choice(seat, "keep_tickets"))
    await asyncio.gather(*(past_setup(seat) for seat in seats))


async def past_setup(seat: Seat) -> None:
    while seat.game is None or seat.game["observation"]["stage"] != -1:
        await seat.next_message()


async def on_turn(*seats: Seat) -> list[Seat]:
    """The seats, the one on turn first."""
    assert seats[0].game is not None
    turn = seats[0].game["observation"]["turn"]
    return sorted(seats, key=lambda seat: seat.you["seat"] != turn)


def test_hidden_choices_can_be_taken_back_in_any_order(server: str) -> None:
    """A setup choice is free to take back until all have chosen; the other seat's choice stays."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 3)
            async with sit(server, seated[0]) as one, sit(server, seated[1]) as two, sit(server, seated[2]) as three:
                assert one.game is not None
                before = one.game["decision"]
                await one.act(choice(one, "keep_tickets"))
                assert one.game["undo"]["can"] == "free"
                await two.act(choice(two, "keep_tickets"))
                await heard(one, "update")
                assert one.game["undo"]["can"] == "free"
                await one.undo()
                assert one.game["decision"]["choices"] == before["choices"]
                assert one.game["decision"]["number"] != before["number"]
                await heard(two, "state")
                assert two.game is not None
                assert two.game["decision"] is None  # still chosen
                await one.act(one.game["decision"]["choices"][-1]["number"])
                await three.act(choice(three, "keep_tickets"))
                await past_setup(one)
                assert one.game["undo"]["can"] == "ask"
                await one.undo()
                assert "keep " in one.game["undo"]["wish"]["words"]
                await heard(two, "undo")
                assert "keep " not in two.game["undo"]["wish"]["words"]  # which tickets, is nobody's business

    run(work())


def test_a_decision_that_revealed_nothing_is_free(server: str) -> None:
    """Building a route is; the others see it gone. Drawing a card is not."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b:
                await choose_tickets(a, b)
                one, two = await on_turn(a, b)
                assert one.game is not None
                assert two.game is not None
                before = one.game
                claims = [found for found in one.game["decision"]["choices"] if found["route"]]
                if claims:
                    await one.act(claims[0]["number"])
                    assert one.game["undo"] == {"can": "free", "words": claims[0]["words"], "wish": None}
                    await one.undo()
                    assert one.game["observation"] == before["observation"]
                    assert one.game["log"] == before["log"]
                await one.act(choice(one, "draw_card"))
                assert one.game["undo"]["can"] == "ask"

    run(work())


def test_beyond_that_all_people_must_agree(server: str) -> None:
    """Declined: nothing happens. Agreed: the game is as before, for everybody. A new decision voids the wish."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[0]) as a, sit(server, seated[1]) as b:
                await choose_tickets(a, b)
                one, two = await on_turn(a, b)
                assert one.game is not None
                assert two.game is not None
                before = one.game
                await one.act(choice(one, "draw_card"))
                await one.undo()
                wish = one.game["undo"]["wish"]
                assert wish["agreed"] == [one.you["seat"]]
                assert wish["waiting"] == [two.you["seat"]]
                await heard(two, "undo")
                await two.answer_undo(False)
                assert two.game["undo"]["wish"] is None
                await heard(one, "undo")
                await one.undo()
                await heard(two, "undo")
                with pytest.raises(Refused, match="agreed already"):
                    await one.answer_undo(True)
                await two.answer_undo(True)
                await heard(one, "state")
                assert one.game["observation"] == before["observation"]
                await heard(one, "chat")
                assert [line["text"] for line in one.chat if line["note"]][-1].endswith("took a decision back.")
                await one.act(choice(one, "draw_card"))
                await one.undo()
                await one.act(choice(one, "draw_card"))  # the second card, while the wish is open
                assert one.game["undo"]["wish"] is None
                while two.game["number"] != one.game["number"]:
                    await two.next_message()
                assert two.game["undo"]["wish"] is None
                with pytest.raises(Refused, match="nobody asks"):
                    await two.answer_undo(True)

    run(work())


def test_against_bots_nobody_has_to_be_asked(server: str) -> None:
    """All seated people are one: it may take back anything, and bots play on from there."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                with pytest.raises(Refused, match="nothing that could be taken back"):
                    await seat.undo()
                for _ in range(6):
                    decision = await seat.decision()
                    assert decision is not None
                    await seat.act(decision["choices"][0]["number"])
                assert seat.game is not None
                count = seat.table["decisions"]
                await seat.undo()
                assert (await client.table(seated.table))["decisions"] >= count
                assert await seat.decision() is not None

    run(work())


def test_spectators_take_nothing_back(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with client.watch(seated[0].table) as watching:
                for message in ({"type": "undo"}, {"type": "answer_undo", "wish": 0, "agree": True}, {"type": "leave"}):
                    with pytest.raises(Refused, match="watching"):
                        await watching.ask(message)

    run(work())
