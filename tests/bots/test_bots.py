"""The built-in bots: always legal, the same again from the same seed, honest, and greedy is better than random."""

from __future__ import annotations

from statistics import mean

import pytest

import branchline as bl
from branchline.bots import Bot, BotFault, bot_names, bot_seed, make_bot, play_match
from branchline.bots.levels import LEVELS
from branchline.model.actions import Action
from branchline.model.observation import Observation

TABLES = [
    (board.id, variant, seats)
    for board in bl.boards()
    for variant in board.variants
    for seats in sorted({*board.seats})
]
NAMES = [name for name in bot_names() if name not in (*LEVELS, "casual", "search")]  # those have tests of their own


class Spy:
    """A bot that notes everything it is given."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner
        self.name = f"spy on {inner.name}"
        self.given: list[tuple[object, ...]] = []

    def decide(self, *given: Observation) -> int | Action:
        self.given.append(given)
        return self.inner.decide(given[0])


class Saying:
    """A bot that always answers the same, or fails."""

    name = "parrot"

    def __init__(self, answer: int | Action | Exception) -> None:
        self.answer = answer

    def decide(self, observation: Observation) -> int | Action:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def play(specs: list[str], seed: int, board: str = "usa", variant: str = "classic") -> bl.Game:
    bots = [make_bot(spec, bot_seed(seed, seat)) for seat, spec in enumerate(specs)]
    return play_match(board, variant, bots, seed)


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_every_table_to_the_end(name: str, board: str, variant: str, seats: int) -> None:
    """`play_match` raises if any answer is not legal."""
    for seed in range(3):
        others = [NAMES[(seed + seat) % len(NAMES)] for seat in range(seats - 1)]
        assert play([name, *others], seed, board, variant).is_over


def test_greedy_beats_random() -> None:
    games = [play(["greedy", "random"] if seed % 2 else ["random", "greedy"], seed) for seed in range(20)]
    wins = sum(game.scores().winners == (seed % 2 ^ 1,) for seed, game in enumerate(games))
    totals = [game.scores()[seed % 2 ^ 1].total for seed, game in enumerate(games)]
    assert wins >= 19
    assert mean(totals) > 60


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_game(name: str) -> None:
    assert play([name] * 3, 11).record() == play([name] * 3, 11).record()


def test_random_bots_differ_by_their_seeds() -> None:
    games = [play_match("usa", "classic", [make_bot("random", seed), make_bot("random", 9)], 1) for seed in (1, 2)]
    assert games[0].record() != games[1].record()


def test_a_bot_receives_nothing_but_its_observation() -> None:
    spies = [Spy(make_bot(name, seat)) for seat, name in enumerate(["greedy", "random", "greedy"])]
    play_match("usa", "classic", spies, seed=5)
    for seat, spy in enumerate(spies):
        assert spy.given
        for given in spy.given:
            (seen,) = given
            assert isinstance(seen, Observation)
            assert seen.seat == seat
            assert all((hand.cards is None) == (other != seat) for other, hand in enumerate(seen.hands))


def test_a_bot_decides_by_what_it_sees() -> None:
    """In another world that looks the same, greedy does the same."""
    game = bl.new_game("usa", seats=3, seed=8)
    bots = [make_bot("greedy", seat) for seat in range(3)]
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        answer = bots[seat].decide(seen)
        if len(game.record().decisions) % 10 == 0:
            twin = bl.imagine(seen, 77)
            assert make_bot("greedy", 1).decide(twin.observe(seat)) == answer
        game.apply(answer, seat)


def test_an_illegal_answer_says_who_and_why() -> None:
    bots = [Saying(bl.DrawCard()), make_bot("random", 0)]
    with pytest.raises(BotFault, match=r"the bot parrot in seat 0 answered DrawCard\(\): \w+"):
        play_match("usa", "classic", bots, seed=1, first_seat=0)


def test_a_failing_bot_says_who_and_what() -> None:
    bots = [make_bot("random", 0), Saying(ZeroDivisionError("oh"))]
    with pytest.raises(BotFault, match="the bot parrot in seat 1 failed: ZeroDivisionError: oh"):
        play_match("usa", "classic", bots, seed=1)


def test_the_seed_of_a_bot_does_not_tell_the_seed_of_the_game() -> None:
    seeds = {bot_seed(seed, seat) for seed in (0, 1) for seat in range(5)}
    assert len(seeds) == 10
    assert all(1 < seed < 2**128 for seed in seeds)
