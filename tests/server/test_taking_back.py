"""Taking back: free while nothing new was revealed, with everybody's consent beyond that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import branchline as bl
from branchline.client import Client, Refused, Seat
from branchline.notation.shuffle import check_shuffle
from tests.server.helpers import ServerProcess, people, run, sit


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


def shown(observation: dict[str, Any]) -> dict[str, Any]:
    """What a seat sees, other than what it knows of the order of tickets in a deck, which was shuffled."""
    tickets = observation["parts"]["tickets"]
    return {**observation, "parts": {**observation["parts"], "tickets": [tickets["held"], tickets["offer"]]}}


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
                words = two.game["undo"]["wish"]["words"]  # which tickets, is nobody's business
                assert "“a choice in secret”" in words

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
                assert wish["words"] == "You ask to undo “draw from the deck”."
                assert wish["waiting"] == [two.you["seat"]]
                await heard(two, "undo")
                assert two.game["undo"]["wish"]["words"].endswith(" asks to undo “draw from the deck”.")
                await two.answer_undo(False)
                assert two.game["undo"]["wish"] is None
                await heard(one, "undo")
                await one.undo()
                await heard(two, "undo")
                with pytest.raises(Refused, match="agreed already"):
                    await one.answer_undo(True)
                await two.answer_undo(True)
                await heard(one, "state")
                assert shown(one.game["observation"]) == shown(before["observation"])
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


def test_nothing_is_taken_back_from_somebody_who_cannot_be_asked(start: Callable[..., ServerProcess]) -> None:
    """She declines, her line drops. She has time to be back; and with a bot in her seat, what she decided stays."""
    server = start(replace_after=1.5).url

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2, first_seat=0)
            async with sit(server, seated[0]) as a:
                b = sit(server, seated[1])
                async with b:
                    await choose_tickets(a, b)
                    for _ in range(2):
                        one, two = await on_turn(a, b)
                        assert one.game is not None
                        for _ in range(2):
                            await one.act(choice(one, "draw_card"))
                        while two.game is None or two.game["decision"] is None:
                            await two.next_message()
                    await a.undo()
                    await heard(b, "undo")
                    await b.answer_undo(False)
                while a.table["seats"][1]["here"]:
                    await a.next_message()
                with pytest.raises(Refused, match="may be back soon"):
                    await a.ask({"type": "replace", "seat": 1})
                await asyncio.sleep(1.6)
                await a.ask({"type": "replace", "seat": 1})
                with pytest.raises(Refused, match="Player 1 cannot be asked"):
                    await a.undo()

    run(work())


def test_what_was_seen_is_shuffled_back(server: str) -> None:
    """Draw tickets, look, take back: others come the next time. The record says so, and follows from the hash."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy"], first_seat=0)
            await client.start(seated)
            async with sit(server, seated) as seat:
                await seat.act(choice(seat, "keep_tickets"))
                offers = []
                for _ in range(4):
                    await seat.decision()
                    await seat.act(choice(seat, "draw_tickets"))
                    assert seat.game is not None
                    offers.append(tuple(sorted(ticket["id"] for ticket in seat.game["offer"])))
                    await seat.undo()
                assert len(set(offers)) > 2
                assert seat.game is not None
                before = shown(seat.game["observation"])
                await seat.act(choice(seat, "draw_card"))
                await seat.undo()
                assert shown(seat.game["observation"]) == before
                await seat.act(choice(seat, "draw_card"))
                await seat.ask({"type": "offer_end"})
            record = await client.record(seated.table)
            assert [after for after, _ in record.reshuffles] == [0, 0] + [2] * 5  # two after the deal, one each time
            check_shuffle(record)
            assert bl.replay(record).is_over
            steps = (await client.ask("GET", f"/api/tables/{seated.table}/replay"))["steps"]
            for step in range(steps + 1):
                await client.ask("GET", f"/api/tables/{seated.table}/replay/{step}")
            with pytest.raises(bl.RecordError, match="does not follow"):
                check_shuffle(replace(record, reshuffles=((2, 5),)))

    run(work())
