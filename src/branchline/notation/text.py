"""Actions in words, and back: "claim Seattle-Portland with 1 red", "take wild", "keep Boston-Miami, Denver-El Paso".

What `describe` writes, `parse` reads. Beyond that `parse` is lenient: any case, no accents, either direction of a
route, unique beginnings of names, "keep all", "keep 1, 3", a claim without its payment if there is just one way to pay,
and the words of the table ("build" and "locomotive").
Each mechanic has its own words (`Notation` in `model/faces.py`). Actions of a mechanic that has none are written by the
name of their class and their fields, and read by comparing with what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields

from branchline.model.actions import Action
from branchline.model.board import WILD, Board, Variant
from branchline.model.errors import NotationError
from branchline.model.faces import FACES, Context, Describe, Notation, Parse, Words
from branchline.notation.forms import kind_of
from branchline.notation.names import folded


def add_words(describe: dict[type[Action], Describe], parse: dict[str, Parse]) -> None:
    """Teach the notation the actions of a board of your own: how to describe them, and what to make of their verbs."""
    FACES.add(next(iter(describe), Action), Notation(describe, parse))  # where there is no mechanic, an action will do


def describe(board: Board, variant: Variant, action: Action) -> str:
    """An action in words."""
    words = FACES.table(Notation, "describe").get(type(action))
    return plain_words(board, action) if words is None else words(Context(board, variant), action)


def plain_words(board: Board, action: Action) -> str:
    """An action that nobody has found words for: the name of its class, and its fields; ids are told by their names."""
    name = kind_of(type(action)).replace("_", " ")
    values = [_plain_value(board, getattr(action, field.name)) for field in fields(action)]
    return " ".join([name, *(value for value in values if value)])


def _plain_value(board: Board, value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_plain_value(board, item) for item in value)
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    names = {country.id: country.name for country in board.countries} | {city.id: city.name for city in board.cities}
    names |= {route.id: board.route_name(route) for route in board.routes}
    return names.get(str(value), str(value))


def in_notation(text: str) -> str:
    """Words of the table in those of the notation: who builds a route claims it, and a locomotive is a wild."""
    for written, said in FACES.table(Words, "said").items():
        if folded(said) == folded(text):
            return str(written)
    words = re.sub(r"\b(?:locomotive|loco)s?\b", WILD, text, flags=re.IGNORECASE)
    verbs = FACES.table(Notation, "parse")
    others = "|".join(verb.removeprefix("build ") for verb in verbs if verb.startswith("build "))
    return re.sub(rf"^build\b(?=.*[-–])(?! +(?:an? |the )?(?:{others})\b)", "claim", words, flags=re.IGNORECASE)


def parse(board: Board, variant: Variant, text: str, offer: tuple[str, ...], legal: Sequence[Action]) -> Action:
    """The action that a text means. `offer` and `legal` settle what the words leave open; legality is not checked."""
    words = in_notation(" ".join(text.strip().split()))
    context = Context(board, variant, offer, legal)
    described, verbs = FACES.table(Notation, "describe"), FACES.table(Notation, "parse")
    for action in legal:
        if type(action) not in described and folded(plain_words(board, action)) == folded(words):
            return action
    for verb in sorted(verbs, key=len, reverse=True):
        head, rest = words[: len(verb)], words[len(verb) :]
        if head.casefold() == verb and (not rest or rest.startswith(" ")):
            found: Action = verbs[verb](context, rest.strip())
            return found
    forms = ", ".join(form for face in FACES.all(Notation) for form in face.forms)
    raise NotationError(f"'{words}' is not an action; write one of: {forms}")
