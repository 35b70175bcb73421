"""The part of the contract about single moves: what is legal can be played, what is not is refused and changes nothing.

`check_counts` and the calls of `check()` look inside a game at its rule sheet: counting and conservation cannot be seen
from outside.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.mechanic import NO_BITS
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import Game
from branchline.model.actions import Action, ClaimRoute, KeepTickets, TakeCard
from branchline.model.errors import IllegalAction, NotationError, WrongSeat
from branchline.testing.trial import Snapshot, Trial


def check_legal(trial: Trial, game: Game) -> None:
    """Legal actions are unique, ascending and in range; only seats that are to decide have any, and at least two."""
    pending = game.pending
    trial.expect(len(set(pending)) == len(pending), f"a seat has two open decisions at once: {pending}")
    trial.expect(game.is_over == (not pending), f"is_over is {game.is_over} and these seats are to decide: {pending}")
    trial.expect(game.to_move == (pending[0] if pending else None), f"to_move is {game.to_move}, pending {pending}")
    for seat in range(game.seats):
        legal = game.legal_actions(seat)
        if seat not in pending:
            trial.expect(not legal, f"seat {seat} has nothing to decide, but legal actions: {legal[:5]}")
            continue
        trial.expect(
            len(legal) > 1, f"seat {seat} was asked though it has {len(legal)} legal actions (COM-012, COM-015)"
        )
        ascending = all(one < other for one, other in pairwise(legal))
        trial.expect(ascending, f"the legal actions of seat {seat} are not unique and ascending: {legal}")
        in_range = legal[0] >= 0 and legal[-1] < game.action_count
        trial.expect(in_range, f"a legal action of seat {seat} is none of the board's {game.action_count}: {legal}")


def check_counts(trial: Trial, game: Game) -> None:
    """Counting legal actions, finding the n-th one and telling all, as numbers or bits, agree with refusing."""
    rules = game.copy()._rules  # of a copy, as counting leaves notes behind
    for seat in reversed(game.pending):  # the top decision last, like the engine
        legal = game.legal_actions(seat)
        kind = rules.open.kinds[rules.open.at(seat)]
        total = int(rules.count(seat, kind))
        trial.expect(total == len(legal), f"seat {seat} has {len(legal)} legal actions, counted as {total}")
        allowed = not_refused(rules, seat, int(kind))
        odd = sorted({*allowed} ^ {*legal})
        trial.expect(allowed == legal, f"what seat {seat} is refused is not what it cannot do: {odd}")
        found = sorted(int(rules.nth(seat, kind, n)) for n in range(total))
        odd = sorted({*found} ^ {*legal})
        trial.expect(found == legal, f"listed and counted actions of seat {seat} differ; only in one of them: {odd}")
        written = written_down(rules, seat, int(kind))
        odd = sorted({*written} ^ {*legal})
        trial.expect(written == legal, f"listed and written actions of seat {seat} differ; only in one of them: {odd}")
        bits = told_as_bits(rules, seat, int(kind))
        odd = sorted({*bits} ^ {*legal})
        trial.expect(bits == legal, f"listed actions of seat {seat} and those told as bits differ; only in one: {odd}")
        shown = game.observe(seat).legal
        trial.expect(shown == tuple(legal), f"the view of seat {seat} shows other legal actions: {shown}")
    choices = int(game._rules.choices)
    trial.expect(choices == len(game.legal_actions()), f"the engine remembers {choices} choices for the seat to move")


def not_refused(rules: RuleSheet, seat: int, kind: int) -> list[int]:
    """The actions that the mechanics do not refuse, which is how legality is defined."""
    found: list[int] = []
    offer = rules.offers[kind]
    while offer is not None:
        offer.mechanic.legal(seat, kind, found)
        offer = offer.then
    return found


def written_down(rules: RuleSheet, seat: int, kind: int) -> list[int]:
    """The actions that were just counted, as the mechanics write them down for the environments."""
    out = vec[i64]([i64(0)] * rules.action_count())
    end = i64(0)
    offer = rules.offers[kind]
    while offer is not None:
        end = offer.mechanic.write_legal(seat, kind, out, end)
        offer = offer.then
    return sorted(int(out[k]) for k in range(end))


def told_as_bits(rules: RuleSheet, seat: int, kind: int) -> list[int]:
    """The same actions, of those mechanics that can as they tell them in bit sets."""
    found: list[int] = []
    offer = rules.offers[kind]
    while offer is not None:
        mechanic = offer.mechanic
        bits = int(mechanic.legal_bits(seat, kind))
        if bits == NO_BITS:
            out = vec[i64]([i64(0)] * rules.action_count())
            found += [int(out[k]) for k in range(mechanic.write_legal(seat, kind, out, 0))]
        else:
            found += [int(mechanic.first) + k for k in range(bits.bit_length()) if bits >> k & 1]
        offer = offer.then
    return sorted(found)


def check_playable(trial: Trial, game: Game, rng: Rng, sample: int) -> None:
    """Legal actions can be played, as numbers and as values alike, and nothing is lost or invented by that."""
    for seat in game.pending:
        for number in sampled(game.legal_actions(seat), rng, sample):
            action = game.action(number, seat)
            by_number, by_value = game.copy(), game.copy()
            try:
                by_number.apply(number, seat)
                by_value.apply(action, seat)
            except IllegalAction as refusal:
                trial.fail(f"seat {seat} was refused the legal action {number}, {action}: {refusal}")
            check_conservation(trial, by_number)
            change = Snapshot.of(by_number).change(Snapshot.of(by_value))
            trial.expect(not change, f"the action {number} and its value {action} do not do the same: {change}")
            taken = len(by_number._decisions) - len(game._decisions)
            trial.expect(taken == 1, f"the action {number}, {action}, was recorded {taken} times")


def check_conservation(trial: Trial, game: Game) -> None:
    """No mechanic has lost or invented anything."""
    try:
        game._rules.check()
    except AssertionError as broken:
        trial.fail(f"an invariant is broken: {broken}")


def check_refusals(trial: Trial, game: Game, rng: Rng, sample: int) -> None:
    """Illegal actions raise an error that says why, and change nothing."""
    before = Snapshot.of(game)
    for action, seat in illegal_moves(game, rng, sample):
        check_refusal(trial, game, action, seat)
    if Snapshot.of(game).change(before):
        name_the_culprit(trial, game, rng, sample)


def check_refusal(trial: Trial, game: Game, action: Any, seat: int | None) -> None:
    """One illegal action is refused in a sentence, by the right error."""
    wrong_seat = not game.pending or (seat is not None and seat not in game.pending)
    who = "the seat to move" if seat is None else f"seat {seat}"
    try:
        game.apply(action, seat)
    except IllegalAction as refusal:
        words = str(refusal)
        trial.expect(
            isinstance(refusal, WrongSeat) == wrong_seat,
            f"{action!r} by {who} raised {type(refusal).__name__}: {words}",
        )
        sentence = len(words.split()) > 3 and words[0] == words[0].upper() and words.endswith((".", "?"))
        trial.expect(sentence, f"the refusal of {action!r} by {who} is not a sentence: '{words}'")
    else:
        trial.fail(f"the illegal action {action!r} by {who} was accepted")


def name_the_culprit(trial: Trial, game: Game, rng: Rng, sample: int) -> None:
    """Some refusal changed the game: find out which."""
    for action, seat in illegal_moves(game, rng, 4 * sample):
        before = Snapshot.of(game)
        check_refusal(trial, game, action, seat)
        change = before.change(Snapshot.of(game))
        trial.expect(not change, f"the refused action {action!r} by seat {seat} changed the game: {change}")
    trial.fail("some refused actions changed the game")


def illegal_moves(game: Game, rng: Rng, sample: int) -> list[tuple[Any, int | None]]:
    """A choice of moves that must be refused: by number, by value, by the wrong seat, and plain nonsense."""
    count = game.action_count
    moves: list[tuple[Any, int | None]] = [(number, None) for number in (-1, -count, count, count + 1, 1 << 70)]
    nonsense: tuple[Any, ...] = (None, True, 0.0, "?", [])
    moves += [(thing, None) for thing in nonsense]
    moves += [(made_up, None) for made_up in (Action(), TakeCard("tartan"), ClaimRoute("here-there", "red", 0))]
    moves += [(KeepTickets(tickets), None) for tickets in ((), ("nowhere-anywhere",))]
    route = game.board.routes[int(rng.below(len(game.board.routes)))]
    color = game.board.colors[int(rng.below(len(game.board.colors)))]
    moves += [(ClaimRoute(route.id, color, wilds), None) for wilds in (-1, route.length + 1, 1 << 70)]
    pending = game.pending
    for seat in (-1, *range(game.seats), game.seats):
        if seat not in pending:
            moves.append((int(rng.below(count)), seat))
    for seat in pending:
        legal = {*game.legal_actions(seat)}
        moves += [(number, seat) for number in illegal_numbers(legal, count, rng, sample)]
    for number, seat in moves.copy():
        if seat in pending and isinstance(number, int):
            moves += [(value, seat) for value in values_of(game, number, seat)]
    return moves


def illegal_numbers(legal: set[int], count: int, rng: Rng, sample: int) -> list[int]:
    """Numbers of actions that are not legal now: neighbors of legal ones, and any."""
    near = sorted({number + off for number in legal for off in (-1, 1)} - legal)
    chosen = sampled([number for number in near if 0 <= number < count], rng, sample)
    anywhere = [int(rng.below(count)) for _ in range(sample)]
    return [*chosen, *(number for number in anywhere if number not in legal)]


def values_of(game: Game, number: int, seat: int | None) -> list[Action]:
    """The value of an action number, if it has one that means the same number now."""
    try:
        value = game.action(number, seat)
        return [value] if game.number(value, seat) == number else []
    except NotationError:  # a choice among more tickets than are on offer has no value
        return []


def sampled(numbers: list[int], rng: Rng, most: int) -> list[int]:
    """All of a few numbers, or some of many, without repeats."""
    left = numbers.copy()
    chosen: list[int] = []
    while left and len(chosen) < most:
        chosen.append(left.pop(int(rng.below(len(left)))))
    return chosen
