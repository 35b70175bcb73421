"""What a network can read: the names of all features, kind by kind.

An encoding has fields with named columns, an action is a value with named fields. Both are read by these names, so one
network reads every board, variant and number of seats. Names that the network never met are left out: a board with a
mechanic of its own can be played, only without an eye for that mechanic. Routes, places and tickets of the boards it
learned on it also knows one by one, as players do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

KINDS = ("seat", "card", "route", "place", "ticket")  # the parts that a board has many of
TABLE = "table"  # what there is once
ACTION = "action"

Features = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The names that a network knows, for each kind of part, for the table, and for actions."""

    moving: Features  # what changes in the course of a game: numbers of the encoding
    fixed: Features  # what the board says of its parts, and what an action is
    known: Features  # routes, places and tickets that it knows by name, as "usa atlanta-raleigh"

    def as_dict(self) -> dict[str, dict[str, list[str]]]:
        """For a file."""
        return {
            what: {kind: list(names) for kind, names in getattr(self, what).items()}
            for what in ("moving", "fixed", "known")
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Mapping[str, Iterable[str]]]) -> Vocabulary:
        """From a file."""
        return cls(
            **{
                what: {kind: tuple(names) for kind, names in kept[what].items()}
                for what in ("moving", "fixed", "known")
            }
        )


def union(all_names: Iterable[Mapping[str, Iterable[str]]]) -> dict[str, tuple[str, ...]]:
    """All names of several boards, each once, in alphabetical order."""
    found: dict[str, set[str]] = {}
    for names in all_names:
        for kind, some in names.items():
            found.setdefault(kind, set()).update(some)
    return {kind: tuple(sorted(names)) for kind, names in sorted(found.items())}


@cache
def shipped_vocabulary() -> Vocabulary:
    """The names that the boards of the package use, with all their variants and numbers of seats."""
    from branchline.boards import registry
    from branchline.envs.encoding import encoding
    from branchline.learning.networks.described import Described
    from branchline.learning.networks.described_actions import ActionReader

    moving, fixed, known = [], [], []
    for board in registry.boards():
        for variant in board.variants:
            for seats in range(board.seats[0], board.seats[1] + 1):
                described = Described(encoding(board.id, variant, seats))
                moving.append(described.names(described.moving))
                fixed.append(described.names(described.fixed))
            known.append(described.known)
            actions = ActionReader(encoding(board.id, variant, board.seats[1]), described).all
            fixed.append({ACTION: [name for action in actions for name in action.features]})
    return Vocabulary(union(moving), union(fixed), union(known))
