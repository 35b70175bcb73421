"""Knows what every object and library was made of, by a hash, so that only what changed is compiled.

A checkout that was moved or copied uses its objects again: no hash depends on where things lie.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

# What a declaration of a generated header declares.
DECLARED = re.compile(rb"(?:^|\bstruct )(\w+) \{|\}\s*(\w+);|(\w+)\(|(\w+)(?:\[\d*\])*;\s*$")


def was_made_of(file: str, note: str, key: str) -> bool:
    """Whether a file is there and was remembered with this key."""
    return Path(file).exists() and Path(f"{note}.made-of").exists() and Path(f"{note}.made-of").read_text() == key


def remember(note: str, key: str) -> None:
    """Write down what the file of this note was made of."""
    Path(f"{note}.made-of").write_text(key)


def hash_of(tools: str, flags: list[str], files: list[str], headers: list[str]) -> str:
    """A hash of everything that goes into an object or a library.

    Headers that are not generated come with mypyc, whose version counts already; which of them are named here changes
    from the first build to the second.
    """
    found = hashlib.sha256("\n".join([tools, *flags]).encode())
    used: set[bytes] = set()
    for file in sorted(files):
        text = Path(file).read_bytes()
        used |= words(text)
        found.update(f"\n{file}\n".encode() + text)
    for header in sorted(headers):
        if Path(header).name.startswith("__native"):
            found.update(f"\n{header}\n".encode() + meant(header, used))
    return found.hexdigest()


def describe_tools(compiler: Any) -> str:
    """Say all that an object depends on besides its source and flags: the C compiler, this Python and mypyc."""
    from mypy.version import __version__ as mypyc_version

    command: list[str] = getattr(compiler, "compiler_so", None) or [compiler.compiler_type]
    answer = (
        subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False) if command[1:] else None
    )
    return f"{command} {answer and answer.stdout} {sys.version} {mypyc_version}"


def meant(header: str, used: set[bytes]) -> bytes:
    """What a file that uses these names depends on in a generated header: a new function changes no other file."""
    names, found = declarations(header)
    chosen: set[int] = set()
    waiting = used
    while waiting:
        new = {names[word] for word in waiting if word in names} - chosen
        chosen |= new
        waiting = set().union(*(words(found[at]) for at in new))
    return b"".join(found[at] for at in sorted(chosen))


@cache
def declarations(header: str) -> tuple[dict[bytes, int], list[bytes]]:
    """The declarations of a generated header, and which of them declares a name."""
    text = re.sub(rb"^#[^\n]*\n", b"", Path(header).read_bytes(), flags=re.MULTILINE)
    found = re.findall(rb"[^;{}]*(?:\{[^{}]*\}[^;{}]*)?;\n?", text)
    if sum(map(len, found)) < len(text.rstrip()):
        raise SystemExit(f"{header} has declarations of an unknown form")
    names: dict[bytes, int] = {}
    for at, declaration in enumerate(found):
        for match in DECLARED.finditer(declaration):
            names.setdefault(next(filter(None, match.groups())), at)
    return names, found


def words(text: bytes) -> set[bytes]:
    """All names in a text in C."""
    return set(re.findall(rb"\w+", text))
