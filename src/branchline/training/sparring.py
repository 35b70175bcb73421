"""Sparring partners: planners of several styles, so that a network is not beaten by a style that it never met."""

from __future__ import annotations

from branchline.bots.planner_bot import PlannerBot

# The strongest are met most often. A network that meets only those that plan again at every claim learns to shake them
# off, and is beaten by those that keep their plans, as `search` does.
STYLES = ("steady", "hoarding", "usual", "steady", "hasty", "steady", "usual", "hoarding", "steady", "blocking")


class SparringPartner(PlannerBot):
    """A planner of one of several styles, by its seed: in each game another."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, STYLES[seed % len(STYLES)])


SPEC = f"{SparringPartner.__module__}:{SparringPartner.__name__}"  # its name among bots
