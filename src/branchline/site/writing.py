"""The folder of the site: what is in it, and how large that is."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from branchline.boards import registry
from branchline.drawing import Theme, draw_thumbnail, grounds_css, live_board, stylesheet
from branchline.drawing.raster import FONTS
from branchline.site import archives, parts
from branchline.site.practice import practice
from branchline.table.catalog import board_data, catalog, own_modules
from branchline.web import STATIC

_THEMES: tuple[Theme, ...] = ("day", "night")
_SERVED = ("*.d.ts", "README.md", "index.html", "offline.*", "service-worker.js")  # what only a server has, or another
_PRACTICE = "practice.zip"
_HOME = "/lib/branchline"  # where Python finds the packages
_WASM = "pyodide.asm.wasm"
_TEXTS = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest"}
_WORTH_IT = 1000  # bytes; less is not compressed
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def write_site(out: Path, kept: Path, bot_pause: float = 1.2, practiced: bool = True) -> dict[str, int]:
    """Write the site into a folder, which is emptied first; returns what it consists of, in bytes to fetch."""
    pyodide, packages = parts.fetched(kept)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    _write_client(out)
    _write_boards(out)
    _write_python(out / "python", pyodide, packages, bot_pause, practiced)
    if practiced:
        practice(kept / "practice", out / "python" / _PRACTICE)
    sizes = _compress(out)
    _write_worker(out, [*sizes])
    return _table(sizes)


def _write_client(out: Path) -> None:
    """The browser client, with addresses that hold wherever the folder lies."""
    static = out / "static"
    shutil.copytree(
        STATIC,
        static,
        ignore=shutil.ignore_patterns(*_SERVED),
    )
    shutil.copytree(FONTS, static / "fonts", ignore=shutil.ignore_patterns("*.ttf"))
    fonts = static / "css" / "fonts.css"
    fonts.write_text(fonts.read_text().replace('url("/static/', 'url("../'))
    page = (STATIC / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    addresses = json.dumps({"imports": {"/static/": "./static/"}})
    allowed = f"'sha256-{base64.b64encode(hashlib.sha256(addresses.encode()).digest()).decode()}'"
    head = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(scripts=allowed)}">'
    page = page.replace('<html lang="en"', '<html lang="en" data-home="tab"')
    page = page.replace("<title>", f"{head}\n    <title>")
    page = page.replace("<script ", f'<script type="importmap">{addresses}</script>\n    <script ', 1)
    (out / "index.html").write_text(page, encoding="utf-8")
    manifest = static / "manifest.webmanifest"
    told = json.loads(manifest.read_text(encoding="utf-8"))
    for icon in told["icons"]:
        icon["src"] = icon["src"].removeprefix("/static/")
    _write_json(manifest, {**told, "id": "../", "start_url": "../", "scope": "../"})


def _write_worker(out: Path, files: list[str]) -> None:
    """The service worker, which keeps all files: those whose contents have this hash."""
    contents = hashlib.sha256()
    for name in files:
        contents.update(name.encode() + hashlib.sha256((out / name).read_bytes()).digest())
    kept = ["./" if name == "index.html" else name for name in files]  # as hosts serve it without a redirect
    site = {"version": contents.hexdigest()[:16], "files": kept}
    script = (STATIC / "tab" / "service-worker.js").read_text(encoding="utf-8")
    (out / "service-worker.js").write_text(f"self.site = {json.dumps(site)};\n{script}", encoding="utf-8")


def _write_boards(out: Path) -> None:
    """What stands still on boards, as a server answers it; so a board is there before Python is."""
    boards = out / "api" / "boards"
    boards.mkdir(parents=True)
    _write_json(out / "api" / "boards.json", catalog())
    for board in registry.boards():
        _write_json(boards / f"{board.id}.json", board_data(board.id))
        here = boards / board.id
        here.mkdir()
        (here / "drawing.svg").write_text(live_board(board), encoding="utf-8")
        for theme in _THEMES:
            picture = draw_thumbnail(board, theme=theme)
            (here / f"picture-{theme}.svg").write_text(picture, encoding="utf-8")
        for module in own_modules(board):
            there = out / "static" / "boards" / board.id
            there.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, there)
    (out / "static" / "board.css").write_text(stylesheet() + grounds_css(registry.boards()), encoding="utf-8")


def _write_python(out: Path, pyodide: Path, packages: Path, bot_pause: float, practiced: bool) -> None:
    out.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(pyodide / name, out)
    shutil.copy(archives.library(pyodide), out / "python_stdlib.zip")
    shutil.copy(archives.packages(pyodide, packages), out / "packages.zip")
    with tempfile.TemporaryDirectory() as work:
        archives.engine(pyodide, out / "branchline.zip", Path(work))
    # Under a name that no server takes for something to be unpacked on the way: the client does that.
    wasm = gzip.compress((pyodide / _WASM).read_bytes(), 9, mtime=0)
    (out / f"{_WASM}.packed").write_bytes(wasm)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    told = {
        "home": _HOME,
        "bot_pause": bot_pause,
        "archives": ["packages.zip", "branchline.zip"],
        "practice": _PRACTICE if practiced else None,
        "packed": {_WASM: {"file": f"{_WASM}.packed", "kind": "application/wasm", "bytes": len(wasm)}},
        "lock": {"info": lock["info"], "packages": {}},
    }
    _write_json(out / "parts.json", told)


def _write_json(path: Path, plain: Any) -> None:
    path.write_text(json.dumps(plain, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _compress(out: Path) -> dict[str, int]:
    """Beside every text a compressed one, for servers that look for it; returns what each file is on its way."""
    sizes = {}
    for path in sorted(out.rglob("*")):
        if not path.is_file():
            continue
        size = path.stat().st_size
        if path.suffix in _TEXTS and size >= _WORTH_IT:
            small = gzip.compress(path.read_bytes(), 9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(small)
            size = len(small)
        sizes[path.relative_to(out).as_posix()] = size
    return sizes


def _table(sizes: Mapping[str, int]) -> dict[str, int]:
    """What it consists of, in words."""

    def all_of(*starts: str) -> int:
        return sum(size for name, size in sizes.items() if name.startswith(starts))

    table = {
        "Python": all_of("python/pyodide"),
        "its library": all_of("python/python_stdlib"),
        "packages": all_of("python/packages"),
        "the engine, with its tables and puzzles": all_of("python/branchline"),
        "what practice games taught the coach": all_of("python/practice"),
        "the client": all_of("index.html", "static/") - all_of("static/learn/", "static/boards/"),
        "a board's drawing": max(all_of(f"api/boards/{board.id}") for board in registry.boards()),
    }
    return {**table, "everything": sum(sizes.values())}
