"""From an observation to a decision: imagine worlds, let candidates race, name the winner."""

import time
from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.planner.mind import Mind
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.candidates import Candidate, Candidates
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.outcomes import Outcomes
from branchline.thinking.core.race import Race
from branchline.thinking.core.tree import Tree
from branchline.thinking.core.worlds import Worlds

PART_OF_A_GAME: Final[i64] = 3  # a playout lasts one part in that many of a usual game, unless it is told how long
RIVAL_WORLDS: Final[i64] = 6  # worlds in which the wishes of the others are guessed, before candidates are listed


class TreeSearch:
    """Decides for one seat of one setting. It is shown observations and nothing else."""

    def __init__(
        self, rules: RuleSheet, seed: int, *, rounds: int, practice_games: int, caution: float, patience: float
    ) -> None:
        self.chance = Rng(seed)
        self.run = rules.blank()  # where candidates are tried
        experience = experience_of(rules, practice_games)
        self.worlds = Worlds(rules, experience)
        self.guide = self.worlds.guide  # what the planner would do
        self.advisers = Advisers(self.run, experience.patience)
        self.candidates = Candidates(self.run, self.advisers)
        self.outcomes = Outcomes(self.run, self.advisers.minds[0], experience)
        self.rounds: i64 = rounds  # that a playout lasts
        if rounds == 0:
            self.rounds = experience.rounds // PART_OF_A_GAME + 1
        self.tree = Tree(self.run, self.advisers)
        self.race = Race(caution, patience)
        self.playouts: i64 = 0  # that the last decision took
        self.seat: i64 = 0
        self.minds: list[Mind] = []

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after that many playouts or seconds at most (0: no limit)."""
        deadline = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.playouts = 0
        self.seat = self.worlds.look(seen, self.chance)
        self.imagine(seen)
        self.list_candidates(seen, self.guide.decide(self.seat))
        race = self.race
        race.start(self.candidates.found)
        most: i64 = playouts if playouts > 0 else 1 << 60
        while race.left() > 1:
            self.imagine(seen)
            for candidate in race.runners:
                if candidate.is_alive:
                    if self.playouts >= most or (deadline > 0.0 and time.perf_counter() >= deadline):
                        return int(race.winner().action)
                    self.try_out(candidate)
            race.next_round()
        return int(race.winner().action)

    def imagine(self, seen: Observation) -> None:
        """Another world."""
        self.worlds.imagine(seen, self.chance)
        self.run.copy_from(self.worlds.rules)
        self.advisers.meet_world(self.seat)

    def begin(self) -> None:
        """Bring the world at hand to where candidates are tried."""
        self.run.copy_from(self.worlds.rules)
        self.advisers.begin(self.race.worlds, self.seat, self.guide.plans[self.seat])

    def list_candidates(self, seen: Observation, usual: i64) -> None:
        """Find out what is worth trying, the planner's choice first."""
        self.candidates.start(usual)
        for k in range(RIVAL_WORLDS):
            if k > 0:
                self.imagine(seen)
            self.candidates.watch_rivals(self.seat)
        self.begin()
        self.candidates.ask_advisers(self.seat)
        self.candidates.add_others(self.seat, self.guide.plans[self.seat])

    def try_out(self, candidate: Candidate) -> None:
        """Play a candidate in the world at hand, and on for some rounds."""
        self.begin()
        run = self.run
        seat = self.seat
        run.act(seat, candidate.action)
        self.tree.descend(candidate.node)
        self.play_on(candidate.mind)
        self.outcomes.judge()
        candidate.rewards.append(self.outcomes.reward(seat))
        self.tree.learn(self.outcomes)
        self.playouts += 1

    def play_on(self, own: Mind) -> None:
        """Let the seat play on with a mind, and the others as planners do, until the turns of the playout are over."""
        run = self.run
        usual = self.advisers.minds[0]
        turns: i64 = self.rounds * run.seats
        while not run.over:
            mover = run.open.seat()
            if run.open.kind() == TURN:
                turns -= 1
                if turns < 0:
                    return
            mind = own if mover == self.seat else usual
            run.act(mover, mind.decide(mover))
