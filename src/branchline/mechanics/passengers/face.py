"""What passengers mean to people: words, moves, counts, and pawns by the name of the place where they wait."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from branchline.boards import registry
from branchline.mechanics.passengers import (
    LeavePassenger,
    PassengerLeft,
    PassengersPlaced,
    PassengersView,
    PassengerTaken,
    TakePassenger,
)
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.actions import Action
from branchline.model.board import Board, City, Route
from branchline.model.errors import NotationError
from branchline.model.faces import (
    FACES,
    Chips,
    Context,
    Counts,
    Drawn,
    Findings,
    Gain,
    Notation,
    Served,
    Terminal,
    Words,
)
from branchline.model.observation import Observation
from branchline.notation.names import find_among
from branchline.words.plain import counted
from branchline.words.sentences import Teller
from branchline.words.things import part

if TYPE_CHECKING:
    from branchline.drawing.layout import Layout, Point

# In the notation


def parse_take(context: Context, rest: str) -> Action:
    """Take passenger red; the color may be left out if only one waits."""
    colors = list(context.board.extras.get("passengers", {}).get("colors", {}))
    if not rest:
        waiting = [action for action in context.legal if isinstance(action, TakePassenger)]
        if len(waiting) == 1:
            return waiting[0]
        raise NotationError("say which passenger, like: take passenger red")
    return TakePassenger(find_among("passenger", re.sub(r"\bpassengers?$", "", rest, flags=re.IGNORECASE), colors))


def parse_leave(context: Context, rest: str) -> Action:
    """Leave passenger, leave passengers."""
    if rest:
        raise NotationError(f"write 'leave passenger', without '{rest}'")
    return LeavePassenger()


# In plain English


def passengers_in_words(waiting: Mapping[str, int]) -> str:
    """Passengers by color: "2 red, 1 blue"."""
    return ", ".join(f"{count} {color}" for color, count in waiting.items())


def _ask(seen: Observation) -> str:
    passengers = part(seen, PassengersView)
    ends = passengers.ends if passengers is not None else ()
    where = f" in {registry.board(seen.board).goal_name(ends[0])}" if ends else ""
    return f"Which passenger do you pick up{where}?"


def _placed(teller: Teller, event: PassengersPlaced) -> str:
    waiting = sum(count for _, colors in event.places for _, count in colors)
    return f"{counted(waiting, 'passenger')} wait at {counted(len(event.places), 'place')}."


def _taken(teller: Teller, event: PassengerTaken) -> str:
    return f"picked up a {event.color} passenger in {teller.board.goal_name(event.place)}"


def _rules(board: Board) -> list[str]:
    facts = board.extras["passengers"]
    return [
        "After building a route you may pick up one of the passengers who wait at each of its ends.",
        f"At the end, for each color, the most score {facts['most']} points, the second most {facts['second_most']}.",
        "All who tie for the most are paid in full, and then nobody is for the second most.",
    ]


# In the terminal


def _of_seats(seen: Observation, view: PassengersView) -> Counts | None:
    if not any(any(taken.values()) for taken in view.taken):
        return None
    colors = list(view.taken[0])
    rows = [(seat, [taken.get(color, 0) for color in colors]) for seat, taken in enumerate(view.taken)]
    return Counts("passengers", colors, rows, colored=True)


def _on_table(seen: Observation, view: PassengersView, all_of_it: bool) -> tuple[str, Chips] | None:
    if not all_of_it:
        return None
    board = registry.board(seen.board)
    waiting = [(place, colors) for place, colors in view.waiting.items() if colors]
    chips = [[f"{board.goal_name(place)}: {passengers_in_words(colors)}  "] for place, colors in waiting]
    return "Waiting", Chips(chips, "nobody")


def _at_place(seen: Observation, view: PassengersView, place: City) -> str:
    waiting = view.waiting.get(place.country or place.id, {})
    return f"Passengers: {passengers_in_words(waiting)}." if waiting else "No passengers wait here."


def _brought_by(seen: Observation, view: PassengersView, route: Route) -> str:
    board = registry.board(seen.board)
    ends = [board.cities[route.a], board.cities[route.b]]
    return "+".join(str(sum(view.waiting.get(end.country or end.id, {}).values())) for end in ends)


# On a drawn board; what draws is imported there, as it takes longer than all words

Waiting = Mapping[str, tuple[str, ...]]  # the colors of those at a place
_PAWN = '<path id="pawn" d="M0-8.6A3.1 3.1 0 0 1 1.9-3.1L4.4 7.4H-4.4L-1.9-3.1A3.1 3.1 0 0 1 0-8.6Z"/>'
_STEP = 15.0  # from one pawn to the next, where the layout has left no room


def _things(view: PassengersView) -> Waiting:
    return {
        place: tuple(color for color, count in colors.items() for _ in range(count))
        for place, colors in view.waiting.items()
    }


def _templates(board: Board, layout: Layout) -> str:
    return _PAWN if "passengers" in board.extras or any(label.pawns for label in layout.labels.values()) else ""


def _layer(board: Board, layout: Layout, things: Waiting, templates: bool) -> str:
    from branchline.drawing.svg import attributes, moved

    groups = []
    facts = board.extras.get("passengers", {})
    for place, label in layout.labels.items():
        waiting = things.get(place, ())
        most = facts.get("places", {}).get(place, facts.get("each", 0))
        spots = label.pawns or _beside(layout, layout.places.get(place, label.at), most)
        pawns = [
            f'<use class="pawn c-{color}" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
            for color, spot in zip(waiting, spots, strict=False)
        ]
        if templates:
            pawns += [
                f'<use class="pawn" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
                for spot in spots[len(waiting) :]
            ]
        if pawns:
            head = attributes(id=f"passengers-{place}", data_place=place)
            groups.append(f"<g{head}>{''.join(pawns)}</g>")
    return f'<g class="passengers">{"".join(groups)}</g>' if groups else ""


def _beside(layout: Layout, place: Point, count: int) -> tuple[Point, ...]:
    """Room beside a place whose layout has left none: the map was made for a board without passengers."""
    from branchline.drawing.layout import Point

    step = _STEP * layout.unit
    return tuple(Point(place.x + step * (at + 1), place.y - step) for at in range(count))


def _waiting(board: Board) -> Mapping[str, int]:
    places: Mapping[str, int] = board.extras.get("passengers", {}).get("places", {})
    return places


FACES.add(
    Passengers,
    Notation(
        describe={
            TakePassenger: lambda _, action: f"take passenger {action.color}",
            LeavePassenger: lambda *_: "leave passenger",
        },
        parse={
            "take passenger": parse_take,
            "pick up": parse_take,
            "leave passenger": parse_leave,
            "leave passengers": parse_leave,
        },
        forms=("take passenger COLOR", "leave passenger"),
    ),
    Words(
        questions={"take passenger": _ask},
        said={"leave passenger": "take no passenger"},
        doing={"take passenger": "{} is picking up a passenger."},
        events={
            PassengersPlaced: _placed,
            PassengerTaken: _taken,
            PassengerLeft: lambda teller, event: f"left the passengers in {teller.board.goal_name(event.place)}",
        },
        themes={TakePassenger: "which passenger"},
        title="Passengers",
        rules=_rules,
        nudges={
            TakePassenger: "Which color of passengers do you collect, or does somebody else?",
            LeavePassenger: "Is a passenger here worth it?",
        },
    ),
    Terminal(of_seats=_of_seats, on_table=_on_table, at_place=_at_place, brings="waiting", brought_by=_brought_by),
    Findings(
        gains={PassengerTaken: lambda event: Gain("passengers", event.color, event.place)},
        pooled=frozenset({"passengers"}),
    ),
    Served(in_points=frozenset({"take passenger"})),
    Drawn("passengers", _things, _templates, _layer, waiting=_waiting),
)
