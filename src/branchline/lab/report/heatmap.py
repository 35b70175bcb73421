"""What happens where: figures of the routes on the drawn board."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import polars as pl
from markupsafe import Markup

from branchline.drawing.board_svg import draw_board
from branchline.drawing.layout import LayoutError
from branchline.drawing.scene import RouteValues, Scene
from branchline.lab.study import Study


@dataclass(frozen=True)
class Map:
    """A drawn board with values along its routes."""

    svg: Markup
    caption: str


@dataclass(frozen=True)
class HeatMaps:
    """The maps of a report."""

    lead: str
    tall: bool  # they stand side by side
    maps: tuple[Map, ...]


def heat_map(study: Study) -> HeatMaps | None:
    """The maps, or None for a board that has no layout to be drawn by."""
    routes = study.routes().with_row_index("index")
    telling = routes.filter("stands_out")  # the others would show nothing but chance
    claims = dict(routes.select("index", pl.col("claimed") * 100).iter_rows())
    wins = dict(telling.select("index", pl.col("difference") * 100).iter_rows())
    reach = _reach(list(wins.values()))
    try:
        maps = [
            _map(
                study,
                RouteValues("claimed in % of games", claims, 0, 100, form=".0f"),
                "How often each route is claimed.",
            ),
        ]
        if wins:
            values = RouteValues("wins of owners, in % points", wins, -reach, reach, middle=0.0, form="+.0f")
            caption = (
                "How much more (red) or less (blue) often owners of a route win than seats without it, where that stands "
                f"out from chance; beyond ±{reach:.0f} all look alike."
            )
            maps.append(_map(study, values, caption))
    except LayoutError:
        return None
    width, height = study.board.size
    lead = "Broad and dark routes are claimed often, thin and light ones seldom. A pointer on a route shows its figure."
    return HeatMaps(lead, height > width, tuple(maps))


def _reach(values: list[float]) -> float:
    """The end of a scale that shows most values well: a few extremes may lie beyond it."""
    sizes = sorted(abs(value) for value in values)
    return max(5.0, float(ceil(sizes[int(0.9 * (len(sizes) - 1))]))) if sizes else 5.0


def _map(study: Study, values: RouteValues, caption: str) -> Map:
    return Map(Markup(draw_board(study.board, Scene(values=values), theme=None)), caption)
