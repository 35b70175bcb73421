"""What stands before every request: origin, size and rate are checked, headers are set, one line is logged."""

from __future__ import annotations

import time
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.content.policy import content_policy
from branchline.server.guarding.connections import line_of
from branchline.server.network.services import UNKNOWN_NAME, Services, known_name, same_origin
from branchline.server.operating.house import BANNED, STILL
from branchline.table.protocol.refusing import Refused
from branchline.table.time_budgets import charged

_log = structlog.get_logger("branchline.http")
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_HEADERS = {"cross-origin-resource-policy": "same-origin", "x-content-type-options": "nosniff"}
_FOR_PAGES = {
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
}
# What a page is made of is no page, and a table takes a hundred such files: what only pages need was a quarter of all
# that was sent.
_PARTS = ("text/javascript", "text/css", "font/")


class Guard:
    """An ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, pass on, log."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        services: Services = scope["app"].state.services
        host = Headers(scope=scope).get("host", "")
        every = {**_HEADERS, **_FOR_PAGES, "content-security-policy": content_policy(host)}

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                part = scope["path"].startswith("/static/") and headers.get("content-type", "").startswith(_PARTS)
                for name, value in (_HEADERS if part else every).items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(services, Request(scope))
        whole: Receive | None = receive
        if refusal is None and scope["method"] in _CHANGING:
            most = services.settings.limits.body_bytes
            whole = await _whole_body(receive, most)
            if whole is None:
                refusal = Refused("too_big", f"A request has at most {most} bytes.")
        if refusal is not None or whole is None:
            assert refusal is not None
            headers = {"retry-after": "2"} if refusal.code == "too_fast" else None
            plain = {"code": refusal.code, "words": refusal.words}
            answer = JSONResponse(plain, status_code=refusal.status, headers=headers)
            line = line_of(scope)
            await charged(answer(scope, receive, guarded), None if line is None else line.budget)
        else:
            work: Any = self.app(scope, whole, guarded)
            await charged(work, services.time.of(services.address_of(Request(scope))))
        services.metrics.requests.labels(str(status)).inc()
        spent = round(1000 * (time.perf_counter() - began), 1)
        _log.info("request", method=scope["method"], path=scope["path"], status=status, ms=spent)

    @staticmethod
    def _refusal(services: Services, request: Request) -> Refused | None:
        """Why a request is not even looked at, if so."""
        limits = services.settings.limits
        if not known_name(request, services.settings.names):
            return UNKNOWN_NAME
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limits.body_bytes:
            return Refused("too_big", f"A request has at most {limits.body_bytes} bytes.")
        if request.method in _CHANGING and not same_origin(request, services.settings.origins):
            return Refused("wrong_origin", "Pages of other sites cannot do that.")
        if request.method in _CHANGING and services.is_banned(request):
            return BANNED
        if request.method in _CHANGING and services.doorkeeper.rules.restoring:
            return STILL
        address = services.address_of(request)
        counted = services.requests if request.method in _CHANGING else services.reads
        if not counted.take(address) or services.time.of(address).wait() > 0:
            return Refused("too_fast", "Slow down.")
        return None


async def _whole_body(receive: Receive, most: int) -> Receive | None:
    """Read a body, with or without a length before it, and hand it on as one piece; None if it is too big."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":  # the client has gone
            return _repeating(message, receive)
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            return None
    return _repeating({"type": "http.request", "body": body, "more_body": False}, receive)


def _repeating(first: Message, then: Receive) -> Receive:
    """Receive a message that was received already, then what follows."""
    waiting = [first]

    async def receive() -> Message:
        return waiting.pop() if waiting else await then()

    return receive
