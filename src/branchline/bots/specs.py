"""Specs: how a bot is asked for in words.

    greedy
    search(seconds=0.5, threads=2)
    champion(runs/champion.npz)      one value without a name is the first setting
    my_package.my_module:MyBot       a class, or anything else that makes a bot, by where it is

A setting is an argument of whatever makes the bot, and its type annotation says how the text is read.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from branchline.model.errors import UnknownBot, closest

_SPEC = re.compile(r"\s*(?P<name>[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.]*)?)\s*(?:\((?P<settings>.*)\))?\s*", re.DOTALL)
_SETTING = re.compile(
    r"""\s*(?:(?P<key>[A-Za-z_]\w*)\s*=\s*)?(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"',=]+?))\s*(?:,|$)"""
)
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_TYPES = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A spec taken apart: the name, and the settings as they were written; one without a name has the name ""."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        written = [f"{key}={_quoted(text)}" if key else _quoted(text) for key, text in self.settings]
        return f"{self.name}({', '.join(written)})" if written else self.name


def _quoted(text: str) -> str:
    """A value so that it is read again as the same text."""
    if text and not re.search(r"""[,="']|^\s|\s$""", text):
        return text
    return f"'{text}'" if '"' in text else f'"{text}"'


@dataclass(frozen=True, slots=True)
class BotSetting:
    """One setting of a bot."""

    name: str
    kind: type  # bool, int, float or str
    default: object
    may_be_none: bool = False

    def read(self, text: str, bot: str) -> object:
        """The value that a text means."""
        if self.may_be_none and text.casefold() == "none":
            return None
        try:
            return _TRUTHS[text.casefold()] if self.kind is bool else self.kind(text)
        except (ValueError, KeyError):
            wanted = _TYPES[self.kind]
            raise UnknownBot(f"'{self.name}' of the bot '{bot}' is {wanted}, not '{text}'") from None


def parse_spec(text: str) -> BotSpec:
    """Take a spec apart. That the bot and the settings exist is checked when it is made."""
    found = _SPEC.fullmatch(text)
    if found is None:
        raise UnknownBot(
            f"'{text}' names no bot; write a name, like greedy, or a name with settings, like search(seconds=1)"
        )
    name = found["name"] if ":" in found["name"] else found["name"].casefold()
    settings: list[tuple[str, str]] = []
    rest = (found["settings"] or "").strip()
    at = 0
    while at < len(rest):
        setting = _SETTING.match(rest, at)
        if setting is None:
            raise UnknownBot(f"the settings of '{text}' cannot be read at '{rest[at:]}'; write key=value, key=value")
        value = next(v for v in (setting["double"], setting["single"], setting["bare"]) if v is not None)
        settings.append((setting["key"] or "", value))
        at = setting.end()
    return BotSpec(name, tuple(settings))


def settings_of(maker: Callable[..., Any]) -> tuple[BotSetting, ...]:
    """The settings that a bot takes: the arguments of what makes it, apart from the seed."""
    found = []
    for argument in inspect.signature(maker, eval_str=True).parameters.values():
        if argument.name == "seed" or argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD):
            continue
        hint = type(argument.default) if argument.annotation is argument.empty else argument.annotation
        kinds = typing.get_args(hint) if typing.get_origin(hint) in (Union, types.UnionType) else (hint,)
        kind = next((k for k in kinds if k in _TYPES), None)
        if kind is not None:
            found.append(BotSetting(argument.name, kind, argument.default, type(None) in kinds))
    return tuple(found)


def read_settings(spec: BotSpec, known: tuple[BotSetting, ...]) -> Mapping[str, object]:
    """The arguments that the settings of a spec mean."""
    by_name = {setting.name: setting for setting in known}
    values: dict[str, object] = {}
    for at, (written, text) in enumerate(spec.settings):
        if not known:
            words = f"{written}={text}" if written else text
            raise UnknownBot(f"the bot '{spec.name}' has no settings, so it cannot take '{words}'")
        if not written and at > 0:
            raise UnknownBot(f"only the first setting of '{spec}' can go without its name, not '{text}'")
        key = written or known[0].name
        if key not in by_name:
            raise UnknownBot(
                f"the bot '{spec.name}' has no setting '{key}'; it has: {', '.join(by_name)}{closest(key, by_name)}"
            )
        if key in values:
            raise UnknownBot(f"'{key}' is set twice in '{spec}'")
        values[key] = by_name[key].read(text, spec.name)
    missing = [s.name for s in known if s.default is inspect.Parameter.empty and s.name not in values]
    if missing:
        raise UnknownBot(f"the bot '{spec.name}' needs a setting: {spec.name}({missing[0]}=...)")
    return values
