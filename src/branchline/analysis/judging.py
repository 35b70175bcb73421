"""A decision judged by what its seat could know: in worlds imagined from its observation, never in the true one.

All chance here comes from a hash of the observation. So two games that look the same to a seat get the same judgment,
whatever is hidden in them, and a judgment can be repeated.

First, all that is worth trying is tried in some worlds. Those that do best there are the finalists, together with what
was done and what the planner would do; they meet further worlds, and only these count for them. The best of several is
partly the luckiest: so the error is cross-fitted. The best of one half of the worlds is compared with what was done in
the other half, and the other way round.

What seems to be large enough for a label gets a second opinion: the best and what was done are compared in games that
are played to the end. Predicting can be off, by half of what it says or more, beside its standard error; playouts to
the end are noisy, but not off. The error is what both together say, and the less they agree, the less does predicting
count. Predicting may also see nothing wrong where a lot is, as with a ticket that was thrown away. So what the planner
would do gets such games too, some at first and many if it did better there than the best, or than what was done.

Planners play all these games, and need not know what a stronger player had in mind. So where a champion judges, there
is a label only if planners and champion agree on it, in further games of each; the error is what it costs the champion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

from branchline.analysis.futures import Future, futures
from branchline.engine.rng import Rng
from branchline.model.observation import Observation
from branchline.thinking.estimates import Estimate, estimate, mean, seed_of, standard_error
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.trial import Trial

FINALISTS = 3  # beside what was done and what the planner would do
LABELS = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))  # an error over so much of a win
SUSPECT = 0.02  # an error over this gets a second opinion, whether or not it is sure
UNSURE = 0.05  # an error over this is looked at again, even if it is not sure
SURE = 2.0  # an error of fewer standard errors has no label
_GLANCE, _CONFIRMING, _DECIDING = -100, -200, -300  # salts: of a first look at games to the end, and of later ones
OFF = 0.5  # of an error: how far off predicting may well be


@dataclass(frozen=True)
class Option:
    """Something that could have been done, and what it is worth."""

    action: int
    shares: tuple[float, ...]  # of every seat, if it is done
    se: float  # the standard error of the deciding seat's share
    worlds: int  # that it was tried in
    is_finalist: bool


@dataclass(frozen=True)
class Judgment:
    """What a seat's decision was worth, as far as it could know. Shares and errors are parts of a win."""

    seat: int
    done: Option
    usual: Option  # what the evaluator's own player would have done
    best: Option
    options: tuple[Option, ...]  # all that was tried, the best first
    error: float  # what the best is worth more than what was done
    error_se: float
    points: Estimate  # by how many points more the seat would have ended ahead; chance may bring it below zero
    lead: float  # what the best is worth more than the best other finalist
    lead_se: float
    plain_playouts: float  # independent playouts to the end that would tell the error as precisely
    playouts: int  # that it took
    futures: tuple[Future, Future] | None = None  # of the best and of what was done, where there is a second opinion
    second: Estimate | None = None  # the error as planners see it, where a champion judges and both were asked

    @property
    def label(self) -> str | None:
        """A word for an error that is large, and larger than chance explains: to both, if there are two who judge."""
        own = Estimate(self.error, self.error_se)
        return agreed(own, self.second) if self.second else label_of(own.value, own.se)


def label_of(error: float, se: float) -> str | None:
    """Inaccuracy, mistake or blunder; None for what is small, or cannot be told from chance."""
    if error <= SURE * se:
        return None
    return next((label for least, label in LABELS if error > least), None)


def agreed(one: Estimate, other: Estimate) -> str | None:
    """The milder label of two estimates of an error; none if one of them gives none."""
    labels = {label_of(each.value, each.se) for each in (one, other)}
    return None if None in labels else next(label for _, label in reversed(LABELS) if label in labels)


def judge(evaluator: Evaluator, seen: Observation, done: int, worlds: int) -> Judgment:
    """Judge what a seat did, in that many worlds that look to it as this does."""
    assert seen.seat is not None, "a spectator decides nothing"
    chance = Rng(seed_of(seen))
    evaluator.look(seen, chance)
    usual, *others = evaluator.candidates(seen, chance)
    tried = list(dict.fromkeys([usual, done, *others]))
    first = Trial(evaluator, seen, chance, tried, max(8, worlds // 3))
    ranked = sorted(tried, key=lambda action: -first.mean(action))
    finalists = list(dict.fromkeys([done, usual, *ranked[:FINALISTS]]))
    final = Trial(evaluator, seen, chance, finalists, worlds)
    judgment = _conclude(first, final, done, usual)
    if evaluator.search is not None:
        return judgment if judgment.error <= SUSPECT else _asked_both(evaluator, seen, judgment, worlds)
    better = _better(evaluator, seen, judgment, worlds)
    if better is None:
        return judgment
    best = judgment.best
    if better is not best:
        judged = _reconsidered(evaluator, seen, judgment, better, final.ahead(better.action, done), worlds)
        if judged is not judgment or judgment.error <= SUSPECT:
            return judged
    return _reconsidered(evaluator, seen, judgment, best, Estimate(judgment.error, judgment.error_se), worlds)


def _better(evaluator: Evaluator, seen: Observation, judgment: Judgment, worlds: int) -> Option | None:
    """What may well be better than what was done: the best, or what the planner would do if it does more in some games
    that are played to the end. Planners play these, and need not know how to use what somebody else likes best."""
    best, usual, done = judgment.best, judgment.usual, judgment.done
    suspect = best if judgment.error > SUSPECT else None
    if usual.action in (done.action, best.action if suspect else done.action):
        return suspect
    rivals = [suspect or done, usual]
    one, other = futures(evaluator, seen, [each.action for each in rivals], max(8, worlds // 2), _GLANCE)
    return usual if mean(other.shares) - mean(one.shares) > SUSPECT else suspect


def _reconsidered(
    evaluator: Evaluator, seen: Observation, judgment: Judgment, better: Option, predicted: Estimate, worlds: int
) -> Judgment:
    """The same judgment after a second opinion, from more games than worlds, as they are noisier. It stays as it was if
    something other than the best proves to be no better than what was done.

    Of many decisions some look bad by chance. So what would get a label is looked at again, in twice as many games of
    their own, and only these count; so is what looks bad enough for a mistake and is not sure yet.
    """
    compared = [better.action, judgment.done.action]
    for games, its_salt in ((2 * worlds, 0), (4 * worlds, _CONFIRMING)):
        good, done = futures(evaluator, seen, compared, games, its_salt)
        error, weight = _lead_and_weight(evaluator, predicted, good, done)
        if label_of(error.value, error.se) is None and error.value <= UNSURE:
            break
    if error.value <= 0 and better is not judgment.best:
        return judgment
    options = {option.action: option for option in judgment.options}
    one, other = [_mixed(options[future.action], future, weight) for future in (good, done)]
    return _revalued(judgment, one, other, error, (good, done))


def _asked_both(evaluator: Evaluator, seen: Observation, judgment: Judgment, worlds: int) -> Judgment:
    """The same judgment after further games of the champion, and as many of planners.

    Only these count, as something looks bad by chance among many decisions. What both would give a label is looked at
    again, in games of their own; where only one of them would, four times as many decide.
    """
    compared = [judgment.best.action, judgment.done.action]
    for games, salt in ((2 * worlds, 0), (4 * worlds, _CONFIRMING), (16 * worlds, _DECIDING)):
        chance = Rng(seed_of(seen, salt) ^ 2)
        evaluator.look(seen, chance)
        trial = Trial(evaluator, seen, chance, compared, games)
        good, done = futures(evaluator, seen, compared, games, salt)
        error, second = trial.ahead(*compared), ahead_in(good, done)
        is_open = min(error.value, second.value) > SUSPECT
        if not is_open or (salt != 0 and agreed(error, second)):
            break
    one, other = [_option(trial, action, is_finalist=True) for action in compared]
    judgment = _revalued(judgment, one, other, error, (good, done))
    return replace(judgment, points=estimate(trial.points(*compared)), second=second)


def _revalued(
    judgment: Judgment, best: Option, done: Option, error: Estimate, played: tuple[Future, Future]
) -> Judgment:
    """A judgment after a second opinion: what was done is so far behind the best, and what was only tried before is
    worth no more than what proved to be the best."""
    seat = judgment.seat
    found = {option.action: option for option in judgment.options if option.action != best.action}
    found[done.action] = _behind(best, done, error.value, seat)
    for option in found.values():
        if option.shares[seat] > best.shares[seat]:
            found[option.action] = _behind(best, option, 0.0, seat)
    found = {best.action: best, **found}
    return replace(
        judgment,
        done=found[done.action],
        usual=found[judgment.usual.action],
        best=best,
        options=(best, *sorted(list(found.values())[1:], key=lambda option: -option.shares[seat])),
        error=max(0.0, error.value),
        error_se=error.se,
        futures=played,
    )


def _behind(best: Option, option: Option, error: float, seat: int) -> Option:
    """An option that is so far behind the best for a seat; what the others have of the rest stays in proportion."""
    own = max(0.0, best.shares[seat] - max(0.0, error))
    rest = 1 - option.shares[seat]
    grown = (1 - own) / rest if rest else 0.0
    shares = tuple(own if its == seat else share * grown for its, share in enumerate(option.shares))
    return replace(option, shares=shares)


def _mixed(option: Option, future: Future, weight: float) -> Option:
    """An option whose value is what was predicted and what came in games to the end, which have such a weight."""
    columns = zip(option.shares, zip(*future.results, strict=True), strict=True)
    shares = tuple((1 - weight) * share + weight * mean(results) for share, results in columns)
    se = sqrt(((1 - weight) * option.se) ** 2 + (weight * standard_error(future.shares)) ** 2)
    return replace(option, shares=shares, se=se)


def lead_of(evaluator: Evaluator, predicted: Estimate, best: Future, other: Future) -> Estimate:
    """How far one action is ahead of another, by what is predicted and by games played to the end."""
    return _lead_and_weight(evaluator, predicted, best, other)[0]


def _lead_and_weight(evaluator: Evaluator, predicted: Estimate, best: Future, other: Future) -> tuple[Estimate, float]:
    """The same, and how much the games count for it."""
    played = ahead_in(best, other)
    first = _doubted(predicted, played) if evaluator.is_predicted else predicted
    both = first.joined(played)
    apart = played.value - first.value
    return both, (both.value - first.value) / apart if apart else 1.0


def ahead_in(best: Future, other: Future) -> Estimate:
    """How far one action is ahead of another, by games played to the end."""
    return estimate([a - b for a, b in zip(best.shares, other.shares, strict=True)])


def _doubted(predicted: Estimate, played: Estimate) -> Estimate:
    """What was predicted, with a standard error that owns up to how far off it may be: the more, the less it agrees."""
    apart = (played.value - predicted.value) ** 2 - played.se**2 - predicted.se**2
    return Estimate(predicted.value, sqrt(predicted.se**2 + max((OFF * predicted.value) ** 2, apart)))


def _conclude(first: Trial, final: Trial, done: int, usual: int) -> Judgment:
    best = final.best(slice(None))
    rest = {action: final.mean(action) for action in final.samples if action != best}
    second = max(rest, key=lambda action: rest[action]) if rest else best
    lead = final.lead(best, second)
    error, error_se = _error(final, best, done)
    options = [_option(final, action, is_finalist=True) for action in final.samples]
    options += [_option(first, action, is_finalist=False) for action in first.samples if action not in final.samples]
    found = {option.action: option for option in options}
    compared_se = error_se if best != done else standard_error(lead)
    against = done if best != done else second
    return Judgment(
        seat=final.seat,
        done=found[done],
        usual=found[usual],
        best=found[best],
        options=tuple(sorted(options, key=lambda option: -option.shares[final.seat])),
        error=error,
        error_se=error_se,
        points=_points(final, done),
        lead=mean(lead),
        lead_se=standard_error(lead),
        plain_playouts=_plain_playouts(final.mean(best), final.mean(against), compared_se),
        playouts=sum(trial.worlds * len(trial.samples) for trial in (first, final)),
    )


def _option(trial: Trial, action: int, *, is_finalist: bool) -> Option:
    """An action with what was seen of it."""
    return Option(action, trial.shares(action), trial.value(action).se, trial.worlds, is_finalist)


def _points(final: Trial, done: int) -> Estimate:
    """By how many points more the seat would have ended ahead with the best, cross-fitted, and its standard error."""
    leads = {action: final.points(action, done) for action in final.samples}
    halves = [slice(0, None, 2), slice(1, None, 2)]
    best = [max(leads, key=lambda action: sum(leads[action][half])) for half in halves]
    return estimate([*leads[best[1]][halves[0]], *leads[best[0]][halves[1]]])


def _error(final: Trial, best: int, done: int) -> tuple[float, float]:
    """What the best is worth more than what was done, cross-fitted, and its standard error."""
    if best == done:
        return 0.0, 0.0
    even, odd = slice(0, None, 2), slice(1, None, 2)
    fitted = [
        *final.lead(final.best(odd), done)[even],
        *final.lead(final.best(even), done)[odd],
    ]
    return max(0.0, mean(fitted)), standard_error(final.lead(best, done))


def _plain_playouts(one: float, other: float, se: float) -> float:
    """How many independent playouts to the end, of two actions, would tell their difference as precisely."""
    spread = one * (1 - one) + other * (1 - other)
    return 2 * spread / (se * se) if se > 0 else 0.0
