"""The bonus for the most completed tickets (COM-084..COM-086). How much it is stands among the numbers of a board."""

from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.bonuses import award_most


class GlobetrotterAddition(Addition):
    """All who tie for the most get it in full."""

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        rules.lines.append("globetrotter")

    def score(self) -> None:
        rules = self.rules
        award_most(rules.tickets.held.completed, rules.setting.numbers.globetrotter, rules.line("globetrotter"))
