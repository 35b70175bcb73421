"""A database as version 0.2.0 left it: the tables are brought up to date, and everything in it goes on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

import branchline as bl
from branchline.client import Client, Refused, Seated
from branchline.server.guarding.sealing import KEY_VARIABLE
from branchline.server.store import migrating
from branchline.server.store.schema import metadata
from tests.server.helpers import ServerProcess, play_on, run, sit

LEFT = json.loads(Path(__file__).with_name("version_0_2_0.json").read_text())  # what a server of that version stored
LAST_MIGRATION = "0005"


def as_then(url: str) -> None:
    """Fill an empty database as a server of version 0.2.0 left it."""
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    parsed = make_url(url)
    engine = create_engine(parsed.set(drivername=drivers[parsed.get_backend_name()]))
    config = Config()
    config.set_main_option("script_location", str(Path(migrating.__file__).with_name("migrations")))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, LAST_MIGRATION)
        for name, rows in LEFT["rows"].items():
            for row in rows:
                connection.execute(metadata.tables[name].insert().values(**row))
    engine.dispose()


def seated(name: str, server: str) -> list[Seated]:
    """Those who sat at a table."""
    known = LEFT["known"][name]
    return [Seated(server, known["table"], token, (seat,)) for seat, token in enumerate(known["tokens"])]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_of_version_0_2_0_goes_on(
    start: Callable[..., ServerProcess],
    postgres: Callable[[], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, LEFT["key"])
    url = postgres() if kind == "postgres" else f"sqlite:///{tmp_path}/then.db"
    as_then(url)
    server = start(database=url).url

    async def work() -> None:
        async with Client(server) as client:
            await an_open_table_fills(server, client)
            await a_running_game_is_played_on(server, client)
            await who_left_comes_back(server)
            finished = seated("finished", server)[0]
            assert bl.replay(await client.record(finished.table)).is_over
            again = await client.ask("POST", f"/api/tables/{finished.table}/rematch", token=finished.token)
            assert again["seats"] == [0]

    run(work())


async def an_open_table_fills(server: str, client: Client) -> None:
    """It is private, and has a word of its host."""
    host, invitation = seated("open", server)[0], LEFT["known"]["open"]["invitation"]
    with pytest.raises(Refused, match="private"):
        await client.join(host.table, name="June")
    await client.join(host.table, name="June", invitation=invitation)
    await client.start(host)


async def a_running_game_is_played_on(server: str, client: Client) -> None:
    """With what was said there, who is silent, and what was proposed."""
    one, other = seated("running", server)
    async with sit(server, one) as a, sit(server, other) as b:
        assert [line["text"] for line in b.chat if not line["note"]] == ["Hello from then"]
        assert b.table["silent"] == [1]
        with pytest.raises(Refused, match="does not let you talk"):
            await b.say("Hello from now")
        offer = b.table["end_offer"]
        assert offer["seat"] == 0
        await b.ask({"type": "answer_end", "offer": offer["number"], "agree": False})
        await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
        assert len(a.game["log"]) > 14  # type: ignore[index]
    assert bl.replay(await client.record(one.table)).is_over


async def who_left_comes_back(server: str) -> None:
    """A bot has played there meanwhile; the clocks go on from now."""
    one, _ = seated("left", server)
    async with sit(server, one) as a:
        await a.ask({"type": "come_back"})
        while a.table["seats"][0]["substitute"]:
            await a.next_message()
        assert a.game is not None
        assert len(a.game["log"]) >= 6
