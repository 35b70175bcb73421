"""Checks the numbers of mechanics, the sections `[extras.*]`, against what each mechanic says of them (`facts`).

A mechanic describes its sections by what their keys hold:

    1            a whole number of at least 1
    ""           a text; "place", "region", "deck", "sort" or "color": one that the board knows by that word
    True         true or false
    [1]          a list of these
    {"a": 1}     a table with these keys. "a?" may be missing; "*" stands for any other key, "*color" for any color,
                 and "*seats" for each number of seats, all of which must be there

Sections that no mechanic describes are for whoever reads them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from branchline.boards.board_text import Section
from branchline.model.errors import closest

Known = Mapping[str, Collection[str]]  # what the board knows: "place" -> ids of places ...


def check_extras(extras: Section, facts: Mapping[str, Any], known: Known) -> None:
    """Name every key of the described sections that is missing, unknown, or holds something else."""
    for name, shape in facts.items():
        if name in extras.table:
            _check_table(extras.section(name, f"[extras.{name}]"), shape, known)


def _check_table(section: Section, shape: Mapping[str, Any], known: Known) -> None:
    rest = next((key for key in shape if key.startswith("*")), None)
    for key, inner in shape.items():
        name = key.removesuffix("?")
        if key != rest and (section.has(name) or name == key):
            _check(section, name, inner, known)
    if rest is not None:
        _check_rest(section, {key.removesuffix("?") for key in shape}, rest[1:], shape[rest], known)
    section.check_unknown()


def _check_rest(section: Section, named: Collection[str], word: str, inner: Any, known: Known) -> None:
    """The keys that are not named one by one."""
    if word == "seats":
        named = [*named, *known[word]]
        for key in known[word]:
            _check(section, key, inner, known)
    for key in section.table:
        if key not in named and (word == "" or _is_known(section, key, word, key, known)):
            _check(section, key, inner, known)
        section.has(key)


def _check(section: Section, key: str, shape: Any, known: Known) -> None:
    """One key."""
    if isinstance(shape, dict):
        _check_table(section.section(key, f"{section.label[:-1]}.{key}]"), shape, known)
    elif isinstance(shape, bool):
        if not isinstance(section.value(key), bool | None):
            section.fault("must be true or false", key)
    elif isinstance(shape, int):
        section.whole(key, shape)
    elif isinstance(shape, str):
        text = section.text(key)
        if shape and text:
            _is_known(section, text, shape, key, known)
    else:
        _check_list(section, key, shape[0], known)


def _check_list(section: Section, key: str, shape: Any, known: Known) -> None:
    if isinstance(shape, str):
        section.value(key)
        for text in section.texts(key):
            if shape:
                _is_known(section, text, shape, key, known)
        return
    values = section.value(key)
    fine = isinstance(values, list) and all(type(value) is int and value >= shape for value in values)
    if values is not None and not fine:
        section.fault(f"must be a list of whole numbers of {shape} or more", key)


def _is_known(section: Section, text: str, word: str, key: str, known: Known) -> bool:
    """Whether the board knows a text; a fault if not."""
    if text in known[word]:
        return True
    section.fault(f"there is no {word} '{text}'{closest(text, known[word])}", key)
    return False
