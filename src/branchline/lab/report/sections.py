"""The sections of the report: what is said, plotted and tabled about each matter."""

from __future__ import annotations

import numpy as np
import polars as pl
from markupsafe import Markup

from branchline.lab.gains import is_pooled
from branchline.lab.report import charts
from branchline.lab.report.charts import Dot, Scale
from branchline.lab.report.luck_sections import luck_sections
from branchline.lab.report.tables import Cell, Section, Table, around, difference, side, whisker
from branchline.lab.report.words import between, ordinal, percent, points, signed, signed_percent
from branchline.lab.run_figures import Study
from branchline.lab.statistics import FEWEST

_NAMED = 8  # that many points of the scatter plot get their name at most


def all_sections(study: Study) -> list[Section]:
    """All of them, in order."""
    sections = [_scores(study), _order(study), _length(study), *luck_sections(study), _parts(study)]
    sections += [_tickets(study), _routes(study)]
    return sections + [_mechanic(study, mechanic) for mechanic in study.mechanics()]


# Scores, seats, length


def _scores(study: Study) -> Section:
    seats = study.seats
    groups = {
        "all seats": seats,
        "winners": seats.filter(pl.col("win") > 0),
        "other seats": seats.filter(pl.col("win") == 0),
    }
    plot = charts.histogram(
        {name: groups[name]["total"].to_list() for name in ("winners", "other seats")},
        "final score",
        "Distribution of final scores of winners and of other seats; the table says the same.",
    )
    rows = [_quantiles(name, group["total"]) for name, group in groups.items()]
    rows.append(_quantiles("won by", study.games["margin"]))
    table = Table("Final scores", ("of", "mean", "5 %", "25 %", "half", "75 %", "95 %"), rows)
    lead = "How the final scores are spread. Of 100 seats, 5 score no more than the column “5 %” says."
    return Section("scores", "Scores", lead, Markup(plot), (table,), shape="beside")


def _quantiles(name: str, values: pl.Series) -> tuple[Cell, ...]:
    numbers = values.to_numpy()
    if not len(numbers):
        return (Cell(name), *[Cell("–")] * 6)
    cuts = np.quantile(numbers, [0.05, 0.25, 0.5, 0.75, 0.95])
    mean = float(numbers.mean())
    return (Cell(name), Cell(points(mean), mean), *(Cell(points(cut, 0), float(cut)) for cut in cuts))


def _order(study: Study) -> Section:
    table = study.seat_advantage()
    scale = around(study.fair, table, ("low", "high"))
    rows = []
    for row in table.iter_rows(named=True):
        kind = side(row["low"] > study.fair, row["high"] < study.fair)
        rows.append(
            (
                Cell(ordinal(row["order"]), row["order"]),
                Cell(percent(row["win"]), row["win"]),
                Cell(between(row["low"], row["high"], 100), row["low"]),
                Cell(whisker(row, "win", scale, study.fair, kind)),
                Cell(points(row["score"]), row["score"]),
                Cell(between(row["score_low"], row["score_high"]), row["score_low"]),
            )
        )
    heads = ("turn order", "wins", "95 % interval", "drawn", "mean score", "95 % interval")
    tables = [Table("Wins by the order of turns", heads, rows)]
    if len(set(study.run.settings.bots)) > 1:
        tables.append(_bots(study))
    lead = f"Seats take turns to begin, so each place was played equally often. Fair would be {percent(study.fair)}."
    return Section("order", "The order of turns", lead, None, tuple(tables))


def _bots(study: Study) -> Table:
    rows = [
        (
            Cell(row["bot"]),
            Cell(percent(row["win"]), row["win"]),
            Cell(between(row["low"], row["high"], 100), row["low"]),
            Cell(points(row["score"]), row["score"]),
            Cell(between(row["score_low"], row["score_high"]), row["score_low"]),
        )
        for row in study.bots().iter_rows(named=True)
    ]
    return Table("Wins by bot", ("bot", "wins", "95 % interval", "mean score", "95 % interval"), rows)


def _length(study: Study) -> Section:
    turns = study.seats["turns"]
    plot = charts.histogram(
        {"turns": turns.to_list()}, "turns of a seat", "Distribution of the number of turns; the table says the same."
    )
    rows = [_quantiles("turns of a seat", turns), _quantiles("routes of a seat", study.seats["routes"])]
    rows.append(_quantiles("cards drawn by a seat", study.seats["cards"]))
    table = Table("Length of games", ("of", "mean", "5 %", "25 %", "half", "75 %", "95 %"), rows)
    endings = study.games.group_by("ended_by").len().sort("len", descending=True)
    ways = Table(
        "How games end",
        ("way", "share"),
        [(Cell(way), Cell(percent(n / len(study.games)), n)) for way, n in endings.iter_rows()],
    )
    return Section(
        "length", "Length", "How long games last, and how they end.", Markup(plot), (table, ways), shape="beside"
    )


def _parts(study: Study) -> Section:
    parts = study.parts()
    scale = Scale(min(0.0, *parts["others"], *parts["winners"]), max(1.0, *parts["winners"], *parts["others"]), 6, 154)
    rows = [
        (
            Cell(row["part"]),
            Cell(points(row["mean"]), row["mean"]),
            Cell(points(row["winners"]), row["winners"]),
            Cell(points(row["others"]), row["others"]),
            Cell(Markup(charts.pair(row["winners"], row["others"], scale))),
            Cell(signed(row["difference"]), row["difference"]),
        )
        for row in parts.iter_rows(named=True)
    ]
    heads = ("part of the score", "all", "winners", "others", "● winners ○ others", "difference")
    uses = study.turn_uses()
    names = uses.group_by("use").agg(pl.col("share").sum()).sort("share", descending=True)["use"].to_list()
    shares = {name: [_share(uses, tenth, name) for tenth in range(10)] for name in names}
    plot = charts.columns(
        shares, "% of the game", "What turns are used for, by tenths of the game; the table says the same."
    )
    use_rows = [
        (Cell(name), *(Cell(percent(share, 0), share) for share in (each[0], each[3], each[6], each[9])))
        for name, each in shares.items()
    ]
    tables = (
        Table("Where the points come from, in points a seat", heads, rows),
        Table("What turns are used for", ("use", "first tenth", "fourth", "seventh", "last"), use_rows),
    )
    lead = "Where points come from, what sets winners apart, and what turns are used for as a game goes on."
    return Section("parts", "Points and turns", lead, Markup(plot), tables, shape="beside")


def _share(uses: pl.DataFrame, tenth: int, name: str) -> float:
    found = uses.filter((pl.col("tenth") == tenth) & (pl.col("use") == name))["share"]
    return float(found[0]) if len(found) else 0.0


# What things are worth


def _marked(things: pl.DataFrame) -> frozenset[int]:
    """The rows of what stands out."""
    return frozenset(at for at, stands_out in enumerate(things["stands_out"]) if stands_out)


def _tickets(study: Study) -> Section:
    tickets = study.tickets().sort("difference", descending=True, nulls_last=True)
    scale = around(0.0, tickets, ("low", "high"))
    rows = [
        (
            Cell(row["name"] + (f" ({row['deck']})" if row["deck"] else "")),
            Cell(str(row["points"]), row["points"]),
            Cell(percent(row["kept"], 0), row["kept"]),
            Cell(percent(row["completed"], 0), row["completed"]),
            Cell(signed(row["difference"]), row["difference"]),
            Cell(difference(row, scale)),
            Cell(percent(row["win"]), row["win"]),
            Cell(f"{row['dealt']:,}", row["dealt"]),
        )
        for row in tickets.iter_rows(named=True)
    ]
    heads = ("ticket", "points", "kept", "completed", "worth in points", "95 % interval", "wins with it", "dealt")
    table = Table(f"All {len(tickets)} tickets", heads, rows, _marked(tickets))
    named = _loudest(tickets)
    dots = [
        Dot(row["points"], row["difference"], row["name"], row["ticket"] in named)
        for row in tickets.drop_nulls("difference").iter_rows(named=True)
    ]
    plot = (
        charts.scatter(dots, "printed points", "worth", "Printed points of tickets against what they are worth.")
        if dots
        else ""
    )
    lead = (
        "What a ticket is worth is measured by chance itself: how many points seats that were dealt it at the start "
        "end ahead of the mean of the other seats. All seats together average zero; a ticket well above zero pays too "
        "much, one well below too little, at least in the hands of these players."
    )
    return Section("tickets", "Tickets", lead, Markup(plot) if plot else None, (table,), shape="stacked")


def _loudest(tickets: pl.DataFrame) -> set[str]:
    marked = tickets.filter("stands_out").sort(pl.col("difference").abs(), descending=True)
    return set(marked.head(_NAMED)["ticket"].to_list())


def _routes(study: Study) -> Section:
    routes = study.routes().sort("claimed", descending=True)
    scale = around(0.0, routes, ("low", "high"))
    rows = [
        (
            Cell(row["name"]),
            Cell(
                f"{row['length']} {row['color']}" + ("" if row["kind"] == "train" else f" {row['kind']}"),
                row["length"],
            ),
            Cell(percent(row["claimed"], 0), row["claimed"]),
            Cell(percent(row["when"], 0), row["when"]),
            Cell(percent(row["with_it"]), row["with_it"]),
            Cell(percent(row["without_it"]), row["without_it"]),
            Cell(signed_percent(row["difference"]), row["difference"]),
            Cell(difference(row, scale)),
        )
        for row in routes.iter_rows(named=True)
    ]
    heads = ("route", "length", "claimed in", "at % of the game", "wins with", "without", "difference", "95 % interval")
    table = Table(f"All {len(routes)} routes", heads, rows, _marked(routes))
    lead = "How often each route is claimed, when, and how often its owners win against the seats that do not own it."
    note = (
        "Winners tend to build more of everything, so a route that goes with wins need not be the cause of them. "
        f"Routes that fewer than {FEWEST} seats claimed are not compared. Where both tracks of a double route cost the "
        "same, which of them is taken says nothing."
    )
    return Section("routes", "Routes", lead, None, (table,), note)


def _mechanic(study: Study, mechanic: str) -> Section:
    items = study.items(mechanic).sort("difference", descending=True, nulls_last=True)
    scale = around(0.0, items, ("low", "high"))
    rows = [
        (
            Cell(row["name"]),
            Cell(percent(row["had"]), row["had"]),
            Cell(percent(row["with_it"]), row["with_it"]),
            Cell(percent(row["without_it"]), row["without_it"]),
            Cell(signed_percent(row["difference"]), row["difference"]),
            Cell(difference(row, scale)),
        )
        for row in items.iter_rows(named=True)
    ]
    pooled = is_pooled(mechanic)
    had = "seats that have most" if pooled else "seats that have it"
    heads = (mechanic, had, "wins with", "without", "difference", "95 % interval")
    tables = [Table(f"What {mechanic} go with", heads, rows, _marked(items))]
    amounts = study.amounts(mechanic).filter(pl.col("seats") >= FEWEST)
    if len(amounts) > 1:
        tables.append(_amounts(study, mechanic, amounts))
    lead = f"How often seats get each of the {mechanic}, and how often those that do win."
    if pooled:
        lead = f"How often a seat alone has the most of each of the {mechanic}, and how often such seats win."
    return Section(
        mechanic.replace(" ", "-"),
        mechanic.capitalize(),
        lead,
        None,
        tuple(tables),
        shape="twin" if len(tables) > 1 else "alone",
    )


def _amounts(study: Study, mechanic: str, amounts: pl.DataFrame) -> Table:
    scale = around(study.fair, amounts, ("low", "high"))
    rows = [
        (
            Cell(str(row["amount"]), row["amount"]),
            Cell(percent(row["seats"] / len(study.seats)), row["seats"]),
            Cell(percent(row["win"]), row["win"]),
            Cell(whisker(row, "win", scale, study.fair, side(row["low"] > study.fair, row["high"] < study.fair))),
        )
        for row in amounts.iter_rows(named=True)
    ]
    return Table(f"Wins by the number of {mechanic}", ("how many", "seats", "wins", "95 % interval"), rows)
