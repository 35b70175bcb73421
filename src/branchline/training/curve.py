"""The curve of a training run as a picture: the share of wins of each setup over the minutes of self-play."""

from __future__ import annotations

import csv
from html import escape
from pathlib import Path

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 640, 320, 50, 20, 50
_COLORS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2")
_SURE = 1.96  # standard errors of an interval


def draw_curve(folder: Path) -> Path:
    """Draw `curve.csv` of a run as `curve.svg` beside it."""
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = max(float(row["minutes"]) for row in rows) or 1.0
    right, low = _WIDTH - 180, _HEIGHT - _BOTTOM

    def at(minutes: float, share: float) -> str:
        share = min(1.0, max(0.0, share))
        return f"{_LEFT + minutes / last * (right - _LEFT):.1f} {low - share * (low - _TOP):.1f}"

    parts = []
    for percent in range(0, 101, 25):
        parts.append(f'<path d="M{at(0, percent / 100)}L{at(last, percent / 100)}" stroke="#ccc"/>')
        parts.append(_text(at(0, percent / 100), f"{percent} %", "end", -6, 4))
    parts.append(_text(at(0, 0), "0", "middle", 0, 18))
    parts.append(_text(at(last, 0), f"{last:g}", "middle", 0, 18))
    parts.append(_text(at(last / 2, 0), "minutes of self-play", "middle", 0, 38))
    for k, setup in enumerate(dict.fromkeys(row["setup"] for row in rows)):
        own = [(float(r["minutes"]), float(r["share"]), _SURE * float(r["error"])) for r in rows if r["setup"] == setup]
        color = _COLORS[k % len(_COLORS)]
        band = [at(m, share + reach) for m, share, reach in own] + [
            at(m, share - reach) for m, share, reach in own[::-1]
        ]
        parts.append(f'<path d="M{"L".join(band)}Z" fill="{color}" opacity="0.15"/>')
        line = "L".join(at(m, share) for m, share, _ in own)
        parts.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle r="3" fill="{color}" transform="translate({at(m, share)})"/>' for m, share, _ in own]
        parts.append(f'<text x="{right + 12}" y="{_TOP + 18 * (k + 1)}" fill="{color}">{escape(setup)}</text>')
    against = escape(f"wins against {rows[-1]['opponent']}")
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    ground = f'<rect width="100%" height="100%" fill="white"/><text x="8" y="13">{against}</text>'
    path = folder / "curve.svg"
    path.write_text(f"{head}{ground}{''.join(parts)}</svg>\n", encoding="utf-8")
    return path


def _text(place: str, words: str, anchor: str, dx: int, dy: int) -> str:
    x, y = place.split()
    return f'<text x="{x}" y="{y}" dx="{dx}" dy="{dy}" text-anchor="{anchor}">{words}</text>'
