"""A language model as a bot: behind a small server that speaks the OpenAI interface."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.bots import make_bot
from branchline.bots.llm_bot import LlmBot, NoAnswer
from branchline.cli.main import main
from branchline.lab.contest.results import Arena
from branchline.model.errors import IllegalAction

Says = Callable[[dict[str, Any]], str | int]
_CHOICES = "Actions (| separates choices)\n"


@contextmanager
def model(says: Says) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server with a model that says something to each request, or answers with a status; and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append({**request, "path": self.path, "key": self.headers["authorization"]})
            said = says(request)
            usage = {"prompt_tokens": 100, "completion_tokens": 7}
            found = {"choices": [{"message": {"role": "assistant", "content": said}}], "usage": usage}
            self.send_response(said if isinstance(said, int) else 200)
            self.send_header("location", f"{self.path}/elsewhere")  # followed if the status is a redirection
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Not on the screen."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


def listed(request: dict[str, Any]) -> list[str]:
    """The actions that a request lists, taken apart as a model has to."""
    seen = request["messages"][1]["content"]
    found = []
    for line in seen[seen.index(_CHOICES) + len(_CHOICES) :].strip().splitlines():
        start, with_, payments = line.partition(" with ")
        verb, _, routes = start.partition(" ")
        for route in routes.split(" | "):
            found += [f"{verb} {route}{with_}{payment}".strip() for payment in payments.split(" | ")]
    return found


def careless(request: dict[str, Any]) -> str:
    """Wants the moon first; then what is allowed."""
    if len(request["messages"]) == 2:
        return "Let me think.\nfly to the moon"
    return f"Then this:\n\n**{random.Random(len(str(request))).choice(listed(request))}**\n"


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_it_plays_by_words_alone(board: str) -> None:
    """The first turns on each board: rules and view are there, and every listed action is understood."""
    game = bl.new_game(board, seats=2, seed=5)
    with model(lambda request: random.Random(len(str(request))).choice(listed(request))) as (url, asked):
        bot = make_bot(f"llm({url}, model=small)", 7)
        for _ in range(12):
            seat = game.to_move
            assert seat is not None
            game.apply(bot.decide(game.observe(seat)), seat)
    assert len(asked) == 12
    assert {each["path"] for each in asked} == {"/v1/chat/completions"}
    assert "What it is about" in asked[0]["messages"][0]["content"]
    assert asked[0]["model"] == "small"


def test_refusals_come_back_and_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    seen = bl.new_game("usa", seats=2, seed=1).observe(0)
    with model(careless) as (url, asked):
        bot = LlmBot(url, "small", key_from="MY_KEY")
        assert bot.decide(seen) in seen.legal
        assert bot.tallies == {"requests": 2, "refused answers": 1, "tokens read": 200, "tokens written": 14}
        last = asked[1]["messages"]
        assert [each["role"] for each in last] == ["system", "user", "assistant", "user"]
        assert "not possible" in last[-1]["content"]
        assert asked[0]["key"] == "Bearer secret"
    with model(lambda _: "claim Denver-Omaha with 4 purple") as (url, asked):
        bot = LlmBot(url, "small", tries=2)
        with pytest.raises(IllegalAction, match="no legal answer in 2 tries"):
            bot.decide(seen)
        assert len(asked) == 2


def test_a_server_that_fails_is_asked_again_and_then_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.bots.llm_bot._PAUSES", (0.0, 0.0))
    seen = bl.new_game("usa", seats=2, seed=1).observe(0)
    answers = iter([503, 429, 0])
    with model(lambda request: next(answers) or listed(request)[0]) as (url, asked):
        assert LlmBot(url, "small").decide(seen) in seen.legal
        assert len(asked) == 3
    with model(lambda _: 401) as (url, asked), pytest.raises(NoAnswer, match="answered 401"):
        LlmBot(url, "small").decide(seen)
    assert len(asked) == 1
    with pytest.raises(NoAnswer, match=r"127\.0\.0\.1:1/"):
        LlmBot("http://127.0.0.1:1/v1", "small").decide(seen)


def test_the_key_stays_where_it_belongs(monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows no redirection, and goes in the clear only where that was asked for."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    seen = bl.new_game("usa", seats=2, seed=1).observe(0)
    with model(lambda _: 302) as (url, asked), pytest.raises(NoAnswer, match="answered 302"):
        LlmBot(url, "small").decide(seen)
    assert [each["key"] for each in asked] == ["Bearer secret"]
    for url, key in {"http://llm.test/v1": "", "https://llm.test/v1": "secret", "http://localhost:1": "secret"}.items():
        assert LlmBot(url, "small")._key == key
    assert LlmBot("http://llm.test/v1", "small", key_from="OPENAI_API_KEY")._key == "secret"


@pytest.mark.parametrize("isolate", [False, True])
def test_in_the_arena(isolate: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tokens and refused answers stand in the results, also where the bot has a process of its own."""
    with model(careless) as (url, asked):
        words = ["arena", f"llm({url}, model=small, routes=no)", "random", "--board", "san_francisco", "--games", "2"]
        more = ["--processes", "1", "--out", str(tmp_path / "arena"), "--time-limit", "60"]
        assert main([*words, *more, *(["--isolate"] if isolate else [])]) == 0
    standings = Arena(tmp_path / "arena").standings(Arena(tmp_path / "arena").plan.divisions[0])
    told = next(each for each in standings if each.bot.startswith("llm"))
    assert told.forfeits == {}
    assert told.tallies["requests"] == len(asked) == 2 * told.decisions
    assert told.tallies["refused answers"] == told.decisions
    assert f"{len(asked):,} requests" in capsys.readouterr().out
