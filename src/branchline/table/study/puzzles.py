"""Puzzles over HTTP: the list, a position as its seat sees it, answers and ratings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache

from branchline.analysis.puzzle_files import shipped
from branchline.analysis.puzzles import Puzzle
from branchline.boards import registry
from branchline.bots.names import recorded_names
from branchline.game import replay
from branchline.model.events import TurnStarted
from branchline.notation import forms
from branchline.table.games import presenting
from branchline.table.protocol.puzzle_answers import (
    AnswerWorth,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzlePosition,
    Puzzles,
    PuzzleSolved,
)
from branchline.table.protocol.refusing import Refused
from branchline.table.study.ratings import Rating, Tried
from branchline.words.kinds import kind_in_words, route_of
from branchline.words.plain import move_told
from branchline.words.sentences import YOU, Teller

_LINES = 12  # of the log
_EASIEST, _HARDEST = 1300.0, 1700.0  # where puzzles begin: the clearer the best is, the lower
_MIDDLE, _SLOPE = 0.25, 800.0  # the lead at which a puzzle begins at 1500, and how much a win more is worth


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """The puzzles of boards that are here and still have the rules that they were found by."""
    known = {board.id: board.rules_version for board in registry.boards()}
    return {
        puzzle.id: puzzle
        for board, puzzles in shipped().items()
        for puzzle in puzzles
        if known.get(board) == puzzle.record.rules_version
    }


def puzzle_called(name: str) -> Puzzle:
    """The puzzle with an id."""
    found = all_puzzles().get(name)
    if found is None:
        raise Refused("not_found", "There is no such puzzle.")
    return found


def daily() -> str | None:
    """The puzzle of the day, the same one for everybody."""
    ids = sorted(all_puzzles())
    if not ids:
        return None
    day = datetime.now(UTC).date().isoformat()
    return ids[int.from_bytes(hashlib.sha256(day.encode()).digest()[:8], "big") % len(ids)]


def first_rating(puzzle: Puzzle) -> float:
    """How hard a puzzle is before anybody has tried it: the clearer, the easier."""
    return min(_HARDEST, max(_EASIEST, 1500 + _SLOPE * (_MIDDLE - puzzle.lead)))


def puzzle_list(rated: Mapping[str, Rating]) -> Puzzles:
    """All puzzles, with the ratings of those that somebody has tried, and the one of the day."""
    found: list[PuzzleInfo] = []
    for puzzle in all_puzzles().values():
        rating = rated.get(puzzle.id) or Rating(first_rating(puzzle))
        found.append(
            {
                "id": puzzle.id,
                "board": puzzle.record.board,
                "theme": puzzle.theme,
                "rating": round(rating.rating),
                "tries": rating.tries,
            }
        )
    return {"puzzles": found, "daily": daily(), "themes": sorted({each["theme"] for each in found})}


def order_of(puzzle: Puzzle) -> list[int]:
    """The numbers that the answers have for solvers: shuffled, as in the file the best comes first."""
    keys = [hashlib.sha256(f"{puzzle.id} {each.words}".encode()).digest() for each in puzzle.answers]
    return sorted(range(len(keys)), key=lambda at: keys[at])


@lru_cache(maxsize=64)
def position(name: str) -> PuzzlePosition:
    """A puzzle as its seat sees it, without ratings."""
    puzzle = puzzle_called(name)
    game = replay(puzzle.record)
    seat = puzzle.seat
    seen = game.observe(seat)
    names = [YOU if at == seat else each for at, each in enumerate(recorded_names(puzzle.record))]
    told = Teller(game.board, game.variant, names).tell(game.events_for(seat), results=False)
    network = presenting.network_of(seen)
    answers: list[PuzzleAnswer] = []
    for number, at in enumerate(order_of(puzzle)):
        words = puzzle.answers[at].words
        action = game.parse(words, seat)
        route = route_of(game.board, action)
        called = kind_in_words(game.board, action, move_told(game.board, action, words))
        answers.append({"number": number, "words": called, "route": None if route is None else route.id})
    return {
        "id": puzzle.id,
        "board": puzzle.record.board,
        "variant": puzzle.record.variant,
        "theme": puzzle.theme,
        "rating": 0,
        "tries": 0,
        "seat": seat,
        "names": recorded_names(puzzle.record),
        "turn": sum(isinstance(event, TurnStarted) for event in game.events),
        "banner": presenting.banner(seen, names),
        "observation": forms.to_json(seen),
        "closed": presenting.closed_routes(seen),
        "tickets": presenting.progress(seen, seen.held, network),
        "offer": presenting.progress(seen, seen.tickets.offer, network),
        "log": presenting.log_lines(told)[-_LINES:],
        "answers": answers,
    }


def best_move(puzzle: Puzzle) -> str:
    """The best answer in words, with how it is paid."""
    game = replay(puzzle.record, events=False)
    words = puzzle.answers[0].words
    return move_told(game.board, game.parse(words, puzzle.seat), words)


def worths(puzzle: Puzzle) -> list[AnswerWorth]:
    """What all answers are worth, the best first."""
    order = order_of(puzzle)
    return [{"number": order.index(at), "share": each.share, "se": each.se} for at, each in enumerate(puzzle.answers)]


def is_right(puzzle: Puzzle, answer: int) -> bool:
    """Whether an answer, by its number, is the best one."""
    worth = worths(puzzle)
    if answer >= len(worth):
        raise Refused("bad_message", f"There is no answer {answer}; they go from 0 to {len(worth) - 1}.")
    return answer == worth[0]["number"]


def solved(puzzle: Puzzle, right: bool, tried: Tried, token: str | None) -> PuzzleSolved:
    """What is told to somebody who has answered; `token`: a new one, for who had none."""
    worth = worths(puzzle)
    return {
        "right": right,
        "best": worth[0]["number"],
        "move": best_move(puzzle),
        "worths": worth,
        "lead": puzzle.lead,
        "lead_se": puzzle.lead_se,
        "reasons": list(puzzle.reasons),
        "counted": tried.counted,
        "rating": round(tried.solver.rating),
        "change": round(tried.solver.rating) - round(tried.solver.rating - tried.solver_change),
        "puzzle_rating": round(tried.puzzle.rating),
        "token": token,
    }
