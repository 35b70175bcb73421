"""Malformed, oversized, mistimed and forged messages: a clear error each, no crash, no change."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from branchline.client import Client, Seated
from branchline.table.protocol.requests import CLIENT_MESSAGE, fault_in_words
from branchline.table.protocol.schema import schemas
from branchline.table.study.puzzles import daily
from tests.server.helpers import ServerProcess, people, run
from tests.server.short_games import short_game, until

MESSAGES = int(os.environ.get("BRANCHLINE_BAD_MESSAGES", "10000"))
TYPES = [
    "act",
    "look",
    "say",
    "earlier",
    "mute",
    "silence",
    "undo",
    "answer_undo",
    "replace",
    "come_back",
    "leave",
    "resign",
    "offer_end",
    "answer_end",
    "coach",
    "answer_coach",
    "hint",
    "foresee",
    "explain",
    "plan",
    "propose",
    "ping",
    "hello",
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(
    [
        "decision",
        "action",
        "seat",
        "text",
        "wish",
        "before",
        "on",
        "agree",
        "level",
        "route",
        "routes",
        "ref",
        "token",
        "invitation",
        "__class__",
    ]
)
numbers = st.integers(-(2**70), 2**70) | st.integers(0, 40)
typed = st.builds(
    lambda kind, more: {"type": kind, **more},
    st.sampled_from(TYPES),
    st.dictionaries(fields, numbers | json_values, max_size=5),
)
mistimed = st.one_of(
    st.builds(lambda d, a: {"type": "act", "decision": d, "action": a}, st.integers(0, 60), st.integers(0, 3000)),
    st.builds(lambda w, a: {"type": "answer_undo", "wish": w, "agree": a}, st.integers(0, 60), st.booleans()),
    st.builds(lambda s: {"type": "replace", "seat": s, "level": "greedy"}, st.integers(0, 7)),
    st.builds(lambda s: {"type": "look", "seat": s}, st.integers(0, 7)),
    st.just({"type": "come_back"}),
    st.just({"type": "undo"}),
    st.builds(lambda t: {"type": "hello", "token": t}, st.text("abcXYZ-_09", min_size=16, max_size=64)),
    st.builds(lambda r: {"type": "explain", "route": r}, st.text(min_size=1, max_size=130)),
    st.builds(lambda r: {"type": "plan", "routes": r}, st.lists(st.text(max_size=130), min_size=1, max_size=4)),
)
texts = st.one_of(
    st.text(max_size=200),
    json_values.map(json.dumps),
    typed.map(json.dumps),
    mistimed.map(json.dumps),
    st.integers(4096, 60_000).map(lambda size: json.dumps({"type": "say", "text": "x" * size})),
    st.integers(1, 900).map(lambda depth: "[" * depth),
    st.integers(1, 900).map(lambda depth: '{"type":' * depth),
)
harmless = (
    "earlier",
    "explained",
    "planned",
    "welcome",
    "table",
)  # answers to messages that are fine after all, and change nothing


def is_refusable(text: str | bytes) -> bool:
    """Whether a message is one that must not be accepted: chat and pings that are sound may be."""
    if isinstance(text, bytes):
        return True
    try:
        message = CLIENT_MESSAGE.validate_json(text)
    except ValueError:
        return True
    return message.type not in ("ping", "say", "mute", "leave", "resign", "offer_end", "coach", "undo")


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # some of what it makes up is long
def test_ten_thousand_bad_messages(server: str) -> None:
    """Hypothesis makes messages up; a spectator and a seated player whose turn it is not send them.

    The game is the same afterward, letter for letter, for both seats."""

    async def begin() -> list[Any]:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with client.sit(seated[1]) as guest:  # it has chosen and waits
                decision = await guest.decision()
                assert decision is not None
                await guest.act(decision["choices"][0]["number"])
            return list(seated)

    seated = run(begin())
    before = [run(state_of(server, each)) for each in seated]
    sent = 0
    with asyncio.Runner() as runner:
        sockets = [
            runner.run(hello(server, seated[1].table, None)),
            runner.run(hello(server, seated[1].table, seated[1].token)),
        ]
        host = runner.run(hello(server, seated[0].table, seated[0].token))  # is there, so nobody can stand in for it

        @settings(
            max_examples=MESSAGES // 17,  # of 20 each; some turn out to be fine
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(texts | st.binary(max_size=100), min_size=20, max_size=20), st.integers(0, 1))
        def send(batch: list[str | bytes], which: int) -> None:
            nonlocal sent
            kept = [text for text in batch if is_refusable(text)]
            runner.run(send_all(server, seated, sockets, which, kept))
            sent += len(kept)

        send()
        for socket in (*sockets, host):
            runner.run(socket.close())
    assert sent >= MESSAGES
    assert [run(state_of(server, each)) for each in seated] == before
    assert httpx.get(f"{server}/healthz").status_code == 200


async def hello(server: str, table: str, token: str | None) -> ClientConnection:
    """A socket that was welcomed."""
    socket = await connect(f"ws{server.removeprefix('http')}/api/tables/{table}/socket", max_size=None)
    await socket.send(json.dumps({"type": "hello", "token": token}))
    assert json.loads(await socket.recv())["type"] == "welcome"
    return socket


async def send_all(
    server: str, seated: list[Any], sockets: list[ClientConnection], which: int, batch: list[str | bytes]
) -> None:
    """Send messages and expect an error for each. Who sends only nonsense is disconnected, and goes on from there."""
    while batch:
        with contextlib.suppress(ConnectionClosed):  # sent away meanwhile: what it was told before still comes
            for text in batch:
                await sockets[which].send(
                    text.encode(errors="surrogatepass").decode(errors="replace") if isinstance(text, str) else text
                )
        batch = batch[await answers(sockets[which], len(batch)) :]
        if batch:
            await sockets[which].close()
            sockets[which] = await hello(server, seated[1].table, None if which == 0 else seated[1].token)


async def answers(socket: ClientConnection, wanted: int) -> int:
    """How many messages are answered before the server closes the line. Each answer is an error, in words."""
    errors = 0
    while errors < wanted:
        answer = json.loads(await socket.recv())
        if answer["type"] == "bye":
            assert answer["code"] == "too_fast"
            break
        if answer["type"] == "error":
            assert answer["words"].endswith("."), answer
            assert "Traceback" not in answer["words"]
        else:
            assert answer["type"] in harmless, answer
        errors += answer["type"] != "table"
    return errors


async def state_of(server: str, seated: Any) -> str:
    """What a seat sees of game, table and chat, without times."""
    async with Client(server) as client, client.sit(seated) as seat:
        assert seat.game is not None
        game, table = {**seat.game, "clocks": None}, {**seat.table, "active": None}
        return json.dumps([game, table, seat.chat])


def test_more_than_the_line_takes(server: str) -> None:
    """Far above the limit nothing is even read: the line is cut, with the code for that; the others play on."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            socket = await hello(server, seated[0].table, seated[0].token)
            await socket.send(json.dumps({"type": "say", "text": "x" * 100_000}))
            await socket.wait_closed()
            assert socket.close_code == 1009
            async with client.sit(seated[1]) as guest:
                decision = await guest.decision()
                assert decision is not None
                await guest.act(decision["choices"][0]["number"])

    run(work())


def test_every_client_message_has_a_schema() -> None:
    """The exported schema names all messages of both directions."""
    found = schemas()
    assert set(found["client"]["discriminator"]["mapping"]) == set(TYPES)
    names = set(found["server"]["$defs"])
    assert {"Welcome", "Update", "State", "TableChanged", "Chatted", "Problem", "Bye", "Explained"} <= names


def test_what_was_sent_is_not_repeated() -> None:
    for text in ('{"type": "say\\u0000it"}', '{"type": "plan", "routes": ["\\u0007"], "a\\u0000b": 1}'):
        with pytest.raises(ValidationError) as refused:
            CLIENT_MESSAGE.validate_json(text)
        words = fault_in_words(refused.value.errors(include_url=False)[0])
        assert words.isprintable()
        assert "say" not in words


def test_hello_comes_first(server: str) -> None:
    """Anything else before it is refused; wrong tokens get no seat."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
        url = f"ws{server.removeprefix('http')}/api/tables/{seated[0].table}/socket"
        async with connect(url) as socket:
            await socket.send(json.dumps({"type": "act", "decision": 1, "action": 1, "ref": 9}))
            answer = json.loads(await socket.recv())
            assert (answer["code"], answer["ref"]) == ("not_allowed", 9)
        for hello_message, code in (
            ({"type": "hello", "token": "x" * 32}, "no_seat"),
            ({"type": "hello", "token": seated[0].token, "seat": 1}, "no_seat"),
        ):
            async with connect(url) as socket:
                await socket.send(json.dumps(hello_message))
                assert json.loads(await socket.recv())["code"] == code
                assert json.loads(await socket.recv())["type"] == "bye"
        async with connect(url.replace(seated[0].table, "nothing")) as socket:
            await socket.send(json.dumps({"type": "hello"}))
            assert json.loads(await socket.recv())["code"] == "no_table"

    run(work())


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[2@:0]:80"])
def test_pages_of_other_sites_are_refused(server: str, origin: str) -> None:
    wanted = {"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]}
    answer = httpx.post(f"{server}/api/tables", json=wanted, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert httpx.post(f"{server}/api/tables", json=wanted, headers={"origin": server}).status_code == 201

    async def socket() -> None:
        with pytest.raises(Exception, match="403"):
            async with connect(f"ws{server.removeprefix('http')}/api/tables/x/socket", origin=origin):  # type: ignore[arg-type]
                pass

    run(socket())


@pytest.mark.parametrize("status", ["open", "finished"])
def test_http_fuzzing(
    start: Callable[..., ServerProcess], postgres: Callable[[], str], tmp_path: Path, status: str
) -> None:
    """Schemathesis makes requests up from the OpenAPI description: no server error, and answers as described.

    It is told of a table that exists and is its host, so that it gets farther than "there is no such table"."""
    server = start(database=postgres(), analysis_worlds=(8,)).url
    seated = run(table_to_fuzz(server, status))
    (tmp_path / "schemathesis.toml").write_text(
        f'headers = {{ Authorization = "Bearer {seated.token}" }}\n'
        'warnings = { display = ["missing_test_data"], fail-on = ["missing_test_data"] }\n'
        f'[parameters]\n"path.table_id" = "{seated.table}"\n"path.name" = "{daily()}"\n"path.worlds" = 8\n'
        '[[operations]]\ninclude-path = "/api/boards/{board}"\nparameters = { board = "usa" }\n'
    )
    names = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
    program = "from schemathesis.cli import schemathesis; schemathesis()"
    command = [sys.executable, "-c", program, "run", f"{server}/api/openapi.json", "--checks", ",".join(names)]
    command += ["--exclude-path-regex", "/leave$"]  # it would take the table away
    if status == "finished":  # all else answers the same
        command += ["--include-path-regex", "{table_id}"]
    done = subprocess.run(
        [*command, "--max-examples", "10", "--seed", "1", "--phases", "examples,coverage,fuzzing"],
        capture_output=True,
        text=True,
        cwd=tmp_path,  # where it finds its settings and leaves its notes
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]


async def table_to_fuzz(server: str, status: str) -> Seated:
    """A table with its host: open with a free seat, or finished and analyzed."""
    async with Client(server) as client:
        if status == "open":
            return await client.create("san_francisco", name="Mara", seats=["person", "person", "random"])
        seated = await short_game(client)
        await client.ask("POST", f"/api/tables/{seated.table}/analysis")
        await until(client, seated.table, "ready")
        return seated
