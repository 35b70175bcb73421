"""Tables as tools for agents, by the Model Context Protocol: `branchline mcp`.

It is a client of a Branchline server like any other, so it never knows more than the seat whose link an agent holds.
That link is all that a tool needs to know: nothing is kept for an agent but open lines.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec
from weakref import WeakValueDictionary

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from branchline import __version__
from branchline.boards import registry
from branchline.client.lobby import Client, Link, Seated
from branchline.client.seat import Seat
from branchline.game import imagine
from branchline.model.errors import BranchlineError
from branchline.words.plain import counted, move_in_words
from branchline.words.rules import rules_in_words

_P = ParamSpec("_P")
_Tool = Callable[_P, Awaitable[str]]
_PATIENCE = 45.0  # seconds that an agent waits at most for its turn, or for an analysis, before it is told so
_IDLE = 900.0  # seconds without a tool after which a line is closed
_LOOK = 0.5  # seconds between two looks at an analysis
_DOUBT = 0.005  # parts of a win that are not worth a word

INSTRUCTIONS = """\
Play rail board games at a table of people, bots and other agents.
1. `boards` and `rules` say what can be played and how. `new_table` starts a game against bots; `join_table` takes a \
seat at somebody's table. Both answer with the link of your seat. Every other tool takes that link. Keep it to yourself.
2. `observe` shows everything that your seat sees, and what you can do now.
3. `act` does one of the listed actions, in its words, and answers when you have the next decision. Where a line lists \
choices between |, say one of them.
Only what your seat may know is ever shown."""


class Door:
    """What an agent can do at the tables of one server."""

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self._client = Client(self.server)
        self._seats: dict[tuple[str, str], Seat] = {}
        self._used: dict[tuple[str, str], float] = {}  # when a tool did so last
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()  # of tools at work

    # Boards and tables

    async def boards(self) -> str:
        """The boards with their variants and numbers of seats, and the bots to play against."""
        found = await self._client.boards()
        lines = []
        for board in found["boards"]:
            least, most = board["seats"]
            lines.append(f"{board['id']}: {board['title']}, {least} to {most} seats. {board['summary']}")
            lines += [f"  variant {each['id']}: {each['summary'] or each['title']}" for each in board["variants"]]
        bots = [f"  {each['level']}: {each['words']}" for each in found["bots"]]
        return "\n".join([*lines, "", "Bots, for the other seats:", *bots])

    async def rules(self, board: str, variant: str = "classic") -> str:
        """The rules of a board, in plain English."""
        on = registry.board(board)
        return rules_in_words(on, registry.variant(on, variant))

    async def tables(self) -> str:
        """Open tables that wait for players."""
        found = await self._client.tables()
        return "\n".join(_table_line(each) for each in found) or "No table is waiting for players."

    async def new_table(
        self,
        board: str,
        name: str,
        opponents: list[str] | None = None,
        variant: str = "classic",
        private: bool = False,
    ) -> str:
        """Set up a table and take its first seat. Opponents: bots by their names, or "person" for whoever joins.

        Against bots the game begins at once. With people it waits until they have joined: then `start` it.
        """
        others = ["medium"] if opponents is None else opponents
        options = {"variant": variant, "private": private}
        seated = await self._client.create(board, name=name, seats=["person", *others], **options)
        if "person" in others:
            return f"{_your_seat(seated)}\nOthers join by this link: {seated.invite}\nWhen they are there, `start`."
        await self._client.start(seated)
        return f"{_your_seat(seated)}\n\n{await self.observe(str(seated.link))}"

    async def join_table(self, table: str, name: str) -> str:
        """Take a free seat at a table, named by its link or by its id from `tables`."""
        link = self._checked(table) if "/" in table else Link(self.server, table)
        seated = await self._client.join(link.table, name=name, invitation=link.invitation)
        return f"{_your_seat(seated)}\nThe host starts the game. `wait` for your first decision."

    async def start(self, seat: str) -> str:
        """Begin the game, as the host of the table, when all seats are taken."""
        link = self._checked(seat)
        await self._client.start(Seated(self.server, link.table, link.token or "", ()))
        return await self.wait(seat)

    # Playing

    async def observe(self, seat: str, routes: bool = True) -> str:
        """Everything that your seat sees, with the actions you have. `routes=false` leaves out the routes of the map.

        The end of a game shows the result.
        """
        async with self._sitting(seat) as at:
            if at.game is None:
                raise ToolError("The game has not begun. `wait` for it.")
            return _scene(at, routes)

    async def legal_actions(self, seat: str) -> str:
        """Each action that you can do now, in words, one in a line."""
        async with self._sitting(seat) as at:
            decision = at.game and at.game["decision"]
            if not decision:
                return _whose_turn(at)
            return "\n".join(choice["words"] for choice in decision["choices"])

    async def explain(self, seat: str, action: str) -> str:
        """Why an action is not allowed now, or what it costs and scores if it is. Nothing is done."""
        async with self._sitting(seat) as at:
            _need_decision(at)
            seen = at.observation
            world = imagine(seen, 0)  # what it says of the own seat is true of the game as well
            meant = seen.parse(action)
            words = move_in_words(world.describe(meant, seen.seat))
            refusal = world.refusal(meant, seen.seat)
            if refusal:
                return f"Not allowed: {words}. {refusal}"
            gain = world.gain(meant, seen.seat)
            return f"Allowed: {words}." + (f" It scores {counted(gain, 'point')} at once." if gain else "")

    async def act(self, seat: str, action: str) -> str:
        """Do an action, in the words of `observe` or `legal_actions`. A refusal says why, and changes nothing.

        The answer comes when you have something to decide again, or after some time; then `wait`. It tells what
        happened meanwhile.
        """
        async with self._sitting(seat) as at:
            _need_decision(at)
            seen = at.observation
            number = seen.number(seen.parse(action))
            if number not in seen.legal:
                reason = imagine(seen, 0).refusal(number, seen.seat)
                raise ToolError(f"{reason or 'That is not among your actions.'} `legal_actions` lists what you can do.")
            before = _log_length(at)
            await at.act(number)
            return await _until_asked(at, before)

    async def wait(self, seat: str) -> str:
        """Wait until you have something to decide, or the game is over; tells what happened meanwhile."""
        async with self._sitting(seat) as at:
            return await _until_asked(at, _log_length(at))

    async def events(self, seat: str, since: int = 0) -> str:
        """What happened, turn by turn, as your seat may know it; from line `since` on."""
        async with self._sitting(seat) as at:
            return _log(at, since) or "Nothing has happened since."

    # People

    async def chat(self, seat: str, since: int = 0) -> str:
        """What was said at the table; from line `since` on."""
        async with self._sitting(seat) as at:
            lines = [f"{each['number']} {each['name']}: {each['text']}" for each in at.chat if each["number"] >= since]
            return "\n".join(lines) or "Nobody has said anything."

    async def say(self, seat: str, text: str) -> str:
        """Say something to everybody at the table."""
        async with self._sitting(seat) as at:
            await at.say(text)
            return "Said."

    # Learning

    async def hint(self, seat: str, move: bool = False) -> str:
        """Ask the coach about your decision: a nudge, or with `move` the move and why.

        The coach helps where everybody who plays has agreed: at once against bots, else this asks the others.
        """
        async with self._sitting(seat) as at:
            _need_decision(at)
            if not at.table["coach"]["on"]:
                await at.ask({"type": "coach"})
                await at.ask({"type": "ping"})
                if not at.table["coach"]["on"]:
                    return "The others are asked whether the coach may help. Ask again later."
            assert at.game is not None
            told = await at.ask({"type": "hint", "decision": at.game["decision"]["number"], "move": move})
            return "\n".join([told["words"], *told["reasons"]])

    async def analyze(self, table: str) -> str:
        """Where a finished game was won and lost: luck, errors, and what was better. Takes a link, or a table's id.

        It may take minutes: the answer then says how far it is, so ask again.
        """
        link = self._checked(table) if "/" in table else Link(self.server, table)
        path = f"/api/tables/{link.table}/analysis"
        state = await self._client.ask("POST", path)
        until = asyncio.get_running_loop().time() + _PATIENCE
        while not state["worlds"] and state["status"] in ("waiting", "running"):
            if asyncio.get_running_loop().time() > until:
                return f"{state['words']} Ask again later."
            await asyncio.sleep(_LOOK)
            state = await self._client.ask("GET", path)
        if not state["worlds"]:
            raise ToolError(state["words"])
        return _analysis((await self._client.ask("GET", f"{path}/{state['worlds']}"))["analysis"])

    # Lines

    def _checked(self, text: str) -> Link:
        """A link to a table of this server, and of no other: an agent may have it from anybody."""
        link = Link.parse(text)
        if link.server != self.server:
            raise ToolError(f"That table is not at {self.server}.")
        return link

    @contextlib.asynccontextmanager
    async def _sitting(self, text: str) -> AsyncIterator[Seat]:
        """The seat of a link, for one tool at a time, up to date."""
        link = self._checked(text)
        if link.token is None:
            raise ToolError("That is a link to the table; your seat's link ends in #seat=...")
        key = (link.table, link.token)
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            await self._leave_idle()
            seat = await self._seat(key)
            try:
                with contextlib.suppress(ConnectionResetError):  # then it has come back, and knows everything
                    await seat.ask({"type": "ping"})
            except BranchlineError:
                await self._leave(key)
                raise
            try:
                yield seat
            finally:
                self._used[key] = asyncio.get_running_loop().time()
                if seat.is_over:
                    await self._leave(key)

    async def _seat(self, key: tuple[str, str]) -> Seat:
        """An open line to a seat."""
        seat = self._seats.get(key)
        if seat is None:
            seat = Seat(self.server, key[0], token=key[1])
            await seat.__aenter__()
            if seat.you["seat"] is None:
                await seat.close()
                raise ToolError("Nobody sits there with this link.")
            self._seats[key] = seat
        return seat

    async def _leave(self, key: tuple[str, str]) -> None:
        """Close a line; the seat is kept, and the next tool opens another one."""
        seat = self._seats.pop(key, None)
        self._used.pop(key, None)
        if seat is not None:
            await seat.close()

    async def _leave_idle(self) -> None:
        """Close the lines that no tool has used for long."""
        before = asyncio.get_running_loop().time() - _IDLE
        for key in [key for key, at in self._used.items() if at < before and key not in self._locks]:
            await self._leave(key)

    async def close(self) -> None:
        """Close all lines; the seats are kept."""
        for seat in self._seats.values():
            await seat.close()
        await self._client.__aexit__()


def mcp_server(server: str) -> MCPServer[Any]:
    """The tools, at the tables of a Branchline server."""

    @contextlib.asynccontextmanager
    async def living(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await door.close()

    door = Door(server)
    made = MCPServer[Any](
        "branchline", instructions=INSTRUCTIONS, version=__version__, lifespan=living, log_level="WARNING"
    )
    looking = (door.boards, door.rules, door.tables, door.observe, door.legal_actions, door.explain, door.wait)
    reading: tuple[_Tool[...], ...] = (*looking, door.events, door.chat)
    doing: tuple[_Tool[...], ...] = (door.new_table, door.join_table, door.start, door.act, door.say, door.hint)
    for tool in (*reading, *doing, door.analyze):
        hints = ToolAnnotations(read_only_hint=tool in reading, open_world_hint=False)
        made.add_tool(_told(tool), annotations=hints, structured_output=False)
    return made


def _told(tool: _Tool[_P]) -> _Tool[_P]:
    """A tool whose errors are told to the agent in a sentence."""

    @wraps(tool)
    async def told(*arguments: _P.args, **options: _P.kwargs) -> str:
        try:
            return await tool(*arguments, **options)
        except BranchlineError as error:
            raise ToolError(str(error)) from error

    return told


# Words


def _table_line(table: Mapping[str, Any]) -> str:
    names = ", ".join(each["name"] or "(free)" for each in table["seats"])
    return f"{table['id']}: {table['title']}; {names}"


def _your_seat(seated: Seated) -> str:
    return f"You have seat {seated.seats[0]}. The link of your seat: {seated.link}"


def _need_decision(at: Seat) -> None:
    if at.game is None or at.game["decision"] is None:
        raise ToolError(f"{_whose_turn(at)} `wait` for your turn.")


def _whose_turn(at: Seat) -> str:
    if at.game is None:
        return "The game has not begun."
    return str(at.result["words"] if at.is_over else at.game["banner"])


def _log_length(at: Seat) -> int:
    return 0 if at.game is None else len(at.game["log"])


def _log(at: Seat, since: int) -> str:
    lines = [] if at.game is None else at.game["log"]
    return "\n".join(f"{number} {lines[number]['text']}" for number in range(max(0, since), len(lines)))


async def _until_asked(at: Seat, before: int) -> str:
    """Wait for the seat's next decision; what happened since a line of the log, and what it can do."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await at.decision()
    happened = _log(at, max(0, before - 1))  # the last line may have grown
    return f"{happened}\n\n{_scene(at, False) if at.game is not None else _whose_turn(at)}".lstrip()


def _scene(at: Seat, routes: bool) -> str:
    """What the seat sees, and the result at the end."""
    assert at.game is not None
    names = ", ".join(f"seat {seat} is {name}" for seat, name in enumerate(at.game["names"]))
    return f"{names}\n{at.observation.text(routes=routes)}{_result(at) if at.is_over else ''}"


def _result(at: Seat) -> str:
    """The score sheets."""
    lines = [f"\n{at.result['words']}"]
    for sheet in at.result["seats"]:
        parts = [f"{at.result['lines'].get(line, line)} {points}" for line, points in sheet["lines"].items()]
        lines.append(f"seat {sheet['seat']}: place {sheet['place']}, {sheet['total']} points ({', '.join(parts)})")
    return "\n".join(lines) + "\n"


def _analysis(found: Mapping[str, Any]) -> str:
    """An analysis in words: each seat's luck and play, and the decisions that cost a part of the win."""
    lines = [f"Win shares in percent, judged in {found['worlds']} imagined worlds for each decision."]
    for seat in found["seats"]:
        luck, play, result = (round(100 * seat[name]) for name in ("luck", "play", "result"))
        labels = ", ".join(counted(count, label) for label, count in seat["labels"].items() if count) or "no errors"
        lines.append(f"{seat['name']}: luck {luck:+}, play {play:+}, result {result}; {labels}")
    for each in found["decisions"]:
        if each["label"] and each["error"] > _DOUBT:
            who, move = found["seats"][each["seat"]]["name"], move_in_words(each["action"])
            lines.append(
                f"decision {each['number']}, {who}: {move}; {each['label']}, {round(100 * each['error'])} ± "
                f"{round(100 * each['error_se'])}. Better: {move_in_words(each['best'])}. {' '.join(each['reasons'])}"
            )
    return "\n".join(lines)
