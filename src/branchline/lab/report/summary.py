"""What stands out in a run, in plain sentences. Every sentence is worked out from the data; none is written by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from branchline.lab.report.luck_sections import decided_in_words, luck_in_words, skill_in_words
from branchline.lab.report.words import ordinal, percent, percent_between, points, signed
from branchline.lab.run_figures import Study
from branchline.lab.statistics import FEWEST, compare, median, stand_out
from branchline.words.plain import counted, listed

_FEW = 200  # games that are hardly enough for anything
_RARE = 0.05  # a route that is claimed in fewer games than this is hardly used
_FAR = 0.9  # so far behind were the winners of no more than one game in ten


def summary(study: Study) -> list[str]:
    """The sentences at the top of the report."""
    tellers: tuple[Callable[[Study], str], ...] = (
        _caution,
        _scores,
        _order,
        _length,
        _luck,
        _skill,
        _parts,
        _tickets,
        _routes,
        _mechanics,
        _tension,
        _forfeits,
    )
    return [sentence for tell in tellers if (sentence := tell(study))]


def _caution(study: Study) -> str:
    if len(study.games) >= _FEW:
        return ""
    return f"These are only {counted(len(study.games), 'game')}: intervals are wide, and little is more than chance."


def _scores(study: Study) -> str:
    totals = study.seats["total"].to_numpy()
    low, high = np.quantile(totals, [0.25, 0.75])
    by = median(study.games["margin"].to_numpy().astype(np.float64))
    middle_half = f"{points(float(low), 0)} and {points(float(high), 0)}"
    return (
        f"A seat scores {points(float(totals.mean()))} points on average, and half of all seats between {middle_half}. "
        f"Winners score {points(_mean(study.games, 'best'))}; half of the games are won by {by.value:.0f} or fewer."
    )


def _order(study: Study) -> str:
    orders = study.seats["order"].to_numpy().reshape(study.wins.shape)
    results = [compare(study.wins, orders == order) for order in range(study.seats_count)]
    marked = stand_out([None if result is None else result.chance for result in results])
    table = study.seat_advantage()
    said = [f"the {ordinal(row['order'])} {percent(row['win'])}" for row in table.iter_rows(named=True)]
    reach = max((row["high"] - row["low"]) / 2 for row in table.iter_rows(named=True))
    figures = f"{listed(said)} (each give or take {points(100 * reach)}; fair would be {percent(study.fair)})"
    if None in results:
        return f"Whether the order of turns matters takes more games to say: by order, seats win {figures}."
    if not any(marked):
        return f"The order of turns makes no difference that these games could show: by order, seats win {figures}."
    best = max(range(len(marked)), key=lambda order: table["win"][order])
    return f"The order of turns matters, and the {ordinal(best + 1)} seat is best off: by order, seats win {figures}."


def _length(study: Study) -> str:
    turns = study.seats["turns"].to_numpy()
    low, high = np.quantile(turns, [0.05, 0.95])
    said = (
        f"A game gives each seat {np.median(turns):.0f} turns; nine games in ten lie between {low:.0f} and {high:.0f}."
    )
    other = study.games.filter(pl.col("ended_by") != "last turns")
    if other.height:
        ways = other["ended_by"].unique().sort().to_list()
        said += (
            f" {percent(other.height / len(study.games))} end in another way than by the last turns ({listed(ways)})."
        )
    return said


def _luck(study: Study) -> str:
    found = study.luck
    return f"{luck_in_words(found)} {decided_in_words(found)}" if found else ""


def _skill(study: Study) -> str:
    return skill_in_words(study, study.skill) if study.skill else ""


def _parts(study: Study) -> str:
    parts = study.parts()
    most = parts.sort("mean", descending=True).row(0, named=True)
    telling = parts.sort("difference", descending=True).row(0, named=True)
    return (
        f"Most points come from {most['part']} ({points(most['mean'])} a seat). What sets winners apart most is "
        f"{telling['part']}: they get {points(telling['difference'])} points more from that than the others."
    )


def _tickets(study: Study) -> str:
    kept = study.tickets_offered.filter("kept")
    if not kept.height:
        return ""
    said = f"Of the tickets that are kept, {percent(_mean(kept, 'completed'))} are completed. "
    tickets = study.tickets()
    marked = tickets.filter("stands_out").sort("difference", descending=True)
    if not tickets["difference"].count():
        return said + "What single tickets are worth takes more games to say."
    if not marked.height:
        return said + "No ticket helps or hurts the seat that it is dealt to more than chance would explain."
    too_much, too_little = marked.filter(pl.col("difference") > 0), marked.filter(pl.col("difference") < 0)
    good = [f"{row['name']} ({signed(row['difference'])})" for row in too_much.head(2).iter_rows(named=True)]
    bad = [f"{row['name']} ({signed(row['difference'])})" for row in too_little.tail(2).reverse().iter_rows(named=True)]
    claims = []
    if good:
        claims.append(f"best to be dealt {'are' if len(good) > 1 else 'is'} {listed(good)}")
    if bad:
        claims.append(f"worst {'are' if len(bad) > 1 else 'is'} {listed(bad)}")
    return (
        said + f"{marked.height} of {len(tickets)} tickets pay more or less than their price, in points against the "
        f"other seats: {'; '.join(claims)}."
    )


def _routes(study: Study) -> str:
    routes = study.routes()
    wanted = routes.sort("claimed", descending=True).row(0, named=True)
    distinct = routes.filter(~pl.col("route").is_in(_spare_tracks(study)))
    rare = distinct.filter(pl.col("claimed") < _RARE).height
    said = f"The most wanted route is {wanted['name']}, claimed in {percent(wanted['claimed'])} of the games"
    said += f"; {rare} of {len(distinct)} are claimed in fewer than one game in twenty." if rare else "."
    strongest = routes.filter("stands_out").sort("difference", descending=True).head(1)
    for row in strongest.iter_rows(named=True):
        if row["difference"] > 0:
            said += f" Owners of {row['name']} win {percent(row['with_it'])}, other seats {percent(row['without_it'])}."
    return said


def _spare_tracks(study: Study) -> list[str]:
    """Tracks beside another one of the same color: it says nothing that players take the other one first."""
    routes = study.board.routes
    return [r.id for r in routes if any(twin < r.index and routes[twin].color == r.color for twin in r.twins)]


def _mechanics(study: Study) -> str:
    said = []
    for mechanic in study.mechanics():
        marked = study.items(mechanic).filter("stands_out").sort("difference", descending=True)
        rows = list(marked.iter_rows(named=True))
        helps = [row for row in rows[:1] if row["difference"] > 0]
        hurts = [row for row in rows[-1:] if row["difference"] < 0]
        wins = [f"{row['name']} {percent(row['with_it'])}" for row in helps + hurts]
        if wins:
            said.append(f"{mechanic}: {listed(wins)}")
    if not said:
        return ""
    fair = f"fair would be {percent(study.fair)}"
    return f"Of what this board hands out, the best and the worst to have, by wins ({fair}): {'; '.join(said)}."


def _tension(study: Study) -> str:
    half, trigger = study.half_time(), study.trigger()
    far = float(np.quantile(study.games["behind"].to_numpy(), _FAR))
    said = f"In one game of ten the winner had been {far:.0f} or more points behind on the score track."
    if half.cases >= FEWEST:
        said += f" The leader at half time wins {percent_between(half)}."
    if trigger.cases >= FEWEST:
        said += f" The player who starts the last turns wins {percent_between(trigger)}."
    return said


def _forfeits(study: Study) -> str:
    forfeited = int(study.seats["forfeits"].sum())
    if not forfeited:
        return ""
    return f"Bots forfeited {forfeited:,} decisions, which were then made at random: keep that in mind."


def key_figures(study: Study) -> list[tuple[str, str]]:
    """The few figures that everybody asks for first: how much, and of what."""
    first = study.seat_advantage().row(0, named=True)
    kept = study.tickets_offered.filter("kept")
    figures = [
        (points(_mean(study.seats, "total"), 0), "points a seat"),
        (percent(first["win"]), "wins of the first player"),
        (points(float(np.median(study.seats["turns"].to_numpy())), 0), "turns of each seat"),
    ]
    if kept.height:
        figures.append((percent(_mean(kept, "completed"), 0), "of kept tickets completed"))
    half = study.half_time()
    if half.cases >= FEWEST:
        figures.append((percent(half.value, 0), "wins of the leader at half time"))
    return figures


def _mean(frame: pl.DataFrame, column: str) -> float:
    return float(frame[column].cast(pl.Float64).to_numpy().mean())
