"""An arena on disk, and what its games say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean

import polars as pl
from openskill.models import PlackettLuce, PlackettLuceRating

from branchline.lab.contest.estimates import mean, share
from branchline.lab.contest.play import COLUMNS
from branchline.lab.contest.schedule import ContestPlan, Division, load_plan
from branchline.lab.statistics import Estimate
from branchline.lab.store import Store


@dataclass(frozen=True)
class Standing:
    """How a bot did in a division."""

    bot: str
    win: Estimate  # share of wins per seat; a shared win counts in parts
    score: Estimate
    points: dict[str, float]  # means of the lines of the score sheet
    completed: float  # tickets, per game
    failed: float
    decisions: int
    microseconds: float  # mean of a decision
    p99: float  # of 100 decisions, 99 were quicker
    forfeits: dict[str, int]  # by kind
    tallies: dict[str, int]  # what it counted in all these games, such as tokens


@dataclass(frozen=True)
class Pairing:
    """Two bots against each other, in all games in which both played."""

    one: str
    other: str
    ahead: Estimate  # share of games in which the one was placed before the other; equal places count half
    margin: Estimate  # by how many points


@dataclass(frozen=True)
class Forfeited:
    """A decision that a bot did not make."""

    game: int
    seat: int
    bot: str
    decision: int
    kind: str
    detail: str
    times: int = 1  # it happened so often in all


class Arena:
    """A tournament in a folder, finished or not."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.plan: ContestPlan = load_plan(self.folder)
        self.store = Store(self.folder / "segments", leading="results")

    def __repr__(self) -> str:
        return f"<Arena {self.folder}: {', '.join(self.plan.bots)}, {self.played} of {self.plan.total()} games>"

    @property
    def played(self) -> int:
        """How many games have been played."""
        return len(self.store.games())

    @property
    def results(self) -> pl.DataFrame:
        """One row for each seat of each game, in the order of the games."""
        if not self.store.has("results"):
            return pl.DataFrame(schema=COLUMNS)
        return self.store.scan("results").collect().sort("game", "seat")

    def of(self, division: Division) -> pl.DataFrame:
        """The results of one division."""
        return self.results.filter(board=division.board, variant=division.variant, seats=division.seats)

    def standings(self, division: Division) -> list[Standing]:
        """How each bot did in a division, the one with the most wins first."""
        return standings(self.of(division))

    def pairings(self, division: Division) -> list[Pairing]:
        """How each two bots did against each other."""
        return pairings(self.of(division))

    def ratings(self, division: Division | None = None) -> list[Rating]:
        """How strong the bots are, by all games together or those of a division; nothing if there is only one bot."""
        return ratings(self.results if division is None else self.of(division))

    def rating_table(self) -> list[tuple[Division, dict[str, Rating]]]:
        """The ratings of all bots in each division, if there are several."""
        divisions = self.plan.divisions if len(self.plan.divisions) > 1 else ()
        found = [(division, {each.bot: each for each in self.ratings(division)}) for division in divisions]
        return [(division, by_bot) for division, by_bot in found if by_bot]

    def forfeits(self, most: int = 5) -> list[Forfeited]:
        """What bots did wrong, the most frequent first: where each happened first, and how often."""
        rows = self.results.filter(pl.col("forfeits").list.len() > 0).select("game", "seat", "bot", "forfeits")
        every = rows.explode("forfeits").unnest("forfeits").group_by("bot", "kind", "detail", maintain_order=True)
        found = every.agg(pl.len().alias("times"), pl.first("game", "seat", "decision"))
        found = found.sort("times", descending=True, maintain_order=True).head(most)
        return [Forfeited(**row) for row in found.iter_rows(named=True)]


def standings(rows: pl.DataFrame) -> list[Standing]:
    """How each bot did in some games of one division."""
    found = [_standing(str(bot), own) for (bot,), own in rows.group_by("bot", maintain_order=True)]
    return sorted(found, key=lambda standing: (-standing.win.value, -standing.score.value, standing.bot))


def _standing(bot: str, rows: pl.DataFrame) -> Standing:
    by_deal = rows.group_by("deal", maintain_order=True).agg(pl.len(), pl.sum("win"), pl.sum("total"))
    counts = by_deal["len"].to_list()
    lines = rows.select("points").explode("points").unnest("points")
    points = lines.group_by("line", maintain_order=True).agg(pl.sum("points")).rows()
    times = rows["microseconds"].explode().cast(pl.Float64)
    kinds = Counter(forfeit["kind"] for forfeits in rows["forfeits"] for forfeit in forfeits)
    tallies: Counter[str] = Counter()
    for told in rows["tallies"] if "tallies" in rows.columns else ():  # an arena of an earlier version has none
        tallies.update({each["what"]: each["count"] for each in told})
    return Standing(
        bot=bot,
        win=share(by_deal["win"].to_list(), counts),
        score=mean(by_deal["total"].to_list(), counts),
        points={line: total / rows.height for line, total in points},
        completed=float(rows["completed"].sum()) / rows.height,
        failed=float(rows["failed"].sum()) / rows.height,
        decisions=len(times),
        microseconds=float(times.sum()) / max(1, len(times)),
        p99=float(times.quantile(0.99) or 0.0),
        forfeits=dict(kinds),
        tallies=dict(tallies),
    )


def pairings(rows: pl.DataFrame) -> list[Pairing]:
    """How each two bots did against each other in some games of one division, the better one first."""
    slim = rows.select("game", "deal", "bot", "place", "total")
    order = rows.group_by("bot").agg(pl.mean("win"), pl.mean("total")).sort("win", "total", descending=True)
    found = []
    for one, other in combinations(order["bot"].to_list(), 2):
        met = slim.filter(bot=one).join(slim.filter(bot=other), on="game", suffix="_other")
        if not met.height:
            continue
        ahead = 0.5 * ((pl.col("place_other") > pl.col("place")).cast(pl.Float64) + 1.0)
        ahead -= 0.5 * (pl.col("place_other") < pl.col("place")).cast(pl.Float64)
        met = met.with_columns(ahead=ahead, margin=pl.col("total").cast(pl.Int32) - pl.col("total_other"))
        by_deal = met.group_by("deal", maintain_order=True).agg(pl.len(), pl.sum("ahead"), pl.sum("margin"))
        counts = by_deal["len"].to_list()
        found.append(
            Pairing(one, other, share(by_deal["ahead"].to_list(), counts), mean(by_deal["margin"].to_list(), counts))
        )
    return found


def ratings(rows: pl.DataFrame) -> list[Rating]:
    """Ratings from the results of any games; nothing if there is only one bot.

    A bot that failed at every decision did not play: the random moves in its place say nothing about it.
    """
    decided = pl.col("microseconds").list.len().cast(pl.Int64) - pl.col("forfeits").list.len().cast(pl.Int64)
    rows = rows.filter(decided.sum().over("bot") > 0)
    if rows["bot"].n_unique() < 2:
        return []
    return rate(_places(rows))


def _places(rows: pl.DataFrame) -> Iterator[list[tuple[str, int]]]:
    games = rows.group_by("game", maintain_order=True).agg("bot", "place")
    for bots, places in zip(games["bot"], games["place"], strict=True):
        yield list(zip(bots, places, strict=True))


# Ratings over all divisions, by the Plackett–Luce model of openskill


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
