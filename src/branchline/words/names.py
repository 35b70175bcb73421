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
    """The specs of all seats and the names of the people, from a record's tags; an untagged seat is a person's."""
    tags = [record.tags.get(f"seat_{seat}", "person").partition(" ") for seat in range(record.seats)]
    specs = [rest if kind == "bot" else "" for kind, _, rest in tags]
    people = [rest or f"Player {seat}" for seat, (kind, _, rest) in enumerate(tags) if kind != "bot"]
    return specs, people


def recorded_names(record: Record) -> list[str]:
    """What the players of a recorded game are called."""
    return player_names(*tagged_players(record))
