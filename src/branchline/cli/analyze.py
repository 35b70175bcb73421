"""`branchline analyze`: where a recorded game was won and lost, what was luck, and what would have been better."""

from __future__ import annotations

import argparse
import json

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from branchline.analysis import EVALUATORS, WORLDS, Analysis, Decision, analysis_files, analyze
from branchline.analysis.came import what_came
from branchline.analysis.habits import habits_of
from branchline.boards import registry
from branchline.cli.own_boards import add_boards, know_boards
from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console
from branchline.notation.record import Record, load
from branchline.thinking.evaluators import CHAMPION, PREDICTED, default_for
from branchline.words.plain import game_title, move_in_words

_STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}
_LUCKY_MOMENTS = 5  # that are listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = "The analysis is kept beside the record and read from there the next time."
    parser.add_argument("file", metavar="FILE", help="a record, as 'branchline play' saves it")
    add_boards(parser)
    parser.add_argument("--json", action="store_true", help="print the whole analysis as JSON, for programs")
    parser.add_argument(
        "--worlds",
        type=int,
        default=WORLDS,
        metavar="N",
        help=f"how many worlds to imagine for each decision ({WORLDS}); four times as many are twice as precise",
    )
    judges = ", ".join([*EVALUATORS, CHAMPION, f"{CHAMPION}(FILE)"])
    usual = f"{CHAMPION} where it has learned the game, else {PREDICTED}"
    parser.add_argument("--evaluator", help=f"who judges: {judges} ({usual})")
    add_processes(parser)
    parser.add_argument("--again", action="store_true", help="analyze again, even if an analysis is kept")
    parser.add_argument("--no-keep", action="store_true", help="do not keep the analysis in a file")


def run(options: argparse.Namespace) -> int:
    """Analyze a record, or read what is kept of it."""
    check_processes(options)
    know_boards(options)
    record = load(options.file)
    options.evaluator = options.evaluator or default_for(record.board, record.variant, record.seats)
    path = analysis_files.path_beside(options.file)
    found = None if options.again else analysis_files.kept(path, record, options.evaluator, options.worlds)
    if found is None:
        found = _analyze(record, options)
        if not options.no_keep:
            analysis_files.save(found, path)
    if options.json:
        print(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
    else:
        show(found, record, make_console())
    return 0


def _analyze(record: Record, options: argparse.Namespace) -> Analysis:
    """With a progress bar, on the error stream: the output is for what was found."""
    console = Console(stderr=True)
    columns = (TextColumn("[progress.description]{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("Judging decisions", total=len(record.decisions))
        return analyze(
            record,
            evaluator=options.evaluator,
            worlds=options.worlds,
            processes=options.processes,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def show(analysis: Analysis, record: Record, console: Console) -> None:
    """The analysis for people."""
    board = registry.board(record.board)
    console.print(Text(game_title(board, registry.variant(board, record.variant), record.seats), "bold"))
    console.print(_seats(analysis))
    names = [seat.name for seat in analysis.seats]
    _show_habits(analysis, record, names, console)
    labeled = [decision for decision in analysis.decisions if decision.label]
    if labeled:
        console.print(Text("\nDecisions that cost a part of the win", "bold"))
    for decision in labeled:
        _show_decision(decision, names, console)
    _show_luck(analysis, record, names, console)
    effort = analysis.effort
    console.print(
        f"\nJudged by '{analysis.evaluator}' (version {analysis.evaluator_version}) in {analysis.worlds} imagined "
        f"worlds a decision, {effort.seconds:.0f} s of processor time; all figures are win shares in percent.",
        style="dim",
    )
    if not analysis.is_finished:
        console.print("The game was not finished: results are its values where it stopped.")
    if effort.plain_per_playout is not None and effort.plain_per_playout >= 1.5:
        console.print(f"One playout is as precise as {effort.plain_per_playout:.0f} plain ones.", style="dim")
    if effort.games_saved is not None and effort.games_saved >= 0.005:
        saved = f"Subtracting the luck of the draw saves {100 * effort.games_saved:.0f} % of the games to the end."
        console.print(saved, style="dim")


def _show_habits(analysis: Analysis, record: Record, names: list[str], console: Console) -> None:
    """What added up, seat by seat."""
    found = habits_of(record, analysis.decisions)
    if any(found):
        console.print(Text("\nWhat adds up", "bold"))
    for name, habits in zip(names, found, strict=True):
        for habit in habits:
            console.print(f"{name}: {habit.name}, about {habit.points:.0f} points. {habit.words}")


def _seats(analysis: Analysis) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for title in ("start", "luck", "play", "result", "without luck", "points lost a decision", "accuracy", "errors"):
        table.add_column(title, justify="right")
    for seat in analysis.seats:
        labels = [f"{count} {_plural(label, count)}" for label, count in seat.labels.items() if count]
        error = "–" if seat.points is None else f"{seat.points:.1f} ± {seat.points_se or 0:.1f}"
        accuracy = "unsure" if seat.accuracy is None else f"{seat.accuracy:.0f}"
        table.add_row(
            seat.name,
            _points(seat.initial),
            f"{_signed(seat.luck)} ± {_points(seat.luck_se)}",
            _signed(seat.play),
            _points(seat.result),
            _points(seat.adjusted),
            error,
            accuracy,
            ", ".join(labels) or "none",
        )
    return table


def _show_decision(decision: Decision, names: list[str], console: Console) -> None:
    label = decision.label or ""
    line = Text(f"{decision.number:4}  {names[decision.seat]}: {move_in_words(decision.action)}  ")
    line.append(f"{label}, {100 * decision.error:.0f} ± {100 * decision.error_se:.0f}", _STYLES[label])
    console.print(line)
    console.print(_indented(Text(f"better: {move_in_words(decision.best)}")))
    for reason in decision.reasons:
        console.print(_indented(Text(reason, "dim")))


def _indented(text: Text) -> Padding:
    """Under the words of a decision, however often it is broken."""
    return Padding(text, (0, 0, 0, 6))


def _show_luck(analysis: Analysis, record: Record, names: list[str], console: Console) -> None:
    """The moments in which luck moved most."""
    moments = sorted(analysis.decisions, key=lambda decision: -abs(decision.luck))
    told = [decision for decision in moments if abs(decision.luck) > 2 * decision.luck_se][:_LUCKY_MOMENTS]
    if told:
        console.print(Text("\nThe luckiest and unluckiest moments", "bold"))
    came = what_came(record, names) if told else []
    for decision in sorted(told, key=lambda decision: decision.number):
        what = came[decision.number - 1] or f"{names[decision.seat]}: {move_in_words(decision.action)}"
        console.print(Text(f"{decision.number:4}  {what}  {_signed(decision.luck)}"))


def _points(share: float) -> str:
    return f"{100 * share:.0f}"


def _signed(share: float) -> str:
    return f"{round(100 * share):+d}" if round(100 * share) else "0"


def _plural(word: str, count: int) -> str:
    if count == 1:
        return word
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
