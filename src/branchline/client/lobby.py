"""The HTTP part: boards, tables and links to them, records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import httpx

from branchline.model.errors import BranchlineError
from branchline.notation.record import Record, loads

if TYPE_CHECKING:
    from branchline.client.seat import Seat
    from branchline.table.protocol.answers import Catalog
    from branchline.table.protocol.messages import TableInfo
import re
from urllib.parse import parse_qs, urlsplit


class NotServed(BranchlineError):
    """There is no server, or no line to it."""


class Refused(BranchlineError):
    """The server said no: `code` is for programs, the text for people."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat at a table, with the secret that holds it."""

    server: str
    table: str
    token: str
    seats: tuple[int, ...]
    invitation: str | None = None

    @property
    def link(self) -> Link:
        """The link that takes this seat to another device. Who has it has the seat."""
        return Link(self.server, self.table, self.token)

    @property
    def invite(self) -> Link:
        """The link for others who want to join or watch."""
        return Link(self.server, self.table, invitation=self.invitation)


class Client:
    """A server's lobby."""

    def __init__(self, server: str, *, seconds: float = 30.0) -> None:
        self.server = server.rstrip("/")
        plain = self.server.lower().startswith("http:")  # then there are no certificates to read, which takes 20 ms
        self._http = httpx.AsyncClient(base_url=self.server, timeout=seconds, verify=not plain)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def boards(self) -> Catalog:
        """What can be played, and with which bots."""
        found: Catalog = await self.ask("GET", "/api/boards")
        return found

    async def tables(self, status: str = "open") -> list[TableInfo]:
        """The lobby."""
        found: list[TableInfo] = (await self.ask("GET", f"/api/tables?status={status}"))["tables"]
        return found

    async def table(self, table: str) -> TableInfo:
        """One table."""
        found: TableInfo = await self.ask("GET", f"/api/tables/{table}")
        return found

    async def create(self, board: str, *, name: str, seats: Sequence[str], **options: Any) -> Seated:
        """A new table; a seat is "person" or the level of a bot. Options: those of `CreateTable`."""
        plans = [{"kind": "person"} if seat == "person" else {"kind": "bot", "level": seat} for seat in seats]
        return self._seated(
            await self.ask("POST", "/api/tables", {"board": board, "name": name, "seats": plans, **options})
        )

    async def join(self, table: str, *, name: str, seat: int | None = None, invitation: str | None = None) -> Seated:
        """Take a free seat."""
        wanted = {"name": name, "seat": seat, "invitation": invitation}
        return self._seated(await self.ask("POST", f"/api/tables/{table}/join", wanted))

    async def start(self, seated: Seated) -> None:
        """The host begins the game."""
        await self.ask("POST", f"/api/tables/{seated.table}/start", token=seated.token)

    async def leave(self, seated: Seated) -> None:
        """Give the seat back before the start."""
        await self.ask("POST", f"/api/tables/{seated.table}/leave", token=seated.token)

    async def rematch(self, seated: Seated) -> Seated:
        """A new table for the same people."""
        return self._seated(await self.ask("POST", f"/api/tables/{seated.table}/rematch", token=seated.token))

    async def play_on(self, table: str, step: int, seat: int, *, name: str, level: str, **options: Any) -> Seated:
        """A new table that goes on from a finished game after that many decisions, against bots of a level."""
        wish = {"step": step, "seat": seat, "name": name, "level": level, **options}
        return self._seated(await self.ask("POST", f"/api/tables/{table}/continue", wish))

    async def record(self, table: str) -> Record:
        """The record of a finished game."""
        return loads((await self._send("GET", f"/api/tables/{table}/record")).text)

    def sit(self, seated: Seated, seat: int | None = None) -> Seat:
        """The socket of a seat, to use with `async with`."""
        from branchline.client.seat import Seat

        return Seat(self.server, seated.table, token=seated.token, seat=seat)

    def watch(self, table: str, invitation: str | None = None) -> Seat:
        """The socket of a spectator."""
        from branchline.client.seat import Seat

        return Seat(self.server, table, invitation=invitation)

    def _seated(self, plain: dict[str, Any]) -> Seated:
        return Seated(self.server, plain["table"]["id"], plain["token"], tuple(plain["seats"]), plain["invitation"])

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Ask for anything of the interface; returns the plain answer, raises Refused."""
        answer = await self._send(method, path, body, token)
        return answer.json() if answer.content else None

    async def _send(self, method: str, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        try:
            answer = await self._http.request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise NotServed(f"{self.server} does not answer: {str(error) or type(error).__name__}") from error
        if answer.is_error:
            try:
                plain = answer.json()
                raise Refused(plain["code"], plain["words"])
            except (ValueError, KeyError, TypeError):
                raise NotServed(f"{self.server} answered {answer.status_code} to {method} {path}") from None
        return answer


@dataclass(frozen=True, slots=True)
class Link:
    """A link taken apart."""

    server: str  # "http://host:port"
    table: str
    token: str | None = None  # of a seat
    invitation: str | None = None  # to a private table

    @classmethod
    def parse(cls, text: str) -> Link:
        """Read a link as people pass it on."""
        parts = urlsplit(text)
        found = re.fullmatch(r"/t/([a-z0-9]{6,16})/?.*", parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
            raise BranchlineError(f"'{text}' is no link to a table; one looks like http://host:8300/t/abcdefghij")
        secrets = parse_qs(parts.fragment)
        token, invitation = (secrets.get(name, [None])[0] for name in ("seat", "invitation"))
        return cls(f"{parts.scheme}://{parts.netloc}", found[1], token, invitation)

    def __str__(self) -> str:
        secret = f"#seat={self.token}" if self.token else f"#invitation={self.invitation}" if self.invitation else ""
        return f"{self.server}/t/{self.table}{secret}"
