"""Processes beside the server: what takes long, or may fail, is done there."""

from __future__ import annotations

import asyncio
import sys

from branchline.boards import registry

_LINE = 2**16  # bytes, unless it is said otherwise


async def start_beside(module: str, longest_line: int = _LINE) -> asyncio.subprocess.Process:
    """Run a module of this package in a process that is talked to by lines."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=registry.environment(),  # boards of your own too
        start_new_session=True,  # Ctrl-C in the terminal is for the server, which then stops its processes
        limit=longest_line,
    )
