"""What a board has besides cards, tickets and routes, in words: technologies, railroads, passengers, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from branchline.model.board import Board
from branchline.model.observation import FleetView, Observation, View
from branchline.words.plain import listed

Part = TypeVar("Part", bound=View)

_EFFECTS = {  # what a technology does, by the fields that say so in a board file
    "lengths": "routes of {}",
    "regions": "routes in {}",
    "ferries": "ferries",
    "cards_per_locomotive": "{} cards stand for a locomotive",
    "points_per_route": "{} more for a route",
    "points_per_ferry": "{} more for a ferry",
    "points_per_completed_ticket": "{} for each completed ticket",
    "claim_taken_route": "build a route that is taken, once",
    "routes_this_turn": "{} routes in this turn",
    "blind_draw": "draw {} cards blind",
    "most_tickets_points": "{} for the most completed tickets or not",
    "longest_route_points": "{} for the longest route or not",
    "cards_less": "routes take {} card less",
}


def part(seen: Observation, kind: type[Part]) -> Part | None:
    """The part of a view that is of this kind, if the board has it."""
    return next((found for found in seen.parts.values() if isinstance(found, kind)), None)


def logo(board: Board, railroad: str) -> str:
    """How a railroad is called for short."""
    return str(board.extras.get("railroads", {}).get(railroad, {}).get("logo", railroad))


def technology_title(board: Board, technology: str) -> str:
    """How a technology is called."""
    return str(technology_facts(board, technology).get("title", technology))


def technology_facts(board: Board, technology: str) -> Mapping[str, Any]:
    """What the board file says of a technology."""
    found: Mapping[str, Any] = board.extras.get("technologies", {}).get(technology, {})
    return found


def technology_effect(board: Board, technology: str) -> str:
    """What a technology does, in a few words."""
    facts = technology_facts(board, technology)
    words = []
    for name, sentence in _EFFECTS.items():
        if name in facts:
            value = facts[name]
            values = [str(each) for each in value] if isinstance(value, list) else [str(value)]
            if name == "regions":
                values = [region.capitalize() for region in values]
            if "points" in name:
                values = [" or ".join(values) + (" points" if values != ["1"] else " point")]
            words.append(sentence.format(listed(values)))
    return ", ".join(words)


def piece_noun(seen: Observation) -> str:
    """What the pieces are called, one of them: with a fleet they are trains and ships."""
    return "train" if part(seen, FleetView) is None else "piece"


def passengers_in_words(waiting: Mapping[str, int]) -> str:
    """Passengers by color: "2 red, 1 blue"."""
    return ", ".join(f"{count} {color}" for color, count in waiting.items())
