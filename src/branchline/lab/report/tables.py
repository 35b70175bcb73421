"""Tables of the report, with small plots in their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from markupsafe import Markup

from branchline.lab.report import charts
from branchline.lab.report.charts import Scale

CELL = Scale(0, 1, 6, 154)  # a small plot in a cell


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what it shows, and the number it is sorted by."""

    shown: str | Markup
    value: float | None = None


@dataclass(frozen=True)
class Table:
    """A table of the report. The first column names the rows."""

    caption: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    marked: frozenset[int] = field(default_factory=frozenset)  # rows that stand out


@dataclass(frozen=True)
class Section:
    """A part of the report: words, plots and tables that belong together."""

    id: str
    title: str
    lead: str
    plot: Markup | None
    tables: tuple[Table, ...]
    note: str = ""
    shape: str = "alone"  # how plot and tables stand: "alone", "beside" each other, "stacked", "twin" tables


def around(middle: float, frame: pl.DataFrame, columns: Iterable[str]) -> Scale:
    """An axis with a value in its middle that is wide enough for all rows."""
    values = [abs(value - middle) for column in columns for value in frame[column].drop_nulls().to_list()]
    reach = max(values, default=1.0) or 1.0
    return Scale(middle - reach, middle + reach, CELL.start, CELL.end)


def side(above: bool, below: bool) -> str:
    return "good" if above else "bad" if below else "plain"


def whisker(row: Mapping[str, Any], value: str, scale: Scale, middle: float, kind: str) -> Markup:
    return Markup(charts.whisker(row["low"], row[value], row["high"], scale, middle, kind))


def difference(row: Mapping[str, Any], scale: Scale) -> Markup | str:
    if row["difference"] is None:
        return "too few"
    kind = side(row["stands_out"] and row["difference"] > 0, row["stands_out"] and row["difference"] < 0)
    return whisker(row, "difference", scale, 0.0, kind)
