"""The coach: facts are facts, what is clearly worse is warned of, and what is best is not."""

from __future__ import annotations

import pytest

from branchline.analysis.coach import advise, is_suspect, lost_by, weigh
from branchline.analysis.facts import facts_of, open_tickets
from branchline.analysis.futures import Future, futures
from branchline.analysis.moments import Moment, moments
from branchline.analysis.plans import Plan
from branchline.analysis.puzzle_files import shipped
from branchline.boards import registry
from branchline.game import replay
from branchline.model.actions import Action, Claim, KeepTickets, TakeCard
from branchline.model.board import WILD
from branchline.model.faces import FACES, Words
from branchline.thinking.evaluators import make_evaluator
from branchline.words.kinds import route_of
from branchline.words.plain import move_told, route_name, ticket_name
from branchline.words.questions import nudge_in_words
from tests.analysis.positions import BOARD, evaluator, recorded

NAMES = ("Ada", "Brunel", "Vera")


@pytest.mark.parametrize("board", [BOARD, "usa", "world"])
def test_facts_are_facts(board: str) -> None:
    """In a game of careless players: what is said to be completed is, and what is said to be lost is lost for good."""
    completed = lost = 0
    record = recorded("greedy", "casual", "random", seed=3, board=board)
    for moment in moments(record):
        game, seat = moment.game, moment.seat
        seen = game.observe(seat)
        facts, losses = facts_of(seen, moment.done), lost_by(seen, moment.done)
        before = {ticket: game.ways(ticket, seat) for ticket in seen.held}
        after = game.copy()
        after.apply(moment.done, seat)
        tickets = {ticket.id: ticket for ticket in game.variant.tickets}
        for ticket, was in before.items():
            now, name = after.ways(ticket, seat), ticket_name(game.board, tickets[ticket])
            is_claim = isinstance(seen.action(moment.done), Claim)
            says = any(fact.startswith(f"It completes {name},") for fact in facts)
            assert says == (is_claim and bool(was.routes) and now.is_complete)
            assert any(each.startswith(f"{name},") for each in losses) == (bool(was.routes) and now.is_lost)
            completed += says
            lost += bool(was.routes) and now.is_lost
    assert completed
    assert lost or board == "usa"


def test_the_worst_answer_of_a_puzzle_is_warned_of_and_the_best_is_not() -> None:
    puzzle = max(shipped()[BOARD], key=lambda each: each.lead)
    game = replay(puzzle.record, events=False)
    seen = game.observe(puzzle.seat)
    best, *_, worst = [game.number(game.parse(each.words, puzzle.seat), puzzle.seat) for each in puzzle.answers]
    advice = advise(evaluator(), seen, NAMES, seconds=60.0)
    assert advice.action == best
    assert sum(advice.shares) == pytest.approx(1)
    assert not is_suspect(seen, advice, best, game.board)
    assert is_suspect(seen, advice, worst, game.board)
    doubt = weigh(evaluator(), seen, best, worst, NAMES)
    assert doubt is not None
    assert doubt.error > 0.1
    assert weigh(evaluator(), seen, best, best, NAMES) is None


def test_a_cost_in_points_is_not_said_from_a_few_games() -> None:
    """Of one game alone the standard error is 0, as if it were certain."""
    puzzle = max(shipped()[BOARD], key=lambda each: each.lead)
    seen = replay(puzzle.record, events=False).observe(puzzle.seat)
    champion = make_evaluator("champion", BOARD, "classic", puzzle.record.seats)
    said = {playouts: advise(champion, seen, NAMES, seconds=0, playouts=playouts) for playouts in (4, 400)}
    costs = {
        playouts: [each for each in advice.reasons if each.startswith(("To ", "It is close"))]
        for playouts, advice in said.items()
    }
    assert said[4].behind
    assert not costs[4]
    assert [each.endswith(" at the end, beside the best of the others.") for each in costs[400]] == [True]


def test_every_action_has_a_nudge_of_its_own() -> None:
    """All kinds of actions that boards offer: none of them falls back to the words for what nobody knows."""
    nudges = FACES.table(Words, "nudges")
    for board in registry.boards():
        record = recorded("random", "random", "random", seed=1, board=board.id)
        for moment in moments(record):
            action = moment.game.action(moment.done, moment.seat)
            asked = type(action).__name__
            if asked != "PayCards":
                assert isinstance(action, Claim) or type(action) in nudges, (board.id, asked)
            assert nudge_in_words(board, action)


@pytest.mark.parametrize(("board", "seed"), [(BOARD, 4), ("usa", 8)])
def test_a_plan_says_what_is_so(board: str, seed: int) -> None:
    """What tickets lack is what the game says, threats were counted, and a nudge does not give the move away."""
    record, judge = recorded("planner", "planner", "planner", seed=seed, board=board), evaluator("playouts", board)
    lacking = threatened = 0
    for moment in moments(record):
        if moment.at % 13:
            continue
        game, seat = moment.game, moment.seat
        seen = game.observe(seat)
        if len(seen.legal) < 2:
            continue
        best, other = futures(judge, seen, [moment.done, next(a for a in seen.legal if a != moment.done)], 8)
        plan = Plan(seen, best, other, NAMES)
        action = seen.action(moment.done)
        wanted = {route for each in open_tickets(game, seen).values() for route in each.routes}
        for threat in plan.threats:
            threatened += 1
            assert threat.seat != seat
            assert threat.route.id in wanted
            future = other if threat.route == route_of(game.board, action) else best
            assert threat.games == future.closed[threat.route.index, threat.seat]
        said = plan.sentences()
        assert len(set(said)) == len(said)
        for fact in facts_of(seen, moment.done):
            if isinstance(action, TakeCard) and action.card != WILD:
                lacking += 1
                ticket = next(each for each in game.variant.tickets if fact.startswith(ticket_name(game.board, each)))
                needs = game.missing(game.ways(ticket.id, seat).routes, seat).needs
                assert fact.endswith(
                    f" lacks {next(n.missing for n in needs if n.color == action.card)} {action.card}."
                )
        nudge, places = plan.nudge()
        assert nudge.endswith((".", "?"))
        assert len(places) <= 1
        assert move_told(game.board, action, game.describe(moment.done, seat)) not in nudge
    assert lacking
    assert threatened


@pytest.mark.parametrize("seats", [2, 4])
def test_a_double_route_is_closed_when_no_track_is_left(seats: int) -> None:
    """With two seats either track closes the other; with four a track that is left is no threat."""
    record = recorded(*["planner"] * seats, seed=2, board="usa")
    judge = make_evaluator("playouts", "usa", "classic", seats)
    built = closed = 0
    for moment in moments(record):
        seen, routes = moment.game.observe(moment.seat), moment.game.board.routes
        if moment.at % 9 or len(seen.legal) < 2:
            continue
        found = futures(judge, seen, [moment.done], 6)[0]
        for (route, seat), games in found.built.items():
            tracks = [route, *routes[route].twins]
            taken = any(owners for owners in (seen.tracks.owners[each] for each in tracks))
            if len(tracks) == 1 or taken:
                continue
            built += games
            closed += found.closed[route, seat]
            if seats == 2:
                assert {found.closed[each, seat] for each in tracks} == {sum(found.built[t, seat] for t in tracks)}
    assert built
    assert closed == built if seats == 2 else closed < built


def test_the_last_turn_is_called_the_last() -> None:
    """Keeping tickets that were drawn in the last turn leaves none: neither the coach nor its nudge counts one more."""
    record = recorded("planner", "planner", "planner", seed=3)
    moment = next(each for each in moments(record) if isinstance(_done(each), KeepTickets))
    seen = moment.game.observe(moment.seat)
    for turns, words in (
        (0.0, "This is your last turn."),
        (0.4, "This is probably your last turn."),
        (0.5, "About 1 more turn is left to you."),
        (2.6, "About 3 more turns are left to you."),
    ):
        plan = Plan(seen, Future(moment.done, moment.seat, games=8, turns=turns), None, NAMES)
        assert words in plan.sentences()
        assert plan.nudge()[0] == f"{words} Which tickets fit into that?"


def _done(moment: Moment) -> Action:
    return moment.game.action(moment.done, moment.seat)


def test_a_champion_warns_only_of_what_planners_would_warn_of_too() -> None:
    """And its warning does not give the better move away."""
    puzzle = max(shipped()[BOARD], key=lambda each: each.lead)
    game = replay(puzzle.record, events=False)
    seen = game.observe(puzzle.seat)
    best, *_, worst = [game.number(game.parse(each.words, puzzle.seat), puzzle.seat) for each in puzzle.answers]
    champion = make_evaluator("champion", BOARD, "classic", puzzle.record.seats)
    doubt = weigh(champion, seen, best, worst, NAMES)
    assert doubt is not None
    assert doubt.error > 0.1
    told = move_told(game.board, seen.action(best), game.describe(best, puzzle.seat))
    route = route_of(game.board, seen.action(best))
    for reason in doubt.reasons:
        assert told not in reason
        assert route is None or route_name(game.board, route) not in reason
    assert weigh(champion, seen, best, best, NAMES) is None
