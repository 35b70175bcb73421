"""Actions in words, and back: "claim Seattle-Portland with 1 red", "take wild", "keep Boston-Miami, Denver-El Paso".

What `describe` writes, `parse` reads. Beyond that `parse` is lenient: any case, no accents, either direction of a
route, unique beginnings of names, "keep all", "keep 1, 3", a claim without its payment if there is just one way to pay.
Each family of actions has a file of words; the tables below put them together.
"""

from __future__ import annotations

from collections.abc import Sequence

from branchline.model.actions import Action
from branchline.model.board import Board, Variant
from branchline.model.errors import NotationError
from branchline.notation import (
    card_words,
    claim_words,
    fleet_words,
    passenger_words,
    share_words,
    technology_words,
    ticket_words,
    token_words,
)
from branchline.notation.context import Context, Describe, Parse

_FAMILIES = (
    card_words,
    ticket_words,
    claim_words,
    passenger_words,
    token_words,
    share_words,
    technology_words,
    fleet_words,
)
_DESCRIBE: dict[type[Action], Describe] = {
    kind: words for family in _FAMILIES for kind, words in family.DESCRIBE.items()
}
_PARSE: dict[str, Parse] = {verb: words for family in _FAMILIES for verb, words in family.PARSE.items()}
_FORMS = ", ".join(form for family in _FAMILIES for form in family.FORMS)


def add_words(describe: dict[type[Action], Describe], parse: dict[str, Parse]) -> None:
    """Teach the notation the actions of a board of your own: how to describe them, and what to make of their verbs."""
    _DESCRIBE.update(describe)
    _PARSE.update(parse)


def describe(board: Board, variant: Variant, action: Action) -> str:
    """An action in words."""
    words = _DESCRIBE.get(type(action))
    if words is None:
        raise NotationError(f"there are no words for {action!r}")
    return words(Context(board, variant), action)


def parse(board: Board, variant: Variant, text: str, offer: tuple[str, ...], legal: Sequence[Action]) -> Action:
    """The action that a text means. `offer` and `legal` settle what the words leave open; legality is not checked."""
    words = " ".join(text.strip().split())
    context = Context(board, variant, offer, legal)
    for verb in sorted(_PARSE, key=len, reverse=True):
        head, rest = words[: len(verb)], words[len(verb) :]
        if head.casefold() == verb and (not rest or rest.startswith(" ")):
            return _PARSE[verb](context, rest.strip())
    raise NotationError(f"'{words}' is not an action; write one of: {_FORMS}")
