"""What goes between a game and a bot in any language: one JSON object a line (docs/bots/protocol.md).

Here are the messages; `exec_bot.py` is the process.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from branchline.boards import registry
from branchline.model.board import Board, Variant
from branchline.model.errors import BranchlineError
from branchline.model.events import Event
from branchline.model.observation import Observation
from branchline.notation.forms import to_json
from branchline.notation.text import describe

PROTOCOL = 1
WISHES = ("full", "changes", "none")  # how a bot may want to be shown the game


class BadMessage(BranchlineError):
    """A program said something that is not of the protocol."""


def line_of(message: Mapping[str, Any]) -> bytes:
    """A message as it is written. Half a character, as in a reason that quotes the program, is written as an escape."""
    written = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return written.encode(errors="backslashreplace") + b"\n"


def message_in(line: bytes, kind: str) -> dict[str, Any]:
    """The message in a line, which must be of that type."""
    try:
        message = json.loads(line)
    except ValueError as error:
        raise BadMessage(f"that is no JSON: {_quoted(line)}") from error
    if not isinstance(message, dict) or message.get("type") != kind:
        raise BadMessage(f'expected {{"type": "{kind}", ...}}, not {_quoted(line)}')
    return message


def _quoted(line: bytes) -> str:
    return repr(line[:80].decode(errors="replace").rstrip())


def read_hello(line: bytes) -> tuple[str, str, bool]:
    """From a program's hello: its name, how it wants to be shown the game, and whether it wants actions in words."""
    message = message_in(line, "hello")
    if message.get("protocol") != PROTOCOL:
        raise BadMessage(f'it speaks protocol {message.get("protocol")!r}; this is "protocol": {PROTOCOL}')
    name, wish, words = message.get("name"), message.get("observation", "full"), message.get("words", True)
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        raise BadMessage('its hello has no "name" of up to 60 letters that can be shown')
    if wish not in WISHES or not isinstance(words, bool):
        raise BadMessage('in its hello, "observation" is "full", "changes" or "none", and "words" is true or false')
    return name, wish, words


def read_act(line: bytes, number: int, seen: Observation) -> int:
    """The number of the action that a program chose."""
    message = message_in(line, "act")
    action = message.get("action")
    if message.get("id") != number:
        raise BadMessage(f'"id" is {message.get("id")!r}; the open decision is {number}')
    if isinstance(action, str):
        return seen.number(seen.parse(action))
    if isinstance(action, bool) or not isinstance(action, int):
        raise BadMessage(f'"action" is a number or words, not {action!r:.60}')
    return action


def game_message(board: Board, variant: Variant, seats: int) -> dict[str, Any]:
    """What is known of a game before it begins."""
    facts = {name: to_json(getattr(board, name)) for name in _OF_BOARD}
    return {"type": "game", "board": facts, "variant": to_json(variant), "seats": seats}


_OF_BOARD = ("id", "title", "rules_version", "colors", "cards", "route_points", "cities", "countries", "routes")


def decide_message(
    number: int, seen: Observation, events: Sequence[Event] | None, seconds: float | None, words: bool
) -> dict[str, Any]:
    """The question that a program is to answer, without what it sees."""
    message: dict[str, Any] = {
        "type": "decide",
        "id": number,
        "seat": seen.seat,
        "question": next(decision.question for decision in seen.open if decision.seat == seen.seat),
        "seconds": seconds,
        "legal": list(seen.legal),
    }
    if words:
        board = registry.board(seen.board)
        variant = registry.variant(board, seen.variant)
        message["words"] = [describe(board, variant, action) for action in seen.actions]
    if events is not None:
        message["events"] = to_json(tuple(events))
    return message


def shown(seen: Observation, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a seat sees, or what is different from `before`; its legal actions are in the question."""
    plain: dict[str, Any] = to_json(replace(seen, legal=()))
    del plain["legal"]
    return {"observation": plain} if before is None else {"changes": changed(before, plain)}


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are different; of the parts, only those that are, and of each only its fields that are."""
    different = {name: value for name, value in after.items() if before.get(name) != value}
    if "parts" in different:
        parts = {name: (before["parts"].get(name, {}), part) for name, part in after["parts"].items()}
        different["parts"] = {
            name: {key: value for key, value in part.items() if was.get(key) != value}
            for name, (was, part) in parts.items()
            if was != part
        }
    return different
