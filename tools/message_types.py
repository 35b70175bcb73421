"""Writes the types of the browser client's messages from what the server declares, so that they cannot drift apart.

    python tools/message_types.py          # writes src/branchline/web/static/core/messages.d.ts
    python tools/message_types.py --check  # fails if the file is not what the server declares

The socket's messages and the answers over HTTP come out of the same schema that `GET /api/schema` gives.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from branchline.table.protocol import answers, puzzle_answers
from branchline.table.protocol.schema import schemas
from branchline.web import STATIC

TARGET = STATIC / "core" / "messages.d.ts"
PUZZLES = puzzle_answers.Puzzles | puzzle_answers.Solver | puzzle_answers.PuzzlePosition | puzzle_answers.PuzzleSolved
ANSWERS = (
    PUZZLES
    | answers.Seated
    | answers.Tables
    | answers.Catalog
    | answers.BoardData
    | answers.Replay
    | answers.ReplayStep
    | answers.AnalysisState
    | answers.StudiedGame
)
HEAD = """\
// Written by tools/message_types.py from what the server declares: change it there, not here.
// What goes over the socket, what comes back, and what is answered over HTTP.
"""
LINE = 120  # no line of the client is as long
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def main() -> None:
    """Write the file, or say that it is out of date."""
    parser = argparse.ArgumentParser(description="Write the message types of the browser client.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file is out of date")
    wanted = declarations()
    if parser.parse_args().check:
        if TARGET.read_text() != wanted:
            sys.exit(f"{_shown(TARGET)} is out of date: run python tools/message_types.py")
    else:
        TARGET.write_text(wanted)


def declarations() -> str:
    """The whole file."""
    both = schemas()
    over_http = TypeAdapter(ANSWERS).json_schema(mode="serialization")
    named = {**both["client"]["$defs"], **both["server"]["$defs"], **over_http["$defs"]}
    unions = {
        "ClientMessage": _names(both["client"]["oneOf"]),
        "ServerMessage": _names(both["server"]["anyOf"]),
    }
    parts = [HEAD]
    parts += [_interface(name, schema) for name, schema in sorted(named.items())]
    parts += [f"export type {name} =\n  | " + "\n  | ".join(names) + ";\n" for name, names in unions.items()]
    return "\n".join(parts)


def _names(alternatives: list[dict[str, str]]) -> list[str]:
    return [each["$ref"].rpartition("/")[2] for each in alternatives]


def _interface(name: str, schema: dict[str, Any]) -> str:
    """One shape, with the first sentence that the server says about it."""
    about = schema.get("description", "").partition("\n")[0]
    required = set(schema.get("required", ()))
    fields = [_field(field, of, field in required) for field, of in schema.get("properties", {}).items()]
    note = f"/** {about} */\n" if about else ""
    return f"{note}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _field(name: str, schema: dict[str, Any], required: bool) -> str:
    line = f"  {name}{'' if required else '?'}: {_type(schema)};"
    return line if len(line) < LINE else line.replace(": ", ":\n    | ", 1).replace(" | ", "\n    | ")


def _type(schema: dict[str, Any]) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return " | ".join(dict.fromkeys(_type(each) for each in schema[alternatives]))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        more = schema.get("additionalProperties", True)
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'any'}>"
    return PLAIN.get(schema.get("type", ""), "any")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    item = _type(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


if __name__ == "__main__":
    main()
