"""The browser client: its files, and one page for all its addresses.

The page names the files by addresses with their version in it, which a browser may keep for good: so it asks for them
once, and not on every visit, and never mixes files of two versions.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import posixpath
import re
import time
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from branchline.drawing.raster import FONTS
from branchline.server.content.fixed_answers import Fixed, Made, takes_gzip
from branchline.server.content.policy import content_policy
from branchline.web import STATIC

_LASTING = {".woff2", ".png", ".svg", ".webp"}  # things that do not change with the code
_FOREVER = "public, max-age=31536000, immutable"
_A_DAY = "public, max-age=86400"

_VERSIONED = "/static/version"  # behind it comes the version, and then the file
_LOOK_EVERY = 1.0  # seconds
_TEXTS = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # worth compressing, which is done once
_COMMENT = re.compile(rb"(?ms)^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)")
_IMPORTS = re.compile(r'(?m)^(?:import|export|\})[^"\n]*"(\.[^"]+)";')
_SHEETS = re.compile(r'    <link rel="stylesheet" href="/static/css/([a-z]+)\.css">\n')
_ALL_SHEETS = "css/all.css"  # those of the page's body, as one file
_AT_ONCE = {"/t/": "pages/table-page.js"}  # addresses of pages that need many modules, and where these begin
_made = Made(1000)


class ClientVersion:
    """What the client's files are now, as a name that changes with any of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = ""
        self._files: list[tuple[Path, int, int]] = []
        self._looked = -math.inf
        self.look()  # when the server starts, so that nobody waits for it

    def look(self) -> str:
        """The name, at most a second old. Only files that were written since are reason enough to read them all."""
        if time.monotonic() < self._looked + _LOOK_EVERY:
            return self.name
        self._looked = time.monotonic()
        files = []
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                facts = path.stat()
                files.append((path, facts.st_mtime_ns, facts.st_size))
        if files != self._files:
            found = hashlib.sha256()
            for path, _, size in files:
                found.update(f"{path.relative_to(self.folder)} {size}\n".encode())
                found.update(path.read_bytes())
            self._files, self.name = files, f"v{found.hexdigest()[:16]}"
        return self.name


class ClientFiles(StaticFiles):
    """Files with an ETag. Where no version is in the address, the browser asks whether its copy is still good."""

    def __init__(self, folder: Path, version: ClientVersion | None = None) -> None:
        super().__init__(directory=folder)
        self.version = version

    def get_path(self, scope: Scope) -> str:
        """The file, whatever version is asked for."""
        path = super().get_path(scope)
        return str(Path(*Path(path).parts[1:])) if self.version else path

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file with how long it may be kept: for good, if it is of the version in its address."""
        if (version := self.version) and path == _ALL_SHEETS:
            sheets = _made.get((path, version.look()), lambda: Fixed.of(all_sheets(version.folder), "text/css"))
            kept = _FOREVER if self._is_current(scope) else "no-cache"
            return sheets.answer(Request(scope), **{"cache-control": kept})
        response = await super().get_response(path, scope)
        kept = _A_DAY if Path(path).suffix in _LASTING else "no-cache"
        if self._is_current(scope):
            kept = _FOREVER
        response.headers["cache-control"] = kept
        request = Request(scope)
        accepted = takes_gzip(request.headers.get("accept-encoding", ""))
        if isinstance(response, FileResponse) and Path(path).suffix in _TEXTS and "range" not in request.headers:
            return await self._compressed(response) if accepted else response
        return response

    def _is_current(self, scope: Scope) -> bool:
        name = self.version.name if self.version else ""
        return bool(name) and scope["path"].startswith(f"{_VERSIONED}/{name}/")

    @staticmethod
    async def _compressed(file: FileResponse) -> Response:
        """The same answer, compressed; how it is, is known by the file's tag."""
        key = (str(file.path), file.headers["etag"])
        kind = file.media_type or "text/plain"

        def make() -> Fixed:
            body = Path(file.path).read_bytes()
            return Fixed.of(without_comments(body) if Path(file.path).suffix == ".js" else body, kind)

        made = await _made.get_in_thread(key, make)
        names = ("etag", "cache-control")
        headers = {name: file.headers[name] for name in names} | {"vary": "accept-encoding"}
        if made.compressed is None:
            return Response(made.body, media_type=kind, headers=headers)
        return Response(made.compressed, media_type=kind, headers={**headers, "content-encoding": "gzip"})


def without_comments(script: bytes) -> bytes:
    """A script without the comments that fill whole lines: a fifth of what is sent. Every line keeps its number."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


def all_sheets(folder: Path) -> bytes:
    """The style sheets in the page's body, one after the other."""
    names = _SHEETS.findall(_body((folder / "index.html").read_text(encoding="utf-8")))
    return b"\n".join((folder / "css" / f"{name}.css").read_bytes() for name in names)


def _body(page: str) -> str:
    return page[page.find("<body") :]


def modules_behind(folder: Path, module: str) -> list[str]:
    """A module and all that it imports, in the order in which a browser comes to them."""
    found = [module]
    for each in found:
        for address in _IMPORTS.findall((folder / each).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(each), address))
            if path not in found:
                found.append(path)
    return found


class ClientPage:
    """The one page. Its styles and scripts have addresses with the version that the client has now.

    At addresses of tables it names all modules that a table needs: else the browser learns of them one by one.
    """

    def __init__(self, folder: Path, version: ClientVersion) -> None:
        self.file = folder / "index.html"
        self.version = version
        self._version = ""
        self._pages: dict[str, Fixed] = {}
        self._allowed = ""

    def answer(self, request: Request) -> Response:
        """The page."""
        if (version := self.version.look()) != self._version:
            self._version = version
            there = f"{_VERSIONED}/{version}/"
            page, addresses = self._written(there)
            self._pages = {"": Fixed.of(page.encode(), "text/html; charset=utf-8")}
            for start, module in _AT_ONCE.items():
                links = [f'<link rel="modulepreload" href="{there}{each}">' for each in self._modules(module)]
                whole = page.replace("</head>", "".join([*links, "</head>"]))
                self._pages[start] = Fixed.of(whole.encode(), "text/html; charset=utf-8")
            self._allowed = f"'sha256-{base64.b64encode(hashlib.sha256(addresses.encode()).digest()).decode()}'"
        policy = content_policy(request.headers.get("host", ""), self._allowed)
        start = next((start for start in _AT_ONCE if request.url.path.startswith(start)), "")
        return self._pages[start].answer(request, **{"content-security-policy": policy})

    def _modules(self, module: str) -> list[str]:
        folder = self.file.parent
        return modules_behind(folder, module) if (folder / module).is_file() else []

    def _written(self, there: str) -> tuple[str, str]:
        """The page, and the table in it by which modules that name the plain address get the same file.

        Boards bring modules of their own, which do not know of versions.
        """
        addresses = json.dumps({"imports": {"/static/": there, there: there, "/static/boards/": "/static/boards/"}})
        page = self.file.read_text(encoding="utf-8")
        body = _body(page)
        if sheet := _SHEETS.search(body):
            whole = f'    <link rel="stylesheet" href="/static/{_ALL_SHEETS}">\n'
            page = page.replace(body, body[: sheet.start()] + whole + _SHEETS.sub("", body[sheet.start() :]))
        page = page.replace("/static/css/", f"{there}css/")
        first = '<script type="module" src="'
        page = page.replace(f"{first}/static/", f'<script type="importmap">{addresses}</script>\n    {first}{there}')
        return page, addresses


def client_folder(wanted: str | None) -> Path | None:
    """Where the browser client is, if it is installed."""
    folder = Path(wanted) if wanted else STATIC
    return folder if (folder / "index.html").is_file() else None


def add_pages(app: Starlette, folder: Path) -> None:
    """Serve the client: its files under `/static`, its page at every other address that is not the interface's."""
    version = ClientVersion(folder)
    page = ClientPage(folder, version)

    async def show_page(request: Request) -> Response:
        if request.url.path.startswith("/api/"):
            raise HTTPException(404, "Not Found")
        return page.answer(request)

    async def worker(_: object) -> Response:
        # From the root, so that it looks after all pages; asked for again, so that a new one is taken at once.
        file = folder / "service-worker.js"
        return FileResponse(file, media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def favicon(_: object) -> Response:
        return FileResponse(folder / "favicon.svg", media_type="image/svg+xml")

    if (folder / "favicon.svg").is_file():
        app.router.routes.append(Route("/favicon.ico", favicon))
    if (folder / "service-worker.js").is_file():
        app.router.routes.append(Route("/service-worker.js", worker))
    app.router.routes.append(Mount("/static/fonts", ClientFiles(FONTS)))
    app.router.routes.append(Mount(_VERSIONED, ClientFiles(folder, version)))
    app.router.routes.append(Mount("/static", ClientFiles(folder)))
    app.router.routes.append(Route("/{path:path}", show_page))
