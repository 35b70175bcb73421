"""A bot in Python that needs nothing but Python: `branchline arena "exec(python3 examples/bots/bot.py)" greedy`.

It claims the longest route that it can, and otherwise takes what it can get.
"""

import json
import sys


def worth(words: str, lengths: dict[str, int]) -> int:
    """How much it likes an action, by its words: "claim Denver-Omaha with 4 purple"."""
    if words.startswith("claim "):
        return 10 * max((length for name, length in lengths.items() if words.startswith(f"claim {name} ")), default=1)
    return 5 if words.startswith(("take ", "draw")) and "ticket" not in words else 0


def main() -> None:
    lengths: dict[str, int] = {}
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "name": "longest, in Python", "observation": "none"}
            case "game":
                cities = message["board"]["cities"]
                for route in message["board"]["routes"]:
                    lengths[f"{cities[route['a']]['name']}-{cities[route['b']]['name']}"] = route["length"]
                answer = {"type": "ready"}
            case "decide":
                best = max(range(len(message["legal"])), key=lambda at: worth(message["words"][at], lengths))
                answer = {"type": "act", "id": message["id"], "action": message["legal"][best]}
            case "bye":
                return
            case _:  # what a later protocol may say
                continue
        print(json.dumps(answer), flush=True)


main()
