"""The rules of a board in plain English, for those who play without the browser.

What is written is what the rules page of the browser shows: `learn/common.json` and `learn/BOARD.json`, with the
numbers of the board put in (`core/rule-sections.js`). A board of your own is explained by its mechanics.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from branchline.model.board import GRAY, Board, Route, Variant
from branchline.web import STATIC
from branchline.words.plain import listed, route_name
from branchline.words.things import added_rules

_HOLE = re.compile(r"\{([\w.]+)(?: ([^}]+))?\}")
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def rules_in_words(board: Board, variant: Variant) -> str:
    """The rules of a board and variant: a title and sentences for each part, in the order to read them."""
    facts = _facts(board, variant)
    written = _written(board.id)
    special = written or [{"id": title, "title": title, "words": words} for title, words in added_rules(board)]
    own = {section["id"]: section for section in special}
    common = [own.pop(section["id"], section) for section in _written("common")]
    sections = [
        *(section for section in common if not section.get("late")),
        *own.values(),
        *(section for section in common if section.get("late")),
    ]
    return "\n\n".join("\n".join(_told(section, facts)) for section in sections) + "\n"


def _written(name: str) -> list[dict[str, Any]]:
    """What is written about a board; nothing about one of somebody's own."""
    path = STATIC / "learn" / f"{name}.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return found


def _facts(board: Board, variant: Variant) -> dict[str, Any]:
    """What the sentences are filled with: the board's own numbers, and examples that are found on it."""
    plain = [route for route in board.routes if route.kind == "train" and not route.tags and not route.wilds]
    colored = [route for route in plain if route.color != GRAY and route.length >= 3] or board.routes[:1]
    gray = [route for route in plain if route.color == GRAY and route.length >= 2]
    return {
        "numbers": asdict(variant.numbers),
        "extras": board.extras,
        "colored": _example(board, colored[0]),
        "gray": _example(board, gray[0]) if gray else None,
        "points": " · ".join(f"{length}: {points}" for length, points in board.route_points.items()),
        "doubles": any(route.twins for route in board.routes),
    }


def _example(board: Board, route: Route) -> dict[str, Any]:
    return {"name": route_name(board, route), "length": route.length}


def _told(section: dict[str, Any], facts: Mapping[str, Any]) -> list[str]:
    """A section: its title, and the sentences that are about this board."""
    told = [_filled(section["title"], facts)]
    for each in section["words"]:
        if isinstance(each, str) or _fact(facts, each["if"]):
            told.append(_filled(each if isinstance(each, str) else each["words"], facts))
    return told


def _filled(text: str, facts: Mapping[str, Any]) -> str:
    """Words with the facts put in; what begins a sentence gets its capital letter."""

    def fill(hole: re.Match[str]) -> str:
        fact = _fact(facts, hole[1])
        if fact is None:
            raise LookupError(f"there is no fact '{hole[1]}'")  # better no rules than wrong ones
        words = _in_words(fact, hole[2])
        begins = hole.start() == 0 or re.search(r"[.:?]\s$", text[: hole.start()]) is not None
        return words[:1].upper() + words[1:] if begins else words

    return _HOLE.sub(fill, text)


def _fact(facts: Mapping[str, Any], path: str) -> Any:
    """The fact that a path leads to; None where the board has none."""
    found: Any = facts
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _in_words(value: Any, noun: str | None) -> str:
    """A fact as people say it: small numbers as words, with what they count; names of things; lists."""
    if isinstance(value, list | tuple):
        return listed([str(each) if isinstance(each, int) else _in_words(each, None) for each in value])
    if not isinstance(value, int):
        words = str(value)
        return words.replace("_", " ").title() if re.fullmatch("[a-z_]+", words) else words
    number = _NUMBERS[value] if value < len(_NUMBERS) else str(value)
    return f"{number} {noun}{'' if value == 1 else 's'}" if noun else number
