"""Shares (mechanics/shares): take those that pay most for each share, and first where a place can still be won."""

from mypy_extensions import i64

from branchline.engine.decisions import GIVE_SHARE, TAKE_SHARE
from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.mechanics.shares.shares import Shares
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class ShareJudgment(Judgment):
    """What the next share of a railroad is worth to the seat."""

    def __init__(self, seen: Situation, style: Style, shares: Shares) -> None:
        super().__init__(seen, style)
        self.shares = shares
        self.worth: vec[i64] = vec[i64]([0] * shares.railroads)
        self.held: vec[i64] = vec[i64]([0] * shares.holders)
        self.lowest: vec[i64] = vec[i64]([0] * shares.holders)

    def look(self) -> None:
        """Weigh up all railroads."""
        for railroad in range(self.shares.railroads):
            self.worth[railroad] = self.worth_of(railroad)

    def worth_of(self, railroad: i64) -> i64:
        """Its share of all that the railroad pays, and a part of what the place pays that it wins now."""
        shares = self.shares
        if shares.taken[railroad] == shares.sizes[railroad]:
            return 0
        pays = shares.payouts[railroad]
        all_paid: i64 = 0
        place: i64 = 0
        while place < len(pays) and place < self.seen.seats:
            all_paid += pays[place]
            place += 1
        self.tally(railroad)
        before = self.payout(railroad, self.seen.seat)
        self.held[self.seen.seat] += 1
        if self.held[self.seen.seat] == 1:
            self.lowest[self.seen.seat] = shares.taken[railroad] + 1
        won: i64 = self.payout(railroad, self.seen.seat) - before
        return all_paid * POINT // shares.sizes[railroad] * self.style.share_part // 100 + won * self.style.share_won

    def tally(self, railroad: i64) -> None:
        """Count all holders' shares of a railroad. Half of a dummy's will count, so it is taken for half."""
        shares = self.shares
        fill(self.held, 0)
        share: i64 = shares.taken[railroad]
        while share > 0:
            holder = shares.holder[shares.start[railroad] + share - 1]
            self.held[holder] += 1
            self.lowest[holder] = share
            share -= 1
        if shares.has_dummy:
            self.held[shares.dummy] = (self.held[shares.dummy] + 1) // 2

    def payout(self, railroad: i64, holder: i64) -> i64:
        """What a holder's place pays, as tallied."""
        if self.held[holder] == 0:
            return 0
        place: i64 = 0
        for other in range(self.shares.holders):
            more: i64 = self.held[other] - self.held[holder]
            if more > 0 or (more == 0 and other != holder and self.lowest[other] < self.lowest[holder]):
                place += 1
        pays = self.shares.payouts[railroad]
        return pays[place] if place < len(pays) else 0

    def best_on(self, route: i64) -> i64:
        """The railroad on a route whose next share is worth most; NONE if there are no shares left."""
        shares = self.shares
        best: i64 = NONE
        for k in range(shares.mark_start[route], shares.mark_start[route + 1]):
            railroad = shares.marks[k]
            left = shares.taken[railroad] < shares.sizes[railroad]
            if left and (best == NONE or self.worth[railroad] > self.worth[best]):
                best = railroad
        return best

    def add_bonuses(self, bonus: vec[i64]) -> None:
        self.look()
        for route in range(self.chart.routes):
            best = self.best_on(route)
            if best != NONE:
                bonus[route] += self.worth[best]

    def decide(self, kind: i64, plan: Plan) -> i64:
        shares = self.shares
        if kind == TAKE_SHARE:
            self.look()
            return shares.first + 1 + self.best_on(shares.route)
        if kind == GIVE_SHARE:
            return shares.first + 1 + shares.railroads + self.least_harm()
        return NONE

    def least_harm(self) -> i64:
        """The railroad on the route in which a share of the dummy costs the seat least, and the others most."""
        shares = self.shares
        best: i64 = NONE
        best_harm: i64 = 0
        for k in range(shares.mark_start[shares.route], shares.mark_start[shares.route + 1]):
            railroad = shares.marks[k]
            if shares.taken[railroad] < shares.sizes[railroad]:
                harm = self.harm_of(railroad)
                if best == NONE or harm < best_harm:
                    best_harm = harm
                    best = railroad
        return best

    def harm_of(self, railroad: i64) -> i64:
        """What the seat loses, less what the others lose, if the dummy had two more shares of a railroad."""
        self.tally(railroad)
        if self.held[self.shares.dummy] == 0:
            self.lowest[self.shares.dummy] = self.shares.taken[railroad] + 1
        harm: i64 = 0
        for change in range(i64(2)):
            for seat in range(self.seen.seats):
                pays = self.payout(railroad, seat)
                mine = seat == self.seen.seat
                harm += pays if mine == (change == 0) else -pays
            self.held[self.shares.dummy] += 1
        return harm


def join(thoughts: Thoughts, mechanic: Shares) -> None:
    thoughts.judgments.append(ShareJudgment(thoughts.seen, thoughts.style, mechanic))


FACES.add(Shares, join)
