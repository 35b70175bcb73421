"""What an arena says, in Markdown, and written to its folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from branchline.lab.contest.page import page
from branchline.lab.contest.results import Arena, Standing
from branchline.lab.contest.words import about, duration, give_or_take, rated, tallied
from branchline.lab.report.words import percent_between, points


def write_summary(arena: Arena | str | Path) -> Path:
    """Write `summary.md` and `summary.html` into the folder of an arena; returns the path of the page."""
    arena = arena if isinstance(arena, Arena) else Arena(arena)
    (arena.folder / "summary.md").write_text(markdown(arena), encoding="utf-8")
    path = arena.folder / "summary.html"
    path.write_text(page(arena), encoding="utf-8")
    return path


def markdown(arena: Arena) -> str:
    """The summary as Markdown."""
    plan = arena.plan
    parts = [
        f"# Arena: {', '.join(plan.bots)}",
        f"{about(arena)}. Intervals hold in 95 of 100 cases, and count deals, not games, as independent.",
    ]
    ratings = arena.ratings()
    if ratings:
        rows = [[r.bot, rated(r)] for r in ratings]
        parts += ["## Ratings", _table(["bot", "rating"], rows)]
        bots = [r.bot for r in ratings]
        rows = [[division.title, *(rated(of.get(bot)) for bot in bots)] for division, of in arena.rating_table()]
        parts += [_table(["game", *bots], rows)] if rows else []
    for division in plan.divisions:
        standings = arena.standings(division)
        if standings:
            parts += [f"## {division.title}", _standings(standings)]
            parts += [f"{each.bot}: {tallied(each)}" for each in standings if each.tallies]
        pairings = arena.pairings(division)
        if pairings:
            rows = [
                [p.one, p.other, f"{p.ahead.cases:,}", percent_between(p.ahead), give_or_take(p.margin)]
                for p in pairings
            ]
            parts.append(_table(["", "against", "meetings", "ahead", "points more"], rows))
    forfeits = arena.forfeits(20)
    if forfeits:
        rows = [[f.bot, f"{f.times:,}", str(f.game), str(f.decision), f.kind, f.detail] for f in forfeits]
        parts += [
            "## Forfeited decisions",
            _table(["bot", "times", "first game", "decision", "kind", "what happened"], rows),
        ]
    return "\n\n".join(parts) + "\n"


def _standings(standings: Sequence[Standing]) -> str:
    lines = list(dict.fromkeys(line for each in standings for line in each.points))
    heads = ["bot", "played", "wins per seat", "score", *[line.replace("_", " ") for line in lines]]
    heads += ["tickets done", "missed", "decision", "p99", "forfeits"]
    rows = []
    for each in standings:
        forfeits = ", ".join(f"{count} {kind}" for kind, count in each.forfeits.items()) or "0"
        means = [each.points.get(line, 0.0) for line in lines]
        rows.append(
            [
                each.bot,
                f"{each.win.cases:,}",
                percent_between(each.win),
                give_or_take(each.score),
                *[points(value) for value in (*means, each.completed, each.failed)],
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
