"""Bots' time is shared fairly: nobody's quick bot waits for the slow ones of others, and no first decision learns."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

import branchline as bl
from branchline.bots.levels import LEVELS
from branchline.model.observation import Observation
from branchline.server.bots.answering import read_question
from branchline.server.bots.processes import bot_pool
from branchline.table.bots.fair_queue import FairQueue
from branchline.table.bots.wire import Question, framed
from tests.server.helpers import run

SLOW = "tests.server.test_bot_time:Slow"
LEARNER = "tests.server.test_bot_time:Learner"


class Slow:
    """A bot that thinks for a while."""

    name = "slow"

    def decide(self, seen: Observation) -> int:
        time.sleep(0.3)
        return seen.legal[-1]


class Learner:
    """A bot that learns for longer than a decision may take, once for each board."""

    name = "learner"
    learned: set[tuple[str, str, int]] = set()  # noqa: RUF012  (of the process)

    def prepare(self, board: str, variant: str, seats: int) -> None:
        if (board, variant, seats) not in self.learned:
            time.sleep(2.0)
            self.learned.add((board, variant, seats))

    def decide(self, seen: Observation) -> int:
        self.prepare(seen.board, seen.variant, seen.seats)
        return seen.legal[-1]


def view(board: str = "usa") -> Observation:
    game = bl.new_game(board, seats=2, seed=1)
    assert game.to_move is not None
    return game.observe(game.to_move)


async def timed(work: Any) -> tuple[Any, float]:
    began = time.monotonic()
    return await work, time.monotonic() - began


def test_a_quick_bot_does_not_wait_for_the_slow_ones_of_twenty_tables() -> None:
    seen = view()

    async def work() -> None:
        pool = bot_pool(1, 20.0, longest_wait=60.0)
        try:
            await asyncio.gather(pool.decide("easy", 1, seen), pool.decide(SLOW, 1, seen))  # the processes are there
            crowd = [asyncio.create_task(pool.decide(SLOW, 1, seen, f"table {n}")) for n in range(20)]
            await asyncio.sleep(0.05)
            _, waited = await timed(pool.decide("easy", 1, seen, "mine"))
            assert sum(task.done() for task in crowd) <= 1 + waited / 0.3
            assert not all(task.done() for task in crowd)
            for task in crowd:
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)
        finally:
            await pool.close()

    run(work())


def test_a_table_that_asks_for_much_waits_for_itself() -> None:
    """With one place: of a table that asks ten times and one that asks once, the latter is next but one at most."""

    async def work() -> None:
        queue = FairQueue(1)
        order: list[str] = []

        async def use(table: str) -> None:
            async with queue.turn(table, 1.0):
                order.append(table)
                await asyncio.sleep(0)

        crowd = [asyncio.create_task(use("greedy")) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.gather(use("modest"), *crowd)
        assert order.index("modest") <= 4
        assert len(order) == 11
        assert len(queue) == 0

    run(work())


def test_who_gives_up_waiting_leaves_no_place_taken() -> None:
    async def work() -> None:
        queue = FairQueue(1)

        async def use() -> None:
            async with queue.turn("a", 1.0):
                await asyncio.sleep(0.01)

        for _ in range(20):
            tasks = [asyncio.create_task(use()) for _ in range(5)]
            await asyncio.sleep(0.005)
            for task in tasks[::2]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(1), queue.turn("b", 1.0):
            pass

    run(work())


def test_who_waits_too_long_is_answered_by_a_quicker_bot() -> None:
    seen = view()

    async def work() -> None:
        pool = bot_pool(1, 20.0, longest_wait=0.5)
        try:
            await asyncio.gather(pool.decide("easy", 1, seen), pool.decide(SLOW, 1, seen))
            answers = await timed(asyncio.gather(*(pool.decide(SLOW, 1, seen, f"table {n}") for n in range(12))))
            assert all(action in seen.legal for action in answers[0])
            assert answers[1] < 12 * 0.3
        finally:
            await pool.close()

    run(work())


def test_learning_is_not_part_of_the_first_decision() -> None:
    """The bot has a second, and learns for two: it is not stopped for that, and what it learned is kept."""
    seen = view()

    async def work() -> None:
        pool = bot_pool(1, 1.0, longest_wait=30.0)
        try:
            assert await pool.decide(LEARNER, 1, seen) == seen.legal[-1]
            action, took = await timed(pool.decide(LEARNER, 1, seen))
            assert action == seen.legal[-1]
            assert took < 1.5
            other = view("germany")
            pool.prepare(LEARNER, "germany", "classic", 2)  # ahead of the first decision
            await asyncio.sleep(4.0)
            action, took = await timed(pool.decide(LEARNER, 1, other))
            assert action == other.legal[-1]
            assert took < 1.5
        finally:
            await pool.close()

    run(work())


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_views_arrive_as_they_were(board: str) -> None:
    import io

    game = bl.new_game(board, seats=bl.board(board).seats[1], seed=2)
    for _ in range(40):
        game.apply(game.legal_actions()[0])
    assert game.to_move is not None
    seen = game.observe(game.to_move)
    found = read_question(io.BytesIO(framed(Question("greedy", 5, seen))))
    assert isinstance(found, Question)
    assert found.seen == seen
    assert found.seen.actions == seen.actions
    assert (found.bot, found.seed) == ("greedy", 5)


def test_the_levels_for_people_are_known_to_be_quick_or_not() -> None:
    pool = bot_pool(1, 1.0)
    assert pool._lane("easy") is pool._lane("medium") is pool._lane("hard") is pool._quick
    searches = LEVELS["master"].spec.startswith("search")
    assert (pool._lane("master") is pool._slow) == searches
