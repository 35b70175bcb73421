"""Play on from here: a moment of a finished game becomes a table like every other, against bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from branchline.client import Client, Refused, Seated
from branchline.game import replay
from branchline.model.errors import RecordError
from branchline.notation.record import Record
from branchline.notation.shuffle import check_shuffle
from branchline.server.store.store import Store
from branchline.table.games.set_aside import ToldGame
from tests.server.helpers import CheckedSeat, ServerProcess, play_on, run, sit
from tests.server.short_games import short_game


async def continued(client: Client, table: str, *, step: int = 6, seat: int = 1, **changes: Any) -> Seated:
    """A table that goes on from another one."""
    return await client.play_on(table, step, seat, **{"name": "June", "level": "random", **changes})


@pytest.mark.parametrize(("board", "cards"), [("san_francisco", "same"), ("pennsylvania", "fresh")])
def test_the_same_moment_from_another_seat(server: str, board: str, cards: str) -> None:
    """The new table stands where the game stood, and nobody sees more than at any other table; then it goes on to its
    end, and its record tells what was taken over and what was played here."""

    async def go_on() -> None:
        async with Client(server) as client:
            source = (await short_game(client, board, own=6)).table
            seated = await continued(client, source, cards=cards)
            seen = await client.ask("GET", f"/api/tables/{source}/replay/6?view=1")
            async with sit(server, seated) as seat:
                check_beginning(seat, source, seen)
                await play_on(seat, random.Random(1))
            before, after = await client.record(source), await client.record(seated.table)
        assert after.decisions[:6] == before.decisions[:6]
        assert len(after.decisions) > len(before.decisions)
        assert (after.seed, after.reshuffles[:2]) == (before.seed, before.reshuffles[:2])
        assert [at for at, _ in after.reshuffles[2:]] == ([6] if cards == "fresh" else [])
        assert after.tags["continues"] == f"{source} after 6 decisions"
        assert replay(after).is_over
        check_shuffle(after)
        if cards == "fresh":
            with pytest.raises(RecordError, match="does not follow"):
                check_shuffle(forged(after))

    run(go_on())


def forged(record: Record) -> Record:
    """A record whose cards were shuffled otherwise than promised."""
    return replace(record, reshuffles=(*record.reshuffles[:2], (6, 12345)))


def check_beginning(seat: CheckedSeat, source: str, seen: dict[str, Any]) -> None:
    """The table says what it is; the seat sees what it saw then, and no more."""
    assert seat.table["continues"] == {"table": source, "decisions": 6}
    assert seat.table["private"]
    assert [each["kind"] for each in seat.table["seats"]] == ["bot", "person"]
    assert seat.table["seats"][0]["name"] == "Mara (bot)"
    assert seat.table["fairness"]["seed"] is None
    assert any("goes on from a moment of an earlier game" in line["text"] for line in seat.chat)
    welcome = next(message for message in seat.heard if message["type"] == "welcome")
    if welcome["game"]["turn"] == seen["turn"] and welcome["table"]["decisions"] == 6:  # no bot has moved yet
        ours, theirs = welcome["game"]["observation"]["parts"], seen["observation"]["parts"]
        assert {**ours["hands"], "kind": ""} == {**theirs["hands"], "kind": ""}
        assert ours["tickets"]["held"][0] is None


def test_it_comes_back_after_a_power_failure(start: Callable[..., ServerProcess]) -> None:
    """Loaded from its entries it is the same game; what was decided before it cannot be taken back."""
    process = start()

    async def begin() -> tuple[Seated, Any]:
        async with Client(process.url) as client:
            source = (await short_game(client, own=4)).table
            seated = await continued(client, source, seat=0, step=5, cards="fresh")
            async with sit(process.url, seated) as seat:
                decision = await seat.decision()
                assert decision is not None
                with pytest.raises(Refused, match="nothing that could be taken back"):
                    await seat.undo()
                await seat.act(decision["choices"][0]["number"])
                await seat.undo()
                assert seat.game is not None
                return seated, seat.game["observation"]["parts"]["hands"]

    seated, hands = run(begin())
    process.kill()
    process.start()

    async def again() -> Record:
        async with sit(process.url, seated) as seat:
            assert seat.table["continues"]["decisions"] == 5
            assert seat.game is not None
            mine = seat.game["observation"]["parts"]["hands"]["hands"][0]["cards"]
            assert mine == hands["hands"][0]["cards"]
            await play_on(seat, random.Random(2))
        async with Client(process.url) as client:
            return await client.record(seated.table)

    record = run(again())
    assert replay(record).is_over
    process.stop()
    told = run(only_told(process, seated.table))
    assert told.decisions == record.decisions
    assert (told.seed, told.reshuffles) == (record.seed, record.reshuffles)
    assert told.tags == record.tags
    check_shuffle(told)


async def only_told(process: ServerProcess, table: str) -> Record:
    """The record that a server would give which cannot play the game any more, as its rules are others."""
    store = await Store.open(process.settings.database, "test")
    row = await store.table(table)
    assert row is not None
    game = ToldGame()
    for entry in await store.entries(table):
        game.take(entry)
    await store.close()
    return game.record(row, [seat.name for seat in row.seats])


def test_what_cannot_be_gone_on_with_is_refused(server: str) -> None:
    async def refused() -> None:
        async with Client(server) as client:
            source = (await short_game(client, own=3)).table
            steps = (await client.ask("GET", f"/api/tables/{source}"))["decisions"]
            cases: list[tuple[dict[str, Any], str]] = [
                ({"step": steps}, "choose an earlier one"),
                ({"step": steps + 1}, "There is no step"),
                ({"step": 1, "seat": 5}, "There is no seat 5"),
                ({"step": 1, "level": "genius"}, "There is no bot 'genius'"),
                ({"step": 1, "cards": "marked"}, "Input should be"),
            ]
            for changes, words in cases:
                with pytest.raises(Refused, match=words):
                    await continued(client, source, **changes)
            running = await continued(client, source, step=1, seat=0)
            with pytest.raises(Refused, match="The game is not over"):
                await continued(client, running.table, step=1)

    run(refused())
