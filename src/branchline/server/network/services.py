"""What the routes and sockets of one worker share."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from branchline.server.guarding.outbox import Backlog
from branchline.server.guarding.side_thread import SideThread
from branchline.server.operating.house import BANNED
from branchline.server.settings import Settings
from branchline.server.store import analyses
from branchline.server.store.store import Store
from branchline.server.study.analyst import Analyst
from branchline.server.tables.doorkeeper import Doorkeeper
from branchline.server.tables.hub import Hub
from branchline.server.worker.metrics import Metrics
from branchline.table.limiting import Buckets, address_block
from branchline.table.protocol.refusing import Refused
from branchline.table.records import Replayer
from branchline.table.time_budgets import TimeBudgets
from branchline.table.tokens import hashed, hashed_address

_LOCAL_NAMES = (".localhost", ".local", ".home.arpa", ".internal", ".test", ".lan")
UNKNOWN_NAME = Refused(
    "wrong_origin", "This server does not answer by that name. Who runs it can allow it with 'serve --name'."
)
_COUNTING = 5.0  # seconds


@dataclass(slots=True)
class Services:
    """One worker's parts."""

    settings: Settings
    store: Store
    hub: Hub
    metrics: Metrics
    side_thread: SideThread
    analyst: Analyst
    doorkeeper: Doorkeeper
    requests: Buckets
    reads: Buckets
    makings: Buckets
    changes: Buckets
    time: TimeBudgets
    backlog: Backlog
    replayer: Replayer = field(default_factory=Replayer)
    hints_lost: int = 0  # of those that were counted
    sockets: Counter[str] = field(default_factory=Counter)  # open ones, by address

    def count(self) -> None:
        """Bring the figures up to date that nobody counts one by one."""
        self.metrics.tables.set(len(self.hub.tables))
        self.metrics.tended.set(self.hub.caretaker.tables)
        self.metrics.bots_waiting.set(self.hub.pool.waiting)
        self.metrics.bots_thinking.set(self.hub.pool.thinking)
        self.metrics.hints_lost.inc(self.store.bus.hints_lost - self.hints_lost)
        self.hints_lost = self.store.bus.hints_lost

    async def count_for_ever(self) -> None:
        """Do so again and again, as another worker may be asked."""
        while True:
            self.count()
            self.metrics.analyses.set(await analyses.waiting(self.store))
            await asyncio.sleep(_COUNTING)

    @staticmethod
    def address_of(connection: HTTPConnection) -> str:
        """Where a client is: what limits count by."""
        return address_block(connection.client.host) if connection.client else "unknown"

    def check_making(self, connection: HTTPConnection, names: Iterable[str] = ()) -> None:
        """Refuse who makes tables too fast: those that are finished at once count for nobody, but take room."""
        self.doorkeeper.rules.check_making(names)
        if not self.makings.take(self.address_of(connection)):
            raise Refused("too_fast", "You make tables too fast. Wait a few seconds.")

    def is_banned(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from somebody who may not take part."""
        rules = self.doorkeeper.rules
        if not rules.addresses and not rules.tokens:
            return False
        token = connection.headers.get("authorization", "").partition(" ")[2].strip()
        return rules.bans(hashed(token) if token else None, hashed_address(self.address_of(connection)))

    def may_connect(self, connection: HTTPConnection) -> Refused | None:
        """Whether a socket may be opened; the reason if not."""
        if not known_name(connection, self.settings.names):
            return UNKNOWN_NAME
        if not same_origin(connection, self.settings.origins):
            return Refused("wrong_origin", "Pages of other sites cannot connect here.")
        if self.is_banned(connection):
            return BANNED
        if self.sockets[self.address_of(connection)] >= self.settings.limits.sockets_per_address:
            return Refused("limit", "You have too many windows open.")
        return None

    @contextlib.contextmanager
    def counting(self, connection: HTTPConnection) -> Iterator[None]:
        """Count a socket while it is open."""
        address = self.address_of(connection)
        self.sockets[address] += 1
        self.metrics.sockets.inc()
        try:
            yield
        finally:
            self.metrics.sockets.dec()
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


async def services_of(request: Request) -> Services:
    """The parts of the worker that answers a request."""
    found: Services = request.app.state.services
    return found


def known_name(connection: HTTPConnection, names: tuple[str, ...]) -> bool:
    """Whether a request names this server as people do.

    A page of another site can let the site's own name point here (DNS rebinding), and would then count as ours. No
    name that a stranger can register ends in these words, and addresses cannot be made to point elsewhere.
    """
    host = connection.headers.get("host", "").casefold().rstrip(".")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    if "*" in names or name in names or "." not in name or name.endswith(_LOCAL_NAMES):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def same_origin(connection: HTTPConnection, others: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in others:
        return True
    host = connection.headers.get("host", "")
    try:
        return host != "" and urlsplit(origin).netloc.casefold() == host.casefold()
    except ValueError:  # no address at all
        return False
