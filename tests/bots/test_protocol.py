"""Every message of whole games keeps to the schema of the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.bots import Referee, exec_bot, make_bot
from branchline.bots.exec_bot import ExecBot

HOME = Path(__file__).parents[2]
BAD = f"{sys.executable} {Path(__file__).with_name('bad_program.py')}"


def schema() -> dict[str, Any]:
    """The schema that the page gives."""
    page = (HOME / "docs/bots/protocol.md").read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_messages_keep_to_the_schema(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    checker = jsonschema.Draft202012Validator(schema())
    seen: list[dict[str, Any]] = []

    def note(message: Any) -> bytes:
        seen.append(json.loads(json.dumps(message)))
        return json.dumps(message).encode() + b"\n"

    monkeypatch.setattr(exec_bot, "line_of", note)
    bot = ExecBot(f"{BAD} lying 50")
    game = bl.new_game(board, seed=4)
    Referee([bot, make_bot("random", 1)], 1).play(game)
    bot.close()
    assert {message["type"] for message in seen} == {"hello", "game", "decide", "refused", "bye"}
    for message in seen[:: max(1, len(seen) // 60)] + seen[-3:]:
        assert [error.message for error in checker.iter_errors(message)] == []
    asked = [message for message in seen if message["type"] == "decide"]
    assert "observation" in asked[0]
    assert all("changes" in message for message in asked[1:])
    told = [event for message in asked for event in message["events"]]
    mine = [bl.to_json(event) for event in game.events_for(0)]
    assert told == json.loads(json.dumps(mine[: len(told)]))
    assert len(told) > len(mine) // 2


def test_the_checker_says_what_is_wrong() -> None:
    def check(program: str, *more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "branchline.cli", "protocol", "check", program, "--board", "usa", *more]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    fine = check(f"{sys.executable} {HOME / 'examples/bots/bot.py'}")
    assert fine.returncode == 0, fine.stderr
    assert re.search(r"usa: \d+ decisions, the slowest \d+ ms, all right \(longest, in Python", fine.stdout)
    bad = check(f"{BAD} illiterate 20")
    assert bad.returncode == 2
    assert "forfeited (illiterate" in bad.stdout
    assert "that is no JSON: 'build something nice'" in bad.stdout
    assert "does not keep to the protocol" in bad.stderr
    slow = check(f"{BAD} slow 20", "--seconds", "0.2")
    assert "too slow: no answer within 0.2 s" in slow.stdout
