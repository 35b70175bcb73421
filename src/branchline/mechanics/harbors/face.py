"""What harbors mean to people: words, moves, counts, and a house with an anchor beside its port."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from branchline.boards import registry
from branchline.mechanics.harbors import BuildHarbor, HarborBuilt, HarborsView
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.actions import Action
from branchline.model.board import WILD, Board, City
from branchline.model.errors import NotationError
from branchline.model.faces import FACES, Chips, Context, Drawn, Findings, Gain, Lists, Notation, Terminal, Words
from branchline.model.observation import Observation
from branchline.notation.names import find_city
from branchline.notation.sorts import cards_text, counted_sorts
from branchline.words.sentences import Teller

if TYPE_CHECKING:
    from branchline.drawing.layout import Layout

# In the notation


def describe_harbor(context: Context, action: BuildHarbor) -> str:
    """A harbor with its payment."""
    board = context.board
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    wilds = cost["trains"] + cost["ships"] - action.trains - action.ships
    train, ship = f"{action.color} {sorts['marked_train']}", f"{action.color} {sorts['ship']}"
    cards = cards_text([(train, action.trains), (ship, action.ships), (WILD, wilds)])
    return f"build harbor in {board.goal_name(action.city)} with {cards}"


def parse_harbor(context: Context, rest: str) -> Action:
    """Build harbor in Lima with 2 yellow harbor trains + 1 yellow ship + 1 wild; one way to pay need not be named."""
    board = context.board
    if not _ports(board):
        raise NotationError("no harbors are built on this board; a route is two places with a hyphen between them")
    named = re.sub(r"^(?:a\s+)?(?:harbor\s+)?(?:in\s+|at\s+)?", "", rest, flags=re.IGNORECASE)
    place, with_word, payment = re.split(r"(\bwith\b|$)", named, maxsplit=1, flags=re.IGNORECASE)
    city = find_city(board, place).id
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuildHarbor) and action.city == city]
        if len(ways) == 1:
            return ways[0]
        raise NotationError(f"there are {len(ways)} ways to pay for a harbor in {place.strip()}; name the cards")
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    train, ship = str(sorts["marked_train"]), str(sorts["ship"])
    colors, counts = counted_sorts(board, payment, (train, ship), "a {} card has no harbor mark")
    if len(colors) > 1 or sum(counts.values()) != cost["trains"] + cost["ships"]:
        raise NotationError(f"a harbor costs {cost['trains'] + cost['ships']} cards of one color, wilds included")
    return BuildHarbor(city, next(iter(colors), WILD), counts[train], counts[ship])


# In plain English


def _built(teller: Teller, event: HarborBuilt) -> str:
    return f"built a harbor in {teller.board.goal_name(event.city)}{teller.for_what_was_paid()}"


# In the terminal


def _label(actions: Sequence[BuildHarbor]) -> str:
    return f"build a harbor ({len({action.city for action in actions})} within reach)"


def _moves(seen: Observation, view: HarborsView) -> list[tuple[str, str]]:
    port = next(city.name for city in registry.board(seen.board).cities if "port" in city.tags)
    return [(f"build harbor in {port}", "build a harbor")]


def _of_seats(seen: Observation, view: HarborsView) -> Lists | None:
    if not view.owners:
        return None
    board = registry.board(seen.board)
    places = [[board.goal_name(p) for p, s in view.owners.items() if s == seat] for seat in range(seen.seats)]
    return Lists("harbors in", places)


def _on_table(seen: Observation, view: HarborsView, all_of_it: bool) -> tuple[str, Chips] | None:
    if not all_of_it:
        return None
    cities = registry.board(seen.board).cities
    free = [[f"{city.name}  "] for city in cities if "port" in city.tags and city.id not in view.owners]
    return "Ports", Chips([["without a harbor:"], *free])


def _at_place(seen: Observation, view: HarborsView, place: City) -> str:
    if "port" not in place.tags:
        return ""
    owner = view.owners.get(place.id)
    return "A port without a harbor." if owner is None else f"A harbor of seat {owner}."


# On a drawn board; what draws is imported there, as it takes longer than all words


def _ports(board: Board) -> list[str]:
    return [city.id for city in board.cities if "port" in city.tags]


def _things(view: HarborsView) -> Mapping[str, int]:
    """The seat whose harbor stands at a place."""
    return view.owners


def _templates(board: Board, layout: Layout) -> str:
    from branchline.drawing.palette import CREAM, INK

    return (
        ""
        if not _ports(board)
        else (
            '<g id="harbor"><path fill="#140E04" fill-opacity=".42" d="M-12 11V-4L0-14 12-4V11Z"'
            ' transform="translate(1.6 3)"/>'
            f'<path fill="{CREAM}" stroke="{INK}" stroke-width="2" d="M-12 11V-4L0-14 12-4V11Z"/>'
            '<path d="M-9.4 8.6V-2.8L0-10.6 9.4-2.8V8.6Z"/>'
            '<use href="#sign-anchor" transform="translate(0 .6)scale(.64)"/></g>'
        )
    )


def _beside(things: Mapping[str, int], place: str) -> str:
    from branchline.drawing.palette import SEATS

    return f'<use class="seat-{things[place] % len(SEATS)}" href="#harbor"/>' if place in things else ""


FACES.add(
    Harbors,
    Notation(
        describe={BuildHarbor: describe_harbor},
        parse={"build": parse_harbor, "build harbor": parse_harbor},
        forms=("build harbor in CITY with CARDS",),
    ),
    Words(
        builds="a harbor",
        events={HarborBuilt: _built},
        themes={BuildHarbor: "build a harbor"},
        nudges={BuildHarbor: "Think of a harbor: which ports do your tickets touch?"},
    ),
    Terminal(
        labels={BuildHarbor: _label},
        moves=_moves,
        of_seats=_of_seats,
        on_table=_on_table,
        at_place=_at_place,
        pieces=lambda _, view: {"harbors": [str(left) for left in view.left]},
    ),
    Findings(gains={HarborBuilt: lambda event: Gain("harbors", event.city, event.city)}, uses={HarborBuilt: "harbor"}),
    Drawn("harbors", _things, _templates, beside=_beside, stands_at=_ports),
)
