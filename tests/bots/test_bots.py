"""The built-in bots: always legal, the same again from the same seed, honest, and each does what it says."""

from __future__ import annotations

from itertools import pairwise
from statistics import mean

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.bots import Bot, BotFault, bot_names, bot_seed, make_bot, play_match
from branchline.bots.levels import LEVELS
from branchline.model.actions import Action
from branchline.model.board import Ticket
from branchline.model.observation import Observation
from branchline.planning import Reach
from tests.rules.world.position import at

TABLES = [
    (board.id, variant, seats)
    for board in bl.boards()
    for variant in board.variants
    for seats in sorted({*board.seats})
]
NAMES = [
    name for name in bot_names() if name not in (*LEVELS, "casual", "coached", "search")
]  # those have tests of their own


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
    """`play_match` raises if any answer is not legal. The others, and the cards, are others at every table."""
    seed = TABLES.index((board, variant, seats))
    others = [NAMES[(seed + seat) % len(NAMES)] for seat in range(seats - 1)]
    assert play([name, *others], seed, board, variant).is_over


@pytest.mark.parametrize(("better", "worse", "points"), [("greedy", "random", 30), ("builder", "greedy", 70)])
def test_a_better_bot_beats_a_worse_one(better: str, worse: str, points: int) -> None:
    games = [play([better, worse] if seed % 2 else [worse, better], seed) for seed in range(20)]
    wins = sum(game.scores().winners == (seed % 2 ^ 1,) for seed, game in enumerate(games))
    totals = [game.scores()[seed % 2 ^ 1].total for seed, game in enumerate(games)]
    assert wins >= 19
    assert mean(totals) > points


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_greedy_takes_the_most_points_at_once(board: str, variant: str, seats: int) -> None:
    """Whenever it can claim, it claims, and nothing that it could claim would have brought more."""
    game = bl.new_game(board, variant=variant, seats=seats, seed=4)
    bot = make_bot("greedy", 1)
    claims = 0
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        answer = bot.decide(seen)
        gains = {action: score_after(seen, action) for action in seen.actions if hasattr(action, "route")}
        if gains and not any(isinstance(action, bl.KeepTickets) for action in seen.actions):
            assert isinstance(answer, Action)
            assert gains[answer] == max(gains.values())
            claims += 1
        game.apply(answer, seat)
    assert claims > 3


def score_after(seen: Observation, action: Action) -> int:
    """What a seat would have for routes and tickets right after a claim, worked out by claiming."""
    board = registry.board(seen.board)
    route = next(route for route in board.routes if route.id == getattr(action, "route", ""))
    before, after = Reach(seen), Reach(seen)
    after.mine |= {route.index}
    done = [sum(t.points for t in reach.tickets(seen.held) if is_joined(reach, t)) for reach in (before, after)]
    return board.printed_points(route) + done[1] - done[0]


def is_joined(reach: Reach, ticket: Ticket) -> bool:
    """Whether own routes join the places of a ticket, found by walking."""
    for start, goal in pairwise(ticket.ends):
        reached = {*start}
        while (
            more := {
                city
                for index in reach.mine
                for route in [reach.board.routes[index]]
                if {route.a, route.b} & reached
                for city in (route.a, route.b)
            }
            - reached
        ):
            reached |= more
        if not reached & {*goal}:
            return False
    return True


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


@pytest.mark.parametrize("track", [0, 1])
def test_builder_takes_either_track_of_a_double_route(track: int) -> None:
    """Some link of its plan has two tracks of different colors: whichever it can pay for makes the connection."""
    board = bl.board("world")
    held = {0: ["moskva-hong_kong"]}
    seen = at(4, hands={}, tickets=held).observe(0)
    planned = Reach(seen).plan(Reach(seen).tickets(seen.held)).routes
    links = [route for route in board.routes if route.index in planned and route.twins and route.kind == "train"]
    assert links, "the plan has no such link"
    link = board.routes[[links[0].index, *links[0].twins][track]]
    game = at(4, hands={0: {f"{link.color} train": link.length}}, tickets=held)
    action = make_bot("builder", 1).decide(game.observe(0))
    assert action == bl.ClaimRoute(link.id, link.color, 0)
