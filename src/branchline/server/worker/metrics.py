"""Figures for Prometheus, at `/metrics`: of all workers that were started together, and not for everybody.

Several workers of one machine share a folder (`PROMETHEUS_MULTIPROC_DIR`, set by who starts them) in which each keeps
its figures; whichever is asked adds them up.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import os
from pathlib import Path
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from starlette.requests import Request

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # the library's own
TOKEN_VARIABLE = "BRANCHLINE_METRICS_TOKEN"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """What one worker counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = self._gauge("branchline_tables", "Tables in memory")
        self.tended = self._gauge("branchline_tended_tables", "Tables that workers look after")
        self.sockets = self._gauge("branchline_sockets", "Open sockets")
        self.workers = self._gauge("branchline_workers", "Workers that answer")
        self.messages = Counter("branchline_messages", "Messages of clients, by type", ["type"], registry=self.registry)
        self.refusals = Counter("branchline_refusals", "Refused messages, by code", ["code"], registry=self.registry)
        self.moves = Histogram(
            "branchline_move_seconds",
            "From the arrival of a decision until it is stored and told",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.bots_waiting = self._gauge("branchline_bots_waiting", "Decisions of bots that wait for a process")
        self.bots_thinking = self._gauge("branchline_bots_thinking", "Decisions that bots think about")
        self.analyses = self._gauge("branchline_analyses_waiting", "Games in the queue for analysis", "livemax")
        self.database = Histogram(
            "branchline_database_seconds",
            "How long the database took, by work: reading, writing, writing moves",
            ["work"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.hints_lost = Counter(
            "branchline_hints_lost", "Notices to other workers that were not sent", registry=self.registry
        )
        self.requests = Counter("branchline_requests", "HTTP requests, by status", ["status"], registry=self.registry)
        self.workers.set(1)

    def _gauge(self, name: str, words: str, together: Literal["livesum", "livemax"] = "livesum") -> Gauge:
        return Gauge(name, words, registry=self.registry, multiprocess_mode=together)

    def note_database(self, work: str, seconds: float) -> None:
        """The database took so long."""
        self.database.labels(work).observe(seconds)

    def text(self) -> bytes:
        """The figures in Prometheus' format."""
        folder = os.environ.get(FOLDER_VARIABLE)
        if not folder:
            return generate_latest(self.registry)
        _forget_the_dead(Path(folder))
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def close_metrics() -> None:
    """This worker ends: its gauges count no more."""
    if os.environ.get(FOLDER_VARIABLE):
        multiprocess.mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


def _forget_the_dead(folder: Path) -> None:
    """Workers that were killed could not say that they end."""
    for number in {file.stem.rpartition("_")[2] for file in folder.glob("gauge_live*.db")}:
        try:
            os.kill(int(number), 0)
        except (ProcessLookupError, ValueError):
            with contextlib.suppress(FileNotFoundError):
                multiprocess.mark_process_dead(int(number), str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue


def may_read(request: Request) -> bool:
    """Who may read the figures: this machine itself, not through a proxy, and whoever has the token."""
    token = os.environ.get(TOKEN_VARIABLE, "")
    if token:
        given = request.headers.get("authorization", "").partition(" ")[2].strip()
        if hmac.compare_digest(given.encode(), token.encode()):
            return True
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
