"""A coach: what a seat could do now, why, and what it should think twice about. Quick, and by what the seat sees only.

`advise` is for a hint: first a nudge, which tells what to look at, then the move with its reasons. `weigh` asks whether
something else is a blunder beside that. `lost_by` needs no games at all: which tickets a move gives up for sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.analysis.facts import facts_of, open_tickets
from branchline.analysis.futures import futures
from branchline.analysis.judging import agreed, ahead_in, label_of, lead_of
from branchline.analysis.plans import Plan
from branchline.analysis.reasons import completed_more_often
from branchline.engine.rng import Rng
from branchline.game import imagine
from branchline.model.board import Board
from branchline.model.observation import Observation
from branchline.thinking.choosing import Choice, choose
from branchline.thinking.estimates import seed_of
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.trial import Trial
from branchline.words.kinds import kind_in_words, kind_of, route_of
from branchline.words.plain import counted, move_told, ticket_name

SECONDS = 1.0  # for an advice; the reasons come on top
_GAMES = 32  # played to the end, for the reasons
_WEIGHED = 20  # worlds for a move that may be a blunder, and twice as many games
_SUSPECT = 0.06  # what was tried and is less far behind is no blunder
_ENOUGH = 8  # worlds in which two moves were tried, for a word on what the worse one costs
_CLOSE = 1.5  # points by which something is behind, and their standard error, that make it as good


@dataclass(frozen=True)
class Advice:
    """What is best, as far as a seat can know."""

    action: int
    words: str  # of the move
    nudge: str  # what to look at
    places: tuple[str, ...]  # where on the map the nudge points
    route: str | None  # that the move builds
    reasons: tuple[str, ...]
    shares: tuple[float, ...]  # the win share of every seat, if it is done
    se: float  # of the own one
    behind: tuple[tuple[int, float], ...]  # how far all that was tried is behind, in parts of a win


def advise(
    evaluator: Evaluator, seen: Observation, names: Sequence[str], *, seconds: float = SECONDS, playouts: int = 0
) -> Advice:
    """What is best, by what can be tried in some seconds or playouts; the same playouts give the same advice."""
    assert seen.seat is not None, "a spectator decides nothing"
    board = evaluator.world.setting.board
    choice = choose(evaluator, seen, seconds=seconds, playouts=playouts)
    kind, route = kind_of(board, seen.action(choice.action)), route_of(board, seen.action(choice.action))
    second = next((other for other in choice.ranked if kind_of(board, seen.action(other)) != kind), None)
    best, *others = futures(evaluator, seen, [each for each in (choice.action, second) if each is not None], _GAMES)
    plan = Plan(seen, best, others[0] if others else None, names)
    nudge, places = plan.nudge()
    hopes = [each for other in others for each in completed_more_often(seen, best, other, names)]
    cost = [_cost(board, seen, choice, second)] if second is not None else []
    return Advice(
        action=choice.action,
        words=_in_words(seen, choice.action),
        nudge=nudge,
        places=places,
        route=None if route is None else route.id,
        reasons=(*facts_of(seen, choice.action), *plan.sentences(), *hopes, *filter(None, cost)),
        shares=choice.shares,
        se=choice.se,
        behind=tuple((action, behind.share.value) for action, behind in choice.behind.items()),
    )


def _cost(board: Board, seen: Observation, choice: Choice, other: int) -> str:
    """What something else would cost; nothing where games do not tell."""
    behind = choice.behind[other]
    points = behind.points
    if behind.worlds < _ENOUGH or not points.se:  # without a spread nothing says how far off it may be
        return ""
    words = kind_in_words(board, seen.action(other), _in_words(seen, other))
    if points.value >= 1 and points.value > 2 * points.se:
        cost = counted(round(points.value), "point")
        return f"To {words} instead would cost you about {cost} at the end, beside the best of the others."
    if points.se < _CLOSE and abs(points.value) < _CLOSE:
        return f"It is close: you could just as well {words}."
    return ""


def _in_words(seen: Observation, action: int) -> str:
    game = imagine(seen, 0)
    return move_told(game.board, seen.action(action), game.describe(action, seen.seat))


@dataclass(frozen=True)
class Doubt:
    """A move that is far behind the best."""

    error: float
    se: float
    reasons: tuple[str, ...]  # which do not give the better move away


def weigh(
    evaluator: Evaluator, seen: Observation, best: int, action: int, names: Sequence[str], worlds: int = _WEIGHED
) -> Doubt | None:
    """Whether a move is a blunder beside the best; None if it is not, or that cannot be told."""
    chance = Rng(seed_of(seen, 1))
    evaluator.look(seen, chance)
    is_whole = evaluator.search is not None  # then the champion plays whole games, which are noisier, and quick
    judged = Trial(evaluator, seen, chance, [best, action], (4 if is_whole else 1) * worlds).ahead(best, action)
    if judged.value < _SUSPECT:
        return None
    good, bad = futures(evaluator, seen, [best, action], 2 * worlds, 1)
    joined = lead_of(evaluator, judged, good, bad)
    label = agreed(judged, ahead_in(good, bad)) if is_whole else label_of(joined.value, joined.se)
    error = judged if is_whole else joined
    if label != "blunder":
        return None
    return Doubt(error.value, error.se, completed_more_often(seen, good, bad, names))


def is_suspect(seen: Observation, advice: Advice, action: int, board: Board) -> bool:
    """Whether a move should be weighed: it is of another kind than the best, and was not found to be near it."""
    if kind_of(board, seen.action(action)) == kind_of(board, seen.action(advice.action)):
        return False
    alike = kind_of(board, seen.action(action))
    near = [behind for tried, behind in advice.behind if kind_of(board, seen.action(tried)) == alike]
    return not near or min(near) >= _SUSPECT


def lost_by(seen: Observation, action: int) -> tuple[str, ...]:
    """The tickets that can be completed now and cannot be after a move, whatever comes: by the rules alone."""
    assert seen.seat is not None, "a spectator decides nothing"
    before = imagine(seen, 0)
    hopes = open_tickets(before, seen)
    if not hopes:
        return ()
    after = before.copy()
    after.apply(action, seen.seat)
    tickets = {ticket.id: ticket for ticket in before.variant.tickets}
    lost = [tickets[ticket] for ticket in hopes if after.ways(ticket, seen.seat).is_lost]
    return tuple(f"{ticket_name(before.board, ticket)}, {ticket.points} points, is then lost." for ticket in lost)
