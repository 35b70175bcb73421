"""The browser that the client is tried in: Chromium of the system, installed if the machine allows it.

Tests prefer its headless shell: the same engine without the parts around it, which opens a page in half the time.
Run as a program this fetches the shell, once, as `make` does with all other tools.
"""

from __future__ import annotations

import os
import shutil
import subprocess

_SHELL = "chromium-headless-shell"
_WHOLE = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HOW = "install Chromium: 'apt-get install chromium' as root, or any package that brings the program 'chromium'"


def find_chromium(*, whole: bool = False) -> str | None:
    """Where Chromium is, if wished the one that people use; None if there is none."""
    names = (*_WHOLE, _SHELL) if whole else (_SHELL, *_WHOLE)
    return next((path for name in names if (path := shutil.which(name))), None)


def ensure_chromium(*, whole: bool = False) -> str | None:
    """Where Chromium is, after installing it where that needs no asking; None if that is not possible."""
    if find_chromium(whole=True) in (None, shutil.which(_SHELL)):
        install("chromium")
    return find_chromium(whole=whole)


def install(package: str) -> bool:
    """Install a package where that needs no asking; False if it is not to be had."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=1"]
    install = [*apt, "install", "-y", "--no-install-recommends", package]
    for command in (install, [*apt, "update"], install):  # the lists may be old, or not there yet
        done = subprocess.run(command, check=False, env=quietly, capture_output=True)
        if command is install and done.returncode == 0:
            return True
    return False


if __name__ == "__main__":
    if shutil.which(_SHELL) is None:
        install(_SHELL)
    print(ensure_chromium() or f"there is no browser for the tests of the client: {HOW}")
