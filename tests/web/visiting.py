"""Looks at a table at the sizes of six screens, and says what a person could not read, see or reach."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SIZES = ((390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900), (2560, 1440))
_FAULTS = (Path(__file__).parent / "faults.js").read_text()


# The page has heard of its new size, and the map has come to rest.
_SETTLED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))"
)


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until everything lies where it belongs."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_SETTLED)


def faults(page: Page) -> list[str]:
    """What is wrong with the table as it is shown now."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def asked(page: Page) -> str:
    """What the person at the screen is asked now, and what has been picked up; empty if nothing is."""
    words: str = page.evaluate("document.querySelector('.screen')?.dataset.asked ?? ''")
    return words
