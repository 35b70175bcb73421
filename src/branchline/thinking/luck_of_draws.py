"""A control variate: the results of games to the end, less what the cards that were drawn blind brought.

In imagined games it is known how lucky each seat was with its blind draws: what each card was worth to the plan it was
drawn for, less what the cards of its deck were worth on average. Whoever draws, that is 0 on average. So any multiple
of it may be taken from the results: they stay the same on average, and vary less if luck helped to win. The multiple is
found by regression, for each half of the games in the other half; in the same games it would fit their chance as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.thinking.estimates import mean
from branchline.thinking.practice import Shares

FEWEST = 32  # games: in fewer the multiple is too uncertain to be of use

ByGame = Sequence[Shares]  # by seat, game by game


def without_draws(results: Sequence[ByGame], lucks: Sequence[ByGame]) -> list[list[Shares]]:
    """The results of the same games after each of several actions, less the luck of their draws."""
    if len(results[0]) < FEWEST:
        return [list(map(list, games)) for games in results]
    halves = [slice(0, None, 2), slice(1, None, 2)]
    even, odd = (_worth([games[half] for games in results], [luck[half] for luck in lucks]) for half in halves)
    return [
        [_less(result, luck, (odd, even)[at % 2]) for at, (result, luck) in enumerate(zip(games, its, strict=True))]
        for games, its in zip(results, lucks, strict=True)
    ]


def _worth(results: Sequence[ByGame], lucks: Sequence[ByGame]) -> float:
    """What a unit of luck beside that of the others is worth to a seat, by regression over all actions and seats."""
    together = squares = 0.0
    for games, its in zip(results, lucks, strict=True):
        for won, lucky in zip(_by_seat(games), _by_seat(_beside(luck) for luck in its), strict=True):
            usual = mean(won)
            together += sum((result - usual) * luck for result, luck in zip(won, lucky, strict=True))
            squares += sum(luck * luck for luck in lucky)
    return together / squares if squares else 0.0


def _less(result: Shares, luck: Shares, worth: float) -> Shares:
    return [share - worth * its for share, its in zip(result, _beside(luck), strict=True)]


def _beside(luck: Shares) -> Shares:
    """The luck of each seat beside that of all: it adds up to 0, so results still add up to 1."""
    usual = mean(luck)
    return [its - usual for its in luck]


def _by_seat(games: Iterable[Shares]) -> list[tuple[float, ...]]:
    return list(zip(*games, strict=True))
