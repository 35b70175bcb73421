"""The part of the contract about copies and written forms: what is written can be read back and means the same."""

from __future__ import annotations

import json
from typing import Any

from branchline.engine.rng import Rng
from branchline.game import Game, replay
from branchline.model.errors import BranchlineError, GameNotOver, NotationError
from branchline.notation import forms, record
from branchline.testing.moves import sampled
from branchline.testing.policies import Policy, play
from branchline.testing.trial import Snapshot, Trial, seat_name, views


def check_json(trial: Trial, value: Any, name: str, **context: Any) -> None:
    """A value of the model is the same after a trip through JSON text."""
    try:
        text = json.dumps(forms.to_json(value))
        back = forms.from_json(json.loads(text), **context)
    except (BranchlineError, TypeError, ValueError, LookupError) as error:
        trial.fail(f"{name} has no JSON form: {error}; it is {value}")
    trial.expect(back == value, f"{name} changes on the way through JSON: {value} becomes {back}")


def check_forms(trial: Trial, game: Game, rng: Rng, sample: int) -> None:
    """Actions have values, words and JSON that mean the same action; views have JSON."""
    for seat in game.pending:
        for number in sampled(game.legal_actions(seat), rng, sample):
            value = game.action(number, seat)
            trial.expect(game.number(value, seat) == number, f"action {number} is {value}, and that is another action")
            words = game.describe(number, seat)
            trial.expect(words == game.describe(value, seat), f"action {number} and {value} have different words")
            try:
                back = game.parse(words, seat)
            except NotationError as error:
                trial.fail(f"'{words}', the words for {value}, cannot be read: {error}")
            trial.expect(back == value, f"'{words}', the words for {value}, are read as {back}")
            check_json(trial, value, "an action")
    for view in views(game):
        check_json(trial, view, f"the view of {seat_name(view.seat)}", codec=view.codec)
        values = view.actions
        trial.expect(
            tuple(view.number(value) for value in values) == view.legal,
            f"the actions in the view of {seat_name(view.seat)} do not fit their numbers",
        )


def check_copy(trial: Trial, game: Game, policy: Policy, rng: Rng, steps: int) -> None:
    """Copies equal the game, go the same way when played the same way, and are independent of it and of each other."""
    before = Snapshot.of(game)
    one, other = game.copy(), game.copy()
    change = before.change(Snapshot.of(one))
    trial.expect(not change, f"a copy differs from its game: {change}")
    chances = Rng()
    chances.copy_from(rng)
    play(one, policy, rng, steps)
    change = before.change(Snapshot.of(game))
    trial.expect(not change, f"playing a copy changed the game it was copied from: {change}")
    change = before.change(Snapshot.of(other))
    trial.expect(not change, f"playing a copy changed another copy: {change}")
    play(other, policy, chances, steps)
    change = Snapshot.of(one).change(Snapshot.of(other))
    trial.expect(not change, f"two copies played the same way came out differently: {change}")


def check_record(trial: Trial, game: Game) -> None:
    """The record of a game is the same after a trip through its file, and replays to the same game."""
    written = game.record(place="the test kit")
    try:
        read = record.loads(written.dumps())
        again = replay(read)
    except BranchlineError as error:
        trial.fail(f"the record cannot be replayed: {error}")
    trial.expect(read == written, "the record changes on the way through its file")
    change = Snapshot.of(game).change(Snapshot.of(again))
    trial.expect(not change, f"the record replays to another game: {change}")
    if game.is_over:
        trial.expect(game.scores() == again.scores(), "the record replays to other scores")
    trial.expect(again.record(place="the test kit") == written, "the record of the replayed game differs")


def check_same_seed(trial: Trial, game: Game) -> None:
    """The same seed and the same decisions give the same game, with or without a journal of events."""
    again, silent = trial.new_game(), trial.new_game(events=False)
    for seat, number in game._decisions:
        again.apply(number, seat)
        silent.apply(number, seat)
    change = Snapshot.of(game).change(Snapshot.of(again))
    trial.expect(not change, f"the same seed and decisions gave another game: {change}")
    trial.expect(views(game) == views(silent), "the game goes another way when no events are kept")
    trial.expect(not silent.events, "events were kept though none were wanted")


def check_end(trial: Trial, game: Game) -> None:
    """A finished game has consistent scores and nothing left to decide."""
    trial.expect(game.to_move is None, "the game is over, and a seat is to move")
    scores = game.scores()
    check_json(trial, scores, "the score")
    for sheet in scores:
        total = sum(sheet.lines.values())
        trial.expect(sheet.total == total, f"the lines of seat {sheet.seat} make {total}, not its total {sheet.total}")
        better = sum(1 for other in scores if other.place < sheet.place)
        trial.expect(sheet.place == better + 1, f"seat {sheet.seat} has place {sheet.place}, with {better} before it")
        ahead = [other for other in scores if other.total > sheet.total and other.place >= sheet.place]
        trial.expect(not ahead, f"seat {sheet.seat} is placed before a seat with more points")
    best = tuple(sheet.seat for sheet in scores if sheet.place == 1)
    trial.expect(scores.winners == best, f"the winners are {scores.winners}, but first are {best}")
    trial.expect(game.observe(None).ended_by is not None, "the game is over, and its view does not say how it ended")
    for event in game.events:
        check_json(trial, event, "an event")


def check_unfinished(trial: Trial, game: Game) -> None:
    """There are no final scores before the end."""
    try:
        game.scores()
    except GameNotOver:
        return
    trial.fail("there are final scores, and the game is not over")
