"""One server per SQLite file: two would not hear of each other's moves."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

from branchline.model.errors import BranchlineError


class FileInUse(BranchlineError):
    """Another server has this file open."""


class FileLock:
    """A lock beside a file. The system releases it when the process ends, however it ends."""

    def __init__(self, path: str) -> None:
        self._path = Path(path).with_name(Path(path).name + ".lock")
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise FileInUse(f"the database {path} cannot be opened: {error.strerror}") from error
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise FileInUse(f"{path} is in use by another server; several workers share tables on PostgreSQL") from None

    def release(self) -> None:
        """Let others have the file."""
        os.close(self._file)


def keep_private(path: str) -> None:
    """Only who runs the server reads the file: it holds what nobody else may know. SQLite's own files follow it."""
    with contextlib.suppress(OSError):  # somebody else's file: then it is not for us to say
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (Path(path), Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
                file.chmod(0o600)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
