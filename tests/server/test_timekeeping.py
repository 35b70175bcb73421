"""The server's time never jumps: neither when the machine's clock is set, nor when the process stood still."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import pytest

from branchline.client import Client
from branchline.table.timekeeping import ServerClock
from tests.server.helpers import ServerProcess, people, run, sit
from tests.server.test_taking_back import choose_tickets, on_turn


class Machine:
    """A machine whose clocks a test can set."""

    def __init__(self) -> None:
        self.running = 50.0
        self.wall = 1_000_000.0

    def pass_time(self, clock: ServerClock, seconds: float) -> None:
        """Time passes, and the server looks at the clock as it does."""
        for _ in range(round(seconds / 0.25)):
            self.running += 0.25
            self.wall += 0.25
            clock.now()


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_clock_that_is_set_forward_or_back_costs_nobody_an_hour(jump: float) -> None:
    machine = Machine()
    clock = ServerClock(lambda: machine.running, lambda: machine.wall)
    machine.pass_time(clock, 10)
    before = clock.now()
    machine.wall += jump
    assert clock.now() == before
    machine.pass_time(clock, 60)
    assert abs(clock.now() - before - 60) <= 3.1  # at most one second in twenty
    machine.pass_time(clock, 80_000)
    assert abs(clock.now() - machine.wall) < 0.1  # and agrees again in the end


def test_a_pause_of_the_process_is_a_moment() -> None:
    machine = Machine()
    clock = ServerClock(lambda: machine.running, lambda: machine.wall)
    machine.pass_time(clock, 10)
    before = clock.now()
    machine.running += 12.0
    machine.wall += 12.0
    assert clock.now() - before < 0.5
    assert clock.now() >= before


def test_nobody_runs_out_of_time_because_the_process_stood_still(start: Callable[..., ServerProcess]) -> None:
    """Five seconds for a move, and the process is stopped for seven: there is time left."""
    process = start()
    assert process.process is not None
    number = process.process.pid

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2, timer={"kind": "move", "seconds": 5})
            async with sit(process.url, seated[0]) as a, sit(process.url, seated[1]) as b:
                await choose_tickets(a, b)
                one, _ = await on_turn(a, b)
                os.kill(number, signal.SIGSTOP)
                try:
                    await asyncio.sleep(7)
                finally:
                    os.kill(number, signal.SIGCONT)
                table = await client.table(seated[0].table)
                assert not any(seat["out_of_time"] for seat in table["seats"])
                assert one.game is not None
                await one.act(one.game["decision"]["choices"][0]["number"])
                while not any(seat["out_of_time"] for seat in one.table["seats"]):
                    await one.next_message()  # clocks do run

    run(work())
