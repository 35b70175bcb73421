"""Technologies in words: what they are called, what they do, who buys them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.boards import registry
from branchline.mechanics.technologies.permissions import Permissions
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import BuyTechnology, PassTurn, StopClaiming
from branchline.model.board import Board, Route
from branchline.model.events import TechnologiesWithdrawn, TechnologyBought, TechnologyReturned
from branchline.model.observation import Observation, TechnologiesView
from branchline.words.faces import FACES, Words
from branchline.words.plain import listed
from branchline.words.sentences import Teller
from branchline.words.things import part

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


def needed_technologies(seen: Observation, route: Route) -> list[str]:
    """Titles of the technologies that a seat lacks for a route; none on a board without them."""
    technologies = part(seen, TechnologiesView)
    board = registry.board(seen.board)
    if technologies is None or seen.seat is None or "start" not in board.extras:
        return []
    facts = board.extras["technologies"]
    permissions = Permissions(board, board.extras["start"])
    lacking = permissions.needs_of(route)
    for owned in technologies.owned[seen.seat]:
        lacking &= ~permissions.granted_by(facts[owned])
    found = []
    for name in technologies.for_sale:
        if lacking & permissions.granted_by(facts[name]):
            found.append(technology_title(board, name))
            lacking &= ~permissions.granted_by(facts[name])
    return found


def _bought(teller: Teller, event: TechnologyBought) -> str:
    return f"bought {technology_title(teller.board, event.technology)}{teller.for_what_was_paid()}"


def _returned(teller: Teller, event: TechnologyReturned) -> str:
    return f"put {technology_title(teller.board, event.technology)} back on the table"


def _withdrawn(teller: Teller, event: TechnologiesWithdrawn) -> str:
    titles = [technology_title(teller.board, each) for each in event.technologies]
    return f"Nobody bought {listed(titles)} in time: out of the game."


FACES.add(
    Technologies,
    Words(
        questions={
            "action after a purchase": "The technology is yours. Now build a route, take cards or draw tickets.",
            "claim a taken route": "Build a route that another player has built already.",
            "claim": "Build the first of your two routes.",
            "claim a second route": "Build a second route, or stop here.",
        },
        before_turn="Buy a technology if you like; then",
        lacks=needed_technologies,
        themes={BuyTechnology: "which technology"},
        events={TechnologyBought: _bought, TechnologyReturned: _returned, TechnologiesWithdrawn: _withdrawn},
        nudges={
            BuyTechnology: "Look at the technologies: which one opens what you need?",
            StopClaiming: "Does a second route really help you?",
            PassTurn: "Not everything that can be bought is worth it.",
        },
    ),
)
