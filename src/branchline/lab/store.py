"""Tables that grow by segments: what is written stays, whatever happens to the program afterward.

A store is a folder with a folder for each table, which holds Parquet files, one for each segment. A segment is a number
of finished games with their rows in all tables. Its file in the leading table is written last, and each file is renamed
into place when it is complete; so a segment counts if, and only if, its file in the leading table is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

MOST_GAMES = 500  # of a segment
Row = dict[str, Any]
Rows = dict[str, list[Row]]  # by table


class Store:
    """The tables of a run, on disk."""

    def __init__(self, folder: Path, leading: str) -> None:
        self.folder = folder
        self.leading = leading

    def write(self, tables: Mapping[str, pl.DataFrame]) -> None:
        """Add a segment. The leading table must be among its tables; those without rows are left out."""
        number = 1 + max((int(name) for name in self._segments()), default=-1)
        for unfinished in self.folder.glob(f"*/{number:06}.*"):
            unfinished.unlink()  # the program ended in the middle of this segment
        for name in sorted(tables, key=lambda name: name == self.leading):
            if tables[name].height or name == self.leading:
                self._write(tables[name], self.folder / name / f"{number:06}.parquet")

    def _write(self, table: pl.DataFrame, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        table.write_parquet(partial)
        partial.replace(path)

    def _segments(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / self.leading).glob("*.parquet"))

    def _files(self, table: str) -> list[Path]:
        paths = (self.folder / table / f"{segment}.parquet" for segment in self._segments())
        return [path for path in paths if path.is_file()]

    def has(self, table: str) -> bool:
        """Whether a table has any rows."""
        return bool(self._files(table))

    def scan(self, table: str) -> pl.LazyFrame:
        """A table that `has` rows, to be read as far as needed."""
        return pl.scan_parquet(self._files(table), missing_columns="insert", extra_columns="ignore")

    def games(self) -> set[int]:
        """The numbers of all games that are there."""
        if not self.has(self.leading):
            return set()
        return set(self.scan(self.leading).select("game").collect()["game"].to_list())


class Segment:
    """Rows of finished games that are not on disk yet; the last ones are written on leaving, also by an error."""

    def __init__(self, store: Store, make: Callable[[Rows], Mapping[str, pl.DataFrame]], seconds: float) -> None:
        """`make` makes tables of the rows; they are written after that many seconds at the latest."""
        self._store = store
        self._make = make
        self._seconds = seconds
        self._begin()

    def _begin(self) -> None:
        self._rows: Rows = {}
        self._games = 0
        self._since = time.monotonic()

    def __enter__(self) -> Segment:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()

    def add(self, rows: Rows) -> None:
        """Take in a game."""
        for name, more in rows.items():
            self._rows.setdefault(name, []).extend(more)
        self._games += 1
        if self._games >= MOST_GAMES or time.monotonic() - self._since > self._seconds:
            self._write()

    def _write(self) -> None:
        if self._games:
            self._store.write(self._make(self._rows))
        self._begin()
