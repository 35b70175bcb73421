"""nginx in front of two servers, with the settings of the docs: while one of them is away, nobody notices."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from branchline.client import Client, Seat
from tests.server.helpers import ServerProcess, people, play_on, run, sit
from tests.server.programs import program

PAGE = Path(__file__).parents[2] / "docs" / "server" / "postgresql.md"


def settings(folder: Path, port: int, servers: list[str]) -> str:
    """The settings of the docs, for these servers and without a certificate."""
    found = re.search(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    documented = found.group(1)
    for address, server in zip(re.findall(r"10\.0\.0\.\d+:8300", documented), servers, strict=True):
        documented = documented.replace(address, server)
    documented = documented.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;\nevents {{}}\n"
        f"http {{ access_log off;\n{places}{documented}}}\n"
    )


@pytest.fixture
def proxied(
    tmp_path: Path, start: Callable[..., ServerProcess], postgres: Callable[[], str]
) -> Iterator[tuple[str, ServerProcess, ServerProcess]]:
    """Two servers of one database, and nginx before them."""
    database = postgres()
    one, two = start(database=database, names=("*",)), start(database=database, names=("*",))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = tmp_path / "nginx.conf"
    file.write_text(settings(tmp_path, port, [each.url.removeprefix("http://") for each in (one, two)]))
    nginx_program = program("nginx", "nginx-light")
    subprocess.run([nginx_program, "-t", "-c", file], check=True, capture_output=True)
    nginx = subprocess.Popen([nginx_program, "-c", file], stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            try:
                httpx.get(f"{url}/livez")
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield url, one, two
    finally:
        nginx.terminate()
        nginx.wait(10)


def test_a_rolling_restart_is_not_noticed(proxied: tuple[str, ServerProcess, ServerProcess]) -> None:
    """Two people play to the end, while one server after the other is stopped and comes back; no answer is an error."""
    url, *servers = proxied

    async def game() -> None:
        async with Client(url) as client, httpx.AsyncClient(base_url=url) as other:
            seated = await people(client, "san_francisco", 2)
            async with sit(url, seated[0]) as a, sit(url, seated[1]) as b:
                playing = asyncio.gather(play_on(a, random.Random(1), _slowly), play_on(b, random.Random(2), _slowly))
                for process in servers:
                    for work in (process.stop, process.start):
                        await asyncio.to_thread(work)
                        assert {(await other.get("/livez")).status_code for _ in range(20)} == {200}
                await playing
                assert [each["total"] for each in a.result["seats"]] == [each["total"] for each in b.result["seats"]]

    run(game(), 120)


async def _slowly(_: Seat) -> None:
    """The game lasts longer than the restarts begin to take."""
    await asyncio.sleep(0.02)
