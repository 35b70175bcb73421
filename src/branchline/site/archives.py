"""The archives that the browser unpacks: Python's library, the packages, and as much of this package as a tab needs.

All modules are compiled, as that is most of the work of importing them, and half of what is fetched.
"""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from branchline.site.parts import node

_SOURCE = Path(__file__).parent.parent
_SCRIPT = Path(__file__).with_name("compile.mjs")
_TAG = "cpython-314"
_RECIPE = hashlib.sha256(_SCRIPT.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:12]  # of what is made once
# Layers that only a server, a laboratory or a terminal has, the networks, which need NumPy, and bots elsewhere.
_LAYERS = ("cli", "client", "server", "site", "lab", "training", "envs", "testing", "drawing/solve", "web/static")
_ELSEWHERE = (*_LAYERS, "bots/exec_bot.py", "bots/llm_bot.py", "bots/protocol.py")
_DATA = ("board.toml", "layout.json", "land.json", "board.css", "py.typed")
# Parts of Python's library that nothing here uses: what talks to networks and processes, or is for developers.
_UNUSED = """
_aix_support _android_support _apple_support _ios_support _pyio _pyrepl asyncio/proactor_events
asyncio/windows_events bdb cProfile cmd code compileall configparser curses dbm doctest ensurepip ftplib getpass
html http/cookiejar http/cookies http/server idlelib imaplib lib2to3 logging/config logging/handlers mailbox
mimetypes modulefinder netrc optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data
pyodide/console sched smtplib socketserver sqlite3 tabnanny test this timeit tkinter trace tracemalloc turtle
turtledemo unittest venv wsgiref xmlrpc
"""
_LETTERS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig")


def library(pyodide: Path) -> Path:
    """Python's library as an archive that Python imports from; made once."""
    made = pyodide / f"library-{_RECIPE}.zip"
    if not made.is_file():
        folder = pyodide / "library"
        shutil.rmtree(folder, ignore_errors=True)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as packed:
            packed.extractall(folder)
        _prune(folder)
        node(_SCRIPT, str(pyodide), str(folder))
        _zip(made, ((path, path.relative_to(folder)) for path in _files(folder) if path.suffix != ".py"))
    return made


def _prune(folder: Path) -> None:
    for name in _UNUSED.split():
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / f"{name}.py").unlink(missing_ok=True)
    for path in (folder / "encodings").glob("*.py"):
        if path.stem not in _LETTERS:
            path.unlink()


def packages(pyodide: Path, folder: Path) -> Path:
    """The packages as an archive; made once."""
    made = pyodide / f"packages-{_RECIPE}.zip"
    if not made.is_file():
        node(_SCRIPT, str(pyodide), str(folder))
        shutil.rmtree(folder / "pydantic" / "v1", ignore_errors=True)  # an older interface of its own
        wanted = (path for path in _files(folder) if path.suffix in (".py", ".so") or path.name == "METADATA")
        _zip(made, _compiled(folder, wanted, Path()))
    return made


def engine(pyodide: Path, made: Path, work: Path) -> None:
    """This package as an archive. `work`: an empty folder."""
    for path in _files(_SOURCE):
        inside = path.relative_to(_SOURCE)
        if _is_wanted(inside):
            (work / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, work / inside)
    node(_SCRIPT, str(pyodide), str(work))
    wanted = (path for path in _files(work) if path.suffix != ".pyc")
    _zip(made, _compiled(work, wanted, Path("branchline")))


def _is_wanted(inside: Path) -> bool:
    if any(inside.is_relative_to(folder) for folder in _ELSEWHERE) or "__pycache__" in inside.parts:
        return False
    return inside.suffix == ".py" or inside.name in _DATA or inside.match("analysis/shipped/*.jsonl")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _compiled(folder: Path, files: Iterator[Path], inside: Path) -> Iterator[tuple[Path | bytes, Path]]:
    """Compiled modules where Python looks for them. Sources are there, to be found, but empty."""
    for path in files:
        name = inside / path.relative_to(folder)
        if path.suffix == ".py":
            yield b"", name
            yield path.with_suffix(".pyc"), name.parent / "__pycache__" / f"{path.stem}.{_TAG}.pyc"
        else:
            yield path, name


def _zip(made: Path, files: Iterator[tuple[Path | bytes, Path]]) -> None:
    """An archive that is the same whenever it is made of the same files."""
    unfinished = made.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for content, name in files:
            plain = content if isinstance(content, bytes) else content.read_bytes()
            packed.writestr(zipfile.ZipInfo(name.as_posix()), plain, zipfile.ZIP_DEFLATED, 9)
    unfinished.replace(made)
