"""The numbers by which the planner weighs one thing against another. Points are counted in hundredths."""

from typing import Final

from mypy_extensions import i64

POINT: Final[i64] = 100


class Temper:
    """How a planner values time, pieces and cards. The defaults were found by playing thousands of games."""

    def __init__(self) -> None:
        self.turn: i64 = 150  # what a turn is worth
        self.piece: i64 = 60  # what a piece is worth that is laid for a ticket
        self.least: i64 = 20  # no route costs less than this in a plan, so that plans stay short
        self.risk: i64 = 15  # what a piece of a plan costs for what may come between
        self.keep_risk: i64 = 30  # the same when tickets are chosen
        self.card_needed: i64 = 100  # a card that a ticket's route needs
        self.card_filler: i64 = 70  # a card that a route for its points needs
        self.card_other: i64 = 25  # any other card
        self.card_wild: i64 = 170
        self.filler_piece: i64 = 50  # what a piece must bring that is laid for points alone
        self.fillers: i64 = 4  # routes for their points that are kept in mind at once
        self.wild_spend: i64 = 40  # what spending a wild costs when a claim is weighed
        self.draw_margin: i64 = 250  # what new tickets must promise before they are drawn ...
        self.draw_busy: i64 = 10_000  # ... and so much more for each ticket that is not done yet
        self.second_ticket: i64 = 40  # how much of the further tickets of a draw counts, in hundredths
        self.filler_slack: i64 = 100  # turns to spare before a route for points comes before those for tickets
        self.late: i64 = 1  # in so many last turns, claim whatever brings the most
