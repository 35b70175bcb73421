"""Seeds of running games are sealed: who reads the database, or a copy of it, does not know how the cards lie.

The key stands beside the database, not in it: for SQLite in a file that only its owner can read, for PostgreSQL in a
variable of the environment that all workers share. A seed is combined with what HMAC-SHA-256 makes of the key and the
id of its table; no two tables have the same id, so no pad is used twice.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from sqlalchemy.engine import make_url

from branchline.model.errors import BranchlineError

KEY_VARIABLE = "BRANCHLINE_SEED_KEY"
_MARK = "s:"  # a sealed seed begins with
_SHORTEST = 16  # characters of a key from the environment


class Sealing:
    """Seals seeds, and opens them."""

    def __init__(self, key: bytes | None) -> None:
        self._key = key

    @classmethod
    def of(cls, database: str) -> Sealing:
        """With the key for a database: from the environment, or a file beside it, which is made if need be."""
        given = os.environ.get(KEY_VARIABLE)
        if given:
            if len(given) < _SHORTEST:
                raise BranchlineError(f"{KEY_VARIABLE} has at least {_SHORTEST} characters")
            return cls(given.encode())
        url = make_url(database)
        if url.get_backend_name() != "sqlite" or not url.database:
            return cls(None)
        return cls(_key_in(Path(url.database).with_name(Path(url.database).name + ".key")))

    @property
    def is_on(self) -> bool:
        """Whether there is a key."""
        return self._key is not None

    def seal(self, table: str, seed: int) -> str:
        """A seed as it is stored while nobody may know it."""
        return f"{seed:032x}" if self._key is None else f"{_MARK}{seed ^ self._pad(table):032x}"

    def open(self, table: str, stored: str) -> int:
        """The seed that was stored. With another key it is another one: compare its hash."""
        if not stored.startswith(_MARK):
            return int(stored, 16)
        if self._key is None:
            raise BranchlineError(f"the key of its seed is missing ({KEY_VARIABLE})")
        return int(stored.removeprefix(_MARK), 16) ^ self._pad(table)

    def _pad(self, table: str) -> int:
        assert self._key is not None
        found = hmac.digest(self._key, f"branchline seed {table}".encode(), hashlib.sha256)
        return int.from_bytes(found[:16], "big")


def _key_in(path: Path) -> bytes:
    """The key in a file; a new one if there is none."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes().strip()
    except OSError as error:
        raise BranchlineError(f"the key {path} cannot be written: {error.strerror}") from error
    with os.fdopen(file, "wb") as out:
        out.write(secrets.token_hex(32).encode() + b"\n")
    return path.read_bytes().strip()
