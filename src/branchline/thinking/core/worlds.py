"""Imagined worlds: games in which a seat would see just what it sees, and the others hold what they probably hold."""

from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from branchline.thinking.core.experience import Experience
from branchline.thinking.core.ticket_guesses import TicketGuesses


class Worlds:
    """One world after another in a rule sheet. `look` comes first, then `imagine` as often as wanted."""

    def __init__(self, rules: RuleSheet, experience: Experience) -> None:
        self.rules = rules  # the world at hand
        self.guide = Mind(rules, Style())  # what the planner would do there
        self.guide.patience = experience.patience
        self.guesses = TicketGuesses(self.guide, experience.habits)

    def look(self, seen: Observation, chance: Rng) -> int:
        """Take in what a seat sees; returns the seat."""
        seat = seen.seat
        assert seat is not None, "a spectator decides nothing"
        self.rules.imagine(seen, int(chance.word()))
        self.guesses.look(seat)
        return seat

    def imagine(self, seen: Observation, chance: Rng) -> None:
        """Another world in which the seat would see just this."""
        seat = seen.seat
        assert seat is not None
        self.rules.imagine(seen, int(chance.word()))
        self.guesses.deal(seat, chance)
