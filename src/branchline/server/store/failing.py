"""What goes wrong with a database, in words of the store."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from branchline.table.home import StoreFailed


@contextlib.contextmanager
def failing_in_words(took: Callable[[float], None]) -> Iterator[None]:
    """What goes wrong is a `StoreFailed`, other than that one row does not fit: that is for whoever wrote it.

    What goes well is reported with its seconds.
    """
    began = time.perf_counter()
    try:
        yield
        took(time.perf_counter() - began)
    except (IntegrityError, DataError):
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed(f"the database does not answer: {type(error).__name__}") from error
