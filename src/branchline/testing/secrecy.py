"""The part of the contract about secrets: a view holds what its seat may know, and nothing that it may not.

The main tool is a second truth: `imagine` makes one from a view, different in everything that its seat cannot know.
Both must look the same to that seat, now and after the same move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import zip_longest
from typing import Any, Final

from branchline.engine.rng import Rng
from branchline.game import Game, imagine
from branchline.mechanics.bundles import PayCards
from branchline.model.errors import RecordError
from branchline.model.events import (
    CardsPaid,
    ChoiceMade,
    Event,
    GameEnded,
    SeatEvent,
    TurnStarted,
)
from branchline.notation import forms
from branchline.testing.moves import check_conservation, sampled
from branchline.testing.policies import Policy, play
from branchline.testing.trial import Snapshot, Trial, difference, seat_name

# Actions, and questions, after which the mover's own hidden cards decide what follows: a payment made up step by step
# is shown when it is complete, and a further decision of the same seat is not asked if it leaves no choice (COM-012).
STEP_QUESTIONS: Final = ("claim",)


def check_imagined(trial: Trial, game: Game, rng: Rng, sample: int) -> None:
    """For every viewer: an imagined truth is sound, gives the same view, and looks the same after the same move."""
    for seat in (*range(game.seats), None):
        view = game.observe(seat)
        other = imagine(view, int(rng.word()))
        found = difference(view, other.observe(seat))
        trial.expect(not found, f"observe(imagine(view)) is not the view of {seat_name(seat)}: {found}")
        check_conservation(trial, other)
        again = imagine(view, int(rng.word()))
        found = difference(view, again.observe(seat))
        trial.expect(not found, f"a second imagined truth looks different to {seat_name(seat)}: {found}")
        for mover in game.pending[:1] if sample else ():
            common = {*game.legal_actions(mover)} & {*other.legal_actions(mover)}
            for number in sampled(sorted(common), rng, sample):
                compare_after(trial, (game, other), seat, mover, number)
    try:
        imagine(game.observe(None), 0).record()
    except RecordError:
        return
    trial.fail("an imagined game has a record, though it never began")


def compare_after(trial: Trial, truths: tuple[Game, Game], seat: int | None, mover: int, number: int) -> None:
    """The same move in two truths that look the same to a seat: what it then sees may differ by chance only."""
    streams: list[tuple[Event, ...]] = []
    after: list[Game] = []
    for truth in truths:
        played = truth.copy()
        played._rules.commons.journal.on = True  # an imagined game keeps no events unless told to
        start = len(played.events)
        played.apply(number, mover)
        streams.append(played.events_for(seat, start))
        after.append(played)
    move = f"'{truths[0].describe(number, mover)}' by seat {mover}"
    in_steps = seat != mover and _is_step(truths[0], mover, number)
    next_turn = False
    for one, other in zip_longest(*streams):
        if one != other:
            may_differ = next_turn or in_steps or _may_differ(one, seat, mover) or _may_differ(other, seat, mover)
            may_differ = may_differ or _same_price(one, other)
            trial.expect(
                may_differ,
                f"after {move} {seat_name(seat)} can tell two truths apart that it should not: {one} and {other}",
            )
            return
        if isinstance(one, GameEnded):  # all cards on the table
            return
        next_turn = next_turn or isinstance(one, TurnStarted)
    found = difference(after[0].observe(seat), after[1].observe(seat))
    trial.expect(
        not found,
        f"after {move}, with equal events, {seat_name(seat)} sees two truths differently: {found}",
    )


def _is_step(game: Game, mover: int, number: int) -> bool:
    """Whether what follows a move hangs on what the mover alone knows."""
    action = game.action(number, mover)
    if isinstance(action, PayCards) or hasattr(action, "bundles"):  # which cards make up a bundle is asked next
        return True
    return game.observe(None).open[-1].question in STEP_QUESTIONS


def _may_differ(event: Event | None, seat: int | None, mover: int) -> bool:
    """Whether an event can rightly show a seat what it did not know: chance, its own draw, or another seat's secret.

    Another seat's secrets show when its hidden setup choice is carried out. After the start of the next turn (see
    above) they also show when somebody has to pass or is left without a choice.
    """
    if event is None:
        return False
    if event.from_chance or (event.audience is not None and seat in event.audience):
        return True
    return isinstance(event, SeatEvent) and event.seat != mover and not isinstance(event, TurnStarted)


def _same_price(one: Event | None, other: Event | None) -> bool:
    """Whether equally many cards were paid: which ones the rules take from a hand is seen only then (as in N51)."""
    if not isinstance(one, CardsPaid) or not isinstance(other, CardsPaid):
        return False
    return sum(count for _, count in one.cards) == sum(count for _, count in other.cards)


def check_redaction(trial: Trial, game: Game) -> None:
    """Events for some seats only are empty of secrets for the others; no event tells a seat of others' tickets."""
    tickets = secret_names(game)
    running = _until_end(game.events)
    for event in running:
        public = event if event.audience is None else event.redacted()
        if event.audience is not None:
            check_blanked(trial, event, public)
        told = sorted(tickets.intersection(_words(forms.to_json(public))))
        trial.expect(not told, f"everybody is told of the tickets {told}: {public}")
    for seat in (*range(game.seats), None):
        for event, seen in zip(running, game.events_for(seat), strict=False):
            own = event.audience is None or seat in event.audience
            trial.expect(seen == (event if own else event.redacted()), f"{seat_name(seat)} gets {seen} for {event}")


def secret_names(game: Game) -> set[str]:
    """The names of tickets, apart from those that are names of routes too."""
    return {ticket.id for ticket in game.variant.tickets} - {route.id for route in game.board.routes}


def check_blanked(trial: Trial, event: Event, seen: Event) -> None:
    """The twin of an event is the same event with every secret field empty."""
    trial.expect(type(seen) is type(event), f"{event} becomes another kind of event for others: {seen}")
    if all(f.name == "seat" for f in fields(event)):
        return  # that something was chosen is all it says; what was, no event tells yet
    changed = [f.name for f in fields(event) if getattr(event, f.name) != getattr(seen, f.name)]
    tells_more = any(f.name != "seat" for f in fields(event))  # that a seat has chosen in secret is no secret itself
    trial.expect(bool(changed) or not tells_more, f"others see all of {event}")
    kept = [name for name in changed if getattr(seen, name) is not None]
    trial.expect(not kept, f"for others the fields {kept} of {event} are changed, not empty: {seen}")


def check_names(trial: Trial, game: Game) -> None:
    """While the game runs, a view names only tickets that its seat has been shown, and no cards of other hands."""
    if game.is_over:
        return
    tickets = secret_names(game)
    for seat in (*range(game.seats), None):
        private = [event for event in game.events if event.audience is not None and seat in event.audience]
        shown = tickets.intersection(word for event in private for word in _words(forms.to_json(event)))
        view = game.observe(seat)
        named = tickets.intersection(_words(forms.to_json(view)))
        leaked = sorted(named - shown)
        trial.expect(not leaked, f"the view of {seat_name(seat)} names tickets that it was never shown: {leaked}")
        if "hands" in view.parts:
            open_hands = [s for s, hand in enumerate(view.hands) if s != seat and hand.cards is not None]
            trial.expect(not open_hands, f"{seat_name(seat)} sees the cards of the seats {open_hands}")


def check_setup(trial: Trial, policy: Policy) -> None:
    """Setup choices open to all at once stay hidden, and the order of the answers changes nothing (COM-011)."""
    seats = list(range(trial.seats))
    orders = [seats, seats[::-1], [*seats[1:], *seats[:1]]]
    reached: list[Game] = []
    for order in orders:
        game = trial.new_game()
        answer_setup(trial, game, order)
        reached.append(game)
    for _ in range(2):  # at once, and after some further moves: the decks must lie the same way too
        first = _without_order(reached[0])
        for game, order in zip(reached[1:], orders[1:], strict=True):
            change = first.change(_without_order(game))
            trial.expect(not change, f"setup answered in the orders {orders[0]} and {order} gives two games: {change}")
        for game in reached:
            play(game, policy, trial.rng(2), 12 * trial.seats)


def answer_setup(trial: Trial, game: Game, order: Iterable[int]) -> None:
    """Answer all choices that are open to all seats at once, seat by seat in this order."""
    stage = 0
    while game.observe(None).together:
        stage += 1
        for seat in order:
            if seat not in game.pending:
                continue
            legal = game.legal_actions(seat)
            before = [game.observe(viewer) for viewer in range(game.seats)]
            game.apply(legal[int(trial.rng(8 * stage + seat).below(len(legal)))], seat)
            if not game.observe(None).together:
                return
            if game.observe(None).stage != before[0].stage:
                break  # all have chosen, and it shows; the next stage is open to all at once again
            for viewer in range(game.seats):
                if viewer != seat:
                    now = replace(game.observe(viewer), open=before[viewer].open)
                    found = difference(before[viewer], now)
                    trial.expect(
                        not found, f"a hidden setup choice of seat {seat} shows in the view of {viewer}: {found}"
                    )


def _without_order(game: Game) -> Snapshot:
    """A snapshot that does not tell in which order setup choices were made."""
    taken = Snapshot.of(game)
    return replace(taken, events=tuple(event for event in taken.events if not isinstance(event, ChoiceMade)))


def _until_end(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events before the end, when everything is turned up."""
    for at, event in enumerate(events):
        if isinstance(event, GameEnded):
            return events[:at]
    return events


def _words(plain: Any) -> Iterator[str]:
    """All strings in a JSON form."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _words(value)
