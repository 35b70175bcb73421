"""A seat at a table, or a spectator's chair: one socket that reconnects by itself."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from branchline.boards import registry
from branchline.client.lobby import NotServed, Refused
from branchline.model.observation import Observation
from branchline.notation import forms

if TYPE_CHECKING:
    from branchline.table.protocol.messages import Decision, Result

_PATIENCE = 60.0  # seconds to try again after the line broke
_LARGEST = 8 * 1024 * 1024


class Seat:
    """What one viewer knows of a table, kept up to date, and what it can do there."""

    def __init__(
        self,
        server: str,
        table: str,
        *,
        token: str | None = None,
        seat: int | None = None,
        invitation: str | None = None,
        patience: float = _PATIENCE,
    ) -> None:
        self.url = f"ws{server.removeprefix('http')}/api/tables/{table}/socket"
        self.you: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.chat: list[dict[str, Any]] = []
        self._choices: dict[int, Any] = {}  # those that were told, by their numbers
        self._hello = {"type": "hello", "token": token, "seat": seat, "invitation": invitation}
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._refs = itertools.count(1)

    # Coming and going

    async def __aenter__(self) -> Self:
        await self._connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; you keep the seat."""
        if self._socket is not None:
            await self._socket.close()

    async def drop(self) -> None:
        """Cut the line without a word, as a bad network does."""
        if self._socket is not None and self._socket.transport is not None:
            self._socket.transport.abort()

    async def _connect(self) -> None:
        """Connect and say hello; try again for a while if nobody answers."""
        pause = 0.05
        loop = asyncio.get_running_loop()
        until = loop.time() + self._patience
        while True:
            try:
                self._socket = await connect(self.url, max_size=_LARGEST, compression=None, ping_interval=None)
                await self._socket.send(json.dumps(self._hello))
                await self._welcome()
                return
            except Refused:
                await self.close()
                raise
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                if loop.time() > until:
                    raise NotServed(f"{self.url} does not answer: {error}") from error
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)

    async def _welcome(self) -> None:
        assert self._socket is not None
        while True:
            message = json.loads(await self._socket.recv())
            if message["type"] == "welcome":
                self._take(message)
                return
            if message["type"] == "error" and message["code"] == "unavailable":
                raise ConnectionError(
                    message["words"]
                )  # the server stops: another one, or the same again, answers soon
            if message["type"] == "error":
                raise Refused(message["code"], message["words"])
            if message["type"] == "bye" and not message["again"]:
                raise Refused(message["code"], message["words"])

    # What happens

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """All messages as they come, already applied; after a reconnection `welcome` comes again."""
        while True:
            yield await self.next_message()

    async def next_message(self) -> dict[str, Any]:
        """The next message, already applied."""
        while True:
            assert self._socket is not None
            try:
                message: dict[str, Any] = json.loads(await self._socket.recv())
            except ConnectionClosed:
                await self._connect()
                return {"type": "welcome", "you": self.you, "table": self.table, "game": self.game}
            if message["type"] == "bye" and not message["again"]:
                raise Refused(message["code"], message["words"])
            self._take(message)
            return message

    def _take(self, message: dict[str, Any]) -> None:
        """Bring what is known up to date."""
        match message["type"]:
            case "welcome":
                self.you, self.table = message["you"], message["table"]
                self.game, self.chat = message["game"], list(message["chat"])
                self._learn_choices()
            case "state":
                self.game = message["game"]
                self._learn_choices()
            case "update":
                assert self.game is not None
                self.game = merged(self.game, message, self._choices)
            case "table":
                self.you, self.table = message["you"], message["table"]
            case "chat":
                self.chat += message["lines"]
            case "undo":
                assert self.game is not None
                self.game["undo"] = message["undo"]

    def _learn_choices(self) -> None:
        """Updates name choices by their numbers; these are known from here on."""
        decision = self.game and self.game["decision"]
        self._choices = {each["number"]: each for each in decision["choices"]} if decision else {}

    # What one knows

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game["result"] is not None

    @property
    def result(self) -> Result:
        """The end of the game."""
        if self.game is None or self.game["result"] is None:
            raise Refused("not_allowed", "the game is not over")
        found: Result = self.game["result"]
        return found

    @property
    def observation(self) -> Observation:
        """The game as this viewer may know it, as the value that bots decide by."""
        if self.game is None:
            raise Refused("not_running", "the game has not begun")
        plain = self.game["observation"]
        codec = registry.codec(plain["board"], plain["variant"], plain["seats"])
        seen: Observation = forms.from_json(plain, codec=codec)
        return seen

    async def decision(self) -> Decision | None:
        """Wait until this seat has something to decide; None when the game is over."""
        while True:
            if self.is_over:
                return None
            if self.game is not None and self.game["decision"] is not None:
                found: Decision = self.game["decision"]
                return found
            await self.next_message()

    # What one can do

    async def act(self, action: int) -> None:
        """Answer the open decision. If the connection breaks meanwhile, the answer is sent again, and counts once."""
        number = self._asked()
        if number is None:
            raise Refused("stale", "there is nothing to decide")
        while True:
            try:
                await self.ask({"type": "act", "decision": number, "action": action})
                return
            except ConnectionResetError:
                if self._asked() != number:
                    return  # it had arrived
            except Refused as refusal:
                if refusal.code != "too_fast":
                    raise
                await asyncio.sleep(0.1)

    def _asked(self) -> int | None:
        """The number of the open decision."""
        decision = None if self.game is None else self.game["decision"]
        return None if decision is None else int(decision["number"])

    async def say(self, text: str) -> None:
        """Chat."""
        await self.ask({"type": "say", "text": text})

    async def undo(self) -> None:
        """Undo the latest decision, or ask the others to agree."""
        await self.ask({"type": "undo"})

    async def answer_undo(self, agree: bool) -> None:
        """Agree to another seat's undo, or decline it."""
        wish = None if self.game is None else self.game["undo"]["wish"]
        if wish is None:
            raise Refused("stale", "nobody asks for that")
        await self.ask({"type": "answer_undo", "wish": wish["number"], "agree": agree})

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send any message of the interface and wait for its answer; raises Refused, or ConnectionResetError."""
        assert self._socket is not None
        ref = next(self._refs)
        try:
            await self._socket.send(json.dumps({**message, "ref": ref}))
        except ConnectionClosed:
            await self._connect()
            raise ConnectionResetError("the line broke") from None
        while True:
            answer = await self.next_message()
            if answer["type"] == "welcome":
                raise ConnectionResetError("the line broke")
            if answer.get("ref") != ref:
                continue
            if answer["type"] == "error":
                raise Refused(answer["code"], answer["words"])
            return answer


def merged(game: dict[str, Any], update: dict[str, Any], choices: dict[int, Any]) -> dict[str, Any]:
    """A game with what an update says is different. `choices` are those that were told so far; new ones are added."""
    if update["after"] != game["number"]:
        raise Refused("stale", f"an update for {update['after']} does not fit {game['number']}")
    seen = game["observation"]
    change = update["observation"]
    parts = {name: {**seen["parts"].get(name, {}), **part} for name, part in change["parts"].items()}
    observation = {**seen, **change["fields"], "parts": {**seen["parts"], **parts}}
    log = [*game["log"][: update["log"]["start"]], *update["log"]["lines"]]
    rest = {key: update[key] for key in game if key in update and key not in ("observation", "log")}
    if rest.get("decision"):
        told = dict(rest["decision"])
        choices.update((each["number"], each) for each in told.pop("told"))
        rest["decision"] = {**told, "choices": [choices[number] for number in told["choices"]]}
    return {**game, **rest, "observation": observation, "log": log}
