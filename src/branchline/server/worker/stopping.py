"""Before a server stops, everybody hears of it: at a signal uvicorn closes all lines at once, so the signal waits."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def goodbye_at_a_signal(say_goodbye: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Inside, a signal to stop is answered by saying good-bye, then passed on; a second one is passed on at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are none of its business
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    tasks: list[asyncio.Task[None]] = []

    def pass_on(number: int, frame: FrameType | None) -> None:
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    async def leave(number: int) -> None:
        try:
            await say_goodbye()
        finally:
            pass_on(number, None)

    def hear(number: int, frame: FrameType | None) -> None:
        if tasks:
            pass_on(number, frame)
        else:
            tasks.append(loop.create_task(leave(number), name="goodbye"))
            loop.call_soon_threadsafe(lambda: None)  # wakes the loop, which sleeps while nothing happens

    for number in _SIGNALS:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
