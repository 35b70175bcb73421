"""Where settings come from: the command line, else the environment, else a file, else the default.

Every value is checked here, before anything else of the server is imported.
"""

from __future__ import annotations

import difflib
import ipaddress
import json
import re
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import Field, asdict, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from branchline.model.errors import BranchlineError
from branchline.server.settings import Limits, Settings

PREFIX = "BRANCHLINE_"
LEVELS = ("debug", "info", "warning", "error")
_LIMITS = {each.name: each for each in fields(Limits)}
_OTHERS = {each.name: each for each in fields(Settings) if each.name != "limits"}
_KINDS = {**typing.get_type_hints(Limits), **typing.get_type_hints(Settings)}
_ELSEWHERE = {"boards"}  # its variable is read by who looks for boards


class BadSetting(BranchlineError):
    """A setting that makes no sense, or that does not exist."""


def configured(file: str | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """The settings of a server, each from the first place that has it."""
    found: dict[str, Any] = {} if file is None else _from_file(Path(file))
    found |= _from_environment(environment)
    found |= {name: _checked(_field(name), value, f"--{_option(name)}") for name, value in given.items()}
    settings = Settings(
        **{name: value for name, value in found.items() if name in _OTHERS},
        limits=Limits(**{name: value for name, value in found.items() if name in _LIMITS}),
    )
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise BadSetting('several workers need PostgreSQL: database = "postgresql://…"; SQLite serves one')
    return settings


def as_file(settings: Settings) -> str:
    """All settings as a file that `--config` reads, each with its meaning."""
    plain = asdict(settings)
    limits = plain.pop("limits")
    lines = ["# Settings of a Branchline server. A variable such as BRANCHLINE_PORT goes before this file.", ""]
    lines += [_line(each, plain[name]) for name, each in _OTHERS.items()]
    lines += ["", "[limits]  # what one client may do"]
    lines += [_line(each, limits[name]) for name, each in _LIMITS.items()]
    return "\n".join(lines) + "\n"


def _line(each: Field[Any], value: Any) -> str:
    shown = "" if value is None else json.dumps(value, ensure_ascii=False)
    return (
        f"{each.name} = {shown}  # {each.metadata['words']}"
        if shown
        else f"# {each.name} = …  # {each.metadata['words']}"
    )


def _from_file(path: Path) -> dict[str, Any]:
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is no TOML file: {error}") from error
    limits = plain.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadSetting(f"{path}: [limits] is a section")
    found: dict[str, Any] = {}
    for section, known in ((plain, _OTHERS), (limits, _LIMITS)):
        for name, value in section.items():
            if name not in known:
                raise BadSetting(f"{path}: there is no {_unknown(name, known, section is limits)}")
            found[name] = _checked(known[name], value, f"{path}: {name}")
    return found


def _unknown(name: str, known: Mapping[str, Any], limit: bool) -> str:
    where = "limit" if limit else "setting"
    if name in _LIMITS or name in _OTHERS:
        return f"{where} '{name}'; it belongs {'above' if limit else 'below'} [limits]"
    close = difflib.get_close_matches(name, known, 1)
    return f"{where} '{name}'" + (f"; did you mean '{close[0]}'?" if close else "")


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, each in {**_OTHERS, **_LIMITS}.items():
        variable = f"{PREFIX}{name.upper()}"
        if variable in environment and name not in _ELSEWHERE:
            found[name] = _checked(each, _read(name, environment[variable]), variable)
    _check_variables(environment)
    return found


def _check_variables(environment: Mapping[str, str]) -> None:
    """Refuse a variable that is nearly the name of a setting: it would be overlooked in silence."""
    known = [f"{PREFIX}{name.upper()}" for name in _KINDS]
    for variable in environment:
        if variable.startswith(PREFIX) and variable not in known:
            close = difflib.get_close_matches(variable, known, 1, 0.9)
            if close:
                raise BadSetting(f"there is no setting {variable}; did you mean {close[0]}?")


def _read(name: str, text: str) -> Any:
    """The value that a text stands for; the text itself if it stands for none, which is then refused."""
    kind = _KINDS[name]
    if kind in (tuple[str, ...], tuple[int, ...]):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return parts if kind == tuple[str, ...] else [_number(part, int) for part in parts]
    return _number(text, kind) if kind in (int, float) else text


def _number(text: str, kind: type[int] | type[float]) -> Any:
    try:
        return kind(text)
    except ValueError:
        return text


def _field(name: str) -> Field[Any]:
    return _OTHERS.get(name) or _LIMITS[name]


def _option(name: str) -> str:
    return {"origins": "origin", "names": "name"}.get(name, name).replace("_", "-")


def _checked(each: Field[Any], value: Any, where: str) -> Any:
    """A value of the right kind and size; `where` says whose fault it is if not."""
    kind = _KINDS[each.name]
    if kind in (tuple[str, ...], tuple[int, ...]):
        if not isinstance(value, list | tuple):
            raise BadSetting(f"{where} is a list, not {value!r}")
        inner = str if kind == tuple[str, ...] else int
        for part in value:
            _check_one(each, part, inner, where)
        value = tuple(value)
    else:
        _check_one(each, value, str if kind == str | None else kind, where)
        value = float(value) if kind is float else value
    _check_meaning(each.name, value, where)
    return value


def _check_one(each: Field[Any], value: Any, kind: type, where: str) -> None:
    if kind is str:
        if not isinstance(value, str):
            raise BadSetting(f"{where} is a text, not {value!r}")
        return
    right = isinstance(value, int) or (kind is float and isinstance(value, float))
    if not right or isinstance(value, bool):
        raise BadSetting(f"{where} is a {'whole ' if kind is int else ''}number, not {value!r}")
    least = each.metadata["least"]
    if not least <= value < 1e15:  # no infinity, and nothing that is none
        raise BadSetting(f"{where} is at least {least:g}, not {value}" if value < least else f"{where} is too large")


def _check_meaning(name: str, value: Any, where: str) -> None:
    """What cannot be told from the kind of a value."""
    if name == "log" and value not in LEVELS:
        raise BadSetting(f"{where} is one of {', '.join(LEVELS)}, not '{value}'")
    if name == "operator_key" and 0 < len(value) < 16:
        raise BadSetting(f"{where} has at least 16 characters")
    if name == "port" and value > 65_535:
        raise BadSetting(f"{where} is at most 65535, not {value}")
    if name == "database" and not re.match(r"(sqlite:///.|postgresql(\+psycopg)?://)", value):
        raise BadSetting(f"{where} is sqlite:///FILE or postgresql://USER@HOST/NAME")
    if name == "analysis_worlds" and (not value or list(value) != sorted(set(value))):
        raise BadSetting(f"{where} are numbers that grow, such as [16, 64, 256]")
    if name == "proxy" and value not in ("", "*"):
        for part in value.split(","):
            _check_network(part.strip(), where)
    if name == "origins":
        for site in value:
            parts = urlsplit(site)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query:
                raise BadSetting(f"{where} is a site such as https://example.org, not '{site}'")
    if name == "names":
        for host in value:
            if host != "*" and not re.fullmatch(r"[\w-]+(\.[\w-]+)*", host):
                raise BadSetting(f"{where} is a name such as play.example.org, not '{host}'")


def _check_network(text: str, where: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise BadSetting(
            f"{where} is an address or a network such as 10.0.0.1 or 172.16.0.0/12, not '{text}'"
        ) from None
