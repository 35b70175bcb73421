"""Logs: one line for each thing that happens, the server's own and those of the libraries below it."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog


class Errors(io.TextIOBase):
    """The standard error stream as it is now: programs, and tests, may put another one in its place."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


def harmless(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Show what cannot be printed by its code: a path that somebody asked for must not speak to the terminal."""
    for name, value in event.items():
        if isinstance(value, str) and not value.isprintable() and name != "exception":
            event[name] = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in value)
    return event


def set_up_logs(level: str) -> None:
    """JSON, or easy to read in a terminal; to the standard error stream. Each process sets up its own."""
    lowest = logging.getLevelNamesMapping()[level.upper()]
    first: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        harmless,
    ]
    last: list[structlog.types.Processor] = [
        structlog.processors.StackInfoRenderer(),
        structlog.processors.ExceptionRenderer(),
        structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=[*first, *last],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, Errors())),
        cache_logger_on_first_use=True,
    )
    libraries = logging.StreamHandler(Errors())
    libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=first,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    quiet = max(lowest, logging.WARNING)  # what libraries do when all is well is of no interest
    logging.basicConfig(handlers=[libraries], level=quiet, force=True)
