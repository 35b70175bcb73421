"""The rules of Lakeside: the common ones, pennants on the lookouts, and a bonus for the most routes."""

from dataclasses import dataclass

from branchline.engine.commons import Commons, Setting
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.composed import ComposedRules
from branchline.model.events import SeatEvent
from branchline.model.observation import Observation, View
from branchline.notation.forms import register

NOBODY = -1
PENNANT_POINTS = 3
MOST_ROUTES_POINTS = 5


@register
@dataclass(frozen=True, slots=True)
class PennantTaken(SeatEvent):
    """A seat was the first to reach a lookout."""

    place: str


@register
@dataclass(frozen=True, slots=True)
class PennantsView(View):
    """Who holds the pennant of each lookout. All of it is public."""

    holders: tuple[int | None, ...]


class Pennants(Mechanic):
    """Each lookout has one pennant; the first seat with a route there takes it."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("pennants", commons)
        self.lookouts = [city for city in commons.setting.board.cities if "lookout" in city.tags]
        self.holders = [NOBODY] * len(self.lookouts)

    def reach(self, seat: int, place: int) -> None:
        """A seat has a route to this place now."""
        for at, city in enumerate(self.lookouts):
            if city.index == place and self.holders[at] == NOBODY:
                self.holders[at] = seat
                if self.commons.journal.on:
                    self.commons.journal.add(PennantTaken(seat, city.id))

    def reset(self) -> None:
        self.holders = [NOBODY] * len(self.lookouts)

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Pennants)
        self.holders = other.holders.copy()

    def check(self) -> None:
        assert len(self.holders) == len(self.lookouts), "a pennant was lost or invented"

    def view(self, seat: int | None, revealed: bool) -> View:
        return PennantsView(tuple(None if holder == NOBODY else holder for holder in self.holders))

    def imagine(self, seen: Observation) -> None:
        part = self.seen_part(seen)
        assert isinstance(part, PennantsView)
        self.holders = [NOBODY if holder is None else holder for holder in part.holders]


class Rules(ComposedRules):
    """The common rules, with pennants and a bonus for the most routes."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.pennants = Pennants(self.commons)
        self.add(self.pennants, [])
        self.lines += ["pennants", "most_routes"]

    def after_claim(self, seat: int, route: int) -> None:
        claimed = self.setting.board.routes[route]
        self.pennants.reach(seat, claimed.a)
        self.pennants.reach(seat, claimed.b)

    def final_scores(self) -> None:
        super().final_scores()
        for holder in self.pennants.holders:
            if holder != NOBODY:
                self.line("pennants")[holder] += PENNANT_POINTS
        award_most(self.tracks.claims, MOST_ROUTES_POINTS, self.line("most_routes"))
