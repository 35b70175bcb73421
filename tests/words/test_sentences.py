"""Events in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any
from unittest.mock import ANY

import pytest

import branchline as bl
from branchline.mechanics.cards import CardDrawnFrom, NamedDeckRenewed
from branchline.mechanics.fleet import FleetShown, PiecesExchanged
from branchline.mechanics.harbors import HarborBuilt
from branchline.mechanics.passengers import PassengerLeft, PassengersPlaced, PassengerTaken
from branchline.mechanics.shares import ShareDeclined, ShareGiven, SharesTurnedUp, ShareTaken
from branchline.mechanics.technologies import TechnologiesWithdrawn, TechnologyBought, TechnologyReturned
from branchline.mechanics.tokens import StackPlaced, TokenTaken
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
    MixAnnounced,
    MixKept,
    PointsScored,
    RouteClaimed,
    RowDiscarded,
    SeatEvent,
    TicketsDrawn,
    TicketsKept,
    TicketsRevealed,
    TurnPassed,
)
from branchline.notation.forms import kinds_of
from branchline.words.plain import move_in_words, spoken
from branchline.words.sentences import Teller

USA = bl.board("usa")


@dataclass(frozen=True, slots=True)
class PassengerMoved(SeatEvent):
    """An event that only some other board knows."""

    city: str


@dataclass(frozen=True, slots=True)
class SnowFell(Event):
    """Another one, about nobody."""

    inches: int


def told(*events: Event, board: bl.Board = USA) -> list[str]:
    return [line.text for line in Teller(board, board.variants["classic"], ["You", "June"]).tell(events)]


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
                "Too many locomotives lay face up, so the row was dealt again.",
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


@pytest.mark.parametrize(
    ("board", "events", "sentences"),
    [
        (
            "germany",
            [MixAnnounced(1, (3, 1)), TicketsDrawn(1, 4, None), TicketsKept(1, 1, 3, None, None), MixKept(1, (1, 0))],
            ["June drew 3 short and 1 long tickets, then kept 1 short ticket."],
        ),
        ("germany", [MixAnnounced(0, (0, 4)), TurnPassed(1)], ["You asked for 4 long tickets.", ANY]),
        ("germany", [PassengersPlaced((("berlin", (("red", 2), ("blue", 1))),))], ["3 passengers wait at 1 place."]),
        (
            "germany",
            [PassengerTaken(0, "koeln", "red"), PassengerLeft(0, "schweiz")],
            ["You picked up a red passenger in Köln, then left the passengers in Schweiz."],
        ),
        ("san_francisco", [StackPlaced(1, 5, "chinatown")], ["June placed a stack of tokens at Chinatown."]),
        ("san_francisco", [TokenTaken(1, 0, "alcatraz")], ["June took a token at Alcatraz."]),
        (
            "pennsylvania",
            [ShareTaken(0, "prr", 3), ShareGiven(0, "b_and_o", 1)],
            ["You took share 3 of PRR, then gave the dummy share 1 of B&O."],
        ),
        ("pennsylvania", [ShareDeclined(1)], ["June took no share."]),
        (
            "pennsylvania",
            [SharesTurnedUp((("prr", 2), ("b_and_o", 4)))],
            ["Of the dummy's shares PRR 2 and B&O 4 count."],
        ),
        (
            "uk",
            [CardsPaid(0, (("wild", 2),)), TechnologyBought(0, "booster")],
            ["You bought Booster with 2 locomotives."],
        ),
        ("uk", [TechnologyReturned(1, "right_of_way")], ["June put Right of Way back on the table."]),
        (
            "uk",
            [TechnologiesWithdrawn(("risky_contracts",))],
            ["Nobody bought Risky Contracts in time: out of the game."],
        ),
        ("world", [FleetShown(1, 20, 40)], ["June set out with 20 trains and 40 ships."]),
        (
            "world",
            [PiecesExchanged(0, "ships", 1), PointsScored(0, -1, 4)],
            ["You exchanged 1 ship for 1 train, which cost 1 point."],
        ),
        (
            "world",
            [CardsPaid(1, (("red harbor train", 2), ("red ship", 2))), HarborBuilt(1, "lima")],
            ["June built a harbor in Lima with 2 red harbor trains and 2 red ships."],
        ),
        ("world", [CardDrawnFrom(1, None, "ship")] * 2, ["June took two cards from the ship deck."]),
        ("world", [CardDrawnFrom(0, "red double ship", "ship")], ["You took a red double ship from the ship deck."]),
        ("world", [NamedDeckRenewed(30, "ship")], ["The discards became a new ship deck of 30 cards."]),
        ("world", [LastTurnsStarted(1, 4)], ["June is nearly out of trains and ships. Everyone has 2 more turns."]),
        ("world", [GameEnded("all exchanged")], ["The game is over: nobody did anything but exchange pieces."]),
    ],
)
def test_sentences_of_other_boards(board: str, events: list[Event], sentences: list[str]) -> None:
    assert told(*events, board=bl.board(board)) == sentences


def every_kind_of_event() -> Iterator[type[Event]]:
    for found in kinds_of(Event).values():
        if found.__module__.startswith("branchline.") and found not in (Event, SeatEvent):
            yield found


@pytest.mark.parametrize("kind", list(every_kind_of_event()), ids=lambda kind: kind.__name__)
def test_every_event_has_words_of_its_own(kind: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Teller, event: Event) -> None:
        raise AssertionError(f"there are no words for {event}")

    monkeypatch.setattr("branchline.words.sentences._plain_telling", refuse)
    examples: dict[str, Any] = {"int": 1, "str": "x", "str | None": None}
    special = {"route": "boston-new_york", "place": "denver", "city": "denver"}
    values = {f.name: special.get(f.name, examples.get(str(f.type), ())) for f in fields(kind)}
    if kind in (CardShown, CardTaken):
        values["place"] = 0
    told(kind(**values))


def test_players_hear_of_building_and_locomotives() -> None:
    """Code and records say claim and wild; people at the table do not (docs/concepts.md)."""
    assert spoken("Denver – Omaha is already claimed") == "Denver – Omaha is already built"
    assert spoken("you could not claim a route with 1 wild") == "you could not build a route with 1 locomotive"
    assert move_in_words("claim Denver-Omaha with 3 red + 2 wild") == "build Denver-Omaha with 3 red + 2 locomotives"
