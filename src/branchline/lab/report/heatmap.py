"""What happens where: figures of the routes on the drawn board."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import polars as pl
from markupsafe import Markup

from branchline.drawing.board_svg import draw_board
from branchline.drawing.layout import LayoutError
from branchline.drawing.scene import RouteValues, Scene
from branchline.lab.run_figures import Study


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


def claims_map(study: Study) -> RouteValues:
    """How often each route is claimed, to be drawn."""
    routes = study.routes().with_row_index("index")
    claims = dict(routes.select("index", pl.col("claimed") * 100).iter_rows())
    return RouteValues("claimed in % of games", claims, 0, 100, form=".0f")


def wins_map(study: Study) -> RouteValues | None:
    """How owners of routes fare, to be drawn; only what stands out, as the rest would show nothing but chance."""
    telling = study.routes().with_row_index("index").filter("stands_out")
    wins = dict(telling.select("index", pl.col("difference") * 100).iter_rows())
    if not wins:
        return None
    sizes = sorted(abs(value) for value in wins.values())
    reach = max(5.0, float(ceil(sizes[int(0.9 * (len(sizes) - 1))])))  # a few extremes may lie beyond
    return RouteValues("wins of owners, in % points", wins, -reach, reach, middle=0.0, form="+.0f")


def heat_map(study: Study) -> HeatMaps | None:
    """The maps, or None for a board that has no layout to be drawn by."""
    wins = wins_map(study)
    try:
        maps = [_map(study, claims_map(study), "How often each route is claimed.")]
        if wins is not None:
            caption = (
                "How much more (red) or less (blue) often owners of a route win than seats without it, where that "
                f"stands out from chance; beyond ±{wins.high:.0f} all look alike."
            )
            maps.append(_map(study, wins, caption))
    except LayoutError:
        return None
    width, height = study.board.size
    lead = "Broad and dark routes are claimed often, thin and light ones seldom. A pointer on a route shows its figure."
    return HeatMaps(lead, height > width, tuple(maps))


def _map(study: Study, values: RouteValues, caption: str) -> Map:
    return Map(Markup(draw_board(study.board, Scene(values=values), theme=None)), caption)
