"""Routes as a seat can or cannot build them: its ways to pay, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from branchline.boards import registry
from branchline.model import questions
from branchline.model.actions import Claim
from branchline.model.board import GRAY, WILD, Board, Route
from branchline.model.observation import Observation
from branchline.planning import Reach
from branchline.words.needs import cards_missing
from branchline.words.plain import cards_in_words, counted, listed, route_name
from branchline.words.things import faces_of

Claims = list[tuple[Route, list[Claim]]]


def claimable(seen: Observation) -> Claims:
    """The routes that the seat can build now, with its ways to pay, those with the fewest wilds first."""
    board = registry.board(seen.board)
    routes = {route.id: route for route in board.routes}
    ways: dict[str, list[Claim]] = {}
    for action in seen.actions:
        if isinstance(action, Claim):
            ways.setdefault(action.route, []).append(action)
    found: dict[tuple[int, int, str], tuple[Route, list[Claim]]] = {}
    for route_id, claims in ways.items():
        route = routes[route_id]  # of tracks that differ in nothing but their number, the first will do
        found.setdefault((route.a, route.b, route.color), (route, sorted(claims, key=lambda way: way.dearness)))
    return sorted(found.values(), key=lambda pair: route_name(board, pair[0]))


def pieces_for(seen: Observation, reach: Reach, route: Route) -> tuple[str, int]:
    """What the pieces on a route are called, and how many of them the seat has."""
    told = next((face.pieces_for for face in faces_of(seen) if face.pieces_for is not None), None)
    noun, left = ("train", None) if told is None else told(seen, route)
    return noun, reach.pieces if left is None else left


def cards_for(seen: Observation, board: Board, route: Route, color: str) -> int:
    """Cards of a color that pay for a route; where there are several decks, only those of the right one do."""
    fitting = ("", "ship" if route.kind == "ship" else "train")
    kinds = [kind for kind in board.card_kinds if kind.color == color and (color == WILD or kind.deck in fitting)]
    return sum(seen.hand.get(kind.name, 0) for kind in kinds)


@dataclass(frozen=True, slots=True)
class StandingInWords:
    """How matters stand with a route for one seat, as a word for programs and a sentence for people."""

    state: Literal["legal", "not_now", "yours", "taken", "closed"]
    words: str


def standing(seen: Observation, reach: Reach | None, route: Route, is_legal: bool, names: list[str]) -> StandingInWords:
    """How matters stand with a route; a spectator, who reaches nothing, learns who built it."""
    owners = seen.tracks.owners[route.index]
    if is_legal:
        return StandingInWords("legal", "You can build this route now.")
    if owners and seen.seat not in owners:
        return StandingInWords("taken", f"{listed([names[owner] for owner in owners])} built this route.")
    if reach is None or seen.seat is None:
        return StandingInWords("not_now", "Nobody has built this route yet.")
    now = reach.world.standing(route.index, seen.seat)
    if now is questions.Standing.OWN:
        return StandingInWords("yours", now.words)
    if now is questions.Standing.TWIN:
        mine = any(seen.seat in seen.tracks.owners[twin] for twin in route.twins)
        return StandingInWords("closed", "The other track of this route is yours already." if mine else now.words)
    return StandingInWords("not_now", _what_is_missing(seen, reach, route, now) or _wait(seen, names))


def _what_is_missing(seen: Observation, reach: Reach, route: Route, now: questions.Standing) -> str:
    """All that keeps the seat from building a free route, whoever's turn it is; "" if nothing does."""
    cards = cards_missing(reach.world.missing([route.index], seen.seat))
    if now is questions.Standing.PERMISSION:
        needed = [each for face in faces_of(seen) if face.lacks is not None for each in face.lacks(seen, route)]
        return f"You need {listed(needed)} to build here.{cards}" if needed else f"{now.words}{cards}"
    if now is questions.Standing.PIECES:
        noun, left = pieces_for(seen, reach, route)
        return f"This route takes {counted(route.length, noun)}; you have {left} left.{cards}"
    if now is questions.Standing.CARDS:
        have, takes = cards_and_price(seen, reach.board, route)
        wilds = f", {route.wilds} of them locomotives" if route.wilds else ""
        return f"You have {have}; this route takes {takes}{wilds}.{cards}"
    return ""


def cards_and_price(seen: Observation, board: Board, route: Route) -> tuple[str, str]:
    """The best cards that a seat has for a route, and how many the route takes, in words."""
    held = {color: cards_for(seen, board, route, color) for color in (*board.colors, WILD)}
    best = max((color for color in board.colors if route.color in (color, GRAY)), key=lambda color: held[color])
    have = [cards_in_words([(best, held[best])]) if held[best] else f"no {best}"]
    have += [cards_in_words([(WILD, held[WILD])])] if held[WILD] else ["no locomotive"] if route.wilds else []
    takes = f"{route.length} pairs" if "pair" in route.tags else str(route.length)
    return listed(have), takes


def _wait(seen: Observation, names: list[str]) -> str:
    """Nothing is missing but the right moment."""
    if seen.open and seen.open[-1].seat != seen.seat:
        return f"It is {names[seen.open[-1].seat]}'s move."
    return "You have something else to decide now." if seen.open else "The game is over."
