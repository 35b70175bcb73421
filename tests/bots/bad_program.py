"""A program that plays by the protocol, and at every tenth decision does something that it should not."""

import json
import subprocess
import sys
import time
from typing import Any


def misbehave(how: str, message: dict[str, Any]) -> dict[str, Any] | None:
    """What it answers then, if anything."""
    answer: dict[str, Any] = {"type": "act", "id": message["id"], "action": message["legal"][0]}
    match how:
        case "silent":
            return None
        case "slow":
            time.sleep(5)
        case "crashing":
            raise RuntimeError("I have had enough")
        case "lying":
            answer["action"] = next(number for number in range(9999) if number not in message["legal"])
        case "of another game":
            answer["id"] += 7
        case "illiterate":
            sys.stdout.write("build something nice\n")
        case "talkative":
            while True:
                sys.stdout.write("la" * 10_000)
        case "greedy":
            hoard = [bytearray(20 << 20) for _ in range(40)]
            time.sleep(5)
            del hoard
        case "greedy by proxy":
            subprocess.run([sys.executable, "-c", "import time; x = bytearray(800 << 20); time.sleep(5)"], check=False)
        case "complaining":
            sys.stderr.write("oh dear\n" * 100_000)
    return answer


def main(how: str, every: int) -> None:
    """Play."""
    decisions = 0
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, Any] | None = None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": how, "observation": "changes"}
        elif message["type"] == "game":
            answer = {"type": "ready"}
        elif message["type"] == "decide":
            decisions += 1
            answer = {"type": "act", "id": message["id"], "action": message["words"][0]}
            if decisions % every == 0:
                answer = misbehave(how, message)
        if answer is not None:
            print(json.dumps(answer), flush=True)


main(sys.argv[1], int(sys.argv[2]))
