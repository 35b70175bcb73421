"""A server and a browser for programs that look at the client: pictures and measurements."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.server.helpers import QUICK, serving
from tests.web.chromium import HOW, ensure_chromium


@contextlib.contextmanager
def site() -> Iterator[tuple[Browser, str]]:
    """Chromium, and the address of a server whose bots do not wait."""
    chromium = ensure_chromium(whole=True)  # as people see it
    if chromium is None:
        sys.exit(HOW)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = serving(QUICK, Path(folder), analysis_worlds=(16,))
        try:
            with playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]) as browser:
                yield browser, server.url
        finally:
            server.stop()
