"""Plots as inline SVG. Colors are classes, so that the page's style decides, by day and by night.

A plot is drawn 480 units wide with text of 14: as large as text on a desktop, and still readable on a phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

WIDTH, HEIGHT = 480, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 14, 46


@dataclass(frozen=True)
class Scale:
    """Values to positions along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def clipped(self, value: float) -> float:
        """The position of a value, or of the end of the axis that it lies beyond."""
        return self(min(max(value, self.low), self.high))


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two values, at most that many."""
    span = (high - low) or 1
    size = 10 ** floor(log10(span / most))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if span / (size * factor) <= most)
    first = ceil(low / step - 1e-9)
    return [step * k for k in range(first, floor(high / step + 1e-9) + 1)]


def number(value: float) -> str:
    """A number on an axis."""
    text = f"{value:,.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")


def picture(body: str, label: str, width: float = WIDTH, height: float = HEIGHT, kind: str = "plot") -> str:
    """An SVG with a name for those who do not see it."""
    size = f'viewBox="0 0 {width:g} {height:g}"'
    return f'<svg class="{kind}" {size} role="img" aria-label="{escape(label, quote=True)}">{body}</svg>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def _axes(
    x: Scale, y: Scale, x_title: str, y_title: str, percent: bool, ticks: Mapping[float, str] | None = None
) -> str:
    """Grid, numbers and titles. `ticks` are what stands below the plot, if it is not round numbers."""
    parts = []
    for value in steps(y.low, y.high, 5):
        at = y(value)
        words = f"{number(value * 100)} %" if percent else number(value)
        parts.append(f'<path class="grid" d="M{x.start} {at:.1f}H{x.end}"/>')
        parts.append(_text(x.start - 6, at + 4.5, words, "tick", "end"))
    below = {value: number(value) for value in steps(x.low, x.high)} if ticks is None else ticks
    for value, words in below.items():
        parts.append(_text(x(value), y.start + 18, words, "tick"))
    parts.append(f'<path class="axis" d="M{x.start} {y.start}H{x.end}"/>')
    parts.append(_text((x.start + x.end) / 2, y.start + 38, x_title, "title"))
    if y_title:
        parts.append(_text(x.start - 40, y.end - 12, y_title, "title", "start"))
    return "".join(parts)


def histogram(series: Mapping[str, Sequence[int]], x_title: str, label: str) -> str:
    """How often values occur, as steps: one outline for each series, as shares of it, one over the other."""
    values = [value for each in series.values() for value in each]
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / 32))
    bins = (high - low) // width + 1
    shares = {name: _shares(each, low, width, bins) for name, each in series.items()}
    x = Scale(low, low + bins * width, LEFT, WIDTH - RIGHT)
    y = Scale(0, max(max(each) for each in shares.values()) * 1.05, HEIGHT - BOTTOM, TOP)
    parts = [_axes(x, y, x_title, "", True)]
    for at, (name, each) in enumerate(shares.items()):
        line = "".join(f"V{y(share):.1f}H{x(low + (k + 1) * width):.1f}" for k, share in enumerate(each))
        parts.append(
            f'<path class="series s{at}" d="M{x.start} {y.start}{line}V{y.start}Z"><title>{escape(name)}</title></path>'
        )
    if len(series) == 1:
        return picture("".join(parts), label)
    return picture("".join(parts) + _legend(list(series), "series s"), label, height=HEIGHT + 22)


def _shares(values: Sequence[int], low: int, width: int, bins: int) -> list[float]:
    counts = [0] * bins
    for value in values:
        counts[(value - low) // width] += 1
    return [count / max(1, len(values)) for count in counts]


def _legend(names: Sequence[str], kind: str) -> str:
    """Names with their colors, in a row below the plot."""
    room = (WIDTH - RIGHT - LEFT) / max(3, len(names))
    parts = []
    for at, name in enumerate(names):
        left = LEFT + at * room
        parts.append(f'<rect class="{kind}{at}" x="{left:.1f}" y="{HEIGHT}" width="13" height="13"/>')
        parts.append(_text(left + 18, HEIGHT + 11.5, name, "tick", "start"))
    return "".join(parts)


def columns(shares: Mapping[str, Sequence[float]], x_title: str, label: str) -> str:
    """Parts of a whole, as one stacked column for each step; the names stand below, in the order of the stack."""
    count = len(next(iter(shares.values())))
    x, y = Scale(0, count, LEFT, WIDTH - RIGHT), Scale(0, 1, HEIGHT - BOTTOM, TOP)
    parts = [_axes(Scale(0, 100, x.start, x.end), y, x_title, "", True)]
    base = [0.0] * count
    for at, (name, each) in enumerate(shares.items()):
        for k, share in enumerate(each):
            if share > 0:
                top, bottom = y(base[k] + share), y(base[k])
                said = f"{escape(name)}: {share:.1%}"
                parts.append(
                    f'<rect class="part p{at}" x="{x(k) + 1:.1f}" y="{top:.1f}" width="{x(1) - x(0) - 2:.1f}" '
                    f'height="{bottom - top:.1f}"><title>{said}</title></rect>'
                )
                base[k] += share
    return picture("".join(parts) + _legend(list(shares), "part p"), label, height=HEIGHT + 22)


@dataclass(frozen=True)
class Dot:
    """A point of a scatter plot."""

    x: float
    y: float
    name: str
    named: bool  # its name is written beside it


def scatter(dots: Sequence[Dot], x_title: str, y_title: str, label: str) -> str:
    """Points, with the names of those that matter beside them and a line where y is nothing."""
    x = Scale(min(dot.x for dot in dots) - 0.8, max(dot.x for dot in dots) + 0.8, LEFT, WIDTH - RIGHT)
    reach = max(abs(dot.y) for dot in dots) * 1.1 or 1
    y = Scale(-reach, reach, HEIGHT - BOTTOM + 40, TOP + 14)
    parts = [_axes(x, y, x_title, y_title, False), f'<path class="axis" d="M{x.start} {y(0):.1f}H{x.end}"/>']
    taken: list[tuple[float, float, float]] = []
    for dot in sorted(dots, key=lambda dot: (not dot.named, -abs(dot.y))):
        kind = ("good" if dot.y > 0 else "bad") if dot.named else "plain"
        name = escape(f"{dot.name}: {dot.y:+.1f}")
        parts.append(
            f'<circle class="dot {kind}" cx="{x(dot.x):.1f}" cy="{y(dot.y):.1f}" r="4.5"><title>{name}</title></circle>'
        )
        if dot.named:
            parts.append(_beside(x(dot.x), y(dot.y), dot.name, taken))
    return picture("".join(parts), label, height=HEIGHT + 40)


def _beside(x: float, y: float, name: str, taken: list[tuple[float, float, float]]) -> str:
    """A name left or right of a point, if no other name is there already."""
    length = 6.6 * len(name)
    for anchor, start in (("start", x + 9), ("end", x - 9 - length)):
        free = all(abs(y - row) > 14 or start > end + 4 or start + length < begin - 4 for row, begin, end in taken)
        if free and start > LEFT - 30 and start + length < WIDTH:
            taken.append((y, start, start + length))
            return _text(x + 9 if anchor == "start" else x - 9, y + 4.5, name, "tick", anchor)
    return ""


@dataclass(frozen=True)
class Curve:
    """A line of a plot, and the ends of its interval at each point if it has one."""

    points: Sequence[tuple[float, float]]
    reach: Sequence[tuple[float, float]] = ()


def curves(lines: Mapping[str, Curve], x_title: str, label: str) -> str:
    """Shares along the course of something; intervals are bands behind the lines."""
    places = [at for line in lines.values() for at, _ in line.points]
    x = Scale(min(places), max(places), LEFT, WIDTH - RIGHT)
    y = Scale(0, 1, HEIGHT - BOTTOM, TOP)
    parts = [_axes(x, y, x_title, "", True)]
    for at, line in enumerate(lines.values()):
        if line.reach:
            upper = [(place, high) for (place, _), (_, high) in zip(line.points, line.reach, strict=True)]
            lower = [(place, low) for (place, _), (low, _) in zip(line.points, line.reach, strict=True)]
            around = "L".join(f"{x(place):.1f} {y.clipped(end):.1f}" for place, end in [*upper, *reversed(lower)])
            parts.append(f'<path class="band s{at}" d="M{around}Z"/>')
    for at, (name, line) in enumerate(lines.items()):
        path = "L".join(f"{x(place):.1f} {y.clipped(value):.1f}" for place, value in line.points)
        parts.append(f'<path class="series curve s{at}" d="M{path}"><title>{escape(name)}</title></path>')
    return picture("".join(parts) + _legend(list(lines), "series s"), label, height=HEIGHT + 22)


def bar(shares: Mapping[str, float], reach: tuple[float, float], label: str) -> str:
    """Parts of a whole, side by side; the line over them is the interval of where the first one ends."""
    x = Scale(0, 1, 8, WIDTH - 8)
    parts, start = [], 0.0
    for at, (name, share) in enumerate(shares.items()):
        left, right = x.clipped(start), x.clipped(start + share)
        parts.append(f'<rect class="part p{at}" x="{left:.1f}" y="34" width="{right - left:.1f}" height="44"/>')
        words, anchor = (x.start, "start") if at == 0 else (x.end, "end")
        parts.append(_text(words, 98, f"{name} {100 * share:.0f} %", "title", anchor))
        start += share
    low, high = (x.clipped(end) for end in reach)
    parts.append(f'<path class="axis" d="M{low:.1f} 12V28M{low:.1f} 20H{high:.1f}M{high:.1f} 12V28"/>')
    return picture("".join(parts), label, height=108)


@dataclass(frozen=True)
class Mark:
    """A step of a ladder: a share with its interval."""

    name: str
    low: float
    value: float
    high: float


def ladder(marks: Sequence[Mark], fair: float, x_title: str, label: str) -> str:
    """Shares with their intervals, step by step, and a line where all would be equal."""
    x = Scale(-0.5, len(marks) - 0.5, LEFT, WIDTH - RIGHT)
    y = Scale(0, min(1.0, max(fair, *(mark.high for mark in marks)) * 1.08), HEIGHT - BOTTOM, TOP)
    parts = [_axes(x, y, x_title, "", True, {at: mark.name for at, mark in enumerate(marks)})]
    parts.append(f'<path class="fair" d="M{x.start} {y(fair):.1f}H{x.end}"/>')
    path = "L".join(f"{x(at):.1f} {y(mark.value):.1f}" for at, mark in enumerate(marks))
    parts.append(f'<path class="series curve s1" d="M{path}"/>')
    for at, mark in enumerate(marks):
        kind = "good" if mark.low > fair else "bad" if mark.high < fair else "plain"
        parts.append(f'<path class="reach {kind}" d="M{x(at):.1f} {y(mark.low):.1f}V{y(mark.high):.1f}"/>')
        said = escape(f"{mark.name}: {mark.value:.1%}")
        parts.append(
            f'<circle class="dot {kind}" cx="{x(at):.1f}" cy="{y(mark.value):.1f}" r="5"><title>{said}</title></circle>'
        )
    return picture("".join(parts), label)


def whisker(low: float, value: float, high: float, scale: Scale, middle: float, kind: str = "plain") -> str:
    """An estimate with its interval, small enough for a cell of a table; the upright line is what would be fair."""
    y, at = 9, scale.clipped(value)
    body = (
        f'<path class="fair" d="M{scale.clipped(middle):.1f} 0V18"/>'
        f'<path class="reach {kind}" d="M{scale.clipped(low):.1f} {y}H{scale.clipped(high):.1f}"/>'
        f'<circle class="dot {kind}" cx="{at:.1f}" cy="{y}" r="4.2"/>'
    )
    return f'<svg class="whisker" viewBox="0 0 {scale.end + scale.start:g} 18" aria-hidden="true">{body}</svg>'


def pair(one: float, other: float, scale: Scale) -> str:
    """Two values and what lies between them, for a cell of a table: winners full, the others hollow."""
    a, b = scale.clipped(one), scale.clipped(other)
    body = (
        f'<path class="fair" d="M{scale.clipped(0):.1f} 0V18"/><path class="reach plain" d="M{a:.1f} 9H{b:.1f}"/>'
        f'<circle class="dot hollow" cx="{b:.1f}" cy="9" r="4.2"/>'
        f'<circle class="dot good" cx="{a:.1f}" cy="9" r="4.2"/>'
    )
    return f'<svg class="whisker" viewBox="0 0 {scale.end + scale.start:g} 18" aria-hidden="true">{body}</svg>'


def lines(scores: Sequence[Sequence[tuple[int, int]]], label: str) -> str:
    """The scores of all seats over the turns of a game, each as steps in the color of its seat."""
    points = [point for line in scores for point in line]
    x = Scale(0, max(turn for turn, _ in points), 4, 216)
    y = Scale(min(0, *(score for _, score in points)), max(score for _, score in points), 66, 6)
    parts = [f'<path class="axis" d="M4 {y(0):.1f}H216"/>']
    for seat, line in enumerate(scores):
        path = f"M{x(0):.1f} {y(0):.1f}"
        for (_, score), (turn, then) in pairwise([(0, 0), *line]):
            path += f"L{x(turn):.1f} {y(score):.1f}V{y(then):.1f}"
        parts.append(f'<path class="scores seat-{seat}" d="{path}"/>')
    return picture("".join(parts), label, 220, 72, "spark")
