"""Copies of all rows, or of those of one table, as lines of JSON: the same for SQLite and PostgreSQL.

A copy is of one moment, while the server goes on. The audit log is not copied: it tells what happened to this database.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Table, delete, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from branchline.model.errors import BranchlineError
from branchline.server.store import schema
from branchline.server.store.migrating import version_of

_FORMAT = 1
_AT_ONCE = 500  # rows
_NOT_COPIED = {"audit", "house", "pulse", "workers"}
_PARTS = [part for part in schema.metadata.sorted_tables if part.name not in _NOT_COPIED]
_OF_A_TABLE = ("tables", "seats", "entries", "chat", "analyses")
_NOBODYS = {"keeper": None, "kept_until": 0.0, "worker": None}  # columns that name a worker, which is another one then


class BadCopy(BranchlineError):
    """A file that is no whole copy, or that does not fit this database."""


def copy(connection: Connection, file: Path, only: str | None = None) -> int:
    """Write all rows to a file, or those of one table; returns how many. The file appears when it is whole."""
    beside = file.with_name(f"{file.name}.part")
    try:
        beside.unlink(missing_ok=True)
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # it holds what nobody else may know
        with os.fdopen(number, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as out:
            count = _write(connection, out, only)
        beside.replace(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise BadCopy(f"{file} cannot be written: {error.strerror or error}") from error
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return count


def _write(connection: Connection, out: IO[str], only: str | None) -> int:
    count = 0
    _say(out, {"branchline": _FORMAT, "version": version_of(connection), "table": only})
    for part in _PARTS:
        if only is not None and part.name not in _OF_A_TABLE:
            continue
        _say(out, {"rows": part.name, "columns": list(part.c.keys())})
        query = select(part)
        if only is not None:
            query = query.where((part.c.id if part is schema.tables else part.c.table_id) == only)
        for row in connection.execution_options(yield_per=_AT_ONCE).execute(query):
            _say(out, list(row))
            count += 1
    _say(out, {"end": count})
    return count


def _say(out: IO[str], what: Any) -> None:
    out.write(json.dumps(what, ensure_ascii=False, separators=(",", ":")) + "\n")


def restore(connection: Connection, file: Path) -> int:
    """Replace all rows by those of a copy; returns how many."""
    check(connection, file, table=False)
    for part in reversed(_PARTS):
        connection.execute(delete(part))
    return _add(connection, file)


def add_table(connection: Connection, file: Path) -> str:
    """Add the table of a copy; returns its id."""
    table = check(connection, file, table=True)
    assert table is not None
    if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).first():
        raise BadCopy(f"table {table} is here already; delete it first")
    _add(connection, file, table)
    if not connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).first():
        raise BadCopy(f"{file} is no copy of table {table}")
    return table


def check(connection: Connection, file: Path, *, table: bool) -> str | None:
    """Refuse a file that is not whole, of another kind or of another version, before anything is changed."""
    lines = _lines(file)
    first = next(lines, None)
    if not isinstance(first, dict) or first.get("branchline") != _FORMAT:
        raise BadCopy(f"{file} is no copy that this version can read")
    found = first.get("table")
    if (found is not None) != table:
        raise BadCopy(f"{file} is a copy of {'a table: import it' if not table else 'a database: restore it'}")
    here = version_of(connection)
    if first.get("version") != here:
        raise BadCopy(
            f"{file} has tables of version {first.get('version')}, this database of {here}; "
            "restore it with the version of Branchline that made it, and upgrade then"
        )
    count, last = 0, None
    for last in lines:
        count += isinstance(last, list)
    if not isinstance(last, dict) or last.get("end") != count:
        raise BadCopy(f"{file} is not whole")
    return None if found is None else str(found)


def _add(connection: Connection, file: Path, only: str | None = None) -> int:
    """Add all rows of a copy; if it is to be one table's, refuse what is not."""
    part: Table | None = None
    columns: list[str] = []
    waiting: list[dict[str, Any]] = []
    count = 0

    def flush() -> None:
        if part is not None and waiting:
            try:
                connection.execute(insert(part), waiting)
            except (IntegrityError, DataError) as error:
                raise BadCopy(f"{file} does not fit this database: rows of {part.name}") from error
            waiting.clear()

    for line in _lines(file):
        if isinstance(line, dict):
            flush()
            if "rows" in line:
                part, columns = _part(file, line, only), line["columns"]
            continue
        if part is None or len(line) != len(columns):
            raise BadCopy(f"{file} is no copy that this version can read")
        row = dict(zip(columns, line, strict=True))
        if only is not None and row.get("id" if part is schema.tables else "table_id") != only:
            raise BadCopy(f"{file} has rows that are not of table {only}")
        waiting.append(row | {name: value for name, value in _NOBODYS.items() if name in row})
        count += 1
        if len(waiting) >= _AT_ONCE:
            flush()
    return count


def _part(file: Path, line: dict[str, Any], only: str | None) -> Table:
    """The rows that are announced by a line, if a copy may have them."""
    for part in _PARTS:
        fits = part.name == line["rows"] and set(line.get("columns", ())) == {*part.c.keys()}
        if fits and (only is None or part.name in _OF_A_TABLE):
            return part
    raise BadCopy(f"{file} has rows that do not belong there: {line['rows']}")


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error) as error:
        raise BadCopy(f"{file} is not whole, or no copy: {error}") from error
    except OSError as error:
        raise BadCopy(f"{file} cannot be read: {error.strerror or error}") from error
