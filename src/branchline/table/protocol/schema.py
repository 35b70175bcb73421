"""The messages of the socket as JSON Schema, for clients in any language: `GET /api/schema`."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, TypeAdapter

from branchline.table.protocol.messages import ServerMessage
from branchline.table.protocol.requests import CLIENT_MESSAGE

SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage, config=ConfigDict(extra="forbid"))


def schemas() -> dict[str, Any]:
    """Both directions: `client` is what one may send, `server` is what one gets."""
    return {"client": CLIENT_MESSAGE.json_schema(), "server": SERVER_MESSAGE.json_schema(mode="serialization")}
