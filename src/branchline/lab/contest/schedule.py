"""Who plays whom, where, and with which cards.

A *division* is a board, a variant and a number of seats. In each division the same deals are played, and each deal is
played in every seating: same seed, bots in other seats. So luck of the cards and of the seat falls on all bots alike.
Many bots have more seatings than there is time for. They can be drawn for each deal instead, as many as there are
seats, which all of them then have in turn.

Everything about game number n follows from the plan and n, so games can be played in any order, on any number of
machines, today or after an interruption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement, cycle, islice, permutations
from pathlib import Path
from random import Random

from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.seeds import derived
from branchline.bots.specs import parse_spec
from branchline.lab.settings import reading, write_plain
from branchline.model.board import Board
from branchline.model.errors import BadSetup, UnknownBoard

SCHEMA = 1
FILE = "arena.json"
DRAWN = "drawn"
SEATINGS = ("all", "rotations", DRAWN)
Seating = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True)
class Division:
    """What is played."""

    board: str
    variant: str
    seats: int
    rules_version: int
    folder: str  # of the board, which may be one of your own

    def find_board(self) -> Board:
        """The board, made known in this process if it is one of your own. Others may lie elsewhere on each machine."""
        try:
            return registry.board(self.board)
        except UnknownBoard:
            return registry.board(self.folder)

    @property
    def title(self) -> str:
        """What people call it."""
        board = self.find_board()
        variant = board.variants[self.variant].title
        names = [board.title, *([variant] if variant != board.title else [])]
        return f"{', '.join(names)}, {self.seats} seats"


@dataclass(frozen=True)
class Entry:
    """One game of the schedule."""

    number: int
    division: Division
    deal: int
    seed: int
    bots: Seating


@dataclass(frozen=True)
class ContestPlan:
    """All that decides which games are played and how they go."""

    bots: tuple[str, ...]  # as listed; one that is listed twice plays twice in a game
    divisions: tuple[Division, ...]
    games: int  # wanted in each division; deals are always played in all seatings, so it may be some more
    seed: int
    seatings: str
    limit: float | None  # seconds for a decision
    isolate: bool  # every bot in a process of its own

    @cached_property
    def _seatings(self) -> tuple[tuple[tuple[Seating, ...], ...], ...]:
        """For each division, the seatings of each deal; of all deals, where they are the same."""
        if self.seatings != DRAWN:
            return tuple((seatings_of(self.bots, d.seats, self.seatings),) for d in self.divisions)
        return tuple(
            tuple(rotated(lineup) for lineup in islice(drawn(self.bots, d, self.seed), -(-self.games // d.seats)))
            for d in self.divisions
        )

    def games_in(self, division: int) -> int:
        """How many games are played in a division."""
        seatings = len(self._seatings[division][0])
        return -(-self.games // seatings) * seatings

    def numbers(self) -> Iterator[int]:
        """The numbers of all games, divisions by turns."""
        count = len(self.divisions)
        most = max(self.games_in(division) for division in range(count))
        for k in range(most):
            for division in range(count):
                if k < self.games_in(division):
                    yield k * count + division

    def total(self) -> int:
        """How many games there are."""
        return sum(self.games_in(division) for division in range(len(self.divisions)))

    def entry(self, number: int) -> Entry:
        """What is played in game `number`."""
        k, division = divmod(number, len(self.divisions))
        deals = self._seatings[division]
        deal, seating = divmod(k, len(deals[0]))
        seed = derived(self.seed, f"deal {deal} of arena")
        return Entry(number, self.divisions[division], deal, seed, deals[deal % len(deals)][seating])

    def same_games(self, other: ContestPlan) -> bool:
        """Whether both mean the same games, as far as each of them goes. Where boards lie does not matter."""

        def essence(plan: ContestPlan) -> ContestPlan:
            return replace(plan, games=0, divisions=tuple(replace(d, folder="") for d in plan.divisions))

        return essence(self) == essence(other)


def seatings_of(listed: Sequence[str], seats: int, which: str = "all") -> tuple[Seating, ...]:
    """All different ways to seat bots.

    As many bots as seats: everybody plays in every game. More: every choice of them. Fewer: everybody plays, and the
    other seats are filled with further copies of them, in every possible mix.
    """
    if len(listed) >= seats:
        lineups = {tuple(sorted(lineup)) for lineup in combinations(listed, seats)}
    else:
        more = combinations_with_replacement(sorted(set(listed)), seats - len(listed))
        lineups = {tuple(sorted([*listed, *rest])) for rest in more}
    found: set[Seating] = set()
    for lineup in lineups:
        if which == "all":
            found.update(permutations(lineup))
        else:
            found.update(rotated(lineup))
    return tuple(sorted(found))


def rotated(lineup: Seating) -> tuple[Seating, ...]:
    """Everybody in every seat, with the same neighbors."""
    return tuple(lineup[k:] + lineup[:k] for k in range(len(lineup)))


def drawn(listed: Sequence[str], division: Division, seed: int) -> Iterator[Seating]:
    """Bots for one deal after another, without end: those that have played least, by lot."""
    chance = Random(derived(seed, f"line-ups of {division.board}, {division.variant}, {division.seats}"))
    played: Counter[str] = Counter()
    while True:
        order = sorted(chance.sample(listed, len(listed)), key=lambda bot: played[bot])
        lineup = tuple(islice(cycle(order), division.seats))
        played.update(lineup)
        yield lineup


def make_plan(
    bots: Sequence[str],
    boards: Sequence[str],
    *,
    variants: Sequence[str] | None = None,
    seats: Sequence[int] | None = None,
    games: int = 1000,
    seed: int = 0,
    seatings: str = "all",
    limit: float | None = 10.0,
    isolate: bool = False,
) -> ContestPlan:
    """A plan that is known to be playable; anything else raises a clear error before a game is played.

    An empty list of `seats` means all numbers that a board has.
    """
    if not bots:
        raise BadSetup("an arena needs at least one bot")
    listed = tuple(str(parse_spec(bot)) for bot in bots)
    if not isolate:
        for bot in listed:
            make_bot(bot, 0)
    if games < 1:
        raise BadSetup(f"an arena has at least 1 game, not {games}")
    if limit is not None and limit <= 0:
        raise BadSetup(f"a time limit is more than 0 seconds, not {limit:g}")
    if seatings not in SEATINGS:
        raise BadSetup(f"seatings are {', '.join(SEATINGS[:-1])} or {SEATINGS[-1]}, not '{seatings}'")
    divisions = tuple(d for board in boards for d in _divisions(board, variants, seats, max(2, len(set(listed)))))
    if not divisions:
        raise BadSetup("an arena needs at least one board")
    return ContestPlan(listed, divisions, games, seed, seatings, limit, isolate)


def _divisions(name: str, variants: Sequence[str] | None, seats: Sequence[int] | None, bots: int) -> Iterator[Division]:
    """The divisions of one board. Without further wishes: its first variant, and as many seats as bots, if possible."""
    board = registry.board(name)
    fewest, most = board.seats
    if variants is None:
        variants = [next(iter(board.variants))]
    elif list(variants) == ["all"]:
        variants = list(board.variants)
    if seats is None:
        seats = [min(max(bots, fewest), most)]
    for variant in variants:
        for count in seats or range(fewest, most + 1):
            registry.new_rule_sheet(board.id, variant, count)
            yield Division(board.id, variant, count, board.rules_version, str(board.path.parent))


# On disk


def save_plan(plan: ContestPlan, folder: Path) -> None:
    """Write a plan into its folder."""
    write_plain(folder / FILE, {"schema": SCHEMA, **asdict(plan)})


def load_plan(folder: Path) -> ContestPlan:
    """Read the plan of the arena in a folder."""
    with reading(folder / FILE, SCHEMA, "no arena; branchline arena makes one") as plain:
        divisions = tuple(Division(**division) for division in plain["divisions"])
        return ContestPlan(**{**plain, "bots": tuple(plain["bots"]), "divisions": divisions})
