"""Answers that are the same for everybody and do not change while a server runs: made, compressed and tagged once."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

_WORTH_IT = 1000  # bytes; less is sent as it is


@dataclass(frozen=True, slots=True)
class Fixed:
    """A body with its tag, plain and compressed."""

    body: bytes
    kind: str
    tag: str
    compressed: bytes | None

    @classmethod
    def of(cls, body: bytes, kind: str) -> Fixed:
        """Make it from a body."""
        small = gzip.compress(body, 9, mtime=0) if len(body) >= _WORTH_IT else None
        return cls(body, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"', small)

    @classmethod
    def json(cls, plain: Any) -> Fixed:
        """Make it from a value."""
        return cls.of(orjson.dumps(plain, option=orjson.OPT_NON_STR_KEYS), "application/json")

    def answer(self, request: Request, **headers: str) -> Response:
        """The answer to a request: nothing but a word if the client has it already."""
        told = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding", **headers}
        asked = request.headers.get("if-none-match", "")
        if self.tag in (each.strip().removeprefix("W/") for each in asked.split(",")):
            return Response(status_code=304, headers=told)
        if self.compressed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.compressed, media_type=self.kind, headers={**told, "content-encoding": "gzip"})
        return Response(self.body, media_type=self.kind, headers=told)


def takes_gzip(accepted: str) -> bool:
    """Whether a client says that it reads what is compressed."""
    for each in accepted.split(","):
        name, _, weight = each.partition(";")
        if name.strip().casefold() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0")
    return False


class Made:
    """Fixed answers by their keys; of those that are asked for seldom, few are kept."""

    def __init__(self, most: int = 200) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, Fixed] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Fixed]) -> Fixed:
        """The answer for a key, made when it is first asked for."""
        found = self._made.pop(key, None) or make()
        self._made[key] = found
        if len(self._made) > self._most:
            self._made.popitem(last=False)
        return found

    async def get_in_thread(self, key: Hashable, make: Callable[[], Fixed]) -> Fixed:
        """The same for what takes long to make: the event loop is left to others."""
        if key in self._made:
            return self._made[key]
        found = await asyncio.to_thread(make)
        return self.get(key, lambda: found)
