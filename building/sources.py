"""Which sources are compiled, and which others shape the compiled code."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from types import SimpleNamespace

PACKAGE = Path("src/branchline")
native = SimpleNamespace(**runpy.run_path(str(PACKAGE / "_native.py"), run_name="_native"))


def shaping(modules: list[str]) -> dict[str, str]:
    """All sources that shape the compiled code, hashed: types and constants of what it imports are built in."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting.extend(imported(source))
    return {source: native.fingerprint(PACKAGE / source) for source in sorted(found)}


def imported(source: str) -> set[str]:
    """Which other sources of the package one of them imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / source).read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = native.module_name(source).split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
    stems = [name.partition(".")[2].replace(".", "/") for name in names if name.startswith("branchline.")]
    candidates = [candidate for stem in stems for candidate in (f"{stem}.py", f"{stem}/__init__.py")]
    return {candidate for candidate in candidates if (PACKAGE / candidate).is_file()}
