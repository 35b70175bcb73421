"""Makes the `land.json` of San Francisco, which is too small for the public data: our own simple shapes.

    python tools/geography/san_francisco.py

Needs Shapely.
"""

from __future__ import annotations

import re

from ground import decorated, save_land
from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import branchline as bl
from branchline.drawing.land import FILE, Land, Name
from branchline.drawing.layout import Point, load_layout

CITY = (
    "M-30 232C40 214 60 182 104 168C130 150 156 128 182 150C222 176 262 170 300 150C352 128 396 140 440 142"
    "C486 132 520 140 566 146C612 134 640 142 690 152C740 146 790 138 840 150C900 164 946 196 986 236"
    "C1034 282 1082 306 1102 362C1112 414 1098 452 1086 494C1094 540 1112 566 1098 606"
    "C1120 640 1104 676 1120 708C1104 744 1128 776 1118 812C1112 846 1124 860 1118 890L-30 890L-30 760"
    "C22 700 34 620 36 540C36 450 44 380 22 320C8 290-8 270-30 262Z"
)
HEADLANDS = "M-30-30H330C318 20 262 34 232 58C206 82 176 70 150 92C112 70 60 92 28 66C4 56-14 46-30 44Z"
ALCATRAZ = "M644 62C654 36 700 34 728 56C748 78 730 106 700 112C668 118 634 96 644 62Z"
YERBA_BUENA = "M1140 196C1154 170 1190 176 1196 206C1200 236 1168 246 1150 232C1138 222 1134 210 1140 196Z"
GOLDEN_GATE_PARK = "M30 452H420Q428 452 428 460V500Q428 508 420 508H30Z"
PRESIDIO = "M150 176C230 190 300 160 360 166C376 200 360 250 320 268C250 280 190 262 150 240Z"
TWIN_PEAKS = "M470 640C520 610 560 640 556 690C540 740 480 730 462 690Z"
BRIDGES = "M150 112V84M1084 340L1144 222M1188 192L1230 150"
MARKET_STREET = "M1100 352L600 720"
DISTRICTS = (  # distance of the streets, their turn, where they run
    (30, -6, [(-30, 100), (1130, 100), (1130, 330), (600, 720), (600, 452), (-30, 452)]),
    (34, -36, [(1130, 330), (600, 720), (600, 900), (1200, 900), (1200, 330)]),
    (30, 0, [(-30, 452), (600, 452), (600, 900), (-30, 900)]),
)
WATERS = (
    [Name("Golden Gate", x, y, 26) for y in (52, 44, 64, 78) for x in (470, 430, 500, 400, 370)],
    [Name("San Francisco Bay", x, y, 26) for y in (60, 48, 76, 92, 110, 130) for x in (1010, 980, 1040, 950)],
)
PACIFIC = Name("Pacific", 22, 470, 20, -90)
HILLS = (
    *((430, 690), (470, 760), (350, 640), (300, 760), (250, 560), (520, 800), (600, 600), (660, 600), (180, 330)),
    *((230, 390), (620, 430), (880, 620), (910, 590), (700, 770), (200, 800), (820, 800), (960, 760)),
)


def area(path: str, steps: int = 12) -> BaseGeometry:
    """The area of a path of M, L, H, C and Z."""
    points: list[tuple[float, float]] = []
    for letter, text in re.findall(r"([MLHCZ])([^MLHCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d+", text)]
        if letter == "H":
            points.append((numbers[0], points[-1][1]))
        elif letter in "ML":
            points.append((numbers[0], numbers[1]))
        elif letter == "C":
            ends = [points[-1], *zip(numbers[::2], numbers[1::2], strict=True)]
            points += [_bezier(ends, step / steps) for step in range(1, steps + 1)]
    return Polygon(points).buffer(0)


def _bezier(points: list[tuple[float, float]], t: float) -> tuple[float, float]:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def streets(width: float, height: float) -> str:
    """Three street grids, cut at the shore and at the parks."""
    ground = area(CITY).intersection(box(-5, -5, width + 5, height + 5)).buffer(-3)
    parks = unary_union([box(36, 452, 428, 508), area(PRESIDIO), area(TWIN_PEAKS)])
    path = ""
    for apart, turn, corners in DISTRICTS:
        district = Polygon(corners).intersection(ground).difference(parks)
        lines = [LineString([(x, -400), (x, 1400)]) for x in range(-400, 1700, apart)]
        lines += [LineString([(-400, y), (1700, y)]) for y in range(-400, 1400, apart)]
        for line in lines:
            cut = rotate(line, turn, origin=(600, 450)).intersection(district)
            for part in getattr(cut, "geoms", [cut]):
                if part.geom_type == "LineString" and part.length > 12:
                    (x0, y0), (x1, y1) = part.coords[0], part.coords[-1]
                    path += f"M{x0:.0f} {y0:.0f}L{x1:.0f} {y1:.0f}"
    return path + MARKET_STREET


def main() -> None:
    """Write the file."""
    board = bl.board("san_francisco")
    width, height = (int(side) for side in board.size)
    graticule = "".join(f"M{x} 0V{height}" for x in range(75, width, 150))
    graticule += "".join(f"M0 {y}H{width}" for y in range(75, height, 150))
    shapes = {
        "graticule": graticule,
        "focus": CITY + ALCATRAZ,
        "park": GOLDEN_GATE_PARK + PRESIDIO + TWIN_PEAKS,
        "street": streets(width, height),
        "bridge": BRIDGES,
    }
    land = Land(CITY + HEADLANDS + ALCATRAZ + YERBA_BUENA, shapes, waters=())
    hills = [Point(x, y) for x, y in HILLS]
    land = decorated(board, load_layout(board), land, WATERS, (), hills)
    land = Land(land.coast, land.shapes, land.peaks, (*land.waters, PACIFIC), land.regions, land.rose)
    save_land(land, board.path.parent / FILE)


if __name__ == "__main__":
    main()
