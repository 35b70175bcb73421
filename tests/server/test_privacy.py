"""What is kept follows the settings; people delete their games and chat; games are archived without names."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from branchline.cli.main import main
from branchline.client import Client, Refused, Seated
from branchline.game import replay
from branchline.notation.record import load
from branchline.server.operating.retention import _archive_one, kept
from branchline.server.settings import Settings
from branchline.server.store.store import Store
from tests.server.helpers import ServerProcess, people, run, sit
from tests.server.short_games import short_game

Start = Callable[..., ServerProcess]
PAGE = Path(__file__).parents[2] / "docs" / "server" / "privacy.md"


def erase(url: str, seated: Seated) -> list[str]:
    answer = httpx.post(f"{url}/api/privacy/erase", json={"seats": {seated.table: seated.token}}).raise_for_status()
    found: list[str] = answer.json()["tables"]
    return found


def test_what_is_kept_follows_the_settings(start: Start) -> None:
    url = start(forget_days=3.0, audit_days=1.5, archive="/nowhere").url
    said = " ".join(f"{each['what']} {each['how_long']}" for each in httpx.get(f"{url}/api/privacy").json()["kept"])
    assert "for 3 days" in said
    assert "1.5 days" in said
    assert "archive" in said
    documented = re.findall(r"^\| (.+) \| (.+) \|$", PAGE.read_text(), re.MULTILINE)[1:]
    assert documented == kept(Settings())


def test_others_keep_their_game_without_my_name_and_chat(start: Start) -> None:
    server = start()

    async def work() -> None:
        async with Client(server.url) as client:
            ada, ben = await people(client, "san_francisco", 2)
            async with sit(server.url, ada) as one, sit(server.url, ben) as other:
                await one.say("I am Ada Lovelace")
                await other.say("Hello")
                assert erase(server.url, ada) == []  # the game still runs
                words = ["admin", "--database", server.settings.database, "close", ada.table]
                assert await asyncio.to_thread(main, words) == 0
                while one.game is None or one.game["result"] is None:
                    await one.next_message()
            assert erase(server.url, ada) == [ada.table]
            async with sit(server.url, ben) as other:
                assert [seat["name"] for seat in other.table["seats"]] == ["Somebody", "Player 1"]
                said = " ".join(line["text"] for line in other.chat)
                assert "Hello" in said
                assert "Lovelace" not in said
            with pytest.raises(Refused):
                async with sit(server.url, ada):
                    pass

    run(work())


def test_a_game_against_bots_is_gone_altogether(start: Start) -> None:
    server = start()

    async def game() -> Seated:
        async with Client(server.url) as client:
            return await short_game(client)

    seated = run(game())
    assert erase(server.url, seated) == [seated.table]
    assert httpx.get(f"{server.url}/api/tables/{seated.table}").status_code == 404
    assert erase(server.url, seated) == []


def test_a_finished_game_is_archived_without_names_when_its_table_is_deleted(start: Start, tmp_path: Path) -> None:
    server = start()

    async def game() -> Seated:
        async with Client(server.url) as client:
            return await short_game(client)

    table = run(game()).table
    config = tmp_path / "branchline.toml"
    config.write_text(f'archive = "{tmp_path}/archive"\n')
    words = ["admin", "--config", str(config), "--database", server.settings.database, "forget", "0"]
    assert main(words) == 0
    (file,) = (tmp_path / "archive").iterdir()
    assert table in file.name
    assert "Mara" not in file.read_text()
    record = load(file)
    assert replay(record).is_over
    assert record.tags["table"] == table

    async def is_gone() -> None:
        while httpx.get(f"{server.url}/api/tables/{table}").status_code != 404:
            await asyncio.sleep(0.1)

    run(is_gone(), 20)


def test_workers_that_archive_a_game_at_the_same_moment_do_not_disturb_each_other(start: Start, tmp_path: Path) -> None:
    server = start()

    async def work() -> None:
        async with Client(server.url) as client:
            table = (await short_game(client)).table
        store = await Store.open(server.settings.database, "test", visits=True)
        settings = replace(server.settings, archive=str(tmp_path))
        folder = tmp_path / "archive"
        folder.mkdir()
        await asyncio.gather(*(_archive_one(store, settings, table, folder) for _ in range(8)))
        assert [file.suffix for file in folder.iterdir()] == [".json"]
        await store.close()

    run(work())
