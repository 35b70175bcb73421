"""The browser client: its files, and one page for all its addresses.

The page names the files by addresses with their version in it, which a browser may keep for good: so it asks for them
once, and not on every visit, and never mixes files of two versions.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
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
        response = await super().get_response(path, scope)
        kept = _A_DAY if Path(path).suffix in _LASTING else "no-cache"
        if self.version and scope["path"].startswith(f"{_VERSIONED}/{self.version.name}/"):
            kept = _FOREVER
        response.headers["cache-control"] = kept
        request = Request(scope)
        accepted = takes_gzip(request.headers.get("accept-encoding", ""))
        if isinstance(response, FileResponse) and Path(path).suffix in _TEXTS and "range" not in request.headers:
            return await self._compressed(response) if accepted else response
        return response

    @staticmethod
    async def _compressed(file: FileResponse) -> Response:
        """The same answer, compressed; how it is, is known by the file's tag."""
        key = (str(file.path), file.headers["etag"])
        kind = file.media_type or "text/plain"

        def make() -> Fixed:
            body = Path(file.path).read_bytes()
            return Fixed.of(without_comments(body) if Path(file.path).suffix == ".js" else body, kind)

        made = await _made.get_in_thread(key, make)
        names = ("etag", "last-modified", "cache-control")
        headers = {name: file.headers[name] for name in names} | {"vary": "accept-encoding"}
        if made.compressed is None:
            return Response(made.body, media_type=kind, headers=headers)
        return Response(made.compressed, media_type=kind, headers={**headers, "content-encoding": "gzip"})


def without_comments(script: bytes) -> bytes:
    """A script without the comments that fill whole lines: a fifth of what is sent. Every line keeps its number."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


class ClientPage:
    """The one page. Its styles and scripts have addresses with the version that the client has now."""

    def __init__(self, folder: Path, version: ClientVersion) -> None:
        self.file = folder / "index.html"
        self.version = version
        self._version = ""
        self._page = Fixed.of(b"", "text/html")
        self._allowed = ""

    def answer(self, request: Request) -> Response:
        """The page."""
        if (version := self.version.look()) != self._version:
            self._version = version
            page, addresses = self._written(f"{_VERSIONED}/{version}/")
            self._page = Fixed.of(page.encode(), "text/html; charset=utf-8")
            self._allowed = f"'sha256-{base64.b64encode(hashlib.sha256(addresses.encode()).digest()).decode()}'"
        policy = content_policy(request.headers.get("host", ""), self._allowed)
        return self._page.answer(request, **{"content-security-policy": policy})

    def _written(self, there: str) -> tuple[str, str]:
        """The page, and the table in it by which modules that name the plain address get the same file.

        Boards bring modules of their own, which do not know of versions.
        """
        addresses = json.dumps({"imports": {"/static/": there, there: there, "/static/boards/": "/static/boards/"}})
        page = self.file.read_text(encoding="utf-8").replace("/static/css/", f"{there}css/")
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
        # From the root, so that it looks after all pages; asked for anew, so that a new one is taken at once.
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
