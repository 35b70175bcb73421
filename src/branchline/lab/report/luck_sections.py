"""Luck and skill, as sections of the report: what was measured, or how it can be."""

from __future__ import annotations

import numpy as np
from markupsafe import Markup

from branchline.lab import board_luck
from branchline.lab.board_luck import BoardLuck
from branchline.lab.report import charts
from branchline.lab.report.charts import Curve, Mark
from branchline.lab.report.tables import Cell, Section, Table, around, side, whisker
from branchline.lab.report.words import between, percent, percent_between, points, signed_percent
from branchline.lab.run_figures import Study
from branchline.lab.skill import RIVAL, SkillTrace
from branchline.lab.statistics import FEWEST, Estimate, mean, median
from branchline.words.plain import counted

_HALF = 0.5
_SKILL = "What thinking is worth"
_NO_LUCK = Markup(
    "How much is luck, how early games are decided and how often the lead changes has not been measured; "
    "<code>branchline report DIR --luck 100</code> does so in a hundred games of this run. "
)
_NO_TRACE = Markup(
    "How much better a player does that thinks longer has not been tried out; <code>branchline report DIR --skill 100"
    "</code> plays a hundred games for each doubling of its thinking."
)


def luck_sections(study: Study) -> list[Section]:
    """How much is luck, when games are decided, and what thinking is worth."""
    found, trace = study.luck, study.skill
    if found is None and trace is None:
        return [Section("luck", "Luck and skill", _NO_LUCK + _NO_TRACE, None, ())]
    luck = [_luck(study, found), _course(found)] if found else [Section("luck", "Luck", _NO_LUCK, None, ())]
    skill = _skill(study, trace) if trace else Section("skill", _SKILL, _NO_TRACE, None, ())
    return [*luck, skill]


# Luck


def luck_in_words(found: BoardLuck) -> str:
    """How much of the results luck explains."""
    share = found.explained()
    said = f"Luck explains {percent_between(share)} of how much results vary"
    if len(found.games) < FEWEST:
        return f"{said}, in only {counted(len(found.games), 'measured game')}."
    if share.low > _HALF:
        return f"{said}: more than half."
    if share.high < _HALF:
        return f"{said}: less than half."
    return f"{said}; whether that is more than half takes more games to say."


def _luck(study: Study, found: BoardLuck) -> Section:
    share = found.explained()
    first = min(1.0, max(0.0, share.value))
    plot = charts.bar(
        {"luck": first, "the rest": 1 - first},
        (share.low, share.high),
        f"Luck explains {percent(share.value)} of the variance of results; the table says more.",
    )
    rows = [
        (
            Cell(part.name),
            Cell(points(part.variance.value, 3), part.variance.value),
            Cell(between(part.variance.low, part.variance.high, digits=3), part.variance.value),
            Cell(percent(part.share.value), part.share.value),
            Cell("–" if part.name == "results" else between(part.share.low, part.share.high, 100), part.share.low),
        )
        for part in found.parts()
    ]
    heads = ("what varies", "variance", "95 % interval", "of that of results", "95 % interval")
    lead = (
        f"{luck_in_words(found)} Luck is the order of turns, the deal, and every card or ticket that came, against "
        f"what could have come. The order of turns and the deal alone move a seat by {_in_points(found.deal())} points "
        "of win share on average. The rest is what the players decided, not knowing everything, and what the measuring "
        "misjudges."
    )
    note = (
        f"From {counted(len(found.games), 'game')}, with open cards. A result is 1 for the winner and 0 for the "
        "others. Luck, results without luck and what both do together (twice their covariance) add up to the results; "
        "what luck explains is its own part and half of what is done together. "
    )
    if set(study.run.settings.bots) == {"planner"}:
        note += (
            "Planners do just what the measuring expects of everybody, so in their games luck explains everything. Let "
            "different bots play (--bots planner casual greedy) to see how far play counts."
        )
    elif len(set(study.run.settings.bots)) == 1:
        note += "All seats were played by equals: where one plays better than the others, luck explains less."
    return Section("luck", "Luck", lead, Markup(plot), (Table("Variances", heads, rows),), note, shape="beside")


def _in_points(share: Estimate) -> str:
    return f"{points(100 * share.value)} ({between(share.low, share.high, 100)})"


# The course of games


def decided_in_words(found: BoardLuck) -> str:
    """When games are decided."""
    when = median(found.decided())
    reach = between(when.low, when.high, 100, 0)
    return (
        f"Half of the games are decided when {percent(when.value, 0)} ({reach}) of their decisions are made: from then "
        f"on the winner’s share stays at {percent(board_luck.SURE, 0)} or over."
    )


def course_in_words(found: BoardLuck) -> str:
    """When games are decided, and how often the favorite changes."""
    early, late = np.quantile(found.decided(), [0.25, 0.75])
    changes = mean(found.changes())
    times = f"{points(changes.value)} times ({between(changes.low, changes.high)})"
    return (
        f"{decided_in_words(found)} A quarter are decided by {percent(float(early), 0)}, and a quarter are open beyond "
        f"{percent(float(late), 0)}. The favorite changes {times} a game."
    )


def _course(found: BoardLuck) -> Section:
    table = found.favorites()
    places = [100 * part for part in table["part"]]
    lines = {
        "favorite’s share": Curve(list(zip(places, table["share"], strict=True))),
        "favorite wins": Curve(
            list(zip(places, table["wins"], strict=True)), list(zip(table["low"], table["high"], strict=True))
        ),
        "games decided": Curve(list(zip(places, table["decided"], strict=True))),
    }
    plot = charts.curves(
        lines,
        "% of the game",
        "How sure the favorite is, and how many games are decided, over the course of a game; the table says the same.",
    )
    rows = [
        (
            Cell(f"{100 * row['part']:.0f}", row["part"]),
            Cell(percent(row["share"]), row["share"]),
            Cell(percent(row["wins"]), row["wins"]),
            Cell(between(row["low"], row["high"], 100), row["low"]),
            Cell(percent(row["decided"], 0), row["decided"]),
        )
        for row in table.iter_rows(named=True)
        if round(row["part"] * board_luck.STEPS) % 2 == 0
    ]
    heads = ("% of the game", "favorite’s share of the win", "it wins", "95 % interval", "games decided")
    half = table.row(board_luck.STEPS // 2, named=True)
    won = Estimate(half["wins"], half["low"], half["high"], len(found.games))
    lead = f"{course_in_words(found)} Who is the favorite at half time wins {percent_between(won)}."
    note = (
        "The favorite is the seat with the largest win share if all cards lay open. Another one counts as the new "
        f"favorite when it is {100 * board_luck.CLEAR:.0f} points ahead. A win that is shared is decided at the end."
    )
    return Section(
        "course", "When games are decided", lead, Markup(plot), (Table("Favorites", heads, rows),), note, "beside"
    )


# Skill


def skill_in_words(study: Study, trace: SkillTrace) -> str:
    """What thinking is worth."""
    first, last = trace.trace[0], trace.trace[-1]
    said = f"Against {RIVAL}s, a search wins {percent_between(first.wins)} with {first.playouts} playouts a decision"
    if last is not first:
        said += f" and {percent_between(last.wins)} with {last.playouts}"
    said += f"; equals would win {percent(study.fair)}."
    gain = trace.gain()
    if gain is None:
        return said
    figures = f"{signed_percent(gain.value)} ({between(gain.low, gain.high, 100)}) points of win share"
    if gain.low > 0:
        return f"{said} Thinking pays: every doubling adds {figures}."
    if gain.high < 0:
        return f"{said} Thinking longer does harm here: every doubling adds {figures}."
    return f"{said} Whether thinking longer pays takes more games to say: every doubling adds {figures}."


def _skill(study: Study, trace: SkillTrace) -> Section:
    table = trace.steps()
    plot = charts.ladder(
        [Mark(str(row["playouts"]), row["low"], row["wins"], row["high"]) for row in table.iter_rows(named=True)],
        study.fair,
        "playouts a decision",
        "How often a search wins against planners as its thinking doubles; the table says the same.",
    )
    scale = around(study.fair, table, ("low", "high"))
    rows = [
        (
            Cell(str(row["playouts"]), row["playouts"]),
            Cell(percent(row["wins"]), row["wins"]),
            Cell(between(row["low"], row["high"], 100), row["low"]),
            Cell(whisker(row, "wins", scale, study.fair, side(row["low"] > study.fair, row["high"] < study.fair))),
            Cell(f"{row['games']:,}", row["games"]),
        )
        for row in table.iter_rows(named=True)
    ]
    heads = ("playouts a decision", "wins", "95 % interval", "drawn", "games")
    note = (
        f"One search among {RIVAL}s; each deal is played with it in every seat, and the same deals at every step. On a "
        "board of luck alone the line would be flat; the steeper it is, the more there is to be found by thinking."
    )
    return Section(
        "skill",
        _SKILL,
        skill_in_words(study, trace),
        Markup(plot),
        (Table("Wins of the search", heads, rows),),
        note,
        "beside",
    )
