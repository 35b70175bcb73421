"""The summary of an arena as one HTML file with everything in it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

import branchline
from branchline.lab.contest.results import Arena, Pairing, Standing
from branchline.lab.contest.schedule import Division
from branchline.lab.contest.words import about, duration, give_or_take, how_seated, rated
from branchline.lab.report import charts
from branchline.lab.report.charts import Scale
from branchline.lab.report.page import script, style, templates
from branchline.lab.report.tables import CELL, Cell, Section, Table, side
from branchline.lab.report.words import percent_between, points
from branchline.lab.statistics import Estimate
from branchline.words.plain import listed

_MOST_CURVES = 5  # in one plot


def page(arena: Arena) -> str:
    """The summary as HTML."""
    plan = arena.plan
    sections = [*_ratings(arena), *(_division(arena, division) for division in plan.divisions), *_forfeits(arena)]
    return (
        templates()
        .get_template("contest/page.html")
        .render(
            bots=listed(list(dict.fromkeys(plan.bots))),
            about=about(arena),
            how=how_seated(plan),
            limit="any time" if plan.limit is None else f"{plan.limit:g} s",
            version=branchline.__version__,
            sections=sections,
            css=style(),
            script=script(),
        )
    )


def _ratings(arena: Arena) -> list[Section]:
    ratings = arena.ratings()
    if not ratings:
        return []
    low = min(rating.strength - 2 * rating.doubt for rating in ratings)
    high = max(rating.strength + 2 * rating.doubt for rating in ratings)
    scale = Scale(low, high, CELL.start, CELL.end)
    rows = []
    for each in ratings:
        reach = 2 * each.doubt
        plot = charts.whisker(each.strength - reach, each.strength, each.strength + reach, scale, 25.0)
        rows.append((Cell(each.bot), Cell(rated(each), each.strength), Cell(Markup(plot), each.strength)))
    tables = [Table("Ratings", ("bot", "rating", ""), rows)]
    if games := arena.rating_table():
        bots = [each.bot for each in ratings]
        lines = [(Cell(game.title), *(Cell(rated(of.get(bot))) for bot in bots)) for game, of in games]
        tables.append(Table("Ratings by the games of each kind alone", ("game", *bots), lines))
    lead = f"By all games together, {ratings[0].bot} is the strongest."
    return [Section("ratings", "Ratings", lead, None, tuple(tables))]


def _division(arena: Arena, division: Division) -> Section:
    rows = arena.of(division)
    ident = f"{division.board}-{division.variant}-{division.seats}"
    standings = arena.standings(division)
    if not standings:
        return Section(ident, division.title, "No game has been played yet.", None, ())
    order = [bot for bot in dict.fromkeys(arena.plan.bots) if any(each.bot == bot for each in standings)]
    totals = {bot: rows.filter(bot=bot)["total"].to_list() for bot in order[:_MOST_CURVES]}  # same colors everywhere
    label = f"How often each bot reached which score: {division.title}."
    tables = [_standings(standings, division), _points(standings)]
    pairings = arena.pairings(division)
    if pairings:
        tables.append(_pairings(pairings))
    plot = Markup(charts.histogram(totals, "final score", label))
    return Section(ident, division.title, _lead(standings), plot, tuple(tables), shape="stacked")


def _lead(standings: Sequence[Standing]) -> str:
    best = standings[0]
    if len(standings) == 1:
        return f"{best.bot} against itself: {give_or_take(best.score)} points on average."
    return f"{best.bot} won most often: {percent_between(best.win)} of the games of a seat."


def _standings(standings: Sequence[Standing], division: Division) -> Table:
    fair = 1 / division.seats
    reach = max(abs(edge - fair) for each in standings for edge in (each.win.low, each.win.high))
    scale = Scale(fair - reach, fair + reach, CELL.start, CELL.end)
    rows = []
    for each in standings:
        forfeits = sum(each.forfeits.values())
        rows.append(
            (
                Cell(each.bot),
                Cell(f"{each.win.cases:,}", each.win.cases),
                Cell(percent_between(each.win), each.win.value),
                Cell(_whisker(each.win, scale, fair), each.win.value),
                Cell(give_or_take(each.score), each.score.value),
                Cell(duration(each.microseconds), each.microseconds),
                Cell(duration(each.p99), each.p99),
                Cell(f"{forfeits:,}", forfeits),
            )
        )
    heads = ("bot", "played", "wins per seat", "", "score", "decision", "p99", "forfeits")
    return Table("Standings", heads, rows)


def _points(standings: Sequence[Standing]) -> Table:
    lines = list(dict.fromkeys(line for each in standings for line in each.points))
    rows = []
    for each in standings:
        means = [each.points.get(line, 0.0) for line in lines]
        cells = [Cell(points(value), value) for value in (*means, each.completed, each.failed)]
        rows.append((Cell(each.bot), *cells))
    heads = ("bot", *(line.replace("_", " ") for line in lines), "tickets done", "tickets missed")
    return Table("Where the points come from, per game", heads, rows)


def _pairings(pairings: Sequence[Pairing]) -> Table:
    scale = Scale(0.0, 1.0, CELL.start, CELL.end)
    rows = [
        (
            Cell(f"{each.one} – {each.other}"),
            Cell(f"{each.ahead.cases:,}", each.ahead.cases),
            Cell(percent_between(each.ahead), each.ahead.value),
            Cell(_whisker(each.ahead, scale, 0.5), each.ahead.value),
            Cell(give_or_take(each.margin), each.margin.value),
        )
        for each in pairings
    ]
    return Table("One against the other", ("", "meetings", "ahead", "", "points more"), rows)


def _whisker(found: Estimate, scale: Scale, middle: float) -> Markup:
    kind = side(found.low > middle, found.high < middle)
    return Markup(charts.whisker(found.low, found.value, found.high, scale, middle, kind))


def _forfeits(arena: Arena) -> list[Section]:
    forfeits = arena.forfeits(50)
    if not forfeits:
        return []
    rows = []
    for f in forfeits:
        where = Cell(str(f.game), f.game), Cell(str(f.decision), f.decision)
        rows.append((Cell(f.bot), Cell(f"{f.times:,}", f.times), *where, Cell(f.kind), Cell(f.detail)))
    heads = ("bot", "times", "game", "decision", "kind", "what happened")
    table = Table("What went wrong, and where first", heads, rows)
    lead = "Decisions that bots did not make; chance decided instead."
    return [Section("forfeits", "Forfeited decisions", lead, None, (table,))]
