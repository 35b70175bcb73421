"""The check of the packages looks at every extra, by modules that are there."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

from tools.packages import EXTRAS, HEAVY_EXTRAS

PROJECT = Path(__file__).parent.parent


def test_every_extra_is_checked() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert sorted(["server", *EXTRAS, *HEAVY_EXTRAS]) == sorted(extras)


def test_what_each_extra_brings_can_be_imported() -> None:
    for modules in EXTRAS.values():
        for module in modules.split(", "):
            importlib.import_module(module)
