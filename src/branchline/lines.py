"""A position or a whole game in one line, to be pasted into an issue or a chat (docs/one-line.md).

A position is what one seat, or a spectator, may know. A game is how it began and the numbers of its decisions.
"""

from __future__ import annotations

import re
from dataclasses import replace
from zlib import crc32

from branchline.boards import registry
from branchline.game import Game, imagine, new_game, replay
from branchline.model.errors import BranchlineError, NotationError, RecordError
from branchline.model.observation import Observation
from branchline.notation.forms import from_json, to_json
from branchline.notation.lines import packed, unpacked
from branchline.notation.record import Record

_SKIPPED = ("kind", "board", "variant", "rules_version", "seats", "seat", "legal")  # these stand in front, or follow
_BODY = "observation"


def to_line(value: Observation | Game | Record) -> str:
    """A position, a game or a record in one line."""
    if isinstance(value, Observation):
        plain = to_json(replace(value, legal=()))
        seat = "-" if value.seat is None else str(value.seat)
        head = f"{value.board}/{value.variant}@{value.rules_version} {value.seats} {seat}"
        return _signed(f"{head} {packed([plain[name] for name in plain if name not in _SKIPPED])}")
    return _signed(_game_line(replay(value) if isinstance(value, Record) else value))


def _game_line(game: Game) -> str:
    """A game: how it began, then decisions, each with its seat where it is not the next one."""
    record = game.header
    if record is None:
        raise RecordError("an imagined game has no line, as it never began; an observation has one")
    first = "-" if record.first_seat is None else str(record.first_seat)
    words = [f"{record.board}/{record.variant}@{record.rules_version}", str(record.seats), f"{record.seed:x}", first]
    again = new_game(record.board, variant=record.variant, seats=record.seats, seed=record.seed, events=False,
                     first_seat=record.first_seat)  # fmt: skip
    for at, (seat, number) in enumerate(game.decisions):
        for seed in [seed for after, seed in game.reshuffles if after == at]:
            again.reshuffle(seed)
            words.append(f"~{seed:x}")
        words.append(str(number) if seat == again.to_move else f"{seat}:{number}")
        again.apply(number, seat)
    words += [f"~{seed:x}" for after, seed in game.reshuffles if after == len(game.decisions)]
    return " ".join([*words, *(["."] if game.is_over and not again.is_over else [])])


def _signed(line: str) -> str:
    """A line with a checksum, so that one that was cut off or retyped is noticed."""
    return f"{line} #{crc32(line.encode()):08x}"


def from_line(line: str) -> Observation | Game:
    """The position or the game that a line tells."""
    text = " ".join(line.split())
    body, mark, checksum = text.rpartition(" #")
    if not mark or checksum != f"{crc32(body.encode()):08x}":
        raise NotationError("that is no line of a position or a game, or it is damaged: its checksum does not fit")
    found = re.fullmatch(r"(\S+)/(\w+)@(\d+) (\d+) (\S+) (.+)", body)
    if found is None:
        raise NotationError("a line begins with the board, the variant and the version: usa/classic@2")
    board, variant, version, seats = found[1], found[2], int(found[3]), int(found[4])
    current = registry.board(board).rules_version
    if version != current:
        raise NotationError(f"the line is of version {version} of the rules of {board}; this is version {current}")
    if found[6].startswith("["):
        head = {"board": board, "variant": variant, "rules_version": version, "seats": seats}
        seat = None if found[5] == "-" else int(found[5])
        return _position(head | {"seat": seat, "legal": []}, found[6])
    return _game(board, variant, seats, f"{found[5]} {found[6]}".split())


def _position(head: dict[str, object], body: str) -> Observation:
    names = [name for name in _FIELDS if name not in _SKIPPED]
    try:
        values = unpacked(body)
        if not isinstance(values, list) or len(values) != len(names):
            raise NotationError(f"a position has {len(names)} fields after its head")
        seen: Observation = from_json({"kind": _BODY, **head, **dict(zip(names, values, strict=True))})
        if seen.seat is None:
            return seen
        return replace(seen, legal=tuple(imagine(seen, 0).legal_actions(seen.seat)))  # they follow from the rest
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
        raise NotationError(f"the line tells no position: {type(error).__name__}: {error}") from error


_FIELDS = tuple(name for name in Observation.__dataclass_fields__ if name != "codec")


def _game(board: str, variant: str, seats: int, words: list[str]) -> Game:
    try:
        seed, first = int(words[0], 16), None if words[1] == "-" else int(words[1])
        game = new_game(board, variant=variant, seats=seats, seed=seed, first_seat=first)
        for word in words[2:]:
            if word == ".":
                game.stop()
            elif word.startswith("~"):
                game.reshuffle(int(word[1:], 16))
            else:
                seat, _, number = word.rpartition(":")
                game.apply(int(number), int(seat) if seat else None)
    except (ValueError, IndexError) as error:
        raise NotationError(f"the line of a game cannot be read: {error}") from error
    except BranchlineError as error:
        raise NotationError(f"the line cannot be played: {error}") from error
    return game
