"""A bot that does not decide forfeits the decision; the game goes on, repeats exactly, and the report says so."""

from __future__ import annotations

import gc
import threading
from collections.abc import Sequence
from types import FunctionType, ModuleType

import pytest

import branchline as bl
from branchline.bots import Bot, MatchReport, Referee, bot_seed, make_bot, play_match, players
from branchline.bots.players import BotHost, IsolatedBot
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import UnknownBot
from branchline.model.events import Event
from tests.bots.bad_bots import Hanging, HangingInC, Illegal, Leaving, Raising, Stubborn, Unprepared

BAD = "tests.bots.bad_bots:"


def lead(bots: Sequence[Bot], limit: float | None = None, seed: int = 5) -> tuple[bl.Game, MatchReport]:
    game = bl.new_game("usa", seats=len(bots), seed=seed)
    return game, Referee(bots, seed, limit).play(game)


@pytest.mark.parametrize(
    ("bad", "kind", "detail"),
    [
        (Raising, "raised", "ZeroDivisionError: oh"),
        (Leaving, "raised", "SystemExit: 3"),
        (Hanging, "too slow", "no answer within 0.25 s"),
        (Stubborn, "too slow", "no answer within 0.25 s"),
    ],
)
def test_a_bot_that_does_not_decide_forfeits_the_decision(bad: type[Raising], kind: str, detail: str) -> None:
    game, report = lead([make_bot("random", 1), bad(7, every=20)], limit=0.25 if kind == "too slow" else None)
    assert game.is_over
    asked = len(report.microseconds[1])
    assert report.counts == {(1, kind): asked // 20}
    assert len(report.forfeits) > 3
    assert {forfeit.detail for forfeit in report.forfeits} == {detail}
    assert {forfeit.bot for forfeit in report.forfeits} == {"bad"}
    assert f"seat 1 {asked // 20} × {kind}" in str(report)
    assert str(report).endswith(f"... and {asked // 20 - 3} more")


def test_every_illegal_answer_is_refused_with_a_reason() -> None:
    _, report = lead([Illegal(3, every=3), make_bot("random", 1)])
    assert {kind for _, kind in report.counts} == {"illegal"}
    assert len({forfeit.detail.partition(":")[0] for forfeit in report.forfeits}) == len(Illegal.ANSWERS)
    assert all(forfeit.detail.partition(": ")[2] for forfeit in report.forfeits)


def test_forfeited_decisions_are_random_but_repeat_exactly() -> None:
    games = [lead([Raising(2, every=2), make_bot("random", 1)], seed=seed)[0].record() for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0].decisions != games[2].decisions
    always_first = bl.new_game("usa", seats=2, seed=5)
    while not always_first.is_over:
        always_first.apply(always_first.legal_actions()[0])
    assert games[0].decisions != always_first.record().decisions


def test_a_late_answer_does_not_count_where_no_bot_can_be_interrupted() -> None:
    """On another thread there are no timer signals, so lateness shows only afterward."""

    class Late(Raising):
        def misbehave(self, observation: bl.Observation) -> int:
            threading.Event().wait(0.3)
            return observation.legal[0]

    reports: list[MatchReport] = []
    thread = threading.Thread(target=lambda: reports.append(lead([Late(1, every=20), make_bot("random", 1)], 0.25)[1]))
    thread.start()
    thread.join()
    assert reports[0].counts[0, "too slow"] == len(reports[0].microseconds[0]) // 20 > 0
    assert "an answer after " in reports[0].forfeits[0].detail


def test_the_time_of_every_decision_is_kept() -> None:
    game, report = lead([make_bot("random", 1), make_bot("greedy", 2)])
    assert sum(map(len, report.microseconds)) == len(game.record().decisions)
    assert sum(report.microseconds[0]) < sum(report.microseconds[1])
    assert str(report) == "no forfeited decisions"


def test_a_bot_that_fails_to_prepare_is_reported_and_plays() -> None:
    game, report = lead([Unprepared(1), make_bot("random", 2)])
    assert game.is_over
    assert [str(forfeit) for forfeit in report.forfeits] == [
        "decision 0, unprepared in seat 0: raised: while it prepared: RuntimeError: no usa today"
    ]


# In a process of its own


@pytest.fixture(scope="module")
def host() -> BotHost:
    return BotHost()


def isolated(spec: str, host: BotHost, limit: float | None = None) -> IsolatedBot:
    return IsolatedBot(spec, bot_seed(5, 0), limit=limit, host=host)


def test_a_bot_plays_the_same_in_a_process_of_its_own(host: BotHost) -> None:
    apart, report = lead([isolated("greedy", host), make_bot("random", 1)])
    together, _ = lead([make_bot("greedy", bot_seed(5, 0)), make_bot("random", 1)])
    assert not report.forfeits
    assert apart.record() == together.record()


@pytest.mark.parametrize(
    ("bad", "limit", "kind", "detail"),
    [
        (HangingInC, 2.0, "too slow", "no answer within 2 s"),  # long enough for honest decisions on a busy machine
        ("Crashing", None, "died", "its process ended with exit code 41"),
        (Raising, None, "raised", "ZeroDivisionError: oh"),
        (Illegal, None, "illegal", ""),
    ],
)
def test_nothing_that_a_bot_does_in_its_process_stops_the_game(
    host: BotHost, bad: type | str, limit: float | None, kind: str, detail: str
) -> None:
    name = bad if isinstance(bad, str) else bad.__name__
    games = [lead([isolated(f"{BAD}{name}(every=30)", host, limit), make_bot("random", 1)], limit) for _ in range(2)]
    (game, report), (again, _) = games
    assert game.is_over
    assert game.record() == again.record()
    assert {found for _, found in report.counts} == {kind}
    assert all(detail in forfeit.detail for forfeit in report.forfeits)


def test_a_bot_that_never_gets_ready_is_not_waited_for(host: BotHost, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = isolated(f"{BAD}NeverReady", host)
    monkeypatch.setattr(players, "_PATIENCE", 1.0)
    game = bl.new_game("usa", seats=2, seed=5)
    referee = Referee([bot, make_bot("random", 1)], 5)
    referee.prepare(game)
    assert [str(forfeit) for forfeit in referee.forfeits] == [
        "decision 0, never ready in seat 0: too slow: while it prepared"
    ]


def test_a_bot_that_cannot_be_made_says_so(host: BotHost) -> None:
    with pytest.raises(UnknownBot, match="Unmakeable' cannot be made: FileNotFoundError: no weights"):
        make_bot(f"{BAD}Unmakeable", 1)
    with pytest.raises(UnknownBot, match="'gredy' cannot be made: there is no bot 'gredy'"):
        isolated("gredy", host)


# Peeking


def test_peeking_finds_the_game_in_its_own_process_but_not_in_another() -> None:
    """Why bots that nobody vouches for belong in processes of their own. This one is new: where other bots have played,
    what they imagined may still lie about."""
    spec = f"{BAD}Peeking"
    _, report = lead([make_bot(spec, 1), make_bot("random", 1)])
    assert report.counts == {(0, "raised"): 3}
    assert {forfeit.detail for forfeit in report.forfeits} == {"LookupError: found the game"}
    _, report = lead([isolated(spec, BotHost()), make_bot("random", 1)])
    assert not report.forfeits


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_no_part_of_the_game_can_be_reached_from_an_observation(board: str) -> None:
    """Follow every reference, through the codec too: the board's data may be shared, the state of a game may not."""
    game = bl.new_game(board, seats=2, seed=3)
    for _ in range(40):
        if not game.is_over:
            game.apply(game.legal_actions()[-1])
    observation = game.observe(game.to_move)
    rules = game._rules
    state = {id(part) for part in (game, rules, rules.commons, rules.commons.rng, rules.commons.journal)}
    state |= {id(mechanic) for mechanic in rules.mechanics}
    reached: dict[int, object] = {}
    waiting: list[object] = [observation]
    while waiting:
        thing = waiting.pop()
        if id(thing) in reached or isinstance(thing, (ModuleType, FunctionType, type)):
            continue  # code can reach everything that is imported; see the test above
        reached[id(thing)] = thing
        waiting += gc.get_referents(thing)
    assert not state & reached.keys()
    sheets = [thing for thing in reached.values() if isinstance(thing, RuleSheet)]
    assert len(sheets) == 1  # the codec, which belongs to no game
    assert sheets[0].open.depth == 0
    assert any(isinstance(thing, Mechanic) for thing in reached.values())  # the walk does go on behind the codec


class Following:
    """Wants to know what happens, and acts at random."""

    name = "following"

    def __init__(self) -> None:
        self.seen: list[Event] = []
        self.asked = 0

    def watch(self, events: Sequence[Event]) -> None:
        self.seen += events

    def decide(self, observation: bl.Observation) -> int:
        self.asked += 1
        return observation.legal[self.asked % len(observation.legal)]


def test_a_bot_that_watches_is_told_what_its_seat_may_know() -> None:
    one, two, three = Following(), Following(), Following()
    game = bl.new_game("germany", seats=2, seed=3)
    Referee([one, make_bot("random", 1)], 3).play(game)
    mine = game.events_for(0)
    assert tuple(one.seen) == mine[: len(one.seen)]
    assert len(one.seen) > len(mine) // 2
    again = play_match("germany", "classic", [two, three], 3, events=False)
    assert tuple(two.seen) == again.events_for(0)[: len(two.seen)]
    assert tuple(three.seen) == again.events_for(1)[: len(three.seen)]
    assert two.seen != three.seen[: len(two.seen)]


def test_a_bot_in_a_process_of_its_own_watches_too() -> None:
    alone = IsolatedBot("tests.bots.test_referee:Following", 1)
    assert alone.watches
    game = bl.new_game("usa", seed=3)
    report = Referee([alone, IsolatedBot("random", 1)], 3).play(game)
    alone.close()
    assert game.is_over
    assert not report.forfeits


def test_a_failure_is_told_with_its_line() -> None:
    game = bl.new_game("usa", seed=3)
    report = Referee([Failing(), make_bot("random", 1)], 3).play(game)
    assert 'raise ValueError("nothing works")' in report.forfeits[0].trace
    assert "/referee.py" not in report.forfeits[0].trace
    kinds = [forfeit.kind for forfeit in report.forfeits]
    assert kinds[:10] == ["raised"] * 10
    assert {*kinds[10:]} == {"stopped"}
    assert len(kinds) == sum(seat == 0 for seat, _ in game.decisions)


class Failing:
    """Fails at every decision."""

    name = "failing"

    def decide(self, observation: bl.Observation) -> int:
        raise ValueError("nothing works")
