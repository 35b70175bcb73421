"""A process in which bots think: a line of JSON in, a line of JSON out.

It gets the JSON form of one seat's view and nothing else, so a bot cannot know more than a person in its seat would. It
may take as long as it likes, or crash: the server waits for so long and no longer, and starts another one.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

from branchline.boards import registry
from branchline.bots.registry import make_bot
from branchline.model.actions import Action
from branchline.model.observation import Observation
from branchline.notation import forms


def main() -> None:
    """Answer questions until there are no more."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a bot prints is no answer
    answers.write('{"ready": true}\n')  # the time to think begins with the first question
    answers.flush()
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer: dict[str, Any] = {"action": decide(question)}
        except Exception as error:  # noqa: BLE001  (whatever a bot does wrong, the server has to hear of it)
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def decide(question: dict[str, Any]) -> int:
    """Ask a bot for one decision."""
    plain = question["observation"]
    codec = _codec(plain["board"], plain["variant"], plain["seats"])
    seen: Observation = forms.from_json(plain, codec=codec)
    answer = make_bot(question["bot"], question["seed"]).decide(seen)
    number = seen.number(answer) if isinstance(answer, Action) else int(answer)
    if number not in seen.legal:
        raise ValueError(f"{number} is not legal")
    return number


@cache
def _codec(board: str, variant: str, seats: int) -> Any:
    return registry.new_rule_sheet(board, variant, seats).codec()


if __name__ == "__main__":
    main()
