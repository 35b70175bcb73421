"""Improves an arrangement until nothing overlaps: sweeps over everything, then kicks where something is still wrong.

The same board, effort and seed give the same layout. Every step looks at a few changes and keeps the best; a kick
shakes the neighborhood of one conflict, settles it, and is taken back unless it helped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from random import Random

import numpy as np

from branchline.drawing.bundles import Bundle, unit_of
from branchline.drawing.free_space import with_marks_and_stands
from branchline.drawing.layout import Layout, layout_from_json, layout_to_json
from branchline.drawing.solve.arrangement import Arrangement, bending
from branchline.drawing.solve.geometry import SHORTEST, Array, Run, beyond, box_depths, disc_depths, grown
from branchline.model.board import Board

Progress = Callable[[int, int, str], None]  # steps done, steps in all, what is being done

_BENDS = [round(step * 0.02, 2) for step in range(-15, 16)]
_SKEWS = (-0.2, 0.0, 0.2)
_SHIFTS = (-1.0, 0.0, 1.0)
_NEARBY_BENDS = (-0.06, -0.04, -0.02, 0.02, 0.04, 0.06)
_SHARPEST = 0.34
_TRIALS = 60  # curves tried for a bundle in a full search
_STRIDES = (40.0, 24.0, 14.0, 8.0)  # how far a place is moved in one sweep after the other
_SETTLING = (24.0, 14.0, 8.0, 5.0)  # the same after a kick
_AIR = 3.0  # measured besides true overlaps: claimed pieces should not touch either
_LINE = 1.7  # half the width of a bare line, with a little to spare
_STALLED = 25  # kicks in vain after which they become stronger


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to try."""

    sweeps: int = 25
    kicks: int = 250  # at most, while something overlaps
    straightening: int = 30  # kicks against needless bends, once nothing overlaps


@dataclass(frozen=True, slots=True)
class _Conflict:
    """Something wrong: the places around which to look for a better arrangement."""

    places: frozenset[int]
    true: bool  # an overlap; else two things are only too near


def solve_layout(
    board: Board,
    *,
    effort: Effort | None = None,
    seed: int = 1,
    unit: float | None = None,
    letters: float = 1.0,
    progress: Progress | None = None,
) -> Layout:
    """Lay out a board: `unit` scales all that is drawn (by default what fits), `letters` the names besides."""
    effort = effort or Effort()
    state = Arrangement(board, unit or unit_of(board), letters)
    _Solver(state, Random(seed), progress or _silent).run(effort)
    layout = with_marks_and_stands(board, state.layout())
    return layout_from_json(layout_to_json(layout))  # rounded as it will be stored


def _silent(done: int, total: int, words: str) -> None:
    """Tell nobody."""


class _Solver:
    def __init__(self, state: Arrangement, rng: Random, progress: Progress) -> None:
        self.state, self.rng, self.progress = state, rng, progress

    def run(self, effort: Effort) -> None:
        """Sweep, keep the best, kick until nothing overlaps, then straighten."""
        state, total = self.state, effort.sweeps + effort.kicks + effort.straightening
        self._write(range(len(state.names)))
        best, kept = self._score(), self._snapshot()
        for sweep in range(effort.sweeps):
            self._sweep(sweep)
            score = self._score()
            if score <= best:
                best, kept = score, self._snapshot()
            self.progress(sweep + 1, total, self._words(best))
            if best < 1 and sweep >= 10:
                break
        self._restore(kept)
        in_vain = 0
        for kick in range(effort.kicks):
            if best < 1:
                break
            score = self._kick(26.0 if in_vain >= _STALLED else 14.0)
            in_vain = 0 if score < best - 0.5 else in_vain + 1
            best, kept = self._judge(score, best, kept)
            self.progress(effort.sweeps + kick + 1, total, self._words(best))
        for kick in range(effort.straightening if best < 1 else 0):
            best, kept = self._judge(self._kick(14.0), best, kept)
            self.progress(effort.sweeps + effort.kicks + kick + 1, total, "straightening")
        self.progress(total, total, self._words(best))

    def _judge(self, score: float, best: float, kept: _Snapshot) -> tuple[float, _Snapshot]:
        if score <= best:
            return score, self._snapshot()
        self._restore(kept)
        return best, kept

    def _words(self, best: float) -> str:
        conflicts = self._conflicts(0.0)
        return "nothing overlaps" if best < 1 else f"{len(conflicts)} overlaps" if conflicts else "only near misses"

    # Single steps

    def _shuffled(self, numbers: Sequence[int]) -> list[int]:
        return self.rng.sample(numbers, len(numbers))

    def _sweep(self, number: int) -> None:
        state = self.state
        for bundle in self._shuffled(range(len(state.bundles))):
            self._bend(bundle, full=number % 3 == 0)
        for place in self._shuffled(range(len(state.position))):
            self._nudge(place, _STRIDES[number % 4])
        self._write(self._shuffled(range(len(state.names))))

    def _write(self, names: Sequence[int]) -> None:
        """Write names where they disturb least."""
        for number in names:
            self.state.names[number].chosen = int(np.argmin(self.state.name_costs(number)))

    def _bend(self, number: int, full: bool) -> None:
        """Give a bundle the best of some curves."""
        state = self.state
        others, labels = state.slots({number}), state.labels()
        now = state.bundles[number]
        best, run = now, state.runs[number]
        cost = state.bundle_cost(now, run, others, labels)
        for trial in self._curves(now, run.car, full):
            laid = state.laid(trial)
            price = state.bundle_cost(trial, laid, others, labels)
            if price < cost - 1e-6:
                best, run, cost = trial, laid, price
        state.bundles[number], state.runs[number] = best, run

    def _curves(self, now: Bundle, car: float, full: bool) -> list[Bundle]:
        if not full:
            bends = [round(now.bend + by, 3) for by in _NEARBY_BENDS] + [0.0]
            return [replace(now, bend=bend) for bend in bends if abs(bend) <= _SHARPEST]
        shifts = _SHIFTS if car >= 60 * self.state.unit - 0.5 else (0.0,)  # only short trains can be shifted
        curves = [replace(now, bend=b, skew=s, shift=h) for b in _BENDS for s in _SKEWS for h in shifts]
        return self.rng.sample(curves, min(_TRIALS, len(curves)))

    def _nudge(self, place: int, stride: float) -> None:
        """Move a place a little if that helps."""
        state = self.state
        cost, kept = state.place_cost(place), state.position[place].copy()
        for _ in range(5):
            turn, far = self.rng.uniform(0, 2 * pi), self.rng.uniform(2, stride) * state.unit
            state.move(place, kept + np.array([cos(turn) * far, sin(turn) * far]))
            price = state.place_cost(place)
            if price < cost - 1e-6:
                cost, kept = price, state.position[place].copy()
        state.move(place, kept)

    # Kicks

    def _kick(self, strength: float) -> float:
        """Shake the neighborhood of one conflict and settle it; the score after that."""
        state, rng = self.state, self.rng
        conflicts = self._conflicts(_AIR * state.unit)
        bent = sorted(range(len(state.bundles)), key=lambda q: -abs(state.bundles[q].bend) * (0.4 + rng.random()))[:8]
        if conflicts and rng.random() >= 0.3:
            center = set(rng.choice(conflicts).places)
        else:
            number = rng.choice(bent)
            bundle = state.bundles[number]
            center = {bundle.a, bundle.b}
            self._set_bend(number, bundle.bend * rng.choice([0.5, 0.0, -0.5]))
        ends = {
            end for place in center for q in state.at_place[place] for end in (state.bundles[q].a, state.bundles[q].b)
        }
        near = sorted(center | {end for end in sorted(ends) if rng.random() < 0.5})
        bundles = sorted({q for place in near for q in state.at_place[place]})
        for place in near:
            if rng.random() < 0.5:
                by = np.array([rng.gauss(0, strength), rng.gauss(0, strength)]) * state.unit
                state.move(place, state.position[place] + by)
        for number in bundles:
            if rng.random() < 0.4:
                self._set_bend(number, state.bundles[number].bend + rng.gauss(0, 0.06))
        self._settle(near, bundles)
        return self._score()

    def _set_bend(self, number: int, bend: float) -> None:
        self.state.bundles[number] = replace(self.state.bundles[number], bend=round(bend, 3))
        self.state.lay(number)

    def _settle(self, places: list[int], bundles: list[int]) -> None:
        state = self.state
        middle = state.position[places]
        names = [
            number
            for number, name in enumerate(state.names)
            if (np.hypot(*(middle - np.array(state.home_of(name))).T) < 260 * state.unit).any()
        ]
        for round_, stride in enumerate(_SETTLING):
            self._write(self._shuffled(names))
            for number in self._shuffled(bundles):
                self._bend(number, full=round_ == 0)
            for place in self._shuffled(places):
                self._nudge(place, stride)
        self._write(names)

    # Judging

    def _score(self) -> float:
        """Ten for an overlap, one for a near miss, five for a short car; below one: how bent and moved all is."""
        state = self.state
        short = sum(run.car < SHORTEST * state.unit - 0.1 for run in state.runs)
        near = self._conflicts(_AIR * state.unit)
        true = len(self._conflicts(0.0))
        bent = sum(bending(bundle) for bundle in state.bundles) / max(len(state.bundles), 1)
        moved = float(np.mean(np.hypot(*(state.position - state.home).T))) / state.unit
        return 10 * true + len(near) + 5 * short + min(0.6 * bent + 0.004 * moved, 0.99)

    def _conflicts(self, air: float) -> list[_Conflict]:
        """Everything that overlaps, or comes nearer than the air asked for."""
        state = self.state
        slots, labels, discs = state.slots(), state.labels(), state.discs()
        ends = [frozenset((bundle.a, bundle.b)) for bundle in state.bundles]
        of_slot = [ends[q] for q, run in enumerate(state.runs) for _ in run.boxes]
        of_name = [frozenset(() if name.place is None else (name.place,)) for name in state.names]
        of_place = [frozenset((place,)) for place in range(len(discs))]
        wide, wide_labels, wide_discs = grown(slots, air / 2), grown(labels, air / 2), discs + np.array([0, 0, air / 2])
        found: list[frozenset[int]] = []

        def look(depths: Array, one: list[frozenset[int]], other: list[frozenset[int]]) -> None:
            found.extend(one[i] | other[j] for i, j in np.argwhere(depths > 0.01))

        look(np.triu(box_depths(wide, wide), 1), of_slot, of_slot)
        look(disc_depths(wide, wide_discs), of_slot, of_place)
        look(box_depths(wide, wide_labels), of_slot, of_name)
        look(np.triu(box_depths(wide_labels, wide_labels), 1), of_name, of_name)
        look(disc_depths(wide_labels, wide_discs), of_name, of_place)
        apart = np.hypot(*(discs[:, None, :2] - discs[None, :, :2]).T).T - discs[:, None, 2] - discs[None, :, 2]
        look(np.triu(air + 0.02 - apart, 1), of_place, of_place)
        for boxes, of in ((slots, of_slot), (labels, of_name)):
            found += [of[i] for i in np.flatnonzero(beyond(boxes, state.size, 0.0) > 0)]
        if air == 0:
            found += self._line_conflicts(slots, labels, discs, of_slot, of_name)
        return [_Conflict(places or frozenset(range(len(discs))), air == 0) for places in found]

    def _line_conflicts(
        self, slots: Array, labels: Array, discs: Array, of_slot: list[frozenset[int]], of_name: list[frozenset[int]]
    ) -> list[frozenset[int]]:
        """Bare lines that cross a car, a name or a place of something else."""
        state = self.state
        found = []
        for bundle, run in zip(state.bundles, state.runs, strict=True):
            if not len(run.leads):
                continue
            own = frozenset((bundle.a, bundle.b))
            points = np.column_stack([run.leads, np.full(len(run.leads), _LINE * state.unit)])
            hit = (disc_depths(slots, points) > 0.01).any(axis=1)
            found += [own | of_slot[i] for i in np.flatnonzero(hit) if not _same_run(slots[i], run)]
            hit = (disc_depths(labels, points) > 0.01).any(axis=1)
            found += [own | of_name[i] for i in np.flatnonzero(hit)]
            gaps = np.hypot(*(run.leads[:, None, :] - discs[None, :, :2]).T).T - discs[None, :, 2] - _LINE * state.unit
            found += [own | {int(i)} for i in np.flatnonzero((gaps < 0).any(axis=0)) if int(i) not in own]
        return found

    # Keeping

    def _snapshot(self) -> _Snapshot:
        state = self.state
        return _Snapshot(state.position.copy(), list(state.bundles), [name.chosen for name in state.names])

    def _restore(self, kept: _Snapshot) -> None:
        state = self.state
        state.position[:] = kept.position
        state.bundles[:] = kept.bundles
        for name, chosen in zip(state.names, kept.chosen, strict=True):
            name.chosen = chosen
        for number in range(len(state.bundles)):
            state.lay(number)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    position: Array
    bundles: list[Bundle]
    chosen: list[int]


def _same_run(slot: Array, run: Run) -> bool:
    """Whether a slot is one of a run's own."""
    return bool((np.abs(run.boxes[:, :2] - slot[:2]).sum(axis=1) < 1e-6).any())
