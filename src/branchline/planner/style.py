"""The numbers by which the planner weighs one thing against another, in hundredths of points.

Planners of different styles think the same with other numbers.
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

POINT: Final[i64] = 100

# How long a seat keeps a plan.
UNTIL_CHANGED: Final[i64] = 0  # until any route is claimed, or it takes tickets
UNTIL_BROKEN: Final[i64] = 1  # until a planned route is lost, all are built, or it takes tickets


class Style:
    """How a planner values time, pieces and cards. The defaults were found by playing thousands of games."""

    def __init__(self) -> None:
        self.patience: i64 = UNTIL_CHANGED  # how long a plan is kept
        self.turn: i64 = 150  # what a turn is worth
        self.piece: i64 = 144  # what a piece is worth that is laid for a ticket, if a seat has the usual number
        self.usual_pieces: i64 = 45  # with fewer pieces each is worth less, as short games leave less to do with it
        self.least: i64 = 15  # no route costs less than this in a plan, so that plans stay short
        self.risk: i64 = 24  # what a piece of a plan costs for what may come between, for each other seat
        self.time: i64 = 75  # of a hundred: how many of the turns that seem to be left are counted on in long games
        self.keep_risk: i64 = 30  # the same when tickets are chosen
        self.card_needed: i64 = 100  # a card that a ticket's route needs
        self.card_filler: i64 = 70  # a card that a route for its points needs
        self.card_near: i64 = 10  # how much more for each card of its kind in hand
        self.card_other: i64 = 19  # any other card
        self.card_wild: i64 = 78
        self.filler_piece: i64 = 50  # what a piece must bring that is laid for points alone ...
        self.filler_turn: i64 = 50  # ... and a turn that is spent on them
        self.fillers: i64 = 3  # routes for their points that are kept in mind at once
        self.ticket_claim: i64 = 300  # how much sooner a route for a ticket is claimed than one for points
        self.contest: i64 = 30  # of a hundred: how much the detour around a planned route hurries its claim
        self.wild_spend: i64 = 40  # what spending a wild costs when a claim is weighed
        self.draw_margin: i64 = 250  # what new tickets must promise before they are drawn ...
        self.draw_busy: i64 = 10_000  # ... and so much more for each ticket that is not done yet
        self.draw_never: i64 = 10_000  # no draw that would have to promise so much is thought about
        self.long_tickets: i64 = 2  # opening tickets from the last deck, where there are several
        self.second_ticket: i64 = 40  # how much of the further tickets of a draw counts, in hundredths
        self.filler_slack: i64 = 100  # turns to spare before a route for points comes before those for tickets
        self.longer_path: i64 = 200  # what leading the own network on is worth, where the longest path scores
        self.most_tickets: i64 = 10  # of a hundred: a ticket's part of the bonus for the most completed tickets
        self.claim_least: i64 = 0  # what a claim must be worth ...
        self.claim_slack: i64 = 100  # ... while there are more turns to spare than this
        self.block_part: i64 = 120  # what each piece of another seat's detour is worth; 0: never block
        self.block_most: i64 = 12  # a detour of more pieces counts as this
        self.block_least: i64 = 500  # what a claim must be worth that only blocks
        self.late: i64 = 1  # in that many last turns, claim whatever brings the most
        self.majority: i64 = 50  # of a hundred: how much one passenger does for an open majority
        self.share_part: i64 = 60  # of a hundred: a share's part of what its railroad pays
        self.share_won: i64 = 30  # of a hundred: what counts of a place that is won now
        self.bonus_part: i64 = 80  # of a hundred: how much of a board's bonuses counts in plans
        self.wild_price: i64 = 250  # what a wild is worth that is paid for a technology
        self.bundle_price: i64 = 200  # what a bundle costs that pays for a route
        self.join_price: i64 = 150  # the same for the claim of a route that another seat owns; 0: never
        self.double_price: i64 = 200  # the same for two claims in one turn
        self.wager_part: i64 = 60  # of a hundred: how much counts of what a wager may win or lose
        self.wager_card: i64 = 150  # what a card of the plan is worth that pays for a wager
        self.shared_by: i64 = 4  # routes that are expected to share the price of a permission
        self.routes_ahead: i64 = 30  # pieces a route takes on average, in tenths
        self.single_ship: i64 = 15  # what spending a single ship costs, which could pay for a harbor
        self.spare_trains: i64 = 2  # trains in a fleet beyond what the tickets need
        self.tour_part: i64 = 60  # of a hundred: how much counts of what a tour in its printed order adds
        self.harbor_card: i64 = 90  # what a card is worth that a harbor lacks
        self.harbor_least: i64 = 1500  # a harbor that is worth less waits for a better site ...
        self.harbor_late: i64 = 4  # ... until that many turns are left


def usual() -> Style:
    """As strong as weights make it."""
    return Style()


def steady() -> Style:
    """Keeps a plan for as long as it can be built, instead of making a new one whenever a route is claimed."""
    style = Style()
    style.patience = UNTIL_BROKEN
    return style


def eager() -> Style:
    """Draws tickets whenever they promise anything."""
    style = Style()
    style.draw_margin = 0
    style.draw_busy = 300
    return style


def content() -> Style:
    """Draws no tickets any more."""
    style = Style()
    style.draw_margin = style.draw_never
    return style


def hungry() -> Style:
    """Claims routes for their points before those for its tickets, if they bring more."""
    style = Style()
    style.filler_slack = -1_000
    style.filler_piece = 20
    return style


def hasty() -> Style:
    """Makes for the end: draws no tickets, and lays its pieces as soon as it can, wherever they bring the most."""
    style = content()
    style.filler_slack = -1_000
    style.filler_piece = 0
    style.fillers = 2
    return style


def hoarding() -> Style:
    """Collects cards for as long as it can afford to, and claims its routes one after the other at the end."""
    style = Style()
    style.claim_least = 10_000
    style.claim_slack = 2
    style.block_part = 0
    return style


def blocking() -> Style:
    """Claims what others seem to need, whenever that hurts them more than it costs."""
    style = Style()
    style.block_part = 300
    style.block_least = 200
    return style


STYLES: Final[dict[str, Callable[[], Style]]] = {
    "usual": usual,
    "steady": steady,
    "eager": eager,
    "content": content,
    "hungry": hungry,
    "hasty": hasty,
    "hoarding": hoarding,
    "blocking": blocking,
}
