"""The commands: serve, join, verify; and bots that think too long."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import branchline as bl
from branchline.cli.main import main
from branchline.client import Client
from branchline.model.observation import Observation
from branchline.notation.record import checksum
from branchline.server.bots.processes import bot_pool
from tests.server.helpers import people, play_on, run
from tests.server.test_malformed import hello

BAD_PROGRAM = Path(__file__).parents[1] / "bots/bad_program.py"


def program(*words: str) -> list[str]:
    return [sys.executable, "-m", "branchline.cli", *words]


def test_serve_with_workers_join_by_bot_and_verify(tmp_path: Path, postgres: Callable[[], str]) -> None:
    """Two workers behind one port; bots of other processes join or resume the host's seat; the record is verified."""
    command = program("serve", "--port", "0", "--workers", "2", "--database", postgres(), "--bot-pause", "0")
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[3]
        table, token = wait_for(lambda: run(open_table(url)))
        join = program("join", f"{url}/t/{table}")
        bots = {"One": ["--bot", "greedy"], "Two": ["--exec", f"{sys.executable} {BAD_PROGRAM} lying 15"]}
        players = [subprocess.Popen([*join, *bots[name], "--name", name], stdout=subprocess.PIPE) for name in bots]
        for player in players:
            assert player.stdout is not None
            assert b"has seat" in player.stdout.readline()
        begun = httpx.post(f"{url}/api/tables/{table}/start", headers={"authorization": f"Bearer {token}"})
        begun.raise_for_status()
        players.append(subprocess.Popen(program("join", f"{url}/t/{table}#seat={token}"), stdout=subprocess.PIPE))
        said = [player.communicate(timeout=90)[0] for player in players]
        assert b"win" in b"".join(said)
        assert b"lying failed" in said[1]  # and chance decided, so that nobody had to wait
        assert [player.returncode for player in players] == [0, 0, 0]
        record = tmp_path / "game.json"
        record.write_text(httpx.get(f"{url}/api/tables/{table}/record").text)
        run(hear_goodbye(server, url, table, workers=2))
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=30)
    check_verify(record, begun.json()["fairness"]["hash"])
    logged = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"serving", "request", "stopped", "Invalid HTTP request received."} <= {each["event"] for each in logged}
    assert len({each["worker"] for each in logged if each["event"] == "stopped"}) == 2


async def hear_goodbye(server: subprocess.Popen[str], url: str, table: str, workers: int) -> None:
    """Watch through every worker, and stop the server: each says good-bye before it closes its lines.

    Whichever worker is asked for its figures, they are those of all."""
    watching = [await hello(url, table, None) for _ in range(12)]
    for _ in range(6):
        figures = httpx.get(f"{url}/metrics").text
        assert f"branchline_workers {float(workers)}" in figures
        assert f"branchline_sockets {float(len(watching))}" in figures
    _, port = url.removeprefix("http://").split(":")
    _, nonsense = await asyncio.open_connection("127.0.0.1", int(port))
    nonsense.write(b"nonsense\r\n\r\n")
    await nonsense.drain()
    await asyncio.sleep(0.2)
    nonsense.close()
    server.send_signal(signal.SIGTERM)
    for socket in watching:
        heard = [json.loads(text) async for text in socket]
        assert (heard[-1]["type"], heard[-1]["code"], heard[-1]["again"]) == ("bye", "stopping", True)


async def open_table(url: str) -> tuple[str, str]:
    """A table with two free seats."""
    async with Client(url) as client:
        seated = await client.create("san_francisco", name="Mara", seats=["person"] * 3)
        return seated.table, seated.token


def wait_for(attempt: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """Try until the server answers."""
    until = time.monotonic() + 60
    while True:
        try:
            return attempt()
        except bl.BranchlineError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def check_verify(record: Path, shown: str) -> None:
    """Sound records pass; another hash, another seed or a changed move do not."""
    assert main(["verify", str(record)]) == 0
    assert main(["verify", str(record), "--hash", shown]) == 0
    assert main(["verify", str(record), "--hash", "0" * 64]) == 2

    plain = json.loads(record.read_text())
    forged = {**plain, "seed": "0x1"}
    forged["checksum"] = checksum(forged)
    bad = record.with_name("forged.json")
    bad.write_text(json.dumps(forged))
    assert main(["verify", str(bad)]) == 2


class Noisy:
    """A bot that writes where its process answers."""

    def decide(self, seen: Observation) -> int:
        os.write(1, b"nonsense\n")
        return seen.legal[0]


class Fatal:
    """A bot that takes its process with it."""

    def decide(self, seen: Observation) -> int:
        os._exit(1)


def test_a_bot_that_thinks_too_long_is_stopped() -> None:
    """The server waits for so long and no longer; a quick bot decides, then the process is fit for use again."""
    game = bl.new_game("usa", seats=2, seed=1)
    seat = game.to_move
    assert seat is not None

    async def work() -> None:
        pool = bot_pool(1, 20.0)
        try:
            seen = game.observe(seat)
            assert await pool.decide("greedy", 1, seen) in seen.legal
            assert await pool.decide("no such bot", 1, seen) in seen.legal
            pool._seconds = 0.0001
            began = time.monotonic()
            assert await pool.decide("greedy", 1, seen) in seen.legal
            assert time.monotonic() - began < 5
            pool._seconds = 20.0
            assert await pool.decide("random", 1, seen) in seen.legal
            for spec in ("tests.server.test_programs:Noisy", "tests.server.test_programs:Fatal"):
                assert await pool.decide(spec, 1, seen) in seen.legal
            assert await pool.decide("random", 1, seen) in seen.legal
        finally:
            await pool.close()

    run(work())


def test_a_game_that_was_not_served_has_no_shuffle_to_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = bl.new_game("san_francisco", seats=2, seed=1)
    rng = random.Random(1)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
    game.record().save(tmp_path / "home.json")
    assert main(["verify", str(tmp_path / "home.json")]) == 2
    assert "was not played on a server" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--workers", "0"], "at least 1"),
        (["serve", "--port", "0", "--workers", "2", "--database", "sqlite:///x.db"], "need PostgreSQL"),
        (["serve", "--port", "99999"], "at most 65535"),
        (["serve", "--port", "0", "--database", "sqlite:////nowhere/x.db"], "cannot be opened"),
        (["join", "nowhere"], "no link to a table"),
        (["join", "http://127.0.0.1:1/t/abcdefghij", "--bot", "nobody"], "no bot 'nobody'"),
    ],
)
def test_mistakes_are_told_in_a_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([word.format(tmp_path) for word in words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_fairness_of_a_game_can_be_checked(server: str, tmp_path: Path) -> None:
    """The hash is there from the start; seed and salt come with the end, and give the hash."""

    async def work() -> tuple[str, str]:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            shown = (await client.table(seated[0].table))["fairness"]
            assert shown["seed"] is None
            async with client.sit(seated[0]) as one, client.sit(seated[1]) as other:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))
            told = (await client.table(seated[0].table))["fairness"]
            assert told["hash"] == shown["hash"]
            assert told["seed"]
            assert told["salt"]
            (await client.record(seated[0].table)).save(tmp_path / "game.json")
            return str(shown["hash"]), str(tmp_path / "game.json")

    shown, path = run(work())
    check_verify(Path(path), shown)
