"""Ratings over all divisions, by the Plackett–Luce model of openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, and how sure that is (one standard deviation). Everybody starts at 25 ± 8.3."""

    bot: str
    strength: float
    doubt: float


def rate(games: Iterable[Sequence[tuple[str, int]]]) -> list[Rating]:
    """Ratings, the strongest first, from games in order, each of which says who came in at which place.

    Bots do not change, so no doubt is added over time. Copies of a bot in one game each bring news; it takes the mean.
    """
    model = PlackettLuce(tau=0.0)
    known: dict[str, PlackettLuceRating] = {}
    for game in games:
        for bot, _ in game:
            known.setdefault(bot, model.rating(name=bot))
        teams = [[known[bot]] for bot, _ in game]
        rated = model.rate(teams, ranks=[float(place) for _, place in game])
        for bot in {bot for bot, _ in game}:
            own = [team[0] for team in rated if team[0].name == bot]
            known[bot] = model.create_rating([fmean(r.mu for r in own), fmean(r.sigma for r in own)], name=bot)
    found = [Rating(bot, rating.mu, rating.sigma) for bot, rating in known.items()]
    return sorted(found, key=lambda rating: -rating.strength)
