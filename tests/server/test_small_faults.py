"""Small faults, each planted once by hand and noticed by nobody. Now each has a test."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from branchline.client import Client
from branchline.model.scores import Scores
from branchline.server.app import health
from branchline.server.guarding.outbox import Backlog, Outbox
from branchline.server.network.sockets import SocketConversation
from branchline.server.settings import Limits, Settings
from branchline.server.store import analyses, puzzle_ratings
from branchline.server.store.schema import puzzle_tries
from branchline.server.store.store import Store
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from branchline.server.worker.metrics import Metrics
from branchline.table import coaching, leaving, limiting, lobby, playing
from branchline.table.conversation import Conversation
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.games.results import _verdict_of_the_rest
from branchline.table.limiting import Bucket, KeptByAddress
from branchline.table.live_table import LiveTable, Viewer
from branchline.table.protocol.messages import ChatLine
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CreateTable, Hello, Hint, JoinTable, Ping, PlayOn
from branchline.table.rows import Entry, SaidLine
from branchline.table.study import continuing
from branchline.table.talk import Talk
from branchline.table.tokens import hashed
from tests.server.helpers import QUICK, ServerProcess, run

TIMER = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait"}


def begun(seats: int = 3) -> PlayedGame:
    """A game of some people."""
    return PlayedGame(TableSetup("usa", "classic", seats, 7, 0, TIMER), Entry(0, "started", None, 100.0))


def table_of(played: PlayedGame, **more: Any) -> Any:
    """A table without a store, for what is planned there."""
    people = frozenset(range(played.setup.seats))
    names = [f"Player {seat}" for seat in sorted(people)]
    return SimpleNamespace(running=lambda: played, people=people, names=names, id="table", played=played, **more)


def planned(function: Any, *arguments: Any) -> Any:
    """What a function of a table would record."""
    return function.__wrapped__(*arguments)


def move(played: PlayedGame, number: int, by: str) -> None:
    """The first legal move of whoever is asked first."""
    seat = played.game.pending[0]
    played.take(Entry(number, "move", seat, 100.0 + number, played.game.legal_actions(seat)[0], {"by": by}))


@pytest.mark.parametrize(
    "entry",
    [
        Entry(2, "replaced", 1, 102.0, data={"level": "easy"}),
        Entry(2, "left", 1, 102.0, data={"seats": [1], "level": "easy"}),
        Entry(2, "resigned", 1, 102.0, data={"seats": [1], "level": "easy", "stops": False}),
    ],
    ids=lambda entry: entry.kind,
)
def test_what_everybody_was_asked_ends_with_a_hand_over(entry: Entry) -> None:
    """Others are left to answer, so they are asked again."""
    played = begun()
    played.take(Entry(1, "offer_coach", 0, 101.0, data={"seats": [0]}))
    assert played.coached.offer is not None
    played.take(entry)
    assert played.coached.offer is None


def test_only_players_answer_an_undo() -> None:
    played = begun()
    move(played, 1, "person")
    undone = played.moves[0].seat
    played.take(Entry(2, "wish_undo", undone, 102.0, data={"undoes": [1]}))
    other, away = sorted({0, 1, 2} - {undone})
    played.substitutes[away] = "easy"
    for agree in (True, False):
        with pytest.raises(Refused, match="Only people who play"):
            planned(playing.answer_undo, table_of(played), away, 2, agree)
    assert planned(playing.answer_undo, table_of(played), other, 2, True).kind == "take_back"


def test_who_asks_for_an_undo_can_cancel_it() -> None:
    played = begun()
    move(played, 1, "person")
    asker = played.moves[0].seat
    played.take(Entry(2, "wish_undo", asker, 102.0, data={"undoes": [1]}))
    with pytest.raises(Refused, match="agreed already"):
        planned(playing.answer_undo, table_of(played), asker, 2, True)
    assert planned(playing.answer_undo, table_of(played), asker, 2, False).kind == "decline_undo"
    played.take(Entry(3, "decline_undo", asker, 103.0))
    assert played.wish is None
    assert len(played.moves) == 1


@pytest.mark.parametrize("here", [1, 2])
def test_the_hosts_part_goes_to_who_is_there(here: int) -> None:
    played = begun()
    seats = [SimpleNamespace(token=f"token {seat}") for seat in range(3)]
    row = SimpleNamespace(when_left="bot", host="token 0", seats=seats)
    table = table_of(played, row=row, here=lambda: frozenset([here]), held_by=lambda token: (int(token[-1]),))
    assert planned(leaving.leave, table, (0,), "easy").changes["host"] == f"token {here}"
    absent = table_of(played, row=row, here=frozenset[int], held_by=lambda token: (int(token[-1]),))
    assert planned(leaving.leave, absent, (0,), "easy").changes["host"] == "token 1"


def test_a_hint_for_a_decision_that_was_taken_meanwhile_is_kept_back() -> None:
    played = begun(2)
    played.take(Entry(1, "coach_on", 0, 101.0, data={"seats": [0, 1]}))
    seat = played.game.pending[0]
    asked: list[Any] = []

    class Room:
        async def advice(self, question: Any) -> Any:
            asked.append(question)
            move(played, 2, "person")
            return SimpleNamespace(words="x", nudge="x", reasons=[], places=[], route=None, action=0)

    message = Hint(type="hint", decision=played.asked[seat])
    viewer: Any = SimpleNamespace(seat=seat)
    room: Any = Room()
    with pytest.raises(Refused, match="decided already"):
        run(coaching.hint(room, table_of(played), viewer, message))
    assert asked


def test_notes_are_heard_by_who_has_muted_spectators() -> None:
    line: ChatLine = {"number": 1, "at": 1.0, "seat": None, "name": "", "text": "x", "note": False}

    async def work() -> None:
        outbox: Any = object.__new__(Outbox)
        viewer = Viewer(outbox, None, muted={None})
        assert not LiveTable._hears(viewer, line)
        assert LiveTable._hears(viewer, {**line, "note": True})

    asyncio.run(work())


def test_what_a_bot_decided_needs_no_persons_word() -> None:
    played = begun(2)
    move(played, 1, "bot")
    move(played, 2, "person")
    by_bot, by_person = played.moves
    people = frozenset([0, 1])
    assert played.needed_for_undo([by_bot.number, by_person.number], people) == {by_person.seat}


def test_all_spectators_together_have_a_rate_of_their_own() -> None:
    """It is the only one that counts for all of them; a person's is another."""
    talk = Talk(Limits(spectator_lines_per_second=0.0, lines_per_second=1e6, line_burst=2))
    for _ in range(2):
        talk.allow(None, Bucket(1e6, 10))
    with pytest.raises(Refused, match="Not so fast"):
        talk.allow(None, Bucket(1e6, 10))
    for _ in range(20):
        time.sleep(0.001)
        talk.allow(0, Bucket(1e6, 100))


@pytest.mark.parametrize(
    ("winners", "words"),
    [((0,), "Mara wins; Ada gave up."), ((0, 1), "Mara and June win; Ada gave up."), ((), "Ada gave up.")],
)
def test_a_verdict_names_all_winners(winners: tuple[int, ...], words: str) -> None:
    scores: Any = SimpleNamespace(winners=winners)
    typed: Scores = scores
    assert _verdict_of_the_rest(typed, ["Mara", "June", "Ada"], {2}) == words


def test_the_address_that_was_quiet_the_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiting, "_MOST_ADDRESSES", 2)
    made: list[object] = []

    def make() -> object:
        made.append(object())
        return made[-1]

    kept = KeptByAddress(make)
    first, second = kept.of("first"), kept.of("second")
    assert kept.of("first") is first
    kept.of("third")  # the second one has been quiet for longer than the first
    assert kept.of("first") is first
    assert kept.of("second") is not second


# Twenty more, of which these had no test


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of an empty database."""
    return f"sqlite:///{tmp_path}/tables.db"


WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}] * 3})


def test_the_host_who_leaves_is_followed_by_who_sat_down_first(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, token, _ = await lobby.create(store, WANTED, "here", 20)
        _, june = await lobby.join(store, table, JoinTable(name="June"), "there", 20)
        await lobby.join(store, table, JoinTable(name="Ada"), "there", 20)
        await lobby.leave(store, table, token)
        row = await store.table(table)
        assert row is not None
        assert row.host == hashed(june)
        await store.close()

    run(work())


def test_who_was_connected_to_a_worker_that_is_silent_is_away(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        hub = Hub(store, Settings(), "test", Background())
        table = await hub.table((await lobby.create(store, WANTED, "here", 20))[0])
        now = time.monotonic()
        table.elsewhere = {"gone": (now - 61, frozenset([0])), "there": (now - 59, frozenset([1]))}
        hub._expire_presence(table)
        assert table.here() == {1}
        await store.close()

    run(work())


def test_lines_that_no_notice_told_of_are_made_up_for(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        hub = Hub(store, Settings(), "test", Background())
        table = await hub.table((await lobby.create(store, WANTED, "here", 20))[0])
        await store.say(table.id, SaidLine(1, 0, "Mara", "Hello"))
        await hub._catch_up_all()
        assert [line["text"] for line in table.talk.page()[0]] == ["Hello"]
        await store.close()

    run(work())


def test_a_server_that_stops_is_not_ready() -> None:
    services: Any = SimpleNamespace(hub=SimpleNamespace(stopping=True))
    answer = run(health(services))
    assert (answer.status_code, answer.body) == (503, b'{"status":"stopping"}')


def test_a_worker_leaves_tables_that_another_one_took(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        hub = Hub(store, Settings(), "test", Background())
        taken = asyncio.create_task(asyncio.sleep(60))
        hub.caretaker._tasks["a table"] = taken
        hub.caretaker.start()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(taken, 5)
        await hub.caretaker.stop()
        await store.close()

    run(work())


def test_a_puzzle_counts_again_the_next_day(database: str) -> None:
    """For somebody else at the same address."""

    async def work() -> None:
        store = await Store.open(database, "test")
        await puzzle_ratings.note_try(store, "one", "p", 1500, True, "home")
        assert not (await puzzle_ratings.note_try(store, "two", "p", 1500, True, "home")).counted
        yesterday = update(puzzle_tries).values(at=time.time() - 86_500)
        await store.write(lambda connection: connection.execute(yesterday))
        assert (await puzzle_ratings.note_try(store, "two", "p", 1500, True, "home")).counted
        assert not (await puzzle_ratings.note_try(store, "one", "p", 1500, True, "elsewhere")).counted
        await store.close()

    run(work())


class Ear:
    """An outbox that keeps what it is told."""

    closed = False

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def put(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def bye(self, code: str, words: str, *, again: bool) -> None:
        self.heard.append({"code": code, "again": again})

    async def finished(self) -> None:
        """Everything was heard."""


def talking() -> tuple[Any, Any]:
    """A conversation, and what its client hears."""
    ear, nobody = Ear(), SimpleNamespace()
    home: Any = nobody
    outbox: Any = ear
    return Conversation(home, Limits(), outbox), ear


def test_a_message_is_measured_in_bytes() -> None:
    conversation, ear = talking()
    assert conversation.read('{"type": "say", "text": "' + "\u20ac" * 2000 + '"}') is None
    assert ear.heard[0]["code"] == "too_big"


def test_refused_messages_count_in_a_row() -> None:
    conversation, ear = talking()
    for _ in range(3):
        for _ in range(60):
            conversation.read("nonsense")
        run(conversation.answer(None, None, Ping(type="ping")))
    assert not any("again" in each for each in ear.heard)


def test_who_comes_to_a_server_that_stops_is_told_to_come_again() -> None:
    async def work() -> None:
        conversation, ear = object.__new__(SocketConversation), Ear()
        given: Any = conversation

        async def first() -> Hello:
            return Hello(type="hello")

        async def no_table(_: str) -> None:
            raise Refused("unavailable", "The server is stopping.")

        given._first_message, given.sent, given.outbox = first, ear, ear
        given.services = SimpleNamespace(hub=SimpleNamespace(table=no_table), metrics=Metrics())
        given.table_id, given.budget, given.strikes, given.limits, given.asking = "x", None, 0, Limits(), set()
        await given.hold()
        assert ear.heard[-1] == {"code": "forbidden", "again": True}

    run(work())


def test_who_is_away_has_time_to_come_back() -> None:
    played = begun()
    row = SimpleNamespace(host="host")
    table = table_of(
        played,
        row=row,
        is_host=lambda by: by == "host",
        held_by=lambda _: (0,),
        here=frozenset[int],
        away_for=lambda _: 9,
    )
    with pytest.raises(Refused, match="Wait 51 more seconds"):
        planned(leaving.replace, table, "host", 1, "easy", 60)
    table.away_for = lambda _: 61
    assert planned(leaving.replace, table, "host", 1, "easy", 60).kind == "replaced"


def test_who_gave_up_does_not_come_back() -> None:
    played = begun()
    played.take(Entry(1, "resigned", 1, 101.0, data={"seats": [1], "level": "easy", "stops": False}))
    with pytest.raises(Refused, match="gave this game up"):
        planned(leaving.come_back, table_of(played), (1,))


def test_a_clock_that_has_time_left_runs_on() -> None:
    timer = {"kind": "move", "seconds": 30, "increment": 0, "when_out": "wait"}
    played = PlayedGame(TableSetup("usa", "classic", 2, 7, 0, timer), Entry(0, "started", None, 100.0))
    seat = played.game.pending[0]
    with pytest.raises(Refused, match="time left"):
        planned(playing.out_of_time, table_of(played), seat, 129.0)
    assert planned(playing.out_of_time, table_of(played), seat, 131.0).kind == "out_of_time"


def test_one_person_agrees_once_to_the_end() -> None:
    played = begun()
    played.take(Entry(1, "offer_end", 0, 101.0, data={"seats": [0]}))
    with pytest.raises(Refused, match="agreed already"):
        planned(leaving.answer_end, table_of(played), 0, (0,), 1, True)
    assert planned(leaving.answer_end, table_of(played), 1, (1,), 1, True).kind == "agree_end"


def test_of_a_finished_game_no_address_is_kept() -> None:
    played = begun()
    ended = leaving._stopped(played, set())
    assert (ended["status"], ended["address"], ended["keeper"]) == ("finished", "", None)


def test_an_address_has_only_so_many_sockets(start: Callable[..., ServerProcess]) -> None:
    url = start(limits=replace(QUICK.limits, sockets_per_address=2)).url

    async def work() -> None:
        async with Client(url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            async with client.watch(host.table), client.sit(host):
                with pytest.raises(InvalidStatus, match="429"):
                    async with connect(f"ws{url.removeprefix('http')}/api/tables/{host.table}/socket"):
                        pass

    run(work())


def test_a_full_queue_makes_room_for_who_has_clearly_fewer_places(database: str) -> None:
    """One fewer is not enough: two addresses would take the last place from each other again and again."""

    async def work() -> None:
        store = await Store.open(database, "test")
        made = [(await lobby.create(store, WANTED, "here", 20))[0] for _ in range(5)]
        for name, address in zip(made, ("one", "one", "two", "three"), strict=False):
            await analyses.want(store, name, 16, address, 4, 3)
        with pytest.raises(analyses.QueueFull):
            await analyses.want(store, made[4], 16, "three", 4, 3)
        await store.close()

    run(work())


def test_a_shuffle_at_the_very_moment_is_taken_along() -> None:
    """What lay face down was shuffled after an undo, and the new table goes on from there."""
    moves = [SimpleNamespace(seat=0, action=1, words="x")] * 3
    played: Any = SimpleNamespace(setup=SimpleNamespace(seed=1), reshuffles=[(1, 5), (2, 6), (3, 7)], moves=moves)
    begun_there = continuing._entries(played, PlayOn(step=2, seat=0, name="Mara", level="easy"), 100.0)
    assert [after for after, _ in begun_there[0].data["continues"]["reshuffles"]] == [1, 2]
    assert len(begun_there) == 3


def test_when_all_together_are_behind_the_furthest_one_goes() -> None:
    backlog, gone = Backlog(100), []

    class Behind:
        def __init__(self, size: int) -> None:
            self.bytes = size

        def give_up(self) -> None:
            gone.append(self.bytes)
            backlog.change(-self.bytes)
            self.bytes = 0

    for size in (20, 50, 25):
        outbox: Any = Behind(size)
        backlog.enter(outbox)
        backlog.change(size)
    assert gone == []
    backlog.change(10)
    assert gone == [50]
