"""The browser that the client is tried in: Chromium of the system, installed if the machine allows it."""

from __future__ import annotations

import os
import shutil
import subprocess

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HOW = "install Chromium: 'apt-get install chromium' as root, or any package that brings the program 'chromium'"


def find_chromium() -> str | None:
    """Where Chromium is; None if there is none."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def ensure_chromium() -> str | None:
    """Where Chromium is, after installing it where that needs no asking; None if that is not possible."""
    found = find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *words], check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        found = find_chromium()
    return found
