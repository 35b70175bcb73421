"""The time of the server: it never jumps, and it stands still while the process does.

The clock of a machine may be set, and a process may be stopped for a while; neither is the fault of somebody who thinks
about a move. So time goes on with the monotonic clock, a pause of the process counts as a moment, and where the clock
of the machine says something else the time runs a little faster or slower until they agree again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

_TICK = 0.25  # seconds between two looks at the clock
_PAUSE = 1.5  # seconds without a look after which the process was not running
_SLEW = 0.05  # by how much time may run faster or slower to agree with the machine's


class ServerClock:
    """Seconds since 1970, smoothly."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, machine: Callable[[], float] = time.time
    ) -> None:
        self._monotonic = monotonic
        self._machine = machine
        self._at = monotonic()
        self._now = machine()
        self._ahead = 0.0  # of the machine's clock is the one that all workers share

    def set(self, now: float) -> None:
        """Take over a time that all workers share, that of their database."""
        self._ahead = now - self._machine()
        self._at = self._monotonic()
        self._now = now

    def now(self) -> float:
        """What time it is."""
        at = self._monotonic()
        passed, self._at = at - self._at, at
        if passed > _PAUSE:
            passed = _TICK
        drift = self._machine() + self._ahead - (self._now + passed)
        self._now += passed + max(-_SLEW * passed, min(_SLEW * passed, drift))
        return self._now

    async def run(self) -> None:
        """Look at the clock again and again, so that a pause is noticed."""
        while True:
            self.now()
            await asyncio.sleep(_TICK)


CLOCK = ServerClock()  # of this process


def now() -> float:
    """The time of this process's clock."""
    return CLOCK.now()
