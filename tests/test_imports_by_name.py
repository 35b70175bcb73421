"""Modules import each other by statements, which a linter sees, and not by names in strings, which it does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import branchline

PACKAGE = Path(branchline.__file__).parent
IMPORTERS = {"import_module", "__import__", "run_module", "run_path", "spec_from_file_location"}
MODULE = re.compile(r"branchline(\.\w+)+(:\w+)?")
# Who may, and why.
IMPORTS = {
    "_native.py": "loads sources in place of compiled modules that are out of date",
    "bots/registry.py": "the registry of bots, which other packages and people's own files may add to",
    "boards/registry.py": "boards are found where they lie, people's own too",
    "mechanics/additions.py": "mechanics and their faces are found where they lie, people's own too",
    "cli/main.py": "only the module of the wanted command is imported, and only from this folder",
    "cli/bench.py": "benchmarks are no part of the package",
}
NAMES = {
    "bots/registry.py": "the registry of bots",
    "envs/gymnasium.py": "Gymnasium's registry wants the place of a class",
    "server/running.py": "the web server's own workers look the application up",
    "server/bots/processes.py": "started as programs of their own",
    "server/study/analyst.py": "started as a program of its own",
    "cli/mcp.py": "the server that it starts is a program of its own",
}


def is_module(text: str) -> bool:
    """Whether a text names a module or package of Branchline."""
    if not MODULE.fullmatch(text):
        return False
    place = PACKAGE.joinpath(*text.partition(":")[0].split(".")[1:])
    return place.is_dir() or place.with_suffix(".py").is_file()


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The last part of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def imports_by_name(tree: ast.AST) -> bool:
    return any(called(call) in IMPORTERS for call in calls(tree))


def names_modules(tree: ast.AST) -> list[str]:
    """Modules in strings, but for the names of loggers and of folders with data."""
    named = {"get_logger", "getLogger", "PackageLoader"}
    harmless = {id(arg) for call in calls(tree) if called(call) in named for arg in call.args}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [text for node in texts if is_module(text := str(node.value)) and id(node) not in harmless]


def found_in(source: str) -> tuple[bool, list[str]]:
    tree = ast.parse(source)
    return imports_by_name(tree), names_modules(tree)


def test_nobody_imports_by_a_name_in_a_string() -> None:
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    found = {name: found_in(source) for name, source in sources.items()}
    importers = {name for name, (imports, _) in found.items() if imports}
    named = {name: texts for name, (_, texts) in found.items() if texts and name not in NAMES}
    assert importers == set(IMPORTS), "a module that imports by name needs a reason in this test, and no more reasons"
    assert named == {}
    assert all(found[name][1] for name in NAMES), "reasons that are no longer needed"


def test_it_would_be_found() -> None:
    assert found_in("import importlib\nimportlib.import_module(f'{here}.x')") == (True, [])
    assert found_in("from importlib import import_module as m\nplace = 'branchline.thinking:X'") == (
        False,
        ["branchline.thinking:X"],
    )
    assert found_in("structlog.get_logger('branchline.bots')") == (False, [])
    assert found_in("name = 'branchline.nowhere.at_all'") == (False, [])
