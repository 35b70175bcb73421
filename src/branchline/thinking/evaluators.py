"""Who says what a position is worth: evaluators, all behind one interface.

An evaluator has a world at hand, which is imagined from what a seat sees. It says what is worth trying there, and gives
samples of what an action is worth: the win share of every seat when the action is carried out and the game goes on. All
actions are tried in the same worlds and meet the same chance (common random numbers), so that what differs is what they
are worth. For second opinions, every evaluator also plays to the end with planners.

    champion            planners play until the seat's next turn, then the trained network of the board says who will
                        win; with champion(FILE), one of your own. The default where it has learned the game.
    PredictedPlayouts   planners play on for a few rounds, then the result is predicted. Precise, as the end of a
                        game, where most of the noise comes from, is not played but averaged. The default elsewhere.
    WholePlayouts       planners play to the end. Free of what predicting gets wrong, and noisy.
    SearchPlayouts      searches play for a round, then planners, then the result is predicted. Stronger play, and
                        hundreds of times slower: for single decisions, and for those who have time.

These planners make a new plan for every decision. A plan that is kept would make what a position is worth depend on how
it came about, and values would jump when a plan is made anew; so they are consistent, and jumps are luck or errors.

An evaluator of another kind fills in `play_on`, and says its name and version, which are kept with every analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import BadSetup, closest
from branchline.model.observation import Observation
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.candidates import Candidates
from branchline.thinking.core.tree_search import TreeSearch
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.luck_of_draws import without_draws
from branchline.thinking.practice import Shares, deciding, final_shares
from branchline.thinking.prediction import PRACTICE_GAMES, Predictor, prediction_of

RIVAL_WORLDS = 6  # worlds in which the wishes of the others are guessed, before candidates are listed
_CAUTION = _PATIENCE = 2.0  # of a search, in standard errors, as the bot has them


class Evaluator:
    """The base of evaluators: worlds, and what is worth trying in them. One is made for a board, variant and seats."""

    name = ""
    version = 5  # raised whenever the same position gets other values
    is_predicted = True  # and may be off by more than its standard errors say

    def __init__(self, rules: RuleSheet) -> None:
        learned = prediction_of(rules)
        patience = learned.experience.patience
        self.world = rules  # the world at hand
        self._worlds = Worlds(rules, learned.experience)
        self.run = rules.blank()  # where actions are tried
        self.advisers = Advisers(self.run, patience)
        self.usual = self.advisers.minds[0]  # plays on for all seats
        self.predicter = Predictor(self.run, self.usual, learned)
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

    def value_of(self, action: int) -> Shares:
        """A sample of every seat's win share if the seat does this in the world at hand."""
        self.carry_out(action)
        return self.play_on()

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Shares]]:
        """Samples for all of some actions, in so many further worlds: world by world, in their order."""
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
        """Let planners play on until so many further turns are over, or the game is."""
        run, mind, cards, luck = self.run, self.usual, self.usual.cards, self.luck
        for seat in deciding(run, turns):
            mind.plans[seat].made = False  # as in `play_decision`, which would cost a call
            action = mind.decide(seat)
            luck[seat] += cards.luck_of(action)
            run.act(seat, action)
        mind.forget()

    def play_to_the_end(self) -> Shares:
        """Let planners play on until the game is over: who wins it."""
        self.play_turns(-1)
        return final_shares(self.run)

    def played_well(self, seen: Observation, actions: Sequence[int], games: int, seed: int) -> list[list[float]]:
        """The seat's shares after each of some actions in games that a player finishes for it who is stronger than the
        planner; empty if there is nobody."""
        return []

    def play_decision(self) -> None:
        """Let a planner answer the decision that is open in `run`, with a new plan."""
        seat = self.run.open.seat()
        self.usual.plans[seat].made = False
        action = self.usual.decide(seat)
        self.luck[seat] += self.usual.cards.luck_of(action)
        self.run.act(seat, action)

    def play_on(self) -> Shares:
        """The game in `run` goes on: a sample of every seat's win share."""
        raise NotImplementedError


class PredictedPlayouts(Evaluator):
    """Planners play on for some rounds; then the result is predicted."""

    name = "predicted"
    rounds = 4

    def play_on(self) -> Shares:
        self.play_turns(self.rounds * int(self.run.seats))
        return self.predicter.shares()


class WholePlayouts(Evaluator):
    """Planners play to the end."""

    name = "playouts"
    is_predicted = False

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Shares]]:
        """Less the luck of the draws in these games."""
        found: list[list[Shares]] = [[] for _ in actions]
        lucks: list[list[Shares]] = [[] for _ in actions]
        for _ in range(worlds):
            self.imagine(seen, chance)
            for action, results, luck in zip(actions, found, lucks, strict=True):
                results.append(self.value_of(action))
                luck.append(list(self.luck))
        return [list(world) for world in zip(*without_draws(found, lucks), strict=True)]

    def play_on(self) -> Shares:
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

    def play_on(self) -> Shares:
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
