"""A training run: demonstrations first, then self-play, in pieces that can be resumed.

A run has a folder. `learner.pt` holds the weights, `optimizer.pt` how they were moving, `league.pt` the past selves,
`champion.npz` what plays, and `curve.csv` how it went. A run that is resumed goes on with all of these; only the games
that were being played begin again.
"""

from __future__ import annotations

import csv
import json
import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch

from branchline.bots.registry import make_bot
from branchline.champions.network import Network, Shape
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, load_weights
from branchline.model.errors import BadSetup
from branchline.training.curve import draw_curve
from branchline.training.demonstrations import PLANNER, Demonstrations, leave_demonstrations
from branchline.training.evaluating import Result, compare
from branchline.training.improving import Figures, Improver
from branchline.training.learner import Learner
from branchline.training.selfplay import Experience, Tables, open_tables

Teller = Callable[[str], None]
_TELL_EVERY = 15.0  # seconds
_PREDICT_FIRST = 10  # rollouts after demonstrations, in which only predicting is learned: teachers played otherwise
_FIND_PACE = 20  # rollouts after a start, until the optimizer has found its pace again


@dataclass(slots=True)
class TrainingSettings:
    """How to train."""

    setups: list[str]
    folder: str
    minutes: float = 10.0  # of self-play in this piece
    total_minutes: float = 0.0  # of all pieces, for the rate of learning, which falls; 0: this piece is all
    demonstrations: list[str] = field(default_factory=list)  # setups, a process for each; by default `setups`
    teacher: str = PLANNER  # the bot that demonstrates
    demonstration_seconds: float = 30.0  # of its play ...
    demonstration_games: int = 0  # ... or until that many games are over; 0: as many as there is time for
    demonstration_passes: int = 2
    demonstration_chunk: int = 8192  # decisions that are learned from together
    demonstration_rate: float = 1e-3
    surer: float = 2.0  # that many times as sure as it was of the teacher's answers it begins to play: slips ruin plans
    games: int = 512  # side by side, of each setup
    steps: int = 24  # of every game in a rollout
    workers: int = 2  # processes that play, for each setup
    epochs: int = 2  # over a rollout
    chunk: int = 8192  # decisions that are learned from together
    rate: float = 2e-4
    openness: float = 0.005  # how much trying things counts at the start; it falls to a tenth
    trace: float = 0.97
    lead_counts: float = 0.5  # how much the lead counts beside the win at the start; it falls to a fifth
    turns: bool = False  # one setup a rollout, in turn (one that is named twice has two turns); else all in each
    sparring: float = 0.25  # part of the games in which planners of several styles have the other seats
    begin_with: str = ""  # a file of weights to go on from, where the run is new
    league: float = 0.3  # part of the rollouts in which past selves sit at half of the tables
    league_every: int = 30  # rollouts between two past selves
    league_size: int = 5
    evaluate: float = 4.0  # minutes of self-play between evaluations
    evaluation_games: int = 400  # against `opponent`, of each setup
    opponent: str = "planner"
    width: int = 640  # the shape of the network, see `Shape`
    blocks: int = 3
    seed: int = 0
    device: str = "auto"


def device_for(wanted: str) -> torch.device:
    """Where to learn: on a GPU if there is one, unless something else is wanted."""
    return torch.device(("cuda" if torch.cuda.is_available() else "cpu") if wanted == "auto" else wanted)


class TrainingRun:
    """A training run and where it stands."""

    def __init__(self, settings: TrainingSettings, tell: Teller = print) -> None:
        self.settings = settings
        self.tell = tell
        self.setups = [Setup.read(text) for text in settings.setups]
        self.demonstrations = [Setup.read(text) for text in settings.demonstrations] or self.setups
        for bot in (settings.teacher, settings.opponent):
            make_bot(bot, 0)  # raises, before minutes are spent, if there is no such bot
        self.folder = Path(settings.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.device = device_for(settings.device)
        torch.set_float32_matmul_precision("high")
        torch.manual_seed(settings.seed)
        self.rng = np.random.default_rng(settings.seed)
        self.minutes = 0.0  # of self-play so far
        self.rollouts = 0
        self.decisions = 0
        self.league: list[dict[str, torch.Tensor]] = []
        self.resumed = (self.folder / "learner.pt").is_file()
        if self.resumed:  # with the network that is there, whatever is asked for now
            network = load_weights(self.folder / "champion.npz").network
            for setup in self.setups:
                if setup not in network.setups:
                    known = ", ".join(map(str, network.setups))
                    raise BadSetup(f"the run in {self.folder} is not for {setup}: its network was made for {known}")
        else:
            network = load_weights(settings.begin_with).network if settings.begin_with else self._new_network()
        self.learner = self._new_learner(network)
        self.improver = Improver(self.learner, settings.chunk)
        if self.resumed:
            self._resume()
            if 0 < settings.total_minutes <= self.minutes:  # the rate of learning would be next to nothing
                total = f"--total-minutes {settings.total_minutes:g}"
                raise BadSetup(f"{total} are over: this run had {self.minutes:.1f} before; name those of all pieces")
        elif settings.begin_with:
            self.learner.take(load_weights(settings.begin_with).arrays)

    def _new_network(self) -> Network:
        shape = Shape(self.settings.width, self.settings.blocks)
        return Network(shape, [*self.setups, *self.demonstrations])

    def _new_learner(self, network: Network) -> Learner:
        return Learner(network, self.settings.seed).to(self.device)

    # Demonstrations

    def teach(self) -> None:
        """Learn from the teacher."""
        settings = self.settings
        begun = time.monotonic()
        self.tell(f"demonstrations by {settings.teacher}, for up to {settings.demonstration_seconds:g} seconds")
        demonstrations = self._gather(self.demonstrations)
        count = sum(len(some) for gathered in demonstrations.values() for some in gathered)
        if count == 0:
            seconds = f"{settings.demonstration_seconds:g} seconds"
            raise BadSetup(f"no game was over after {seconds} of demonstrations: give them more")
        self.tell(f"{count} decisions of {settings.teacher} after {time.monotonic() - begun:.0f} s")
        for done, figures in self.improver.imitate(
            demonstrations, settings.demonstration_passes, settings.demonstration_chunk, settings.demonstration_rate
        ):
            self.tell(
                f"  demonstrations {done:4.0%}: {figures.right:.1%} answered alike, win {figures.loss_win:.3f}, "
                f"margin {figures.loss_margin:.3f}, {time.monotonic() - begun:.0f} s"
            )
        self.learner.make_surer(settings.surer)
        self.save()

    def _gather(self, setups: list[Setup]) -> dict[Setup, list[Demonstrations]]:
        seed, teacher = self.settings.seed, self.settings.teacher
        seconds, games = self.settings.demonstration_seconds, self.settings.demonstration_games or math.inf
        found: dict[Setup, list[Demonstrations]] = {setup: [] for setup in setups}
        with ProcessPoolExecutor(len(setups), get_context("spawn")) as pool:
            jobs = [
                pool.submit(leave_demonstrations, setup, seed * 1000 + k, seconds, games, teacher, self.folder)
                for k, setup in enumerate(setups)
            ]
            for setup, job in zip(setups, jobs, strict=True):
                folder = Path(job.result())
                if len(some := Demonstrations.load(folder)):
                    found[setup].append(some)
                for file in folder.iterdir():
                    file.unlink()
                folder.rmdir()
        return found

    # Self-play

    def play(self) -> None:
        """Play and learn for the minutes of this piece."""
        settings = self.settings
        tables = {setup: self._open_tables(setup, k) for k, setup in enumerate(dict.fromkeys(self.setups))}
        groups = [[setup] for setup in self.setups] if settings.turns else [list(tables)]
        past = self._new_learner(self.learner.network)
        begun, before = time.monotonic(), self.minutes
        next_evaluation = before + settings.evaluate
        playing, decided, tell_at = 0.0, self.decisions, 0.0
        self.tell(f"{settings.minutes:g} minutes of self-play, {settings.games} games of each setup side by side")
        fresh = self.rollouts  # how many there were before this piece
        while self.minutes < before + settings.minutes:
            start = time.monotonic()
            playing_now = {setup: tables[setup] for setup in groups[self.rollouts % len(groups)]}
            left = max(1 - self.minutes / (settings.total_minutes or before + settings.minutes), 0.03)
            experiences = self._rollout(playing_now, past, settings.lead_counts * (0.2 + 0.8 * left))
            playing += time.monotonic() - start
            warm = min(1.0, (self.rollouts - fresh + 1) / _FIND_PACE)
            figures = self.improver.improve(
                experiences,
                settings.epochs,
                settings.rate * left * warm,
                settings.openness * max(left, 0.1),
                predict_only=not settings.begin_with and self.rollouts < _PREDICT_FIRST * len(groups),
            )
            self.rollouts += 1
            self.decisions += sum(len(one) for one in experiences)
            self.minutes = before + (time.monotonic() - begun) / 60
            if time.monotonic() >= tell_at or self.rollouts == fresh + 1:
                tell_at = time.monotonic() + _TELL_EVERY
                spent = time.monotonic() - begun
                rate = (self.decisions - decided) / spent
                self._tell(figures, tables, f"{rate / 1000:.0f} k/s, {playing / spent:.0%} of the time playing")
            if next_evaluation <= self.minutes < before + settings.minutes:  # the last one comes when all is over
                next_evaluation += settings.evaluate
                self.save()
                paused = time.monotonic()
                self.evaluate()
                begun += time.monotonic() - paused
        for some in tables.values():
            some[0].close()
        self.save()

    def _open_tables(self, setup: Setup, k: int) -> list[Tables]:
        """Tables at which the learner plays itself, and in some games sparring partners."""
        settings = self.settings
        every = round(1 / settings.sparring) if settings.sparring > 0 else 0
        return open_tables(setup, settings.games, settings.steps, settings.workers, self._seed(k), self.device, every)

    def _rollout(self, playing: dict[Setup, list[Tables]], past: Learner, lead_counts: float) -> list[Experience]:
        """Some steps of all games, board after board: while one is thought about, the others are played on."""
        settings = self.settings
        tables = [table for some in playing.values() for table in some]
        if self.rollouts % settings.league_every == 0:
            self.league.append({name: value.detach().half().cpu() for name, value in self.learner.state_dict().items()})
            self.league = self.league[-settings.league_size :]
        guests = [len(self.league) > 1 and self.rng.random() < settings.league for _ in tables]
        if any(guests):
            past.load_state_dict(self.league[int(self.rng.integers(len(self.league) - 1))])
        for table, guest in zip(tables, guests, strict=True):
            table.seat_guest(guest)
        for t in range(settings.steps):
            for table, guest in zip(tables, guests, strict=True):
                if t > 0:
                    table.see(t - 1)
                table.decide(t, self.learner, past if guest else None)
        for table in tables:
            table.see(settings.steps - 1)
        return [
            Experience.join([table.experience(self.learner, settings.trace, lead_counts) for table in some])
            for some in playing.values()
        ]

    def _seed(self, k: int) -> int:
        """Games of a piece that was resumed are others than those before."""
        return self.settings.seed * 1_000_000 + self.rollouts * 100 + k

    def _tell(self, figures: Figures, tables: dict[Setup, list[Tables]], pace: str) -> None:
        totals = []
        for setup, some in tables.items():
            ended = [total for table in some for total in table.totals]
            totals.append(f"{setup} {np.mean(ended or [0]):.0f}")
            for table in some:
                table.totals.clear()
        self.tell(
            f"rollout {self.rollouts}, {self.minutes:.1f} min, {self.decisions / 1e6:.1f} M decisions ({pace}): "
            f"open {figures.entropy:.3f}, moved {figures.moved:.4f}, win {figures.loss_win:.3f}, "
            f"margin {figures.loss_margin:.3f}; scores {', '.join(totals)}"
        )

    # Judging and keeping

    def evaluate(self) -> list[Result]:
        """Play against the opponent on every setup, and add a line to the curve for each."""
        settings = self.settings
        results = []
        setups = list(dict.fromkeys(self.setups))
        for setup in setups:
            self.tell(f"  {setup}: evaluating in {settings.evaluation_games} games against {settings.opponent}")
            processes = settings.workers if settings.turns else settings.workers * min(len(setups), 8)
            result = compare(self.learner, setup, settings.opponent, settings.evaluation_games, processes)
            results.append(result)
            self.tell(f"  {setup}: {result}")
            self._add_to_curve(result)
        draw_curve(self.folder)
        return results

    def _add_to_curve(self, result: Result) -> None:
        path = self.folder / "curve.csv"
        line = {"minutes": round(self.minutes, 2), "decisions": self.decisions, **asdict(result)}
        new = not path.is_file()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, list(line))
            if new:
                writer.writeheader()
            writer.writerow(line)

    def save(self) -> None:
        """Keep all that is needed to go on, and what plays."""
        state = {
            "weights": self.learner.state_dict(),
            "minutes": self.minutes,
            "rollouts": self.rollouts,
            "decisions": self.decisions,
            "random": self.rng.bit_generator.state,
        }
        _save(state, self.folder / "learner.pt")
        _save(self.improver.optimizer.state_dict(), self.folder / "optimizer.pt")
        _save(self.league, self.folder / "league.pt")
        story = {"settings": asdict(self.settings), "minutes": self.minutes, "decisions": self.decisions}
        arrays = {name: value.detach().cpu().numpy() for name, value in self.learner.weights(torch.float32).items()}
        Weights(self.learner.network, arrays, story).save(self.folder / "champion.npz")
        (self.folder / "settings.json").write_text(json.dumps(asdict(self.settings), indent=1))

    def _resume(self) -> None:
        state = torch.load(self.folder / "learner.pt", map_location=self.device, weights_only=True)
        self.learner.load_state_dict(state["weights"])
        self.minutes, self.rollouts, self.decisions = state["minutes"], state["rollouts"], state["decisions"]
        self.rng.bit_generator.state = state["random"]
        kept = self.folder / "optimizer.pt"
        if kept.is_file():
            self.improver.optimizer.load_state_dict(torch.load(kept, map_location=self.device, weights_only=True))
        league = self.folder / "league.pt"
        self.league = torch.load(league, map_location="cpu", weights_only=True) if league.is_file() else []


def _save(what: Mapping[str, Any] | list[Any], path: Path) -> None:
    """Write a file whole or not at all."""
    new = path.with_suffix(".new")
    torch.save(what, new)
    new.replace(path)
