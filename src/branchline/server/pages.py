"""The browser client: static files that the browser asks about again, and one page for all its addresses."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from branchline.drawing.raster import FONTS
from branchline.server.fixed_answers import Fixed, Made, takes_gzip
from branchline.web import STATIC

_LASTING = {".woff2", ".png", ".svg", ".webp"}  # things that do not change with the code


_TEXTS = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # worth compressing, which is done once
_made = Made(1000)


class ClientFiles(StaticFiles):
    """Files with an ETag. Names do not change with a version, so the browser asks whether its copy is still good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file with how long it may be kept."""
        response = await super().get_response(path, scope)
        lasting = Path(path).suffix in _LASTING
        response.headers["cache-control"] = "public, max-age=86400" if lasting else "no-cache"
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
            return Fixed.of(Path(file.path).read_bytes(), kind)

        made = await _made.get_apart(key, make)
        names = ("etag", "last-modified", "cache-control")
        headers = {name: file.headers[name] for name in names} | {"vary": "accept-encoding"}
        if made.compressed is None:
            return Response(made.body, media_type=kind, headers=headers)
        return Response(made.compressed, media_type=kind, headers={**headers, "content-encoding": "gzip"})


def client_folder(wanted: str | None) -> Path | None:
    """Where the browser client is, if it is installed."""
    folder = Path(wanted) if wanted else STATIC
    return folder if (folder / "index.html").is_file() else None


def add_pages(app: Starlette, folder: Path) -> None:
    """Serve the client: its files under `/static`, its page at every other address that is not the interface's."""
    page = folder / "index.html"

    async def show_page(request: Request) -> Response:
        if request.url.path.startswith("/api/"):
            raise HTTPException(404, "Not Found")
        return FileResponse(page, media_type="text/html", headers={"cache-control": "no-cache"})

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
    app.router.routes.append(Mount("/static/fonts", ClientFiles(directory=FONTS)))
    app.router.routes.append(Mount("/static", ClientFiles(directory=folder)))
    app.router.routes.append(Route("/{path:path}", show_page))
