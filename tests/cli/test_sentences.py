"""Events in words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import branchline as bl
from branchline.cli.sentences import Teller
from branchline.model.events import (
    CardDrawn,
    CardsDealt,
    CardShown,
    CardsPaid,
    CardTaken,
    DeckRenewed,
    Event,
    GameEnded,
    LastTurnsStarted,
    PointsScored,
    RouteClaimed,
    RowDiscarded,
    SeatEvent,
    TicketsDrawn,
    TicketsKept,
    TicketsRevealed,
    TurnPassed,
)

USA = bl.board("usa")


@dataclass(frozen=True, slots=True)
class PassengerMoved(SeatEvent):
    """An event that only some other board knows."""

    city: str


@dataclass(frozen=True, slots=True)
class SnowFell(Event):
    """Another one, about nobody."""

    inches: int


def told(*events: Event) -> list[str]:
    return [line.text for line in Teller(USA, USA.variants["classic"], ["You", "June"]).tell(events)]


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        (
            [CardTaken(1, "white", 2), CardShown(2, "red"), CardDrawn(1, None)],
            ["June took white from the row, then a card from the deck."],
        ),
        ([CardDrawn(1, None), CardDrawn(1, None)], ["June took two cards from the deck."]),
        ([CardDrawn(0, "red"), CardDrawn(0, "wild")], ["You took red from the deck, then a locomotive from the deck."]),
        ([CardTaken(0, "wild", 0)], ["You took a locomotive from the row."]),
        (
            [CardsPaid(0, (("red", 2), ("wild", 1))), RouteClaimed(0, "denver-salt_lake_city"), PointsScored(0, 4, 9)],
            ["You built Denver – Salt Lake City with 2 red and 1 locomotive: 3 cars, 4 points."],
        ),
        ([PointsScored(1, 1, 9)], ["June scored 1 point."]),
        ([TicketsDrawn(1, 3, None), TicketsKept(1, 2, 1, None, None)], ["June drew 3 tickets, then kept 2."]),
        ([TicketsKept(1, 2, 1, None, None)], ["June kept 2 of 3 tickets."]),
        (
            [TicketsKept(0, 1, 1, ("boston-miami",), ("denver-el_paso",))],
            ["You kept Boston – Miami and returned 1 other."],
        ),
        ([TicketsRevealed(1, (), ("boston-miami",))], ["June completed no tickets and missed Boston – Miami."]),
        (
            [
                CardsDealt(0, 2, (("red", 1), ("blue", 1))),
                CardsDealt(1, 2, None),
                CardShown(0, "red"),
                CardShown(1, "wild"),
            ],
            ["You began with 1 red and 1 blue.", "June began with 2 cards.", "Turned up: red and locomotive."],
        ),
        (
            [
                CardTaken(1, "red", 0),
                CardShown(0, "wild"),
                RowDiscarded(("wild",) * 3),
                DeckRenewed(80),
                CardShown(0, "red"),
            ],
            [
                "June took red from the row.",
                "Too many locomotives lay face up, so the row was swept.",
                "The discards became a new deck of 80 cards.",
                "Turned up: red.",
            ],
        ),
        ([LastTurnsStarted(1, 2)], ["June is nearly out of trains. Everyone has 1 more turn."]),
        ([LastTurnsStarted(0, 4)], ["You are nearly out of trains. Everyone has 2 more turns."]),
        ([TurnPassed(1)], ["June could do nothing and passed."]),
        ([GameEnded("last turns")], ["The game is over: the last turns are played."]),
        ([GameEnded("all passed")], ["The game is over: nobody could do anything more."]),
        ([PassengerMoved(1, "berlin"), SnowFell(3)], ["June passenger moved (city berlin).", "Snow fell (inches 3)."]),
    ],
)
def test_sentences(events: list[Event], sentences: list[str]) -> None:
    assert told(*events) == sentences
