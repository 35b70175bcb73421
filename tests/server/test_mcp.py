"""Agents at tables, by the Model Context Protocol: with the client of its own Python SDK, over real lines."""

from __future__ import annotations

import gc
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from mcp import Client as Agent
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import TextContent

import branchline as bl
from branchline.client import Client, Link, Refused
from branchline.client import mcp_server as mcp_server_module
from branchline.client.mcp_server import Door, mcp_server
from tests.server.helpers import run, sit
from tests.server.short_games import short_game

TOOLS = {
    *("boards", "rules", "tables", "new_table", "join_table", "start", "observe", "legal_actions", "explain"),
    *("act", "wait", "events", "chat", "say", "hint", "analyze"),
}


@asynccontextmanager
async def agent_at(server: str) -> AsyncIterator[Agent]:
    """The SDK's client at tools for a server."""
    async with Agent(mcp_server(server)) as agent:
        yield agent


async def ask(agent: Agent, tool: str, **arguments: object) -> str:
    """What a tool answers, in words."""
    answer = await agent.call_tool(tool, arguments)
    content = answer.content[0]
    assert isinstance(content, TextContent)
    return content.text if not answer.is_error else f"refused: {content.text}"


def link_of(answer: str) -> str:
    """The link of the seat that a tool gave."""
    found = re.search(r"The link of your seat: (\S+)", answer)
    assert found is not None, answer
    return found[1]


async def play(agent: Agent, seat: str, rng: random.Random, most: int = 1000) -> str:
    """Decide at random, by words alone; returns what the last tool told."""
    told = ""
    for _ in range(most):
        actions = (await ask(agent, "legal_actions", seat=seat)).splitlines()
        told = await ask(agent, "act", seat=seat, action=rng.choice(actions))
        assert not told.startswith("refused"), (actions, told)
        if "The game is over" in told:
            return told
    return told


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_a_whole_game_on_each_board(server: str, board: str) -> None:
    """By tools alone, to the end, with the result; and the rules of the board are there to be read."""

    async def work() -> None:
        async with agent_at(server) as agent:
            assert board in await ask(agent, "boards")
            assert "What it is about" in await ask(agent, "rules", board=board)
            told = await ask(agent, "new_table", board=board, name="Agent", opponents=["random"])
            seat = link_of(told)
            assert "you are seat 0" in told
            told = await play(agent, seat, random.Random(board))
            assert re.search(r"seat 0: place \d, -?\d+ points", told)
            assert told.count("place") == 2
            assert len((await ask(agent, "events", seat=seat)).splitlines()) > 20

    run(work())


def test_over_its_own_input_and_output(server: str) -> None:
    """As agents' programs start it."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "branchline.cli", "mcp", "--server", server])

    async def work() -> None:
        async with Agent(stdio_client(command)) as agent:
            tools = (await agent.list_tools()).tools
            assert {tool.name for tool in tools} == TOOLS
            assert all(tool.description for tool in tools)
            told = await ask(agent, "new_table", board="san_francisco", name="Agent", opponents=["random"])
            await play(agent, link_of(told), random.Random(1), most=5)

    run(work())


def test_agents_and_people_at_one_table(server: str) -> None:
    """An agent invites, another joins, a person joins too; they talk, and each sees its own cards alone."""

    async def work() -> None:
        async with agent_at(server) as one, agent_at(server) as two, Client(server) as client:
            told = await ask(one, "new_table", board="usa", name="One", opponents=["person", "person"], private=True)
            first = link_of(told)
            invitation = re.search(r"join by this link: (\S+)", told)
            assert invitation is not None
            second = link_of(await ask(two, "join_table", table=invitation[1], name="Two"))
            link = Link.parse(invitation[1])
            seated = await client.join(link.table, name="Mara", invitation=link.invitation)
            assert "has not begun" in await ask(two, "observe", seat=second)
            assert "you are seat 0" in await ask(one, "start", seat=first)
            seen = [await ask(one, "observe", seat=first), await ask(two, "observe", seat=second)]
            async with sit(server, seated) as mara:
                await mara.say("Hello!")
                assert "Mara: Hello!" in await ask(one, "chat", seat=first)
                await ask(two, "say", seat=second, text="Good luck.")
                await mara.ask({"type": "ping"})
                assert mara.chat[-1]["text"] == "Good luck."
            assert [f"you are seat {seat}" in words for seat, words in enumerate(seen)] == [True, True]
            hands = [re.findall("^your hand: (.*)", words, re.MULTILINE) for words in seen]
            assert [len(each) for each in hands] == [1, 1]
            assert "on offer 1" in seen[0]
            offers = [re.findall(r"^on offer \d: ([^,]+)", words, re.MULTILINE) for words in seen]
            assert not set(offers[0]) & set(offers[1])

    run(work())


def test_what_is_refused_says_why(server: str) -> None:
    async def work() -> None:
        async with agent_at(server) as agent:
            told = await ask(agent, "new_table", board="usa", name="Agent", opponents=["random"])
            seat = link_of(told)
            keep = (await ask(agent, "legal_actions", seat=seat)).splitlines()[0]
            await ask(agent, "act", seat=seat, action=keep)
            before = await ask(agent, "observe", seat=seat)
            claim = "build Denver-Omaha with 4 purple"
            assert "Not allowed" in await ask(agent, "explain", seat=seat, action=claim)
            assert (await ask(agent, "act", seat=seat, action=claim)).startswith("refused: ")
            assert "refused" in await ask(agent, "act", seat=seat, action="fly to the moon")
            assert (await ask(agent, "explain", seat=seat, action="draw")).startswith("Allowed")
            assert await ask(agent, "observe", seat=seat) == before
            for link in (seat[:-4] + "AAAA", seat.partition("#")[0], "http://127.0.0.1:1/t/abcdefghij#seat=x", "moon"):
                assert (await ask(agent, "observe", seat=link)).startswith("refused: "), link
            assert "refused" in await ask(agent, "analyze", table=seat)

    run(work())


def test_the_coach_helps_where_it_is_allowed(server: str) -> None:
    """At once against bots; among others not before they have agreed."""

    async def work() -> None:
        async with agent_at(server) as agent, Client(server) as client:
            alone = link_of(await ask(agent, "new_table", board="san_francisco", name="Agent", opponents=["random"]))
            assert "Keep" in await ask(agent, "hint", seat=alone, move=True)
            seated = await client.create("san_francisco", name="Mara", seats=["person", "person"])
            with_mara = link_of(await ask(agent, "join_table", table=seated.table, name="Agent"))
            await client.start(seated)
            await ask(agent, "wait", seat=with_mara)
            assert "others are asked" in await ask(agent, "hint", seat=with_mara)
            assert (await ask(agent, "hint", seat=with_mara)).startswith("refused: ")

    run(work())


def test_a_finished_game_is_analyzed(server: str) -> None:
    """One that is over soon."""

    async def work() -> None:
        async with agent_at(server) as agent, Client(server) as client:
            seated = await short_game(client)
            told = await ask(agent, "analyze", table=seated.table)
            while "Ask again" in told:
                told = await ask(agent, "analyze", table=seated.table)
            assert re.search(r"Mara: luck [+-]\d+, play [+-]\d+, result \d+", told), told

    run(work(), 200)


def test_many_agents_over_http(server: str) -> None:
    """Each has the seat whose link it holds, and no other."""
    command = [sys.executable, "-m", "branchline.cli", "mcp", "--server", server, "--http", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr is not None
            address = next(found[0] for line in program.stderr if (found := re.search(r"http\S+/mcp", line)))

            async def work() -> None:
                async with Agent(address) as one, Agent(address) as two:
                    told = await ask(one, "new_table", board="usa", name="One", opponents=["person"])
                    seat = link_of(told)
                    table = seat.split("/t/")[1].partition("#")[0]
                    other = link_of(await ask(two, "join_table", table=table, name="Two"))
                    await ask(one, "start", seat=seat)
                    assert "you are seat 1" in await ask(two, "observe", seat=other)
                    stolen = seat.partition("#")[0] + "#" + other.partition("#")[2]
                    assert "you are seat 1" in await ask(two, "observe", seat=stolen)

            run(work())
        finally:
            program.terminate()


def test_lines_are_closed_when_nobody_needs_them(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the game is over or no tool has asked for long; of links that are refused nothing is kept."""

    async def work() -> None:
        door = Door(server)
        async with Client(server) as client:
            over = str((await short_game(client)).link)
        assert "place 1" in await door.observe(over)
        assert "place 1" in await door.observe(over)
        assert (len(door._seats), len(door._locks)) == (0, 0)
        first, second = [link_of(await door.new_table("usa", "Agent", ["random"])) for _ in range(2)]
        assert len(door._seats) == 2
        with pytest.raises(Refused):
            await door.observe(first[:-4] + "AAAA")
        gc.collect()
        assert len(door._locks) == 0
        monkeypatch.setattr(mcp_server_module, "_IDLE", -1.0)
        await door.observe(second)
        assert [*door._seats] == [(Link.parse(second).table, Link.parse(second).token)]
        assert "you are seat 0" in await door.observe(first)
        await door.close()

    run(work())
