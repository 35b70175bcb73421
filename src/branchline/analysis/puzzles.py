"""Puzzles: positions in games between bots in which one kind of decision is clearly the best.

The best kind must be ahead of the second by more than ten points and two standard errors, in what is predicted and in
games played to the end together, and again in other worlds. Most moments are no puzzles, and a glance at few worlds
tells; only what looks promising is looked at closely. A puzzle keeps the record up to the position, so nothing but the
rules is needed to show it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from branchline.analysis.facts import CARD_DRAWS
from branchline.analysis.futures import Future, futures
from branchline.analysis.judging import label_of, lead_of
from branchline.analysis.moments import Moment, moments
from branchline.analysis.reasons import reasons_between
from branchline.bots.levels import level
from branchline.bots.match import play_match
from branchline.bots.names import recorded_names
from branchline.bots.registry import make_bot
from branchline.bots.seeds import bot_seed
from branchline.engine.rng import Rng
from branchline.game import Game, replay
from branchline.model.actions import DrawTickets, KeepTickets
from branchline.model.board import GRAY, Board
from branchline.model.faces import FACES, Words
from branchline.model.observation import Observation
from branchline.notation import record as records
from branchline.notation.record import Record
from branchline.thinking.estimates import Estimate, mean, seed_of, standard_error
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.practice import Outcome
from branchline.thinking.prediction import shares_of_scores
from branchline.thinking.trial import Trial
from branchline.words.kinds import Kind, kind_of, route_of

WORLDS = 48
FEWEST_KINDS = 3  # with fewer there is nothing to choose
RIVALS = 3  # other kinds that are played to the end beside the best
_GLANCES = ((2, 0.02), (6, 0.05), (18, 0.08))  # worlds of a glance, and the lead that makes another look worth it
_CHECKS = 100  # from this salt on
_LATE = 0.88  # of all decisions
_MOST = 2  # of a seat in one game
_CLOSE = 0.12  # of the winner's points: a lead that may well have been lost
_CLEARLY = 0.04  # of the winner's points: a lead that makes a win almost three times as clear
_FEW_GAMES, _LEAST_PLAYED = 20, 0.05  # played to the end before many are, and the lead that makes these worth it
_CONTESTED = 0.3  # of the games in which others build a route that is left to them
_NAMES = level("hard").names  # of the seats, for the explanations


@dataclass(frozen=True)
class Answer:
    """The best decision of one kind, and what it is worth: as much less than the best as it is behind."""

    words: str  # in the notation of records
    share: float
    se: float  # of the best's own share, or of how far this one is behind


@dataclass(frozen=True)
class Puzzle:
    """A position, what could be done in it, what is best, and how clearly."""

    record: Record  # up to the position
    seat: int  # whose decision it is
    answers: tuple[Answer, ...]  # one for each kind that was tried, the best first
    lead: float  # of the best over the second kind
    lead_se: float
    theme: str
    reasons: tuple[str, ...]
    evaluator: str
    evaluator_version: int
    worlds: int

    @cached_property
    def id(self) -> str:
        """A name that stays the same: the board, and a hash of the position."""
        text = f"{self.record.to_json()['checksum']} {self.seat}"
        return f"{self.record.board}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def to_json(self) -> dict[str, Any]:
        """The plain form."""
        return {
            "record": self.record.to_json(),
            "seat": self.seat,
            "answers": [[each.words, round(each.share, 4), round(each.se, 4)] for each in self.answers],
            "lead": round(self.lead, 4),
            "lead_se": round(self.lead_se, 4),
            "theme": self.theme,
            "reasons": list(self.reasons),
            "evaluator": self.evaluator,
            "evaluator_version": self.evaluator_version,
            "worlds": self.worlds,
        }


def from_json(plain: Mapping[str, Any]) -> Puzzle:
    """Read a puzzle from its plain form."""
    return Puzzle(
        record=records.from_json(plain["record"], "the puzzle's game"),
        seat=int(plain["seat"]),
        answers=tuple(Answer(str(words), float(share), float(se)) for words, share, se in plain["answers"]),
        lead=float(plain["lead"]),
        lead_se=float(plain["lead_se"]),
        theme=str(plain["theme"]),
        reasons=tuple(str(reason) for reason in plain["reasons"]),
        evaluator=str(plain["evaluator"]),
        evaluator_version=int(plain["evaluator_version"]),
        worlds=int(plain["worlds"]),
    )


@dataclass(frozen=True)
class Verdict:
    """How far the best kind of decision is ahead of the second."""

    best: Future
    second: Future
    lead: Estimate
    share: Estimate  # of the best
    rivals: dict[int, Estimate]  # actions of other kinds: how far each is behind; those that were played to the end
    others: dict[int, Estimate]  # those that were not

    @property
    def is_clear(self) -> bool:
        """By more than ten points, and more than chance explains."""
        return label_of(self.lead.value, self.lead.se) == "blunder"


def puzzles_of(
    evaluator: Evaluator, seed: int, *, bots: Sequence[str] = ("planner",), worlds: int = WORLDS
) -> Iterator[Puzzle]:
    """The puzzles of one game, if it ended closely: at most two for each seat, and no solution twice."""
    setting = evaluator.world.setting
    board, seats = setting.board, int(evaluator.world.seats)
    players = [make_bot(bots[(seed + seat) % len(bots)], bot_seed(seed, seat)) for seat in range(seats)]
    tags = {f"seat_{seat}": f"person {_NAMES[seat]}" for seat in range(seats)}
    record = replace(play_match(board.id, setting.variant.id, players, seed, events=False).record(), tags=tags)
    if not _is_close(record):
        return
    of_seats: Counter[int] = Counter()
    solved: set[Kind] = set()
    for moment in moments(record):
        if of_seats[moment.seat] == _MOST or not _is_telling(moment, record):
            continue
        found = puzzle_at(evaluator, record, moment, worlds)
        if found is None:
            continue
        kind = kind_of(board, moment.game.parse(found.answers[0].words, moment.seat))
        if kind not in solved:
            solved.add(kind)
            of_seats[moment.seat] += 1
            yield found


def _is_close(record: Record) -> bool:
    """Whether it was open for long who would win: single decisions seldom count for much in other games."""
    assert record.totals is not None, "the game is over"
    second, first = sorted(record.totals)[-2:]
    return first - second <= _CLOSE * first


def _is_telling(moment: Moment, record: Record) -> bool:
    """Whether a single decision may well count for much, and that is soon found out: late in a game.

    Before, hardly anything is ahead by ten points but choosing tickets at the beginning, and with such long games to
    the end four times as much time would go into a puzzle.
    """
    return moment.at >= _LATE * len(record.decisions)


def puzzle_at(evaluator: Evaluator, record: Record, moment: Moment, worlds: int = WORLDS) -> Puzzle | None:
    """The puzzle of a moment, if there is one."""
    seen = moment.game.observe(moment.seat)
    rivals = _promising(evaluator, seen)
    if rivals is None:
        return None
    first = compare(evaluator, seen, rivals, worlds)
    if not first.is_clear:
        return None
    board = evaluator.world.setting.board
    again = compare(evaluator, seen, [first.best.action, *first.rivals], worlds, salt=1)
    if not again.is_clear or again.best.action != first.best.action:
        return None
    behind = {action: one.joined(again.rivals[action]) for action, one in first.rivals.items()}
    lead = min(behind.values(), key=lambda each: each.value)
    names = recorded_names(record)
    return Puzzle(
        record=replace(record, decisions=record.decisions[: moment.at], totals=None, stopped=False),
        seat=moment.seat,
        answers=answers_of(moment.game, moment.seat, first, behind),
        lead=lead.value,
        lead_se=lead.se,
        theme=theme_of(board, seen, first),
        reasons=reasons_between(seen, first.best, first.second, names),
        evaluator=evaluator.name,
        evaluator_version=evaluator.version,
        worlds=worlds,
    )


def answers_of(game: Game, seat: int, verdict: Verdict, behind: Mapping[int, Estimate]) -> tuple[Answer, ...]:
    """The best, and the others by how far they are behind it."""
    nearest = min(each.value for each in behind.values())
    # Others were only glanced at. They are no better than the second, whatever chance made of a few worlds.
    glanced = {action: replace(each, value=max(each.value, nearest)) for action, each in verdict.others.items()}
    share = max(verdict.share.value, nearest)
    found = [(verdict.best.action, share, verdict.share.se)]
    for action, each in sorted({**behind, **glanced}.items(), key=lambda item: item[1].value):
        found.append((action, max(share - each.value, 0.0), each.se))
    return tuple(Answer(game.describe(action, seat), value, se) for action, value, se in found)


def check(puzzle: Puzzle, evaluator: Evaluator, *, worlds: int = WORLDS, seed: int = 0) -> tuple[bool, Estimate]:
    """Compare the answers of a puzzle in other worlds: whether it stands, and the lead of the best there.

    It stands if the same answer is the best again, and its lead is clear in all worlds together.
    """
    game = replay(puzzle.record, events=False)
    actions = [game.number(game.parse(each.words, puzzle.seat), puzzle.seat) for each in puzzle.answers]
    verdict = compare(evaluator, game.observe(puzzle.seat), actions, worlds, salt=_CHECKS + seed)
    both = replace(verdict, lead=verdict.lead.joined(Estimate(puzzle.lead, puzzle.lead_se)))
    return both.is_clear and verdict.best.action == actions[0], verdict.lead


def _promising(evaluator: Evaluator, seen: Observation) -> list[int] | None:
    """The best action of each kind, the best first, if one kind looks clearly better; else None."""
    if len(seen.legal) < FEWEST_KINDS:
        return None
    board = evaluator.world.setting.board
    chance = Rng(seed_of(seen, -1))
    evaluator.look(seen, chance)
    tried, rest = list(dict.fromkeys(evaluator.candidates(seen, chance))), []
    try_out = None if evaluator.is_predicted else partial(_leaning, evaluator)
    for worlds, least in _GLANCES:
        trial = Trial(evaluator, seen, chance, tried, worlds, try_out)
        kinds: dict[Kind, int] = {}
        for action in sorted(tried, key=lambda each: -trial.mean(each)):
            kinds.setdefault(kind_of(board, seen.action(action)), action)
        tried, others = list(kinds.values())[: 1 + RIVALS], list(kinds.values())[1 + RIVALS :]
        rest += others
        if len(tried) < FEWEST_KINDS or trial.mean(tried[0]) - trial.mean(tried[1]) < least:
            return None
    best, *rivals = futures(evaluator, seen, tried, _FEW_GAMES, -1)
    lead = mean(best.shares) - max(mean(rival.shares) for rival in rivals)
    return [*tried, *rest] if lead >= _LEAST_PLAYED else None


def _leaning(
    evaluator: Evaluator, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int
) -> list[list[Outcome]]:
    """Who wins games that are played to the end, and how clearly: in few games a bare win says too little."""
    found = []
    for _ in range(worlds):
        evaluator.imagine(seen, chance)
        found.append([_clear_result(evaluator, action) for action in actions])
    return found


def _clear_result(evaluator: Evaluator, action: int) -> Outcome:
    evaluator.carry_out(action)
    outcome = evaluator.play_to_the_end()
    totals = [int(evaluator.run.total(seat)) for seat in range(int(evaluator.run.seats))]
    return replace(outcome, shares=shares_of_scores(totals, max(1.0, _CLEARLY * max(totals))))


def compare(evaluator: Evaluator, seen: Observation, actions: Sequence[int], worlds: int, *, salt: int = 0) -> Verdict:
    """Try an action of each kind in some worlds, the best and its rivals in more; then play these to the end."""
    chance = Rng(seed_of(seen, salt))
    evaluator.look(seen, chance)
    every = Trial(evaluator, seen, chance, actions, worlds // 3)
    ranked = sorted(actions, key=lambda action: -every.mean(action))
    trial = Trial(evaluator, seen, chance, ranked[: 1 + RIVALS], worlds)
    ranked[: 1 + RIVALS] = sorted(trial.samples, key=lambda action: -trial.mean(action))
    best, *others = futures(evaluator, seen, ranked[: 1 + RIVALS], 2 * worlds, salt)
    rivals = {other.action: lead_of(evaluator, trial.ahead(best.action, other.action), best, other) for other in others}
    second = min(others, key=lambda other: rivals[other.action].value)
    played = Estimate(mean(best.shares), standard_error(best.shares))
    share = trial.value(best.action).joined(played)
    glanced_at = {action: every.ahead(best.action, action) for action in ranked[1 + RIVALS :]}
    return Verdict(best, second, rivals[second.action], share, rivals, glanced_at)


def theme_of(board: Board, seen: Observation, verdict: Verdict) -> str:
    """What a puzzle is about, in a word or two."""
    best, second = verdict.best, verdict.second
    action = seen.action(best.action)
    if isinstance(action, KeepTickets):
        return "which tickets to keep"
    if type(action) in FACES.table(Words, "themes"):
        return str(FACES.table(Words, "themes")[type(action)])
    if any(best.completed[ticket] - second.completed[ticket] > _CONTESTED * best.games for ticket in seen.held):
        return "save the ticket"
    if best.turns < second.turns - 1:
        return "end the game"
    route = route_of(board, action)
    if isinstance(action, DrawTickets):
        return "draw tickets"
    if route is None:
        return "the right card" if isinstance(action, CARD_DRAWS) else "the right choice"
    if sum(second.built[route.index, seat] for seat in range(seen.seats)) > _CONTESTED * second.games:
        return "block"
    return "take the gray one" if route.color == GRAY else "build now"
