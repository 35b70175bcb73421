"""The ratings of puzzles and of those who solve them, as they are stored. The arithmetic is `table.study.ratings`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, and_, insert, or_, select, update

from branchline.server.store.schema import puzzle_ratings, puzzle_tries, solvers
from branchline.table.study.ratings import FIRST_RATING, Rating, Tried, changes

if TYPE_CHECKING:
    from branchline.server.store.store import Store

_DAY = 86_400.0  # seconds


async def note_try(store: Store, token: str, puzzle: str, first: float, solved: bool, address: str) -> Tried:
    """Note a try of whoever has a token, as its hash; `first` is the rating of a puzzle that nobody has tried.

    The answer shows what is best. So of all who try a puzzle from one address in a day only the first one counts, and
    nobody else is noted as a solver for it.
    """

    def work(connection: Connection) -> Tried:
        known = connection.execute(select(solvers).where(solvers.c.token == token).with_for_update()).first()
        its = connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).with_for_update())
        row = its.first()
        mine = Rating(FIRST_RATING) if known is None else Rating(known.rating, known.tries, known.solved)
        rated = Rating(first) if row is None else Rating(row.rating, row.tries, row.solved)
        at_home = and_(puzzle_tries.c.address == address, puzzle_tries.c.at > time.time() - _DAY)
        by_whom = or_(puzzle_tries.c.solver == token, at_home)
        tried = select(puzzle_tries).where(puzzle_tries.c.puzzle == puzzle, by_whom)
        if connection.execute(tried).first() is not None:
            return Tried(False, mine, 0.0, rated)
        change, its_change = changes(mine, rated, solved)
        after, rated_after = mine.after(change, solved), rated.after(its_change, solved)
        now = time.time()
        values = {"rating": after.rating, "tries": after.tries, "solved": after.solved, "active": now}
        if known is None:
            connection.execute(insert(solvers).values(token=token, **values))
        else:
            connection.execute(update(solvers).where(solvers.c.token == token).values(**values))
        stored = {"rating": rated_after.rating, "tries": rated_after.tries, "solved": rated_after.solved}
        if row is None:
            connection.execute(insert(puzzle_ratings).values(puzzle=puzzle, **stored))
        else:
            connection.execute(update(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).values(**stored))
        noted = {"solver": token, "puzzle": puzzle, "solved": solved, "at": now, "address": address}
        connection.execute(insert(puzzle_tries).values(**noted))
        return Tried(True, after, change, rated_after)

    return await store.write(work)


async def ratings(store: Store) -> dict[str, Rating]:
    """The ratings of all puzzles that somebody has tried."""
    rows = await store.read(lambda connection: connection.execute(select(puzzle_ratings)).all())
    return {row.puzzle: Rating(row.rating, row.tries, row.solved) for row in rows}


async def solver(store: Store, token: str) -> tuple[Rating, dict[str, bool]]:
    """The rating of whoever has a token, as its hash, and which puzzles were tried: whether they were solved."""

    def work(connection: Connection) -> tuple[Rating, dict[str, bool]]:
        row = connection.execute(select(solvers).where(solvers.c.token == token)).first()
        tries = connection.execute(select(puzzle_tries).where(puzzle_tries.c.solver == token)).all()
        found = Rating(FIRST_RATING) if row is None else Rating(row.rating, row.tries, row.solved)
        return found, {each.puzzle: bool(each.solved) for each in tries}

    return await store.read(work)
