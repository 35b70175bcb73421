"""Small faults, each planted once by hand and noticed by nobody. Now each has a test."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from branchline.model.scores import Scores
from branchline.server.guarding.outbox import Outbox
from branchline.server.settings import Limits
from branchline.table import coaching, leaving, limiting, playing
from branchline.table.games.played_game import PlayedGame, TableSetup
from branchline.table.games.results import _verdict_of_the_rest
from branchline.table.limiting import Bucket, KeptByAddress
from branchline.table.live_table import LiveTable, Viewer
from branchline.table.protocol.messages import ChatLine
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import Hint
from branchline.table.rows import Entry
from branchline.table.talk import Talk
from tests.server.helpers import run

TIMER = {"kind": "none", "seconds": 0, "increment": 0, "when_out": "wait"}


def begun(seats: int = 3) -> PlayedGame:
    """A game of some people."""
    return PlayedGame(TableSetup("usa", "classic", seats, 7, 0, TIMER), Entry(0, "started", None, 100.0))


def table_of(played: PlayedGame, **more: Any) -> Any:
    """A table without a store, for what is planned there."""
    people = frozenset(range(played.setup.seats))
    names = [f"Player {seat}" for seat in sorted(people)]
    return SimpleNamespace(running=lambda: played, people=people, names=names, id="table", played=played, **more)


def planned(function: Any, *arguments: Any) -> Any:
    """What a function of a table would record."""
    return function.__wrapped__(*arguments)


def move(played: PlayedGame, number: int, by: str) -> None:
    """The first legal move of whoever is asked first."""
    seat = played.game.pending[0]
    played.take(Entry(number, "move", seat, 100.0 + number, played.game.legal_actions(seat)[0], {"by": by}))


@pytest.mark.parametrize(
    "entry",
    [
        Entry(2, "replaced", 1, 102.0, data={"level": "easy"}),
        Entry(2, "left", 1, 102.0, data={"seats": [1], "level": "easy"}),
        Entry(2, "resigned", 1, 102.0, data={"seats": [1], "level": "easy", "stops": False}),
    ],
    ids=lambda entry: entry.kind,
)
def test_what_everybody_was_asked_ends_with_a_hand_over(entry: Entry) -> None:
    """Others are left to answer, so they are asked again."""
    played = begun()
    played.take(Entry(1, "offer_coach", 0, 101.0, data={"seats": [0]}))
    assert played.coached.offer is not None
    played.take(entry)
    assert played.coached.offer is None


def test_only_players_answer_an_undo() -> None:
    played = begun()
    move(played, 1, "person")
    undone = played.moves[0].seat
    played.take(Entry(2, "wish_undo", undone, 102.0, data={"undoes": [1]}))
    other, away = sorted({0, 1, 2} - {undone})
    played.substitutes[away] = "easy"
    for agree in (True, False):
        with pytest.raises(Refused, match="Only people who play"):
            planned(playing.answer_undo, table_of(played), away, 2, agree)
    assert planned(playing.answer_undo, table_of(played), other, 2, True).kind == "take_back"


@pytest.mark.parametrize("here", [1, 2])
def test_the_hosts_part_goes_to_who_is_there(here: int) -> None:
    played = begun()
    seats = [SimpleNamespace(token=f"token {seat}") for seat in range(3)]
    row = SimpleNamespace(when_left="bot", host="token 0", seats=seats)
    table = table_of(played, row=row, here=lambda: frozenset([here]), held_by=lambda token: (int(token[-1]),))
    assert planned(leaving.leave, table, (0,), "easy").changes["host"] == f"token {here}"
    absent = table_of(played, row=row, here=frozenset[int], held_by=lambda token: (int(token[-1]),))
    assert planned(leaving.leave, absent, (0,), "easy").changes["host"] == "token 1"


def test_a_hint_for_a_decision_that_was_taken_meanwhile_is_kept_back() -> None:
    played = begun(2)
    played.take(Entry(1, "coach_on", 0, 101.0, data={"seats": [0, 1]}))
    seat = played.game.pending[0]
    asked: list[Any] = []

    class Room:
        async def advice(self, question: Any) -> Any:
            asked.append(question)
            move(played, 2, "person")
            return SimpleNamespace(words="x", nudge="x", reasons=[], places=[], route=None, action=0)

    message = Hint(type="hint", decision=played.asked[seat])
    viewer: Any = SimpleNamespace(seat=seat)
    room: Any = Room()
    with pytest.raises(Refused, match="decided already"):
        run(coaching.hint(room, table_of(played), viewer, message))
    assert asked


def test_notes_are_heard_by_who_has_muted_spectators() -> None:
    line: ChatLine = {"number": 1, "at": 1.0, "seat": None, "name": "", "text": "x", "note": False}

    async def work() -> None:
        outbox: Any = object.__new__(Outbox)
        viewer = Viewer(outbox, None, muted={None})
        assert not LiveTable._hears(viewer, line)
        assert LiveTable._hears(viewer, {**line, "note": True})

    asyncio.run(work())


def test_what_a_bot_decided_needs_no_persons_word() -> None:
    played = begun(2)
    move(played, 1, "bot")
    move(played, 2, "person")
    by_bot, by_person = played.moves
    people = frozenset([0, 1])
    assert played.needed_for_undo([by_bot.number, by_person.number], people) == {by_person.seat}


def test_all_spectators_together_have_a_rate_of_their_own() -> None:
    """It is the only one that counts for all of them; a person's is another."""
    talk = Talk(Limits(spectator_lines_per_second=0.0, lines_per_second=1e6, line_burst=2))
    for _ in range(2):
        talk.allow(None, Bucket(1e6, 10))
    with pytest.raises(Refused, match="Not so fast"):
        talk.allow(None, Bucket(1e6, 10))
    for _ in range(20):
        time.sleep(0.001)
        talk.allow(0, Bucket(1e6, 100))


@pytest.mark.parametrize(
    ("winners", "words"),
    [((0,), "Mara wins; Ada gave up."), ((0, 1), "Mara and June win; Ada gave up."), ((), "Ada gave up.")],
)
def test_a_verdict_names_all_winners(winners: tuple[int, ...], words: str) -> None:
    scores: Any = SimpleNamespace(winners=winners)
    typed: Scores = scores
    assert _verdict_of_the_rest(typed, ["Mara", "June", "Ada"], {2}) == words


def test_the_address_that_was_quiet_the_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiting, "_MOST_ADDRESSES", 2)
    made: list[object] = []

    def make() -> object:
        made.append(object())
        return made[-1]

    kept = KeptByAddress(make)
    first, second = kept.of("first"), kept.of("second")
    assert kept.of("first") is first
    kept.of("third")  # the second one has been quiet for longer than the first
    assert kept.of("first") is first
    assert kept.of("second") is not second
