"""Golden games: whole games kept as files, which every later version must play in exactly the same way.

For each board a folder holds

- `hashes.json`: random games of every variant and number of seats, each with its length, result and a hash over every
  event and the final scores;
- `VARIANT-ENDING.json`: the record of a game for each variant and each way in which a game can end;
- `VARIANT-ENDING.txt`: some of these games written out, to be read by people and compared by version control;
- `VARIANT-mechanics-N.json`: records that together show everything that can happen: every kind of decision and event,
  every line of the score sheet, every named thing (a technology, a passenger's color) that seats get.

    python -m branchline.testing.golden check tests/golden/usa
    python -m branchline.testing.golden make tests/golden/usa

`make` never overwrites a file that says something else; it tells what would change, and `--replace` does it. A golden
file changes only together with a decision about the rules version of its board. It is never rewritten to get green.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, Final

from branchline.boards import registry
from branchline.game import Game, replay
from branchline.model.board import Board
from branchline.model.errors import BranchlineError
from branchline.notation.forms import kind_of
from branchline.notation.record import Record, load
from branchline.testing.playthrough import playthrough, told_fields
from branchline.testing.policies import POLICIES, play
from branchline.testing.trial import Trial

HASHES: Final = "hashes.json"
# Fields of scores that came after the hashes and follow from what is hashed.
LATER: Final = {"ticket_points"}
WAYS: Final = ("uniform", "by_kind", "builder")  # of playing the hashed games
SEEDS_TRIED: Final = 400  # before a way to end is given up
GAMES_SEARCHED: Final = 60  # for each number of seats, to find those that show every mechanic


def endings(board: Board) -> list[str]:
    """The ways in which a game on a board can end."""
    return registry.new_rule_sheet(board.id, next(iter(board.variants)), board.seats[0]).ways_to_end()


def digest(game: Game) -> str:
    """A hash over everything that happened in a game, and its scores if it is over."""
    running = hashlib.sha256()
    for value in (*game.events, *([game.scores()] if game.is_over else [])):
        text = json.dumps(essence(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        running.update(text.encode() + b"\n")
    return running.hexdigest()


def essence(value: Any) -> Any:
    """The JSON form of a value without fields that have their default: so a new field leaves old games alone."""
    if is_dataclass(value) and not isinstance(value, type):
        told = {name: essence(content) for name, content in told_fields(value) if name not in LATER}
        return {"kind": kind_of(type(value)), **told}
    if isinstance(value, Mapping):
        return {str(key): essence(item) for key, item in value.items()}
    return [essence(item) for item in value] if isinstance(value, (tuple, list)) else value


def fingerprint(game: Game) -> dict[str, Any]:
    """A game in one line: enough to see at a glance in what two games differ, and a hash for the rest."""
    return {
        "decisions": len(game._decisions),
        "ended_by": game.observe(None).ended_by,
        "totals": [sheet.total for sheet in game.scores()] if game.is_over else None,
        "hash": digest(game),
    }


# The hashed games


def game_names(board: Board, seeds: int) -> list[str]:
    """The names of a board's hashed games: "classic/2 seats/uniform/seed 0"."""
    fewest, most = board.seats
    return [
        f"{variant}/{seats} seats/{way}/seed {seed}"
        for variant in board.variants
        for seats in range(fewest, most + 1)
        for way in WAYS
        for seed in range(seeds)
    ]


def play_named(board: str, name: str) -> dict[str, Any]:
    """Play a hashed game by its name."""
    return fingerprint(game_of(board, name))


def game_of(board: str, name: str) -> Game:
    """The hashed game with a name, played to the end."""
    variant, seats, way, seed = name.split("/")
    trial = Trial(board, variant, int(seats.split()[0]), int(seed.split()[1]))
    game = trial.new_game()
    play(game, POLICIES[way], trial.rng())
    return game


def hashes_text(board: Board, seeds: int) -> str:
    """The text of a board's `hashes.json`: one game a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(play_named(board.id, name))}" for name in game_names(board, seeds)]
    head = f'{{\n"board": "{board.id}",\n"rules_version": {board.rules_version},\n"games": {{\n'
    return head + ",\n".join(lines) + "\n}}\n"


def read_hashes(folder: Path) -> dict[str, Any]:
    """A board's `hashes.json`."""
    found: dict[str, Any] = json.loads((folder / HASHES).read_text(encoding="utf-8"))
    return found


# The recorded games


def find_ending(board: Board, variant: str, ending: str, most_seeds: int = SEEDS_TRIED) -> Game | None:
    """A game of a variant that ends in a certain way, or None if many seeds do not lead to one."""
    fewest, most = board.seats
    counts = range(fewest, most + 1)
    first = list(board.variants).index(variant)  # so that the variants are recorded with different numbers of seats
    for way, seeds in (("builder", 1), ("idle", 1), ("stall", most_seeds)):
        for seed in range(1, seeds + 1):
            trial = Trial(board.id, variant, counts[(first + seed - 1) % len(counts)], seed)
            game = trial.new_game()
            play(game, POLICIES[way], trial.rng())
            if game.observe(None).ended_by == ending:
                return game
    return None


def record_name(variant: str, ending: str) -> str:
    """The name of a recorded game's file: "classic-all_passed"."""
    return f"{variant}-{ending.replace(' ', '_')}"


def record_of(game: Game) -> Record:
    """The golden record of a game: its tags hold what replaying it must lead to."""
    found = fingerprint(game)
    return game.record(ended_by=str(found["ended_by"]), hash=str(found["hash"]))


def records(folder: Path) -> dict[str, Record]:
    """All golden records of a folder by file name."""
    return {path.stem: load(path) for path in sorted(folder.glob("*.json")) if path.name != HASHES}


def check_record(record: Record) -> str:
    """Replay a golden record; returns what is wrong, or ""."""
    try:
        game = replay(record)
    except BranchlineError as error:
        return str(error)
    found = fingerprint(game)
    if found["ended_by"] != record.tags["ended_by"]:
        return f"it ended by {record.tags['ended_by']}; played again, by {found['ended_by']}"
    if found["hash"] != record.tags["hash"]:
        return "played again, its events or scores are not the same; compare its playthrough"
    return ""


# The games chosen by what happens in them


def sights(game: Game) -> frozenset[str]:
    """All that a game shows: kinds of decisions and events, what each event was about, lines that scored."""
    seen = set()
    for event in game.events:
        kind = kind_of(type(event))
        seen.add(f"event {kind}")
        seen.update(f"{name} {value}" for name, value in told_fields(event) if name in _SUBJECTS)
    again = replay(game.record(), decisions=0, events=False)
    for seat, number in game._decisions:
        seen.add(f"decision {kind_of(type(again.action(number, seat)))}")
        again.apply(number, seat)
    if game.is_over:
        seen.update(f"score {line}" for sheet in game.scores() for line, points in sheet.lines.items() if points)
    return frozenset(seen)


_SUBJECTS: Final = ("technology", "railroad", "symbol", "color")  # fields of events that name what a seat got


def searched_games(board: Board, variant: str) -> Iterator[Game]:
    """The games among which those that show every mechanic are chosen, and which say what there is to show."""
    fewest, most = board.seats
    for seats in range(fewest, most + 1):
        for seed in range(1, GAMES_SEARCHED + 1):
            trial = Trial(board.id, variant, seats, seed)
            game = trial.new_game()
            play(game, POLICIES[WAYS[seed % len(WAYS)]], trial.rng())
            yield game


def mechanic_games(board: Board, variant: str) -> list[Game]:
    """A few games that together show everything that any of the searched games shows: always the one that adds most."""
    games = [(game, sights(game)) for game in searched_games(board, variant)]
    missing = frozenset[str]().union(*(shown for _, shown in games))
    chosen = []
    while missing:
        game, shown = max(games, key=lambda entry: len(entry[1] & missing))
        chosen.append(game)
        missing -= shown
    return chosen


# Checking and making


def check(folder: Path) -> Iterator[str]:
    """Play all golden games of a board's folder again; yields what is wrong."""
    known = read_hashes(folder)
    for name, expected in known["games"].items():
        found = play_named(known["board"], name)
        if found != expected:
            yield f"{name} in {HASHES}: was {expected}, is {found}"
    for name, record in records(folder).items():
        fault = check_record(record)
        if fault:
            yield f"{name}.json: {fault}"
        text = folder / f"{name}.txt"
        if not fault and text.exists() and text.read_text(encoding="utf-8") != playthrough(record):
            yield f"{name}.txt does not say what the game of {name}.json is"


def files(board: Board, seeds: int) -> dict[str, str]:
    """The names and texts of all golden files of a board."""
    made = {HASHES: hashes_text(board, seeds)}
    for at, variant in enumerate(board.variants):
        for ending in endings(board):
            game = find_ending(board, variant, ending)
            if game is None:
                print(f"no game of {variant} was found that ends by '{ending}'", file=sys.stderr)
                continue
            record = record_of(game)
            made[f"{record_name(variant, ending)}.json"] = record.dumps()
            if at == 0:  # one variant written out is enough to read
                made[f"{record_name(variant, ending)}.txt"] = playthrough(record)
        for number, game in enumerate(mechanic_games(board, variant), start=1):
            made[f"{variant}-mechanics-{number}.json"] = record_of(game).dumps()
    return made


def write(folder: Path, made: Mapping[str, str], replace: bool) -> list[str]:
    """Write files; returns the names of those that say something else already, which stay unless `replace` is set."""
    folder.mkdir(parents=True, exist_ok=True)
    different = []
    for name, text in made.items():
        path = folder / name
        if path.exists() and path.read_text(encoding="utf-8") != text:
            different.append(name)
            if not replace:
                continue
        path.write_text(text, encoding="utf-8")
    return different


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m branchline.testing.golden", description="Golden games of a board.")
    parser.add_argument("task", choices=["check", "make"])
    parser.add_argument("folder", type=Path, help="the board's folder of golden files; its name is the board's id")
    parser.add_argument("--seeds", type=int, default=2, help="hashed games of each variant, seats and way (default 2)")
    parser.add_argument("--replace", action="store_true", help="overwrite golden files that say something else")
    chosen = parser.parse_args(arguments)
    if chosen.task == "check":
        faults = list(check(chosen.folder))
        print("\n".join(faults) or "all golden games are played as they were")
        return 1 if faults else 0
    made = files(registry.board(chosen.folder.resolve().name), chosen.seeds)
    different = write(chosen.folder, made, chosen.replace)
    for name in different:
        print(f"{name} {'was replaced' if chosen.replace else 'says something else and was left alone (--replace)'}")
    print(f"{len(made)} golden files in {chosen.folder}, {len(different)} of them different before")
    return 1 if different and not chosen.replace else 0


if __name__ == "__main__":
    sys.exit(main())
