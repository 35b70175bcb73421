"""What the players of a game are called."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.levels import LEVELS, level
from branchline.notation.record import Record


def player_names(specs: Sequence[str], people: Sequence[str]) -> list[str]:
    """What the players are called. At a level they have names; other bots of a kind are told apart by their seats."""
    waiting = iter(people)
    bots = [spec.partition("(")[0].strip().capitalize() for spec in specs]
    names = []
    for seat, bot in enumerate(bots):
        if not bot:
            names.append(next(waiting, f"Player {seat}"))
        elif bot.casefold() in LEVELS:
            names.append(level(bot).names[seat % len(level(bot).names)])
        else:
            names.append(f"{bot} {seat}" if bots.count(bot) > 1 else bot)
    return names


def tagged_players(record: Record) -> tuple[list[str], list[str]]:
    """The specs of all seats and the names of the people, from a record's tags; an untagged seat is a person's.

    The terminal tags seats as "bot planner" and "person Mara", a server by their names alone.
    """
    tags = [record.tags.get(f"seat_{seat}", "person") for seat in range(record.seats)]
    specs = [tag.removeprefix("bot ") if tag.startswith("bot ") else "" for tag in tags]
    named = [f"Player {seat}" if tag == "person" else tag.removeprefix("person ") for seat, tag in enumerate(tags)]
    return specs, [name for name, spec in zip(named, specs, strict=True) if not spec]


def recorded_names(record: Record) -> list[str]:
    """What the players of a recorded game are called."""
    return player_names(*tagged_players(record))
