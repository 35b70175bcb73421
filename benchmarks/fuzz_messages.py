"""Feeds made-up text to everything that reads what clients send, guided by the lines that it reaches (atheris).

    pip install atheris
    BRANCHLINE_PURE=1 python benchmarks/fuzz_messages.py -max_total_time=3600

What comes by a socket is read as the server reads it, and what comes by HTTP is checked as its routes check it: either
it is a message, or it is refused in words. Anything else is a finding, and ends the program with the input that led
there. Options are those of libFuzzer.
"""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["branchline.table", "branchline.server", "json"]):
    from pydantic import TypeAdapter, ValidationError

    from branchline.server.network.services import known_name, same_origin
    from branchline.server.settings import Limits
    from branchline.table.conversation import Conversation
    from branchline.table.limiting import address_block
    from branchline.table.protocol import requests
    from branchline.table.protocol.names import look, visible
    from branchline.table.tokens import is_table_id

BODIES = [
    TypeAdapter(each)
    for each in (requests.CreateTable, requests.JoinTable, requests.PlanSeat, requests.PlayOn, requests.AddWord)
]


class Ear:
    """Takes what a client would be told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed = False

    def put(self, message: str) -> None:
        """It is JSON with a sentence."""
        self.heard.append(json.loads(message))

    def bye(self, code: str, words: str, *, again: bool) -> None:
        """The line ends."""
        self.closed = True


def read_message(text: str) -> None:
    """A message of the socket is understood, or refused in words."""
    home: Any = SimpleNamespace()
    ear: Any = Ear()
    conversation = Conversation(home, Limits(), ear)
    message = conversation.read(text)
    if message is None:
        assert ear.heard[0]["type"] == "error"
        assert ear.heard[0]["words"].isprintable()
        assert len(ear.heard[0]["words"]) < 1000
        return
    again = conversation.read(message.model_dump_json())
    assert again == message, (again, message)


def read_body(text: str) -> None:
    """The body of a request is understood, or its first fault is named in words."""
    for kind in BODIES:
        words = "understood"
        try:
            kind.validate_json(text)
        except ValidationError as error:
            words = requests.fault_in_words(error.errors(include_url=False)[0])
        assert words.isprintable()


def read_words(text: str) -> None:
    """Names, hosts, addresses and ids."""
    shown = visible(text)
    assert visible(shown) == shown
    look(text)
    address_block(text)
    is_table_id(text)
    connection: Any = SimpleNamespace(headers={"host": text, "origin": text})
    known_name(connection, ())
    same_origin(connection, ())


def one(data: bytes) -> None:
    """One input."""
    text = data[1:].decode("utf-8", "replace" if data[:1] < b"\x80" else "surrogateescape")
    (read_message, read_body, read_words)[data[0] % 3 if data else 0](text)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
