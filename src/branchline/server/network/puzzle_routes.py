"""The HTTP part of puzzles."""

from __future__ import annotations

from fastapi import APIRouter, Request

from branchline.server.network.routes import REFUSALS, Bearer, Given
from branchline.server.network.services import Services
from branchline.server.store.puzzle_ratings import note_try, ratings, solver
from branchline.table.protocol.puzzle_answers import PuzzlePosition, Puzzles, PuzzleSolved, Solver
from branchline.table.protocol.requests import AnswerPuzzle
from branchline.table.study.puzzles import (
    all_puzzles,
    first_rating,
    is_right,
    position,
    puzzle_called,
    puzzle_list,
    solved,
)
from branchline.table.study.ratings import Rating
from branchline.table.tokens import hashed, hashed_address, new_token

router = APIRouter(prefix="/api/puzzles", responses=REFUSALS)


@router.get("")
async def get_puzzles(services: Given) -> Puzzles:
    """All puzzles, and the one of the day."""
    await services.side_thread.do(all_puzzles)
    return puzzle_list(await ratings(services.store))


@router.get("/solver")
async def get_solver(token: Bearer, services: Given) -> Solver:
    """How well whoever has the token solves puzzles."""
    rating, tried = await solver(services.store, hashed(token or ""))
    return {"rating": round(rating.rating), "tries": rating.tries, "solved": rating.solved, "tried": tried}


@router.get("/{name}")
async def get_puzzle(name: str, services: Given) -> PuzzlePosition:
    """A position to solve."""
    found = await services.side_thread.do(lambda: position(name[:80]))
    rating = await _rating(services, name)
    return {**found, "rating": round(rating.rating), "tries": rating.tries}


async def _rating(services: Services, name: str) -> Rating:
    return (await ratings(services.store)).get(name) or Rating(first_rating(puzzle_called(name)))


@router.post("/{name}/answer")
async def answer_puzzle(
    name: str, wanted: AnswerPuzzle, token: Bearer, request: Request, services: Given
) -> PuzzleSolved:
    """Whether an answer is right, and why. The first one counts."""
    puzzle = await services.side_thread.do(lambda: puzzle_called(name[:80]))
    right = is_right(puzzle, wanted.answer)
    fresh = None if token else new_token()
    who, address = hashed(token or fresh or ""), hashed_address(services.address_of(request))
    tried = await note_try(services.store, who, puzzle.id, first_rating(puzzle), right, address)
    return await services.side_thread.do(lambda: solved(puzzle, right, tried, fresh))
