"""Gives compiled functions and classes their docstrings: mypyc writes down the signature alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

# A function or method with its signature, and a class with that of its constructor.
FUNCTION = re.compile(r'(\(PyCFunction\)CPyPy_(?P<name>\w+),\s+[\w| ]+, PyDoc_STR\("[^"]*\\n--\\n\\n)"')
CLASS = re.compile(r'(\.tp_doc = PyDoc_STR\("(?P<name>\w+)\([^"]*\\n--\\n\\n)"')


def write_docstrings(sources: list[Path], files: list[Path]) -> None:
    """Rewrite the C files of some sources."""
    by_name = {file.name: file for file in files}
    for source in sources:
        parts = source.with_suffix("").parts[1:]  # without "src"
        file = by_name.get(f"__native_{'___'.join(parts)}.c")
        if file is not None:
            found = docstrings(source, parts)

            def documented(match: re.Match[str], found: dict[str, str] = found) -> str:
                return f'{match[1]}{in_c(found.get(match["name"], ""))}"'

            file.write_text(CLASS.sub(documented, FUNCTION.sub(documented, file.read_text())))


def docstrings(source: Path, parts: tuple[str, ...]) -> dict[str, str]:
    """The docstrings of a module by what mypyc calls the functions, and by the names of the classes."""
    modules = ["___".join(parts[start:]) for start in range(len(parts))]  # as much of it as tells it from others
    found: dict[str, str] = {}
    for node in ast.parse(source.read_bytes()).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = ast.get_docstring(node) or ""
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}___" if isinstance(node, ast.ClassDef) else ""
        for each in inner:
            if isinstance(each, ast.FunctionDef):
                words = ast.get_docstring(each) or ""
                found.update((f"{module}___{owner}{each.name}", words) for module in modules)
    return found


def in_c(words: str) -> str:
    """Text as it stands between the quotes of C."""
    plain = (chr(byte) if 31 < byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in words.encode())
    return "".join(plain)
