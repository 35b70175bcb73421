"""What an arena says, in Markdown and as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from branchline.lab.contest.estimates import Estimate
from branchline.lab.contest.results import Arena, Standing


def between(found: Estimate) -> str:
    """A share with its interval: "53.1 % (51.7 to 54.5)"."""
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def margin(found: Estimate) -> str:
    """A mean with its interval: "12.3 ± 0.4"."""
    reach = (found.high - found.low) / 2
    return f"{found.value:.1f} ± {reach:.1f}" if reach < float("inf") else f"{found.value:.1f}"


def duration(microseconds: float) -> str:
    """A time in the unit that suits it."""
    for limit, unit, factor in ((1000, "µs", 1.0), (1e6, "ms", 1e3)):
        if microseconds < limit:
            return f"{microseconds / factor:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"


def write_summary(arena: Arena) -> Path:
    """Write both forms into the folder of the arena; returns the path of the page."""
    (arena.folder / "summary.md").write_text(markdown(arena), encoding="utf-8")
    return arena.folder / "summary.md"


def markdown(arena: Arena) -> str:
    """The summary as Markdown."""
    plan = arena.plan
    parts = [f"# Arena: {', '.join(plan.bots)}", _about(arena)]
    ratings = arena.ratings()
    if ratings:
        rows = [[r.bot, f"{r.strength:.1f}", f"{r.doubt:.1f}"] for r in ratings]
        parts += ["## Ratings", _table(["bot", "rating", "±"], rows)]
    for division in plan.divisions:
        standings = arena.standings(division)
        if standings:
            parts += [f"## {division.title}", _standings(standings)]
            pairings = arena.pairings(division)
            if pairings:
                heads = ["", "against", "meetings", "ahead", "points more"]
                rows = [[p.one, p.other, f"{p.ahead.cases:,}", between(p.ahead), margin(p.margin)] for p in pairings]
                parts.append(_table(heads, rows))
    forfeits = arena.forfeits(20)
    if forfeits:
        rows = [[f.bot, str(f.game), str(f.decision), f.kind, f.detail] for f in forfeits]
        parts += ["## Forfeited decisions", _table(["bot", "game", "decision", "kind", "what happened"], rows)]
    return "\n\n".join(parts) + "\n"


def _about(arena: Arena) -> str:
    plan = arena.plan
    unfinished = "" if arena.played >= plan.total() else f" of {plan.total():,} planned"
    how = "every seating" if plan.seatings == "all" else "rotated seats"
    return (
        f"{arena.played:,} games{unfinished}, each deal in {how}, seed {plan.seed}. "
        "Intervals hold in 95 of 100 cases and count deals, not games, as independent."
    )


def _standings(standings: Sequence[Standing]) -> str:
    lines = list(dict.fromkeys(line for each in standings for line in each.points))
    heads = ["bot", "played", "wins per seat", "score", *[line.replace("_", " ") for line in lines]]
    heads += ["tickets done", "missed", "decision", "p99", "forfeits"]
    rows = []
    for each in standings:
        forfeits = ", ".join(f"{count} {kind}" for kind, count in each.forfeits.items()) or "0"
        rows.append(
            [
                each.bot,
                f"{each.win.cases:,}",
                between(each.win),
                margin(each.score),
                *[f"{each.points.get(line, 0):.1f}" for line in lines],
                f"{each.completed:.2f}",
                f"{each.failed:.2f}",
                duration(each.microseconds),
                duration(each.p99),
                forfeits,
            ]
        )
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(heads), "|" + "---|" * len(heads), *map(line, rows)])
