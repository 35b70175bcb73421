"""Figures for Prometheus, at `/metrics`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """What one worker counts."""

    def __init__(self, worker: str) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("branchline_tables", "Tables in memory", registry=self.registry)
        self.tended = Gauge("branchline_tended_tables", "Tables this worker looks after", registry=self.registry)
        self.sockets = Gauge("branchline_sockets", "Open sockets", registry=self.registry)
        self.messages = Counter("branchline_messages", "Messages of clients, by type", ["type"], registry=self.registry)
        self.refusals = Counter("branchline_refusals", "Refused messages, by code", ["code"], registry=self.registry)
        self.moves = Histogram(
            "branchline_move_seconds",
            "From the arrival of a decision until it is stored and told",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.requests = Counter("branchline_requests", "HTTP requests, by status", ["status"], registry=self.registry)
        Gauge("branchline_worker", "This worker", ["id"], registry=self.registry).labels(worker).set(1)

    def text(self) -> bytes:
        """The figures in Prometheus' format."""
        return generate_latest(self.registry)
