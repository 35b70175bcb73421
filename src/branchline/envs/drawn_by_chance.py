"""What honest chance nodes need: decisions whose draws are chosen one by one, and what each player has seen so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from branchline.engine.chosen_draws import ChosenDraws
from branchline.game import Game
from branchline.model.events import Event

_Link = tuple[tuple[Event, ...], int | None, str, int | None]  # a moment of the past, without what was before


def carried_out(game: Game, action: int, chosen: Iterable[int]) -> tuple[Game, ChosenDraws]:
    """A copy of a game after a decision whose draws bring what was chosen, and the first draw that was not chosen.

    If there is one (`draws.open`), the copy is of no use but to ask what that draw can bring.
    """
    draws = ChosenDraws(list(chosen))
    after = game.copy()
    after._rules.let_choose(draws)
    try:
        after.apply(action)
    finally:
        after._rules.let_choose(None)  # the rule sheet serves for other games when this one is forgotten
    after._header = after._origin = None  # played again from its seed it would be another game: it has no record
    return after, draws


class Past:
    """What happened up to a moment, and before it: a chain that copies of a state share, as nothing in it changes."""

    def __init__(
        self,
        before: Past | None = None,
        events: tuple[Event, ...] = (),
        *,
        player: int | None = None,
        words: str = "",
        only: int | None = None,
    ) -> None:
        self._before = before
        self._events = events
        self._player = player  # who decided ...
        self._words = words  # ... what
        self._only = only  # the player who has seen what was before; the others know what everybody knows of it

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self

    def __reduce__(self) -> tuple[Callable[[tuple[_Link, ...]], Past], tuple[tuple[_Link, ...]]]:
        """Pickled link by link, as thousands inside one another are too many."""
        links: list[_Link] = []
        at: Past | None = self
        while at is not None:
            links.append((at._events, at._player, at._words, at._only))
            at = at._before
        return _chained, (tuple(reversed(links)),)

    def seen_by(self, player: int | None) -> str:
        """All that a player has seen and done, a line for each, in order; with None, what everybody has."""
        lines: list[str] = []
        at: Past | None = self
        while at is not None:
            lines += [str(event.seen_by(player)) for event in reversed(at._events)]
            if at._words and at._player == player:
                lines.append(at._words)
            if at._only is not None and at._only != player:
                player = None
            at = at._before
        return "\n".join(reversed(lines))


def _chained(links: tuple[_Link, ...]) -> Past:
    """The past that consists of some links, the first one first."""
    past: Past | None = None
    for events, player, words, only in links:
        past = Past(past, events, player=player, words=words, only=only)
    assert past is not None
    return past
