"""What can be asked about a position: how a route stands for a seat, what an action costs, a longest path.

The mechanics answer; a board with mechanics of its own is asked in the same way. No answer copies or changes a game.
"""

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.standing import OPEN
from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import tracks_of
from branchline.model.actions import Claim
from branchline.model.questions import Price


def standing_of(rules: RuleSheet, seat: i64, route: i64) -> i64:
    """How a route stands for a seat: open if any way to claim it is, else what the way that comes first says."""
    found: i64 = -1
    for mechanic in rules.mechanics:
        said = mechanic.standing(seat, route)
        if said == OPEN:
            return OPEN
        if found < 0:
            found = said
    return found


def price_of(rules: RuleSheet, seat: i64, action: i64) -> Price | None:
    """What an action takes from a seat; None if it takes nothing."""
    for mechanic in rules.mechanics:
        if mechanic.first <= action < mechanic.end:
            return mechanic.price_of(seat, action)
    return None


def points_of_claim(rules: RuleSheet, seat: i64, route: i64) -> i64:
    """The points that a seat gets when it claims a route."""
    points = rules.commons.terrain.points[route]
    for mechanic in rules.mechanics:
        points += mechanic.extra_points(seat, route)
    return points


def gain_of(rules: RuleSheet, seat: i64, action: i64) -> i64:
    """The points that an action gives a seat at once; those of a claim, even if its payment is asked afterward."""
    for mechanic in rules.mechanics:
        if mechanic.first <= action < mechanic.end:
            value = mechanic.typed(action, ()) if isinstance(mechanic, RouteClaims) else None
            if isinstance(value, Claim):
                return points_of_claim(rules, seat, rules.commons.terrain.route_numbers[value.route])
            return mechanic.gain_of(seat, action)
    return 0


def longest_path_of(rules: RuleSheet, seat: i64) -> list[int]:
    """The routes of one of a seat's longest paths, in order."""
    return LongestPathSearch(rules.commons.terrain).routes_of(tracks_of(rules), seat)
