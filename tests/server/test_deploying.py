"""What `deploy/` has: each file is checked by the program that reads it, and what can be started here is."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import yaml  # type: ignore[import-untyped]

from branchline.client import Client
from branchline.server.configuring import configured
from tests.server.helpers import ServerProcess, people, play_on, run, sit
from tests.server.programs import program

PROJECT = Path(__file__).parents[2]
DEPLOY = PROJECT / "deploy"
BRANCHLINE = [sys.executable, "-m", "branchline.cli.main"]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def ignored(path: str) -> bool:
    """Whether the build of a container does not see a file of the project."""
    rules = [line for line in (PROJECT / ".dockerignore").read_text().split() if line.startswith("!")]
    return not any(path == rule[1:] or path.startswith(f"{rule[1:]}/") for rule in rules)


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file."""
    text = (DEPLOY / "Containerfile").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def test_the_container_is_built_of_what_is_there_and_runs_as_nobody_special() -> None:
    copied = [words.split()[:-1] for name, words in instructions() if name == "COPY" and "--from" not in words]
    for path in [path for paths in copied for path in paths]:
        assert (PROJECT / path).exists(), path
        assert not ignored(path), path
    copies = {path for paths in copied for path in paths}
    assert {"src", "building", "tools", "setup.py", "pyproject.toml"} <= copies
    names = [name for name, _ in instructions()]
    last = names[len(names) - names[::-1].index("FROM") :]
    assert last.index("USER") < last.index("CMD")
    assert "RUN" not in last[last.index("USER") :]


def test_what_the_container_runs_serves_and_is_healthy(tmp_path: Path) -> None:
    """Its command with its settings, and its check of health: well while the server runs, not afterwards."""
    variables = dict(words.split("=", 1) for name, words in instructions() if name == "ENV")
    configured(None, {name: text for name, text in variables.items() if name.startswith("BRANCHLINE_")}, {})
    port = str(free_port())
    environment = {**os.environ, **variables, "PATH": os.environ["PATH"], "BRANCHLINE_PORT": port}
    environment |= {"BRANCHLINE_DATABASE": variables["BRANCHLINE_DATABASE"].replace("/data", str(tmp_path))}
    check = next(words for name, words in instructions() if name == "HEALTHCHECK").partition(" CMD ")[2]
    check = check.replace("python", sys.executable, 1)

    def healthy() -> bool:
        done = subprocess.run(["/bin/sh", "-c", check], env=environment, capture_output=True, check=False)
        return done.returncode == 0

    assert next(words for name, words in instructions() if name == "CMD") == '["branchline", "serve"]'
    with subprocess.Popen([*BRANCHLINE, "serve"], env=environment, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 60
        while not healthy():
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.2)
        process.terminate()
    assert not healthy()


def test_the_composed_services_have_all_settings_and_files() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    values = {"POSTGRES_PASSWORD": "p", "BRANCHLINE_SEED_KEY": "s" * 16, "BRANCHLINE_DOMAIN": "play.example.org"}
    values["BRANCHLINE_OPERATOR_KEY"] = "o" * 16
    filled = re.sub(r"\$\{(\w+):[^}]*\}", lambda found: values[found[1]], text)
    services = yaml.safe_load(filled)["services"]
    settings = configured(None, services["server"]["environment"], {})
    assert (settings.workers, settings.names, settings.proxy) == (2, ("play.example.org",), "*")
    assert "@database/" in settings.database
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    mounted = services["caddy"]["volumes"][0].partition(":")[0]
    assert (DEPLOY / mounted).is_file()
    assert "ports" not in services["server"]  # everybody comes through Caddy


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    program("systemd-analyze", "systemd")
    unit = (DEPLOY / "branchline.service").read_text()
    start = tmp_path / "branchline"
    start.write_text("#!/bin/sh\n")
    start.chmod(0o755)
    file = tmp_path / "branchline.service"
    file.write_text(unit.replace("/opt/branchline/bin/branchline", str(start)))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", file], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "branchline.service" in line]
    assert (done.returncode, said) == (0, []), done.stderr
    variable = re.search(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE)
    assert variable is not None
    configured(None, {variable[1]: variable[2]}, {})


def test_nginx_takes_its_settings(tmp_path: Path) -> None:
    nginx = program("nginx", "nginx-light")
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r" *ssl_certificate.*\n", "", text).replace("443 ssl", f"127.0.0.1:{free_port()}")
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors;\nevents {{}}\nhttp {{ access_log off;\n{text}}}\n"
    )
    done = subprocess.run([nginx, "-t", "-c", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def caddy(folder: Path, server: str) -> Iterator[str]:
    """Caddy with its settings in front of a server, without a certificate."""
    url = f"http://127.0.0.1:{free_port()}"
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    upstream = server.removeprefix("http://")
    environment = {**os.environ, **home, "BRANCHLINE_DOMAIN": url, "BRANCHLINE_UPSTREAM": upstream}
    settings = folder / "Caddyfile"
    settings.write_text((DEPLOY / "Caddyfile").read_text().replace("{\n", "{\n\tadmin off\n", 1))
    command = [program("caddy", "caddy"), "run", "--config", str(settings), "--adapter", "caddyfile"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(200):
                try:
                    httpx.get(f"{url}/livez")
                    break
                except httpx.HTTPError:
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()


def test_a_game_is_played_through_caddy(tmp_path: Path, start: Callable[..., ServerProcess]) -> None:
    """Sockets go through."""
    server = start(proxy="127.0.0.1", names=("*",))
    with caddy(tmp_path, server.url) as url:

        async def game() -> None:
            async with Client(url) as client:
                seated = await people(client, "san_francisco", 2)
                async with sit(url, seated[0]) as one, sit(url, seated[1]) as other:
                    await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))
                    assert one.result["seats"] == other.result["seats"]

        run(game(), 120)


def test_the_page_names_what_there_is() -> None:
    page = (PROJECT / "docs" / "server" / "public.md").read_text()
    for name in re.findall(r"`?deploy/([\w.]+)", page):
        assert (DEPLOY / name).is_file(), name
    assert {path.name for path in DEPLOY.iterdir()} <= set(re.findall(r"deploy/([\w.]+)", page))
