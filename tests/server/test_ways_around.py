"""Ways around limits and votes that somebody found: each is shut."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from pydantic import ValidationError
from sqlalchemy import func, insert, select, text, update

from branchline.boards import registry
from branchline.client import Client
from branchline.client import Refused as Refusal
from branchline.server.app import create_app
from branchline.server.network.sockets import SocketConversation
from branchline.server.settings import Limits, Settings
from branchline.server.store import analyses, listing, puzzle_ratings
from branchline.server.store.schema import analyses as analysis_rows
from branchline.server.store.schema import puzzle_tries, seats, solvers, tables
from branchline.server.store.store import Store, StoreFailed
from branchline.server.tables.doorkeeper import Doorkeeper
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from branchline.table import leaving, lobby
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.protocol.names import look
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CreateTable, Hello, JoinTable
from branchline.table.rows import Entry
from tests.server.helpers import ServerProcess, run

PERSON = {"kind": "person"}
PLAY_ON = {"step": 0, "seat": 0, "name": "Mara", "level": "easy"}
WANTED: dict[str, Any] = {"board": "usa", "name": "Mara", "seats": [PERSON, PERSON]}


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{tmp_path}/tables.db"


def begun(**timer: Any) -> PlayedGame:
    """A game of two, at 100 seconds."""
    settled = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait", **timer}
    return PlayedGame(TableSetup("usa", "classic", 2, 7, 0, settled), Entry(0, "started", None, 100.0))


# Tables


def test_a_rematch_counts_for_who_asks(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        made = [await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20) for _ in range(3)]
        await store.write(lambda connection: connection.execute(update(tables).values(status="finished", address="")))
        for table, token, _ in made[:2]:
            await lobby.rematch(store, table, token, "here", 2)
        with pytest.raises(Refused, match="too many tables"):
            await lobby.rematch(store, made[2][0], made[2][1], "here", 2)
        await lobby.rematch(store, made[2][0], made[2][1], "elsewhere", 2)
        await store.close()

    run(work())


def test_tables_are_made_at_a_pace(start: Callable[..., ServerProcess]) -> None:
    """Also those that are over at once, which count for nobody."""
    url = start(limits=Limits(tables_per_second=0.0, table_burst=3)).url
    answers = [httpx.post(f"{url}/api/tables", json=WANTED) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    begun = answers[0].json()
    rematch = httpx.post(
        f"{url}/api/tables/{begun['table']['id']}/rematch", headers={"authorization": f"Bearer {begun['token']}"}
    )
    again = httpx.post(f"{url}/api/tables/{begun['table']['id']}/continue", json=PLAY_ON)
    assert (rematch.status_code, again.status_code) == (429, 429)


# Clocks


def test_undo_gives_no_time() -> None:
    """Neither more than before by the increment, nor a fresh clock for the same decision."""
    for timer, left in (
        ({"kind": "bank", "seconds": 30, "increment": 5}, 15.0),
        ({"kind": "move", "seconds": 30}, 10.0),
    ):
        played = begun(**timer)
        first = played.game.pending[0]
        at = 100.0
        for number in (1, 3):
            move = Entry(number, "move", first, at + 10, played.game.legal_actions(first)[0])
            played.take(move)
            played.take(Entry(number + 1, "take_back", first, at + 10, data={"undoes": [number]}))
            at += 10
        assert played.clocks.left(first, at) == pytest.approx(left - (5.0 if timer["kind"] == "bank" else 0.0))


# Votes


def test_who_comes_back_has_not_agreed_to_the_coach() -> None:
    played = begun()
    played.take(Entry(1, "coach_on", 0, 101.0, data={"seats": [0, 1]}))
    people = frozenset([0, 1])
    assert played.coached.is_on(played.playing(people))
    played.take(Entry(2, "left", 1, 102.0, data={"seats": [1], "level": "easy"}))
    assert played.coached.is_on(played.playing(people))
    played.take(Entry(3, "back", 1, 103.0, data={"seats": [1]}))
    assert not played.coached.is_on(played.playing(people))


def test_who_ran_out_of_time_cannot_stop_the_others_from_ending() -> None:
    played = begun(kind="move", seconds=30)
    people = frozenset([0, 1])
    row = SimpleNamespace(seats=(0, 1))
    table: Any = SimpleNamespace(running=lambda: played, people=people, row=row)
    propose: Any = leaving.offer_end.__wrapped__  # type: ignore[attr-defined]
    assert propose(table, 0, (0,)).kind == "offer_end"
    played.take(Entry(1, "out_of_time", 1, 140.0))
    assert propose(table, 0, (0,)).kind == "ended"
    assert propose(table, 1, (1,)).kind == "offer_end"  # the one who has time is asked


# Names


@pytest.mark.parametrize(
    "other",
    ["mara", "M\u0430r\u0430", "\uff2d\uff41\uff52\uff41", "Ma\u034fra", "M a r a", "M\u00e1ra", "\u1d0d\u0251ra"],
)
def test_a_name_that_looks_like_anothers_is_taken(database: str, other: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20)
        with pytest.raises(Refused, match="already somebody called"):
            await lobby.join(store, table, JoinTable(name=other), "there", 20)
        await lobby.join(store, table, JoinTable(name="Marek"), "there", 20)
        await store.close()

    run(work())


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u115f", "\ufe0f", "Mara (bot)", "Mara (b\u043et)", "Mara [bot].", "Mara \uff08bot\uff09"]
)
def test_names_that_nobody_may_have(name: str) -> None:
    with pytest.raises(ValidationError):
        JoinTable(name=name)


def test_marks_do_not_climb_over_other_lines() -> None:
    assert JoinTable(name="Z" + "\u0335\u0336\u0337\u0338" * 4).name == "Z\u0335\u0336"
    assert JoinTable(name="Vi\u1ec7t \u2764\ufe0f").name == "Vi\u1ec7t \u2764\ufe0f"
    assert look("Ann1") != look("Ann2")


# Names of the server


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example.com", 403),
        ("evil.example.com:8300", 403),
        ("127.0.0.1.evil.example.com", 403),
        ("play.example.org", 200),
        ("localhost:8300", 200),
        ("192.168.1.7:8300", 200),
        ("[::1]:8300", 200),
        ("kitchen.local", 200),
    ],
)
def test_a_server_answers_by_its_own_names(tmp_path: Path, host: str, status: int) -> None:
    """Another site's name that points here is not this server's, though the page's origin and the host agree."""

    async def work() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/tables.db", names=("play.example.org",)))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://x") as http,
        ):
            assert (await http.get("/api/tables", headers={"host": host})).status_code == status

    run(work())


# Puzzles


def test_one_address_counts_once_for_a_puzzle(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        first = await puzzle_ratings.note_try(store, "one", "p", 1500, True, "home")
        more = [await puzzle_ratings.note_try(store, f"more {n}", "p", 1500, True, "home") for n in range(5)]
        other = await puzzle_ratings.note_try(store, "two", "p", 1500, True, "elsewhere")
        assert (first.counted, other.counted) == (True, True)
        assert not any(each.counted for each in more)
        assert {each.puzzle.rating for each in more} == {first.puzzle.rating}
        count = select(func.count()).select_from(solvers)
        assert await store.read(lambda connection: connection.execute(count).scalar()) == 2
        await store.forget(time.time() + 1, time.time() + 1)
        for table in (solvers, puzzle_tries):
            assert await store.all(select(table)) == []
        await store.close()

    run(work())


# The store


def test_many_expired_tables_are_forgotten(database: str) -> None:
    """More than a statement of SQLite has parameters."""

    async def work() -> None:
        store = await Store.open(database, "test")
        kept, _, _ = await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20)
        row = dict((await store.all(select(tables)))[0]._mapping)
        old = [{**row, "id": f"t{number:07}", "active": 1.0} for number in range(33_000)]
        await store.write(lambda connection: connection.execute(insert(tables), old))
        assert await store.forget(2.0, 2.0) == len(old)
        assert [each.id for each in await store.all(select(tables.c.id))] == [kept]
        await store.close()

    run(work())


def test_a_broken_seat_hides_one_table(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        broken, _, _ = await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20)
        sound, _, _ = await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20)
        change = update(seats).where(seats.c.table_id == broken).values(kind="martian")
        await store.write(lambda connection: connection.execute(change))
        assert [row.id for row in await listing.lobby(store, "open", 10)] == [sound]
        await store.close()

    run(work())


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        await store.write(
            lambda connection: connection.execute(text("update alembic_version set version_num = '9999'"))
        )
        await store.close()
        with pytest.raises(StoreFailed, match="a newer version of Branchline"):
            await Store.open(database, "test")

    run(work())


# Seats


def test_a_seat_that_was_taken_at_another_worker_is_known(postgres: Callable[[], str]) -> None:
    """The notice of it may come later than the person."""

    async def work() -> None:
        url = postgres()
        here, there = await Store.open(url, "here"), await Store.open(url, "there")
        hub = Hub(here, Settings(), "here", Background())
        name, _, _ = await lobby.create(there, CreateTable.model_validate(WANTED), "a", 20)
        table = await hub.table(name)
        _, token = await lobby.join(there, name, JoinTable(name="June"), "b", 20)
        conversation: Any = object.__new__(SocketConversation)
        conversation.address = "b"
        conversation.services = SimpleNamespace(store=here, hub=hub, doorkeeper=Doorkeeper(here, hub))
        conversation.outbox = SimpleNamespace(put=lambda _: None, bye=lambda *_, **__: None, closed=False)
        viewer = await conversation._enter(table, Hello(type="hello", token=token))
        assert viewer.held == (1,)
        with pytest.raises(Refused, match="no seat"):
            await conversation._enter(table, Hello(type="hello", token="x" * 32))
        for store in (here, there):
            await store.close()

    run(work())


def test_sockets_change_tables_at_a_pace(start: Callable[..., ServerProcess]) -> None:
    """Silencing and undoing it, or proposing things, is stored for ever: nobody writes rows without end."""
    url = start(limits=Limits(changes_per_second=0.0, change_burst=5)).url

    async def work() -> None:
        async with Client(url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            async with client.sit(host) as seat:
                for number in range(5):
                    await seat.ask({"type": "silence", "seat": None, "on": number % 2 == 0})
                with pytest.raises(Refusal, match="Slow down"):
                    await seat.ask({"type": "silence", "seat": None, "on": False})

    run(work())


# Analyses


def test_places_for_analyses_are_shared_fairly(database: str) -> None:
    """Addresses take turns, and one that comes late to a full queue gets a place of one that has several."""

    async def work() -> None:
        store = await Store.open(database, "test")
        made = [(await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20))[0] for _ in range(8)]
        for name in made[:6]:
            await analyses.want(store, name, 16, "one" if name in made[:3] else "two", 6, 3)
        with pytest.raises(analyses.QueueFull) as full:
            await analyses.want(store, made[6], 16, "one", 6, 3)
        assert full.value.own
        await analyses.want(store, made[6], 16, "three", 6, 3)
        order = [await analyses.take(store, "me", 60, 9) for _ in range(6)]
        assert [each and made.index(each[0]) for each in order] == [0, 3, 6, 1, 4, 5]
        lost = await analyses.find(store, made[2])
        assert lost is not None
        assert (lost.wanted, bool(lost.problem)) == (0, True)
        await store.close()

    run(work())


def test_an_analysis_takes_little_room(database: str) -> None:
    text = json.dumps([{"words": "claims a route", "share": number / 7} for number in range(5000)])

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, CreateTable.model_validate(WANTED), "here", 20)
        await analyses.want(store, table, 16, "here", 6, 3)
        await analyses.take(store, "me", 60, 1)
        assert await analyses.keep(store, table, "me", evaluator="x", version=1, worlds=16, result=text)
        assert await analyses.result(store, table) == text
        stored = (await store.all(select(analysis_rows.c.result)))[0].result
        assert len(stored) < len(text) / 4
        old = update(analysis_rows).values(result=text)  # of an older version
        await store.write(lambda connection: connection.execute(old))
        assert await analyses.result(store, table) == text
        await store.close()

    run(work())


# Silence


def test_silence_belongs_to_the_person(server: str) -> None:
    """It moves with the person to another seat, stays with nobody else, and holds for the person as a spectator."""

    async def work() -> None:
        async with Client(server) as client:
            host = await client.create("usa", name="Mara", seats=["person"] * 3)
            june = await client.join(host.table, name="June")
            async with client.sit(host) as seat:
                await seat.ask({"type": "silence", "seat": june.seats[0], "on": True})
                await client.ask("POST", f"/api/tables/{host.table}/swap", {"seats": [1, 2]}, token=host.token)
                ada = await client.join(host.table, name="Ada")
                async with client.sit(june) as silenced, client.sit(ada) as other, client.watch(host.table) as watching:
                    assert other.you["seat"] == 1
                    assert silenced.table["silent"] == [2]
                    await other.say("Hello")
                    for who in (silenced, watching):
                        with pytest.raises(Refusal, match="does not let you talk"):
                            await who.say("Hello")

    run(work())


# Boards of your own


def test_a_board_without_a_drawing_names_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing there is for who runs the server, in the log."""
    folder = Path(shutil.copytree(Path(__file__).parents[2] / "examples" / "own_board", tmp_path / "private place"))
    (folder / "layout.json").unlink()
    monkeypatch.setattr(registry, "_added", {})
    board = registry.add_board(folder)

    async def work() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/tables.db"))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://x") as http,
        ):
            answer = await http.get(f"/api/boards/{board.id}/picture.svg")
            assert answer.status_code == 404
            assert answer.json() == {"code": "not_found", "words": "There is no drawing of that board."}

    run(work())
