"""Work with a database in threads: all that is done in one transaction is done in one visit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

from branchline.table.home import StoreFailed

R = TypeVar("R")


def transact(engine: Engine, work: Callable[[Connection], R]) -> R:
    """Do some work in a transaction. If it raises, nothing of it was done."""
    with engine.begin() as connection:
        return work(connection)


async def visit(threads: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], R]) -> R:
    """Do some work in a transaction in one of some threads."""
    try:
        promise = asyncio.get_running_loop().run_in_executor(threads, transact, engine, work)
    except RuntimeError as error:  # they take no more
        raise StoreFailed("the server is stopping") from error
    return await promise
