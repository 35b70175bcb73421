"""`branchline replay`: a recorded game in words, as JSON, or step by step."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from branchline.bots.names import recorded_names
from branchline.cli.own_boards import add_boards, know_boards
from branchline.cli.prompt import Left, ask
from branchline.cli.screen import is_terminal, make_console
from branchline.cli.table_view import (
    SEAT_LABEL,
    beside_seat,
    hand_text,
    show_cards,
    show_lines,
    show_players,
    show_scores,
    show_tickets,
)
from branchline.game import Game, next_decision, replay
from branchline.model.errors import BadSetup
from branchline.model.events import Event
from branchline.notation.forms import to_json
from branchline.notation.record import Record, load
from branchline.words.plain import game_title, move_in_words
from branchline.words.sentences import Teller

_KEYS = "Enter next · b back · a number to jump · q quit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("file", metavar="FILE", help="a record, as 'branchline play' saves it")
    add_boards(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--print", action="store_true", help="print the whole game in words (the default if the output is no terminal)"
    )
    how.add_argument("--json", action="store_true", help="print every decision with its events as JSON, for programs")
    parser.add_argument("--seat", type=int, metavar="SEAT", help="only what this seat could know (everything)")
    parser.add_argument("--step", type=int, default=0, metavar="N", help="begin after decision N (0, with the setup)")


@dataclass(frozen=True)
class Step:
    """One decision and what came of it; number 0 is the setup, which nobody decided."""

    number: int
    seat: int | None
    words: str
    events: tuple[Event, ...]
    points: tuple[int, ...]


class Replay:
    """A record played again, as everybody together or as one seat saw it."""

    def __init__(self, record: Record, seat: int | None) -> None:
        self.record = record
        self.seat = seat
        self.game = replay(record, decisions=0)
        if seat is not None and not 0 <= seat < record.seats:
            raise BadSetup(f"there is no seat {seat}; seats go from 0 to {record.seats - 1}")
        self.names = recorded_names(record)
        self.steps = [self._step(None, "", 0)]
        for by, words in record.decisions:
            start = len(self.game.events)
            self.game.apply(next_decision(self.game, record)[1], by)
            self.steps.append(self._step(by, words, start))
        if record.stopped:
            start = len(self.game.events)
            self.game.stop()
            last = self.steps.pop()
            self.steps.append(replace(last, events=last.events + self._step(None, "", start).events))

    def _step(self, seat: int | None, words: str, start: int) -> Step:
        """The newest step. Words of other seats are left out of one seat's view: its events tell what it could know."""
        events = self.game.events[start:] if self.seat is None else self.game.events_for(self.seat, start)
        known = words if self.seat in (None, seat) else ""
        number = len(self.steps) if start else 0
        return Step(number, seat, known, events, self.game.observe(None).points)

    @property
    def last(self) -> int:
        """The number of the last decision."""
        return len(self.steps) - 1

    def at(self, step: int) -> Game:
        """The game after a decision."""
        return replay(self.record, decisions=step)


def run(options: argparse.Namespace) -> int:
    """Show a record."""
    know_boards(options)
    shown = Replay(load(options.file), options.seat)
    if not 0 <= options.step <= shown.last:
        raise BadSetup(f"the record has {shown.last} decisions; there is no step {options.step}")
    if options.json:
        print(json.dumps(_plain(shown, options.step), indent=1, ensure_ascii=False))
    elif options.print or not is_terminal():
        print_game(shown, options.step, make_console())
    else:
        step_through(shown, options.step, make_console())
    return 0


def _plain(shown: Replay, start: int) -> dict[str, Any]:
    """The JSON form. One seat's view leaves out the seed, which would tell everything."""
    record = shown.record
    head: dict[str, Any] = {
        "board": record.board,
        "variant": record.variant,
        "rules_version": record.rules_version,
        "seats": record.seats,
        "first_seat": shown.game.first_seat,
        "players": shown.names,
        "view": shown.seat,
    }
    if shown.seat is None:
        head["seed"] = f"{record.seed:#x}"
    steps = [
        {
            "decision": step.number,
            "seat": step.seat,
            "action": step.words or None,
            "events": [to_json(event) for event in step.events],
            "points": list(step.points),
        }
        for step in shown.steps[start:]
    ]
    return {**head, "steps": steps, "scores": to_json(shown.game.scores()) if shown.game.is_over else None}


def _title(shown: Replay) -> Rule:
    game = shown.game
    view = "" if shown.seat is None else f" · as seat {shown.seat} saw it"
    return Rule(f"{game_title(game.board, game.variant, game.seats)}{view}", style="dim")


def _teller(shown: Replay) -> Teller:
    return Teller(shown.game.board, shown.game.variant, shown.names)


def print_game(shown: Replay, start: int, console: Console) -> None:
    """The whole game from a decision on, turn by turn."""
    console.print(_title(shown))
    events = [event for step in shown.steps[start:] for event in step.events]
    show_lines(console, _teller(shown).tell(events, results=False), indent=0)
    console.print()
    _show_result(shown, console)


def _show_result(shown: Replay, console: Console) -> None:
    game = shown.game
    if game.is_over:
        show_scores(console, game.scores(), shown.names, game.board.id, game.variant.id)
    else:
        show_players(console, game.observe(shown.seat), shown.names)
        console.print("The record ends here; the game was not finished.")


def step_through(shown: Replay, start: int, console: Console) -> None:
    """One decision after the other, forth and back, as the person likes."""
    console.print(_title(shown))
    at = start
    _show_step(shown, at, console)
    console.print(Text(_KEYS, "dim"))
    while True:
        try:
            line = ask("> ").casefold()
        except Left:
            return
        if line in ("q", "quit", "exit"):
            return
        wanted = {"": at + 1, "n": at + 1, "b": at - 1}.get(line, int(line) if line.isdigit() else None)
        if wanted is None:
            console.print(Text(_KEYS, "dim"))
        elif not 0 <= wanted <= shown.last:
            console.print(f"That is all: the record has {shown.last} decisions.")
        else:
            at = wanted
            _show_step(shown, at, console)


def _show_step(shown: Replay, number: int, console: Console) -> None:
    """A decision, what came of it, and the table after it."""
    step = shown.steps[number]
    console.print()
    who = "setup" if step.seat is None else shown.names[step.seat]
    console.print(Rule(f"{number} of {shown.last} · {who}", style="dim", align="left"))
    if step.words:
        console.print(Text(f"  {move_in_words(step.words)}", "bold"))
    show_lines(console, _teller(shown).tell(step.events, results=False))
    console.print()
    if number == shown.last:
        _show_result(shown, console)
        return
    game = shown.at(number)
    show_players(console, game.observe(shown.seat), shown.names)
    show_cards(console, game.observe(shown.seat))
    if shown.seat is not None:
        show_tickets(console, game.observe(shown.seat))
        return
    hands = {seat: game.observe(seat) for seat in range(game.seats)}
    for seat, seen in hands.items():
        console.print(beside_seat(seat, hand_text(seen, console.width - SEAT_LABEL)))
