"""Bends real geography so that every city lies where the board has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.interpolate import RBFInterpolator

from branchline.drawing.layout import Layout
from branchline.model.board import Board

Array = npt.NDArray[np.float64]
Warp = Callable[[Any, Any], Array]  # longitudes and latitudes to points of the board

_RING = 0.55  # how far outside the board, in parts of its size, the map is held in its plain shape
_RING_SMOOTHING = 0.02


def project(settings: dict[str, Any], lon: Any, lat: Any) -> Array:
    """A plain map projection, before any bending."""
    lon, lat = np.asarray(lon, float), np.asarray(lat, float)
    if settings["projection"] == "miller":
        y = 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(np.clip(lat, -84, 84))))
        return np.stack([np.radians(lon), y], -1)
    west, _, east, _ = settings["window"]
    along = np.radians(lon - (west + east) / 2)
    middle = np.radians(settings["middle_latitude"])
    if settings["projection"] == "conic":  # meridians lean toward the pole
        lean = 0.5 * along**2 * np.sin(middle) * np.cos(middle)
        return np.stack([along * np.cos(np.radians(lat)), np.radians(lat) + lean], -1)
    return np.stack([along * np.cos(middle), np.radians(lat)], -1)


def unrolled(settings: dict[str, Any], lon: Any) -> Any:
    """Longitudes without a jump: a round board begins at its western edge, not at 180 degrees."""
    lon = np.asarray(lon, float)
    return np.where(lon < settings["west_edge"], lon + 360, lon) if settings.get("round") else lon


def make_warp(board: Board, layout: Layout, settings: dict[str, Any]) -> Warp:
    """A thin-plate spline from longitude and latitude to the board, through all cities up to a little smoothing."""
    cities = [
        city
        for city in board.cities
        if "off_board" not in city.tags and (not city.country or settings.get("dead_ends_are_real"))
    ]
    rows = np.array([(city.lon, city.lat, *layout.places[city.id]) for city in cities])
    rows[:, 0] = unrolled(settings, rows[:, 0])
    width = board.size[0]
    if settings.get("round"):  # the same again on both sides, so that the edges match
        once = np.array([360, 0, width, 0])
        rows = np.concatenate([rows, rows - once, rows + once])
    source, target = project(settings, rows[:, 0], rows[:, 1]), rows[:, 2:4]
    smoothing = np.full(len(rows), settings["smoothing"] * len(rows))
    if not settings.get("round"):
        far_source, far_target = _ring(board, source, target)
        source, target = np.concatenate([source, far_source]), np.concatenate([target, far_target])
        smoothing = np.concatenate([smoothing, np.full(len(far_source), _RING_SMOOTHING)])
    middle, spread = source.mean(0), source.std()
    out_middle, out_spread = target.mean(0), target.std()
    spline = RBFInterpolator(
        (source - middle) / spread, (target - out_middle) / out_spread, kernel="thin_plate_spline", smoothing=smoothing
    )

    def warp(lon: Any, lat: Any) -> Array:
        points = project(settings, np.atleast_1d(lon), np.atleast_1d(lat))
        bent: Array = spline((points - middle) / spread) * out_spread + out_middle
        return bent

    return warp


def _ring(board: Board, source: Array, target: Array) -> tuple[Array, Array]:
    """Points around the board, mapped by the best affine map: far from the cities nothing shall fold."""
    width, height = board.size
    affine = np.linalg.lstsq(np.column_stack([source, np.ones(len(source))]), target, rcond=None)[0]
    west, east, north, south = -_RING * width, (1 + _RING) * width, -_RING * height, (1 + _RING) * height
    parts = np.linspace(0, 1, 7)
    ring = [(west + (east - west) * part, y) for part in parts for y in (north, south)]
    ring += [(x, north + (south - north) * part) for part in parts[1:-1] for x in (west, east)]
    points = np.array(ring)
    return np.linalg.solve(affine[:2].T, (points - affine[2]).T).T, points


def folds(warp: Warp, board: Board, settings: dict[str, Any]) -> int:
    """In how many cells of a grid on the board the map is turned inside out; there must be none."""
    west, south, east, north = settings["window"]
    lons = np.linspace(settings["west_edge"] + 3, settings["west_edge"] + 353, 60) if settings.get("round") else None
    grid = np.meshgrid(
        np.linspace(west + 1, east - 1, 40) if lons is None else lons, np.linspace(max(south, -50), min(north, 72), 30)
    )
    points = warp(grid[0].ravel(), grid[1].ravel()).reshape(*grid[0].shape, 2)
    right, up = np.diff(points, axis=1)[:-1], np.diff(points, axis=0)[:, :-1]
    turned = right[..., 0] * up[..., 1] - right[..., 1] * up[..., 0] > 0
    corner = points[:-1, :-1]
    inside = (corner > 0).all(-1) & (corner < np.array(board.size)).all(-1)
    return int((turned & inside).sum())
