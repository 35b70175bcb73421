"""Nothing that is hidden from a viewer crosses its wire: two games that differ only in what is hidden look the same.

The second truth is imagined from the viewer's own view of the first: hidden cards and tickets differ. What the viewer
is told must be the same, letter for letter. `test_twins.py` does it with two games on real sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import random
from typing import Any

import pytest

import branchline as bl
from branchline.client import Client, Seat
from branchline.game import Game, imagine
from branchline.notation import forms
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.games.viewpoint import Viewpoint
from branchline.table.plain_text import dumped
from branchline.table.rows import Entry
from branchline.testing.secrecy import secret_names
from tests.server.helpers import CheckedSeat, people, play_on, run, sit

TIMER = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait"}
BOARDS = [(board.id, variant) for board in bl.boards() for variant in board.variants]


def secrets_of(game: Game, viewer: int | None) -> set[str]:
    """Names of tickets that a viewer was never shown, as long as the game runs."""
    shown: set[str] = set()
    for event in game.events:
        if event.audience is not None and viewer in event.audience:
            shown |= set(words(forms.to_json(event)))
    return secret_names(game) - shown


def words(plain: Any) -> list[str]:
    """All strings in a message."""
    if isinstance(plain, str):
        return [plain]
    if isinstance(plain, dict):
        return [word for value in plain.values() for word in words(value)]
    return [word for value in plain for word in words(value)] if isinstance(plain, list) else []


@pytest.mark.parametrize(("board", "variant"), [("usa", "classic"), ("uk", "advanced"), ("world", "classic")])
def test_no_socket_tells_of_hidden_things(server: str, board: str, variant: str) -> None:
    """Listen on every socket of a real game: no message names a ticket that its viewer was not shown, or a hidden card,
    and none holds a token or the seed."""

    async def game() -> None:
        async with Client(server) as client:
            seated = await people(client, board, 2, variant=variant)
            table = seated[0].table
            watching = CheckedSeat(server, table)
            chairs = [sit(server, each) for each in seated]
            async with watching, chairs[0], chairs[1]:
                rng = random.Random(board)
                await asyncio.gather(*(play_on(chair, rng) for chair in chairs))
                while not watching.is_over:
                    await watching.next_message()
            truth = bl.replay(await client.record(table))
            seed = (await client.table(table))["fairness"]["seed"]
            assert seed is not None
            for viewer, heard in ((0, chairs[0].heard), (1, chairs[1].heard), (None, watching.heard)):
                check_heard(truth, viewer, heard, [seed, *(each.token for each in seated)])

    run(game(), 120)


@pytest.mark.parametrize("board", ["usa", "germany"])
def test_no_socket_tells_of_hidden_things_when_bots_take_over_and_moves_are_taken_back(server: str, board: str) -> None:
    """A person leaves, a bot plays on in the seat and the person looks on and comes back; a card is drawn and put back:
    nobody is told more than their seat may know."""

    async def game() -> None:
        async with Client(server) as client:
            seated = await people(client, board, 2)
            table = seated[0].table
            watching = CheckedSeat(server, table)
            one, other = sit(server, seated[0]), sit(server, seated[1])
            rng = random.Random(board)
            async with watching, one, other:
                for _ in range(8):
                    asked = await who_is_asked(one, other)
                    await some_decisions(asked, 1, rng)
                await other.ask({"type": "leave"})
                await some_decisions(one, 4, rng)
                await other.ask({"type": "come_back"})
                taken_back = 0
                while not one.is_over and not other.is_over:
                    asked = await who_is_asked(one, other)
                    if asked.is_over:
                        break
                    assert asked.game is not None
                    draws = [
                        each for each in asked.game["decision"]["choices"] if each["action"]["kind"] == "draw_card"
                    ]
                    if draws and taken_back < 3:
                        await asked.act(draws[0]["number"])
                        taken_back += await take_back(asked, other if asked is one else one)
                    else:
                        await asked.act(rng.choice(asked.game["decision"]["choices"])["number"])
                assert taken_back == 3
                while not watching.is_over:
                    await watching.next_message()
            truth = bl.replay(await client.record(table))
            assert len(truth.record().reshuffles) > 2
            seed = (await client.table(table))["fairness"]["seed"]
            assert seed is not None
            for viewer, heard in ((0, one.heard), (1, other.heard), (None, watching.heard)):
                check_heard(truth, viewer, heard, [seed, *(each.token for each in seated)])

    run(game(), 120)


async def some_decisions(seat: Seat, count: int, rng: random.Random) -> None:
    for _ in range(count):
        decision = await seat.decision()
        assert decision is not None
        await seat.act(rng.choice(decision["choices"])["number"])


async def who_is_asked(*seats: CheckedSeat) -> CheckedSeat:
    """The first seat that has something to decide, or for which the game is over."""
    while True:
        for seat in seats:
            if seat.is_over or (seat.game is not None and seat.game["decision"] is not None):
                return seat
        await asyncio.wait([asyncio.create_task(hear(seat)) for seat in seats])


async def hear(seat: Seat) -> None:
    """Take in what comes within a moment."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            await seat.next_message()


async def take_back(asking: Seat, asked: Seat) -> int:
    """Ask to take the latest decision back, and agree; 1 if that was possible."""
    if asking.is_over:
        return 0
    await asking.undo()
    while asked.game is None or asked.game["undo"]["wish"] is None:
        await asked.next_message()
    await asked.answer_undo(True)
    while asking.game is None or asking.game["undo"]["wish"] is not None:
        await asking.next_message()
    return 1


def check_heard(truth: Game, viewer: int | None, heard: list[dict[str, Any]], secrets: list[str]) -> None:
    """All that a viewer was sent while the game ran."""
    running = [m for m in heard if not (m.get("result") or (m.get("game") or {}).get("result"))]
    running = [m for m in running if m["type"] != "table" or m["table"]["status"] != "finished"]
    assert len(running) > 20
    hidden = secrets_of(truth, viewer)
    names = {ticket.id: ticket for ticket in truth.variant.tickets}
    for message in running:
        said = set(words(message))
        assert not hidden & said, f"{viewer} was told of {hidden & said}"
        text = json.dumps(message)
        assert not any(secret in text for secret in secrets)
        for event in message.get("events", []):
            if event.get("seat") != viewer and event["kind"] in ("card_drawn", "card_drawn_from"):
                assert event["card"] is None
    assert names


@pytest.mark.parametrize(("board", "variant"), BOARDS, ids=str)
def test_two_truths_that_look_the_same_are_told_the_same(board: str, variant: str) -> None:
    """At many points of a game: put a truth in its place that a viewer cannot tell apart; it is told the same, and so
    it is of what happens next."""
    rng = random.Random(f"{board} {variant}")
    seats = bl.board(board).seats[0]
    played = PlayedGame(
        TableSetup(board, variant, seats, rng.getrandbits(128), None, TIMER), Entry(0, "started", None, 0.0)
    )
    compared = decisions = taken_back = 0
    number = 1
    while not played.game.is_over and number < 400:
        seat = rng.choice(played.game.pending)
        action = rng.choice(played.game.legal_actions(seat))
        played.take(Entry(number, "move", seat, 0.0, action))
        number += 1
        arranged = something_else(played, number, rng)
        if arranged is not None and not played.game.is_over:
            played.take(arranged)
            number += 1
            taken_back += arranged.kind == "take_back"
        if rng.random() < 0.25 and not played.game.is_over:
            for viewer in (*range(seats), None):
                decisions += compare_truths(played, viewer, rng.getrandbits(64))
                compared += 1
    assert compared > 20
    assert decisions > 10
    assert taken_back > 0


def something_else(played: PlayedGame, number: int, rng: random.Random) -> Entry | None:
    """Now and then somebody leaves and a bot takes over, comes back, or takes something back, which shuffles decks."""
    seat = rng.randrange(played.setup.seats)
    kind = rng.choices(["", "left", "back", "take_back"], [80, 6, 6, 8])[0]
    if kind == "left":
        return Entry(number, "left", seat, 0.0, data={"seats": [seat], "level": "medium"})
    if kind == "back":
        return Entry(number, "back", seat, 0.0, data={"seats": [seat]})
    undoes = played.undone_by_wish(seat)
    if kind == "take_back" and 0 < len(undoes) < 8:
        return Entry(number, "take_back", seat, 0.0, data={"undoes": list(undoes), "shuffled": True})
    return None


class _Twin(PlayedGame):
    """The same played of things, with another truth behind it; what happens to it does not happen to the first."""

    def __init__(self, played: PlayedGame, truth: Game) -> None:
        self.__dict__.update({name: copy.copy(value) for name, value in vars(played).items() if name != "game"})
        self.clocks = copy.deepcopy(played.clocks)
        self.game = truth


def compare_truths(played: PlayedGame, viewer: int | None, seed: int) -> bool:
    """What a viewer is told is the same text, whichever truth is behind it: of the state, and of the next decision.

    Returns whether the decision could be compared: both truths allow it, and chance showed the viewer the same.
    """
    other = imagine(played.game.observe(viewer), seed)
    other._rules.commons.journal.copy_from(played.game._rules.commons.journal)  # its past is told as it was
    twins = [_Twin(played, played.game.copy()), _Twin(played, other)]
    names = [f"Player {seat}" for seat in range(played.setup.seats)]
    points = [Viewpoint(twin, viewer, names, frozenset(range(played.setup.seats))) for twin in twins]
    assert told(points[0].state()) == told(points[1].state())

    seat = random.Random(seed).choice(played.game.pending)
    allowed = sorted(set(played.game.legal_actions(seat)) & set(other.legal_actions(seat)))
    if not allowed:
        return False
    happened = len(played.game.events)
    decided = Entry(played.version, "move", seat, 0.0, random.Random(seed).choice(allowed))
    for twin in twins:
        twin.take(decided)
    shown, also_shown = (twin.game.events_for(viewer, happened) for twin in twins)
    if shown != also_shown:
        return False
    assert told(points[0].update()) == told(points[1].update())
    return True


def told(message: Any) -> str:
    """A message as it crosses the wire, without the time of day."""
    message["clocks"]["now"] = 0.0
    return dumped(message)
