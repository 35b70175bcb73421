"""The open question in words, and the names of the kinds of moves that answer it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.model.actions import Action, Claim
from branchline.model.faces import FACES, Terminal
from branchline.model.observation import Observation
from branchline.notation.forms import kind_of
from branchline.notation.names import folded
from branchline.words.routes import claimable


def by_kind(question: str) -> bool:
    """Whether a question is answered with any kind of move, as that of a turn is."""
    return question == "turn" or any(question in face.by_kind for face in FACES.all(Terminal))


def with_table(question: str) -> bool:
    """Whether it takes the whole table to answer a question."""
    return question == "turn" or any(question in face.with_table for face in FACES.all(Terminal))


def with_cards(question: str) -> bool:
    """Whether it takes the cards on the table and in the hand to answer a question."""
    return any(question in face.with_cards for face in FACES.all(Terminal))


# Kinds of moves


def kinds_of(seen: Observation) -> list[list[Action]]:
    """The legal actions by kind, in the order of their numbers. All ways to build a route are one kind."""
    kinds: dict[object, list[Action]] = {}
    for action in seen.actions:
        kinds.setdefault("claim" if isinstance(action, Claim) else type(action), []).append(action)
    return list(kinds.values())


def label(seen: Observation, actions: Sequence[Action]) -> str:
    """What a kind of move is called in the menu."""
    if isinstance(actions[0], Claim):
        return f"build a route ({len(claimable(seen))} within reach)"
    known = FACES.table(Terminal, "labels").get(type(actions[0]))
    if known is not None:
        return known if isinstance(known, str) else str(known(actions))
    name = kind_of(type(actions[0])).replace("_", " ")
    return name if len(actions) == 1 else f"{name} ({len(actions)})"


def meant_option(typed: str, options: Sequence[str]) -> int | None:
    """The one option that some words mean: the equal one, else the only one that has all of these words."""
    key = folded(typed)
    equal = [at for at, option in enumerate(options) if folded(option) == key]
    if equal:
        return equal[0]
    words = [folded(word) for word in typed.split()]
    having = [
        at
        for at, option in enumerate(options)
        if all(any(folded(has).startswith(word) for has in option.split()) for word in words if word)
    ]
    return having[0] if len(having) == 1 and any(words) else None


def shortened(options: Sequence[str]) -> list[str]:
    """A list of options without the words that all of them begin with; two are better left as they are."""
    words = [option.split() for option in options]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    return [" ".join(each[shared:]) for each in words] if len(options) > 2 else list(options)
