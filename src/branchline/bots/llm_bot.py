"""A bot that asks a language model, behind any address that speaks the OpenAI interface.

The model gets the rules of the board and what its seat sees, in words, and answers with an action in words. An answer
that is not legal comes back with the reason, for another try.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from branchline.boards import registry
from branchline.game import imagine
from branchline.model.errors import BranchlineError, IllegalAction, NotationError
from branchline.model.observation import Observation
from branchline.words.rules import rules_in_words

_PAUSES = (1.0, 4.0)  # seconds before a request that failed is made again
_BUSY = (429, 500, 502, 503, 504)
_MARKS = "\"'`*_ \t"  # that models put around an answer
_WORDS = 200  # letters of an answer that are told in an error

_TASK = """\
You play a rail board game and want to win. These are its rules.

{rules}
You are shown what your seat sees, with your legal actions. Think as long as you like. Then write one legal action in \
the last line, alone, in the words of the list. Where a line lists choices between |, write one of them."""


class NoAnswer(BranchlineError):
    """A model that cannot be reached, or whose answers cannot be read."""


class LlmBot:
    """A language model. `tallies` counts what it took: requests, refused answers, tokens."""

    name = "llm"

    def __init__(
        self,
        url: str,
        model: str,
        *,
        tries: int = 3,
        seconds: float = 120.0,
        temperature: float | None = None,
        routes: bool = True,
        key_from: str = "",
        seed: int = 0,
    ) -> None:
        """`url` ends before "/chat/completions"; `key_from` names the environment variable that holds the key.

        Unless it is named, the key is that of OPENAI_API_KEY, which is not sent where others could read it.
        """
        self._address = f"{url.rstrip('/')}/chat/completions"
        self._fixed: dict[str, Any] = {"model": model, "seed": seed % 2**31}
        if temperature is not None:
            self._fixed["temperature"] = temperature
        self._tries = tries
        self._seconds = seconds
        self._routes = routes
        self._key = os.environ.get(key_from or "OPENAI_API_KEY", "") if key_from or _is_private(url) else ""
        self.tallies: Counter[str] = Counter()

    def decide(self, observation: Observation) -> int:
        """Ask the model until its answer is legal, or its tries are used up."""
        board = registry.board(observation.board)
        rules = rules_in_words(board, registry.variant(board, observation.variant))
        messages = [
            {"role": "system", "content": _TASK.format(rules=rules)},
            {"role": "user", "content": observation.text(routes=self._routes)},
        ]
        refusal = answer = ""
        for _ in range(self._tries):
            answer = self._ask(messages)
            try:
                return _meant(observation, answer)
            except (IllegalAction, NotationError) as error:
                refusal = str(error)
            self.tallies["refused answers"] += 1
            again = f"That is not possible: {refusal} Write one of your legal actions in the last line, alone."
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": again}]
        raise IllegalAction(f"no legal answer in {self._tries} tries; the last one: {answer[-_WORDS:]!r}: {refusal}")

    def _ask(self, messages: list[dict[str, str]]) -> str:
        """One answer of the model."""
        body = json.dumps({**self._fixed, "messages": messages}).encode()
        for pause in (*_PAUSES, None):
            self.tallies["requests"] += 1
            try:
                found = self._post(body)
                break
            except HTTPError as error:
                with error:
                    words = error.read(_WORDS).decode(errors="replace")
                if pause is None or error.code not in _BUSY:
                    raise NoAnswer(f"{self._address} answered {error.code}: {words}") from error
            except (URLError, HTTPException, OSError, ValueError) as error:
                if pause is None:
                    raise NoAnswer(f"{self._address}: {error}") from error
            time.sleep(pause)
        used = found.get("usage") or {}
        self.tallies["tokens read"] += int(used.get("prompt_tokens") or 0)
        self.tallies["tokens written"] += int(used.get("completion_tokens") or 0)
        try:
            return str(found["choices"][0]["message"]["content"] or "")
        except (LookupError, TypeError) as error:
            raise NoAnswer(f"{self._address} sent no answer: {str(found)[:_WORDS]}") from error

    def _post(self, body: bytes) -> dict[str, Any]:
        headers = {"content-type": "application/json", "user-agent": "branchline"}
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        opener = build_opener(_NoRedirects)
        with opener.open(Request(self._address, body, headers), timeout=self._seconds) as answer:
            found = json.loads(answer.read())
        if not isinstance(found, dict):
            raise ValueError("no JSON object")
        return found


class _NoRedirects(HTTPRedirectHandler):
    """What leads elsewhere is an error: the key is for one address."""

    def redirect_request(self, *_: Any) -> None:
        """Go nowhere."""


def _is_private(url: str) -> bool:
    """Whether nobody on the way can read what is sent: it is encrypted, or stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")


def _meant(seen: Observation, answer: str) -> int:
    """The legal action in the last line of an answer; raises with the reason if there is none."""
    lines = [words for line in answer.splitlines() if (words := line.strip(_MARKS))]
    if not lines:
        raise IllegalAction("The answer is empty.")
    number = seen.number(seen.parse(lines[-1].removeprefix("Answer:").removeprefix("Action:").strip(_MARKS)))
    if number not in seen.legal:
        raise IllegalAction(imagine(seen, 0).refusal(number, seen.seat) or "That is not among your legal actions.")
    return number
