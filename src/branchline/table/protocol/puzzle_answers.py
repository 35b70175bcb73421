"""What the server answers about puzzles over HTTP."""

from __future__ import annotations

from typing_extensions import TypedDict

from branchline.table.protocol.messages import Form, LogLine, TicketProgress


class PuzzleInfo(TypedDict):
    """A puzzle in the list."""

    id: str
    board: str
    theme: str
    rating: int  # how hard it is: Elo, from the results of those who tried
    tries: int


class Puzzles(TypedDict):
    """`GET /api/puzzles`: all of them."""

    puzzles: list[PuzzleInfo]
    daily: str | None  # the one of the day (UTC)
    themes: list[str]


class Solver(TypedDict):
    """`GET /api/puzzles/solver`: whoever has the token."""

    rating: int
    tries: int
    solved: int
    tried: dict[str, bool]  # puzzles that were tried, and whether they were solved at the first try


class PuzzleAnswer(TypedDict):
    """Something that could be done."""

    number: int
    words: str  # "build Denver – Omaha"
    route: str | None


class PuzzlePosition(TypedDict):
    """`GET /api/puzzles/{id}`: a position as its seat sees it, and what could be done. What is best is not told."""

    id: str
    board: str
    variant: str
    theme: str
    rating: int
    tries: int
    seat: int
    names: list[str]
    turn: int
    banner: str
    observation: Form
    closed: list[str]
    tickets: list[TicketProgress]
    offer: list[TicketProgress]
    log: list[LogLine]  # the latest lines
    answers: list[PuzzleAnswer]


class AnswerWorth(TypedDict):
    """What an answer is worth."""

    number: int
    share: float  # of a win
    se: float


class PuzzleSolved(TypedDict):
    """`POST /api/puzzles/{id}/answer`: whether it was right, and why."""

    right: bool
    best: int  # the number of the best answer
    move: str  # it in full: "build Denver-Omaha with 3 purple + 1 locomotive"
    worths: list[AnswerWorth]  # the best first
    lead: float  # of the best over the second
    lead_se: float
    reasons: list[str]
    counted: bool  # it was the solver's first try, and changed the ratings
    rating: int  # of the solver, now ...
    change: int  # ... and by how much it went up or down
    puzzle_rating: int
    token: str | None  # a new solver's: it is told once
