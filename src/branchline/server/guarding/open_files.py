"""How many files this process may have open: each connection is one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import structlog

RESERVE = 128  # files that are not for connections: the database, bots, what is served
_FEW = 2048  # so few open files are worth a word
_MANY = 65_536  # more are of no use
_log = structlog.get_logger("branchline.connections")


def file_limit() -> int:
    """How many files this process may have open: as many as it is allowed to ask for."""
    try:
        import resource
    except ImportError:  # not on this system, which has no such limit
        return _MANY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = _MANY if soft == resource.RLIM_INFINITY else soft
    for wanted in _fewer(_MANY if hard == resource.RLIM_INFINITY else min(_MANY, hard), soft):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
            break
    if soft < _FEW:
        words = f"this system lets the server open only {soft} files, so about {max(0, soft - RESERVE)} people connect"
        _log.warning(f"{words} at once; raise the limit (ulimit -n, or LimitNOFILE= of a service)")
    return soft


def _fewer(wanted: int, soft: int) -> Iterator[int]:
    """Numbers to try, as some systems allow less than they say."""
    while wanted > soft:
        yield wanted
        wanted //= 2
