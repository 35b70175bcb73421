"""Passengers in words: where they wait, and who picks them up."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.boards import registry
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.actions import LeavePassenger, TakePassenger
from branchline.model.board import Board
from branchline.model.events import PassengerLeft, PassengersPlaced, PassengerTaken
from branchline.model.observation import Observation, PassengersView
from branchline.words.faces import FACES, Words
from branchline.words.plain import counted
from branchline.words.sentences import Teller
from branchline.words.things import part


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
        "Whoever builds a route may pick up one of the passengers who wait at each of its ends.",
        f"At the end, for each color, the most score {facts['most']} points, the second most {facts['second_most']}.",
        "All who tie for the most are paid in full, and then nobody is for the second most.",
    ]


FACES.add(
    Passengers,
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
)
