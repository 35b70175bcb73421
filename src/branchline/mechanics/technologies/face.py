"""What technologies mean to people: what they are called, what they do, who buys them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from branchline.boards import registry
from branchline.mechanics.technologies import (
    BuyTechnology,
    DrawBlind,
    PassTurn,
    StopClaiming,
    TechnologiesView,
    TechnologiesWithdrawn,
    TechnologyBought,
    TechnologyReturned,
)
from branchline.mechanics.technologies.blind_draw import BlindDraw
from branchline.mechanics.technologies.declining import Declining
from branchline.mechanics.technologies.permissions import Permissions
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import Action
from branchline.model.board import Board, Route
from branchline.model.errors import NotationError
from branchline.model.faces import (
    FACES,
    Chip,
    Chips,
    Context,
    Findings,
    Gain,
    Lists,
    Notation,
    Rows,
    Served,
    Terminal,
    Words,
)
from branchline.model.observation import Observation
from branchline.notation.names import find_one
from branchline.words.plain import counted, listed
from branchline.words.sentences import Teller
from branchline.words.things import part

# In the notation


def _titles(context: Context) -> dict[str, str]:
    """The technologies of the board: id by printed name."""
    found: dict[str, Any] = context.board.extras.get("technologies", {})
    return {str(data["title"]): name for name, data in found.items()}


def describe_purchase(context: Context, action: BuyTechnology) -> str:
    """A purchase with its price."""
    title = {name: title for title, name in _titles(context).items()}[action.technology]
    parts = [f"{action.wilds} wild"] if action.wilds else []
    parts += [counted(action.bundles, "bundle")] if action.bundles else []
    return f"buy {title} with {' + '.join(parts)}"


def parse_purchase(context: Context, rest: str) -> Action:
    """Buy Booster with 1 wild + 1 bundle; the price may be left out if there is only one way to pay it."""
    words, with_word, price = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    titles = _titles(context)
    name = find_one("technology", words, titles)
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuyTechnology) and action.technology == name]
        if len(ways) == 1:
            return ways[0]
        title = next(title for title in titles if titles[title] == name)
        raise NotationError(f"say how you pay for {title}: buy {title} with 1 wild, or with 1 bundle")
    counts = {"wild": 0, "bundle": 0}
    for each in re.split(r"[+,]|\band\b", price):
        paid = re.fullmatch(r"\s*(\d+)\s*(wild|locomotive|bundle)s?\s*", each, re.IGNORECASE)
        if not paid:
            raise NotationError(f"'{each.strip()}' is no price; write it like: with 1 wild + 1 bundle")
        counts[paid[2].lower().replace("locomotive", "wild")] += int(paid[1])
    return BuyTechnology(name, counts["wild"], counts["bundle"])


def parse_pass(context: Context, rest: str) -> Action:
    """Pass, on boards where that can be a choice."""
    if not context.board.extras.get("technologies"):
        raise NotationError("nobody passes by choice on this board; who can do nothing at all passes by itself")
    return PassTurn()


# In plain English

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
            values = [str(each) for each in value] if isinstance(value, tuple) else [str(value)]
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


# In the terminal


def _label(actions: Sequence[BuyTechnology]) -> str:
    return f"buy a technology ({len({action.technology for action in actions})} within reach)"


def _moves(seen: Observation, view: TechnologiesView) -> list[tuple[str, str]]:
    first = next(iter(registry.board(seen.board).extras["technologies"]))
    title = technology_title(registry.board(seen.board), first)
    return [(f"buy {title}", "buy a technology, before anything else")]


def _of_seats(seen: Observation, view: TechnologiesView) -> Lists | None:
    if not any(view.owned):
        return None
    board = registry.board(seen.board)
    return Lists("technologies", [[technology_title(board, each) for each in mine] for mine in view.owned])


def _on_table(seen: Observation, view: TechnologiesView, all_of_it: bool) -> tuple[str, Chips | Rows]:
    """What is for sale: in a line, or with what it does."""
    board = registry.board(seen.board)
    sale = [(technology_title(board, name), name, left) for name, left in view.for_sale.items() if left]
    costs = {name: technology_facts(board, name).get("cost") for _, name, _ in sale}
    if not all_of_it:
        chips: list[Chip] = [[title, " ", (f"{costs[name] or '?'}✦", "bold"), "  "] for title, name, _ in sale]
        return "For sale", Chips(chips, "nothing")
    rows: list[list[Chip]] = [
        [
            [title],
            [(counted(int(costs[name] or 0), "locomotive"), "bold")],
            [f"{left} left"],
            [(technology_effect(board, name), "dim")],
        ]
        for title, name, left in sale
    ]
    return "For sale", Rows(rows)


# In the lab


def _title(board: Board, item: str) -> str | None:
    return technology_title(board, item) if item in board.extras.get("technologies", {}) else None


# On the server


class TechnologyData(TypedDict):
    """A technology."""

    id: str
    title: str
    words: str  # what it does
    cost: int
    opens: list[str]  # routes that cannot be built without it


def _told(board: Board) -> list[TechnologyData]:
    return [_technology(board, name) for name in board.extras.get("technologies", {})]


def _technology(board: Board, name: str) -> TechnologyData:
    facts = board.extras["technologies"][name]
    opens: list[str] = []
    if "start" in board.extras:
        permissions = Permissions(board, board.extras["start"])
        granted = permissions.granted_by(facts)
        opens = [route.id for route in board.routes if permissions.needs_of(route) & granted]
    return {
        "id": name,
        "title": facts["title"],
        "words": technology_effect(board, name),
        "cost": int(facts.get("cost", 0)),
        "opens": opens,
    }


FACES.add(
    Technologies,
    Notation(
        describe={BuyTechnology: describe_purchase},
        parse={"buy": parse_purchase},
        forms=("buy TECHNOLOGY with 1 wild + 1 bundle",),
    ),
    Words(
        questions={
            "action after a purchase": "The technology is yours. Now build a route, take cards or draw tickets.",
            "claim a taken route": "Build a route that another player has built already.",
            "claim": "Build the first of your two routes.",
            "claim a second route": "Build a second route, or stop here.",
        },
        before_turn="Buy a technology if you like; then",
        lacks=needed_technologies,
        title_of=technology_title,
        themes={BuyTechnology: "which technology"},
        events={TechnologyBought: _bought, TechnologyReturned: _returned, TechnologiesWithdrawn: _withdrawn},
        nudges={
            BuyTechnology: "Look at the technologies: which one opens what you need?",
            StopClaiming: "Does a second route really help you?",
            PassTurn: "Not everything that can be bought is worth it.",
        },
    ),
    Terminal(
        lacks="needs a technology",
        by_kind=("action after a purchase", "claim a taken route", "claim", "claim a second route"),
        with_table=("action after a purchase",),
        labels={BuyTechnology: _label},
        details={BuyTechnology: lambda board, action: technology_effect(board, action.technology)},
        moves=_moves,
        of_seats=_of_seats,
        on_table=_on_table,
    ),
    Findings(
        gains={TechnologyBought: lambda event: Gain("technologies", event.technology)},
        uses={TechnologyBought: "technology"},
        title=_title,
    ),
    Served(told=("technologies", _told)),
)
FACES.add(
    Declining,
    Notation(
        describe={StopClaiming: lambda *_: "stop", PassTurn: lambda *_: "pass"},
        parse={"stop": lambda *_: StopClaiming(), "pass": parse_pass},
        forms=("stop", "pass"),
    ),
    Terminal(labels={StopClaiming: "build no more", PassTurn: "pass"}),
)
FACES.add(BlindDraw, Terminal(labels={DrawBlind: lambda actions: f"take {actions[0].cards} cards from the deck"}))
