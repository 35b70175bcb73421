"""What goes wrong with a database, in words of the store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from branchline.table.home import StoreFailed


@contextlib.contextmanager
def failing_in_words() -> Iterator[None]:
    """What goes wrong is a `StoreFailed`, other than that one row does not fit: that is for whoever wrote it."""
    try:
        yield
    except (IntegrityError, DataError):
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed(f"the database does not answer: {type(error).__name__}") from error
