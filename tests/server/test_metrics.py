"""Figures for those who run a server: those that the dashboard asks for are there, and they follow what happens."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from branchline.client import Client, Refused
from tests.server.helpers import ServerProcess, people, play_on, run, sit
from tests.server.short_games import short_game

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"


def figures(url: str) -> dict[str, float]:
    """All samples, by name and labels."""
    lines = [line for line in httpx.get(f"{url}/metrics").text.splitlines() if line and not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_the_dashboard_asks_for_figures_that_there_are(start: Callable[..., ServerProcess]) -> None:
    """After a game with a refusal: every name in its expressions is reported, with its labels."""
    server = start()

    async def game() -> None:
        async with Client(server.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(server.url, seated[0]) as one, sit(server.url, seated[1]) as other:
                with pytest.raises(Refused):
                    await one.undo()
                await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))

    run(game())
    found = figures(server.url)
    names = {name.partition("{")[0] for name in found}
    panels = json.loads(DASHBOARD.read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    for expression in asked:
        (metric,) = re.findall(r"branchline_\w+", expression)
        assert metric in names, metric
        for label in re.findall(r"by \(([\w, ]+)\)", expression):
            for each in label.split(", "):
                assert any(name.startswith(metric) and f'{each}="' in name for name in found), (metric, each)
    assert found['branchline_database_seconds_count{work="moves"}'] > 20
    assert found['branchline_database_seconds_count{work="read"}'] > 2
    assert found["branchline_tables"] == 1


def test_games_that_wait_for_their_analysis_are_counted(start: Callable[..., ServerProcess]) -> None:
    server = start(analysis_worlds=(100_000,))

    async def game() -> str:
        async with Client(server.url) as client:
            return (await short_game(client)).table

    table = run(game())
    assert figures(server.url)["branchline_analyses_waiting"] == 0
    httpx.post(f"{server.url}/api/tables/{table}/analysis").raise_for_status()

    async def counted() -> None:
        while figures(server.url)["branchline_analyses_waiting"] != 1:
            await asyncio.sleep(0.1)

    run(counted(), 30)
