"""Planners of different styles: the same thinking, with other weights."""

from collections.abc import Callable
from typing import Final

from branchline.planner.style import UNTIL_BROKEN, Style


def usual() -> Style:
    """As strong as weights make it."""
    return Style()


def steady() -> Style:
    """Keeps a plan for as long as it can be built, instead of making a new one whenever a route is claimed."""
    style = Style()
    style.patience = UNTIL_BROKEN
    return style


def eager() -> Style:
    """Draws tickets whenever they promise anything."""
    style = Style()
    style.draw_margin = 0
    style.draw_busy = 300
    return style


def content() -> Style:
    """Draws no tickets any more."""
    style = Style()
    style.draw_margin = style.draw_never
    return style


def hungry() -> Style:
    """Claims routes for their points before those for its tickets, if they bring more."""
    style = Style()
    style.filler_slack = -1_000
    style.filler_piece = 20
    return style


def hasty() -> Style:
    """Makes for the end: draws no tickets, and lays its pieces as soon as it can, wherever they bring the most."""
    style = content()
    style.filler_slack = -1_000
    style.filler_piece = 0
    style.fillers = 2
    return style


def hoarding() -> Style:
    """Collects cards for as long as it can afford to, and claims its routes one after the other at the end."""
    style = Style()
    style.claim_least = 10_000
    style.claim_slack = 2
    style.block_part = 0
    return style


def blocking() -> Style:
    """Claims what others seem to need, whenever that hurts them more than it costs."""
    style = Style()
    style.block_part = 300
    style.block_least = 200
    return style


STYLES: Final[dict[str, Callable[[], Style]]] = {
    "usual": usual,
    "steady": steady,
    "eager": eager,
    "content": content,
    "hungry": hungry,
    "hasty": hasty,
    "hoarding": hoarding,
    "blocking": blocking,
}
