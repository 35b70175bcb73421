"""What operators do with `branchline admin` while servers run, on both databases: workers see it by the rows."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline.cli.main import main
from branchline.client import Client, Refused, Seat, Seated
from tests.server.helpers import ServerProcess, people, play_on, run, sit

Start = Callable[..., ServerProcess]
WANTED = {"board": "san_francisco", "name": "Ada", "seats": [{"kind": "person"}] * 2}


class House:
    """A running server and the orders for it."""

    def __init__(self, servers: list[ServerProcess], capsys: pytest.CaptureFixture[str]) -> None:
        self.servers = servers
        self.url = servers[0].url
        self._capsys = capsys

    def order(self, *words: str, status: int = 0) -> Any:
        """Carry out an order; what it answers, or what it says when it fails."""
        self._capsys.readouterr()
        assert main(["admin", "--json", "--database", self.servers[0].settings.database, *words]) == status
        heard = self._capsys.readouterr()
        return heard.err if status else json.loads(heard.out)

    def state(self) -> dict[str, Any]:
        return {each["what"]: each["value"] for each in self.order("state")}

    def audit(self) -> list[str]:
        return [f"{each['who']} {each['did']} {each['table']}".strip() for each in self.order("audit")]


@pytest.fixture(params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest,
    start: Start,
    postgres: Callable[[], str],
    capsys: pytest.CaptureFixture[str],
) -> House:
    """One server on SQLite, or two that share a PostgreSQL."""
    if request.param == "sqlite":
        return House([start()], capsys)
    database = postgres()
    return House([start(database=database), start(database=database)], capsys)


async def soon(what: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 20
    while not await what():
        assert time.monotonic() < until
        await asyncio.sleep(0.05)


def make(url: str, **changes: Any) -> httpx.Response:
    return httpx.post(f"{url}/api/tables", json=WANTED | changes, timeout=30)


def wait_for_status(url: str, status: int, **changes: Any) -> httpx.Response:
    """Make tables until the answer has this status."""
    until = time.monotonic() + 20
    while (answer := make(url, **changes)).status_code != status:
        assert time.monotonic() < until, answer.text
        time.sleep(0.05)
    return answer


def test_a_game_that_is_closed_ends_for_those_who_play(house: House) -> None:
    async def work() -> None:
        async with Client(house.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(house.servers[-1].url, seated[0]) as seat:
                decision = await seat.decision()
                assert decision is not None
                await seat.act(decision["choices"][0]["number"])
                await asyncio.to_thread(house.order, "close", seated[0].table)
                while seat.game is None or seat.game["result"] is None:
                    await seat.next_message()
                assert "ended this game" in seat.chat[-1]["text"]

    run(work())
    assert house.state()["finished tables"] == 1
    assert [each["status"] for each in house.order("list-tables", "finished")] == ["finished"]
    assert "is over" in house.order("close", house.order("list-tables")[0]["table"], status=2)
    assert house.audit()[0].startswith("operator close ")


def test_a_deleted_table_is_gone_for_those_who_wait_there(house: House) -> None:
    async def work() -> None:
        async with Client(house.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            shown = await asyncio.to_thread(house.order, "look-at", host.table)
            assert {"what": "seat 0", "value": "person Mara"} in shown
            async with sit(house.servers[-1].url, host) as seat:
                await asyncio.to_thread(house.order, "delete", host.table)
                with pytest.raises(Refused, match="no more"):
                    await _listen(seat)

    run(work())
    assert house.order("list-tables") == []
    assert "no table" in house.order("delete", "abcdefghjk", status=2)


def test_who_is_banned_is_sent_away_and_comes_in_no_more(house: House) -> None:
    async def work() -> None:
        async with Client(house.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            guest = await client.join(host.table, name="Rude")
            async with sit(house.servers[-1].url, guest) as seat:
                found = await asyncio.to_thread(house.order, "ban-seat", guest.table, "1", "insults")
                assert {each["kind"] for each in found} == {"token", "address"}
                with pytest.raises(Refused, match="cannot take part"):
                    await _listen(seat)

    run(work())
    assert wait_for_status(house.url, 403).json()["code"] == "not_allowed"
    shown = house.order("list-bans")[0]["shown"]
    house.order("unban", shown)
    wait_for_status(house.url, 201)
    assert house.order("list-bans") == []
    house.order("ban-address", "127.0.0.1")
    wait_for_status(house.url, 403)


def test_names_that_are_refused_cannot_be_taken_in_other_letters_either(house: House) -> None:
    house.order("refuse-name", "Admin")
    wait_for_status(house.url, 403, name="\u0410dm\u0456n")
    assert make(house.url, name="Adam").status_code == 201
    wanted = {"step": 0, "seat": 0, "name": "Admin", "level": "random"}
    answer = httpx.post(f"{house.url}/api/tables/abcdefghjk/continue", json=wanted)
    assert answer.status_code == 403, answer.text


def test_somebody_muted_by_the_house_talks_again_when_it_says_so(house: House) -> None:
    async def work() -> None:
        async with Client(house.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(house.servers[-1].url, seated[1]) as seat:

                async def may_talk() -> bool:
                    try:
                        await seat.say("Hello")
                    except Refused:
                        return False
                    return True

                await asyncio.to_thread(house.order, "mute", seated[0].table, "1")
                await soon(lambda: _not(may_talk()))
                await asyncio.to_thread(house.order, "unmute", seated[0].table, "1")
                await soon(may_talk)

    run(work())


async def _listen(seat: Seat) -> None:
    """Until the server sends this seat away."""
    while True:
        await seat.next_message()


async def _not(answer: Awaitable[bool]) -> bool:
    return not await answer


def test_a_closed_lobby_makes_no_tables_and_a_draining_house_begins_no_games(house: House) -> None:
    async def work() -> Seated:
        async with Client(house.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            await client.join(host.table, name="June")
            return host

    host = run(work())
    house.order("close-lobby", "on")
    assert "No new tables" in wait_for_status(house.url, 403).text
    house.order("close-lobby", "off")
    wait_for_status(house.url, 201)
    house.order("drain", "on")
    assert "maintenance" in wait_for_status(house.url, 403).text
    refused = httpx.post(
        f"{house.url}/api/tables/{host.table}/start", headers={"authorization": f"Bearer {host.token}"}
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert house.state()["draining"] == "yes"
    assert "say on or off" in house.order("drain", "perhaps", status=2)


def test_a_copy_made_during_a_game_is_restored_into_a_running_server(house: House, tmp_path: Path) -> None:
    """The game goes on from the moment of the copy; what came after is gone, and there are no holes."""
    copy = str(tmp_path / "copy.gz")

    def entries(table: str) -> int:
        return next(int(each["value"]) for each in house.order("look-at", table) if each["what"] == "entries")

    async def work() -> None:
        async with Client(house.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(house.url, seated[0]) as one, sit(house.servers[-1].url, seated[1]) as other:
                for seat in (one, other):
                    decision = await seat.decision()
                    assert decision is not None
                    await seat.act(decision["choices"][0]["number"])
                await asyncio.to_thread(house.order, "backup", copy)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.3):
                        await asyncio.gather(play_on(one, random.Random(3)), play_on(other, random.Random(4)))
            later = await client.create("usa", name="Mara", seats=["person", "person"])
            before = await asyncio.to_thread(entries, seated[0].table)
            await asyncio.to_thread(house.order, "restore", copy)
            assert await asyncio.to_thread(entries, seated[0].table) < before
            with pytest.raises(Refused):
                await client.start(later)
            async with sit(house.url, seated[0]) as one, sit(house.servers[-1].url, seated[1]) as other:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))
                assert one.result["seats"] == other.result["seats"]

    run(work(), 120)
    assert "operator restore" in house.audit()


def test_a_torn_copy_changes_nothing(house: House, tmp_path: Path) -> None:
    make(house.url)
    copy = tmp_path / "copy.gz"
    house.order("backup", str(copy))
    copy.write_bytes(copy.read_bytes()[:-30])
    assert "not whole" in house.order("restore", str(copy), status=2)
    assert house.state()["open tables"] == 1


def test_a_table_moves_from_one_database_to_the_other(start: Start, house: House, tmp_path: Path) -> None:
    table = make(house.url).json()["table"]["id"]
    copy = str(tmp_path / "table.gz")
    house.order("export", table, copy)
    assert "no table" in house.order("export", "abcdefghjk", str(tmp_path / "none.gz"), status=2)
    assert "here already" in house.order("import", copy, status=2)
    other = start()
    assert main(["admin", "--database", other.settings.database, "import", copy]) == 0
    assert httpx.get(f"{other.url}/api/tables/{table}").json()["seats"][0]["name"] == "Ada"


def test_what_is_old_is_deleted_at_once(house: House) -> None:
    make(house.url)
    assert house.order("forget", "1")[0]["value"] == 0
    assert house.order("forget", "0")[0]["value"] == 1
    assert house.order("list-tables") == []


def test_what_hosts_do_is_noted(house: House) -> None:
    host = make(house.url).json()
    table = host["table"]["id"]
    httpx.post(f"{house.url}/api/tables/{table}/join", json={"name": "June"}).raise_for_status()
    bearer = {"authorization": f"Bearer {host['token']}"}
    httpx.post(f"{house.url}/api/tables/{table}/kick", json={"seat": 1}, headers=bearer).raise_for_status()
    assert house.audit() == [f"host kick {table}"]


def test_a_database_of_no_server_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "--database", f"sqlite:///{tmp_path}/none.db", "state"]) == 2
    assert "no such file" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
