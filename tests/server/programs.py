"""Programs of the system that a test runs: installed where that needs no asking, else the test is skipped."""

from __future__ import annotations

import shutil

import pytest

from tests.web.chromium import install


def program(name: str, package: str) -> str:
    """Where a program is, after installing the package that brings it."""
    if shutil.which(name) is None:
        install(package)
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed, and cannot be: install the package {package}")
    return found
