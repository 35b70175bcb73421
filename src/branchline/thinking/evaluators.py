"""Who says what a position is worth: evaluators, all behind one interface.

An evaluator has a world at hand, which is imagined from what a seat sees. It says what is worth trying there, and gives
samples of what an action is worth: how the game ends for every seat when the action is carried out. All actions are
tried in the same worlds and meet the same chance (common random numbers), so that what differs is what they are worth.
For second opinions, every evaluator also plays to the end with planners.

    champion            the trained network of the board plays to the end for all seats; with champion(FILE), one of
                        your own. The default where it has learned the game.
    PredictedPlayouts   planners play on for a few rounds, then the result is predicted. Precise, as the end of a
                        game, where most of the noise comes from, is not played but averaged. The default elsewhere.
    WholePlayouts       planners play to the end. Free of what predicting gets wrong, and noisy.
    SearchPlayouts      searches play for a round, then planners, then the result is predicted. Stronger play, and
                        hundreds of times slower: for single decisions, and for those who have time.

These planners make a new plan for every decision. A plan that is kept would make what a position is worth depend on how
it came about, and values would jump when a plan is made again; so they are consistent, and jumps are luck or errors.

An evaluator of another kind fills in `play_on`, and says its name and version, which are kept with every analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import BadSetup, closest
from branchline.model.observation import Observation
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.candidates import Candidates
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.tree_search import TreeSearch
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.luck_of_draws import without_draws
from branchline.thinking.practice import Outcome, Shares, deciding, outcome_of
from branchline.thinking.prediction import PRACTICE_GAMES, Predictor, prediction_of

if TYPE_CHECKING:  # it needs NumPy
    from branchline.thinking.network_search import NetworkSearch

RIVAL_WORLDS = 6  # worlds in which the wishes of the others are guessed, before candidates are listed
_CAUTION = _PATIENCE = 2.0  # of a search, in standard errors, as the bot has them


class Evaluator:
    """The base of evaluators: worlds, and what is worth trying in them. One is made for a board, variant and seats."""

    name = ""
    version = 5  # raised whenever the same position gets other values
    is_predicted = False  # and may be off by more than its standard errors say
    search: NetworkSearch | None = None  # that decides by the same games, where a champion judges

    def __init__(self, rules: RuleSheet) -> None:
        experience = experience_of(rules, PRACTICE_GAMES)
        self.world = rules  # the world at hand
        self._worlds = Worlds(rules, experience)
        self.run = rules.blank()  # where actions are tried
        self.advisers = Advisers(self.run, experience.patience)
        self.usual = self.advisers.minds[0]  # plays on for all seats
        self._candidates = Candidates(self.run, self.advisers)
        self.luck = [0.0] * int(rules.seats)  # of each seat with its blind draws since an action was carried out
        self.seat = 0
        self.worlds = 0  # met since the last look

    @classmethod
    def version_for(cls, board: str, file: str = "") -> int:  # noqa: ARG003 - for those that read one
        """The version of its values for a board: with what is in the file that it reads."""
        return cls.version

    # Worlds

    def look(self, seen: Observation, chance: Rng) -> None:
        """Take in what a seat sees, before worlds are imagined from it."""
        self.seat = self._worlds.look(seen, chance)
        self.worlds = 0

    def imagine(self, seen: Observation, chance: Rng) -> None:
        """Another world in which the seat would see just this."""
        self._worlds.imagine(seen, chance)
        self.worlds += 1

    # What can be tried

    def candidates(self, seen: Observation, chance: Rng) -> list[int]:
        """What is worth trying, by what the seat sees: the planner's own choice first."""
        self.imagine(seen, chance)
        self._candidates.start(self.usual_action())
        for _ in range(RIVAL_WORLDS):
            self.run.copy_from(self.world)
            self.advisers.meet_world(self.seat)
            self._candidates.watch_rivals(self.seat)
            self.imagine(seen, chance)
        self._begin()
        self.usual.seen.look_at(self.seat)
        plan = self.usual.plan_for(self.seat)
        self._candidates.ask_advisers(self.seat)
        self._candidates.add_others(self.seat, plan)
        return [int(candidate.action) for candidate in self._candidates.found]

    def usual_action(self) -> int:
        """What the planner would do in the world at hand."""
        self._begin()
        return int(self.usual.decide(self.seat))

    def value_of(self, action: int) -> Outcome:
        """A sample of what comes of it if the seat does this in the world at hand."""
        self.carry_out(action)
        return self.play_on()

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Outcome]]:
        """Samples for all of some actions, in that many further worlds: world by world, in their order."""
        found = []
        for _ in range(worlds):
            self.imagine(seen, chance)
            found.append([self.value_of(action) for action in actions])
        return found

    def carry_out(self, action: int) -> None:
        """Let the seat do something in the world at hand; what comes of it is in `run`."""
        self._begin()
        self.luck = [0.0] * len(self.luck)
        self.run.act(self.seat, action)

    def _begin(self) -> None:
        """Bring the world at hand to where actions are tried. All of them meet the same chance."""
        self.run.copy_from(self.world)
        for mind in self.advisers.minds:
            mind.forget()
            mind.rng.seed(self.worlds)

    def play_turns(self, turns: int) -> None:
        """Let planners play on until that many further turns are over, or the game is."""
        run, mind, cards, luck = self.run, self.usual, self.usual.cards, self.luck
        for seat in deciding(run, turns):
            mind.plans[seat].made = False  # as in `play_decision`, which would cost a call
            action = mind.decide(seat)
            luck[seat] += cards.luck_of(action)
            run.act(seat, action)
        mind.forget()

    def play_to_the_end(self) -> Outcome:
        """Let planners play on until the game is over: how it ends."""
        self.play_turns(-1)
        return outcome_of(self.run)

    def play_decision(self) -> None:
        """Let a planner answer the decision that is open in `run`, with a new plan."""
        seat = self.run.open.seat()
        self.usual.plans[seat].made = False
        action = self.usual.decide(seat)
        self.luck[seat] += self.usual.cards.luck_of(action)
        self.run.act(seat, action)

    def play_on(self) -> Outcome:
        """The game in `run` goes on: a sample of how it ends."""
        raise NotImplementedError


class PredictedPlayouts(Evaluator):
    """Planners play on for some rounds; then the result is predicted."""

    name = "predicted"
    rounds = 4
    is_predicted = True

    def __init__(self, rules: RuleSheet) -> None:
        super().__init__(rules)
        self._predicter = Predictor(self.run, self.usual, prediction_of(rules))

    def play_on(self) -> Outcome:
        self.play_turns(self.rounds * int(self.run.seats))
        return self._predicter.outcome()


class WholePlayouts(Evaluator):
    """Planners play to the end."""

    name = "playouts"

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Outcome]]:
        """Less the luck of the draws in these games."""
        found: list[list[Outcome]] = [[] for _ in actions]
        lucks: list[list[Shares]] = [[] for _ in actions]
        for _ in range(worlds):
            self.imagine(seen, chance)
            for action, results, luck in zip(actions, found, lucks, strict=True):
                results.append(self.value_of(action))
                luck.append(list(self.luck))
        shares = without_draws([[each.shares for each in results] for results in found], lucks)
        leads = without_draws([[each.leads for each in results] for results in found], lucks)
        by_action = [list(map(Outcome, *both)) for both in zip(shares, leads, strict=True)]
        return [list(world) for world in zip(*by_action, strict=True)]

    def play_on(self) -> Outcome:
        return self.play_to_the_end()


class SearchPlayouts(PredictedPlayouts):
    """Searches play on for a round, from what they see in the world at hand; then as `PredictedPlayouts`."""

    name = "search"
    tries = 48  # playouts that a search has for a decision

    def __init__(self, rules: RuleSheet) -> None:
        super().__init__(rules)
        self._search = TreeSearch(
            rules.blank(), 0, rounds=0, practice_games=PRACTICE_GAMES, caution=_CAUTION, patience=_PATIENCE
        )

    def play_on(self) -> Outcome:
        run, search = self.run, self._search
        search.chance.seed(self.worlds)  # so that all actions meet the same chance, and a judgment can be repeated
        for seat in deciding(run, int(run.seats)):
            search.guide.forget()
            run.act(seat, search.decide(run.observe(seat), self.tries, 0.0))
        return super().play_on()


EVALUATORS: dict[str, type[Evaluator]] = {
    kind.name: kind for kind in (PredictedPlayouts, WholePlayouts, SearchPlayouts)
}
PREDICTED = PredictedPlayouts.name
CHAMPION = "champion"


@cache
def default_for(board: str, variant: str, seats: int) -> str:
    """Who judges unless it is said otherwise: the champion where it plays well, if NumPy is installed."""
    try:
        from branchline.champions.shipped import SHIPPED, has_learned
    except ModuleNotFoundError:
        return PREDICTED
    return CHAMPION if has_learned(SHIPPED, board, variant, seats) else PREDICTED


def version_of(name: str, board: str) -> int:
    """The version of an evaluator: another one whenever the same position of this board gets other values."""
    kind, files = _named(name)
    return kind.version_for(board, *files)


def make_evaluator(name: str, board: str, variant: str, seats: int) -> Evaluator:
    """The evaluator of this name for games of this kind."""
    kind, files = _named(name)
    return kind(registry.new_rule_sheet(board, variant, seats), *files)


def _named(name: str) -> tuple[type[Evaluator], tuple[str, ...]]:
    """What a name means: a kind of evaluator, and the file that it reads."""
    kind, has_file, file = name.removesuffix(")").partition("(")
    if kind == CHAMPION and bool(has_file) == bool(file):
        try:
            from branchline.thinking.champion_playouts import ChampionPlayouts
        except ModuleNotFoundError as error:
            raise BadSetup(f"the evaluator '{kind}' needs the package {error.name}") from error
        return ChampionPlayouts, (file,) if file else ()
    if name not in EVALUATORS:
        known = ", ".join([*EVALUATORS, CHAMPION])
        raise BadSetup(f"there is no evaluator '{name}'; there are: {known}{closest(name, EVALUATORS)}")
    return EVALUATORS[name], ()
