"""Leaves out the checks of indexes in the functions that are marked for it.

mypyc checks every index of a vector. In the few functions where that costs too much, the source says so, in a comment
above the function:

    # unchecked: why no index can be out of range here
    def write(self, ...) -> None:

Only the encodings may: the engine, the mechanics and the boards check everything, compiled or not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from building.sources import PACKAGE

ALLOWED = "encodings/core/"
MARK = re.compile(r"\s*# unchecked: (?P<reason>.+)")
FUNCTION = re.compile(r"^(?=\w[^\n]*\bCPyDef_\w+\([^\n]*\) \{$)", re.MULTILINE)
NAME = re.compile(r"\w[^\n]*?\bCPyDef_(\w+)\(")
# What mypyc writes for an index, followed by what it does if the answer is no: is it counted from the end?
CHECK = re.compile(
    r"(?P<fits>cpy_r_r\d+) = \(uint64_t\)(?P<index>\w+) < \(uint64_t\)(?P<length>cpy_r_\w+);\n"
    r"(?=    if \((?P=fits)\) goto CPyL\d+;\n    cpy_r_r\d+ = (?P=index) \+ (?P=length);\n)"
)


def marked(source: str) -> dict[str, str]:
    """The functions of a source that are marked, as `function` or `Class.method`, each with its reason."""
    text = (PACKAGE / source).read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[str, str] = {}
    for name, first in _functions(ast.parse(text)):
        if mark := MARK.fullmatch(lines[first - 2]) if first > 1 else None:
            found[name] = mark["reason"]
    if sum(1 for line in lines if MARK.fullmatch(line)) != len(found):
        raise SystemExit(f"{source}: '# unchecked: ...' stands directly above a function")
    if found and not source.startswith(ALLOWED):
        raise SystemExit(f"{source}: only {ALLOWED} may leave out checks")
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions and methods of a module, each with its first line, decorators included."""
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef):
                name = f"{node.name}.{inner.name}" if isinstance(node, ast.ClassDef) else inner.name
                yield name, min([inner.lineno, *(part.lineno for part in inner.decorator_list)])


def leave_out_checks(sources: list[str], written: list[Path]) -> None:
    """Let the marked functions of these sources do without checks in the C files that were written for them."""
    for source in sources:
        if functions := marked(source):
            parts = ["branchline", *source.removesuffix(".py").split("/")]
            (file,) = (path for path in written if path.name == f"__native_{'___'.join(parts)}.c")
            modules = ["___".join(parts[at:]) for at in range(len(parts))]  # mypyc takes as much as makes it unique
            wanted = {f"{module}___{name.replace('.', '___')}": name for name in functions for module in modules}
            file.write_text(_without_checks(file.read_text(), wanted, source))


def _without_checks(code: str, wanted: dict[str, str], source: str) -> str:
    """C code without the checks in the functions of these names in C."""
    parts, left = FUNCTION.split(code), set(wanted.values())
    for at, part in enumerate(parts):
        if (found := NAME.match(part)) and found[1] in wanted:
            parts[at], count = CHECK.subn(r"\g<fits> = 1;\n", part)
            if count:
                left.discard(wanted[found[1]])
    if left:
        raise SystemExit(f"{source}: there is no check to leave out in {', '.join(sorted(left))}")
    return "".join(parts)
