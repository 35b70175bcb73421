"""Shares in railroads: numbered, in piles, taken with the routes that carry a railroad's mark (PEN-012..PEN-049).

Each railroad's shares lie in number order, number 1 on top. Whoever claims a route may take the top share of one of the
railroads marked on it. At the end every railroad pays its holders by the number of their shares; the one with the
lowest share comes first among equals, so there are no ties.

With few seats a dummy holds shares too: a seat that takes one also gives it one from the same route. At the end half
of the dummy's shares are turned up, drawn by chance, and only they count.

The board file's `[extras.railroads.*]` gives the railroads in their order, `[extras.dummy]` with how many seats there
is a dummy. Action numbers: leave the shares, take one of each railroad, give one of each railroad.
"""

from typing import Any, ClassVar, Final, cast

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import GIVE_SHARE, TAKE_SHARE
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, expect, is_asked
from branchline.engine.terrain import NONE
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.shares import (
    GiveShare,
    PileView,
    ShareDeclined,
    ShareGiven,
    SharesTurnedUp,
    SharesView,
    ShareTaken,
    TakeShare,
)
from branchline.model.actions import Action
from branchline.model.errors import NotationError, closest
from branchline.model.observation import Observation, View
from branchline.model.vecs import append, vec


class Shares(Mechanic):
    """Who holds which share. Share number n of railroad r is at start[r] + n - 1; the dummy is the holder `dummy`."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("shares", commons)
        self.kept: Final[KeptViews[SharesView]] = KeptViews()
        board = commons.setting.board
        railroads = board.extras["railroads"]
        self.ids: list[str] = list(railroads)
        self.titles: list[str] = [str(railroad["title"]) for railroad in railroads.values()]
        self.railroads: i64 = len(self.ids)
        self.sizes: vec[i64] = vec[i64]([i64(int(railroad["shares"])) for railroad in railroads.values()])
        self.start: vec[i64] = vec[i64]()
        self.payouts: list[vec[i64]] = [
            vec[i64]([i64(int(points)) for points in railroad["points"]]) for railroad in railroads.values()
        ]
        # The railroads marked on route r are marks[mark_start[r] : mark_start[r + 1]].
        self.mark_start: vec[i64] = vec[i64]()
        self.marks: vec[i64] = vec[i64]()
        self.dummy: i64 = commons.seats
        self.has_dummy: bool = commons.seats <= int(board.extras["dummy"]["up_to_seats"])
        self.holders: i64 = commons.seats + 1 if self.has_dummy else commons.seats
        self.all_shares: i64 = sum([int(size) for size in self.sizes])
        self.holder: vec[i64] = vec[i64]([NONE] * self.all_shares)
        self.taken: vec[i64] = vec[i64]([0] * self.railroads)
        self.route: i64 = NONE  # the route just claimed, while a share may be taken or given for it
        self.turned_up: bool = False  # the dummy's shares that count are known
        self.counting: vec[i64] = vec[i64]([0] * self.all_shares)  # of the dummy's shares: 1 if turned up
        self.held: vec[i64] = vec[i64]([0] * self.holders)  # for scoring: how many of a railroad, and the lowest
        self.lowest: vec[i64] = vec[i64]([0] * self.holders)
        self.kept_piles: Final[list[KeptViews[PileView]]] = [KeptViews() for _ in self.ids]
        # The shares by railroad and number. As objects: compiled code would make each of these pairs again.
        self.names: list[object] = [
            (name, number + 1) for name, size in zip(self.ids, self.sizes, strict=True) for number in range(size)
        ]
        self._build_tables()

    def _build_tables(self) -> None:
        """Where each railroad's shares begin, and the marks of every route."""
        below: i64 = 0
        for size in self.sizes:
            self.start = append(self.start, below)
            below += size
        self.mark_start = append(self.mark_start, 0)
        for route in self.commons.setting.board.routes:
            for mark in route.marks:
                self.marks = append(self.marks, i64(self.ids.index(mark)))
            self.mark_start = append(self.mark_start, i64(len(self.marks)))

    def reset(self) -> None:
        fill(self.holder, NONE)
        fill(self.counting, 0)
        fill(self.taken, 0)
        self.route = NONE
        self.turned_up = False

    # Taking and giving

    def _piles_at(self, route: i64) -> i64:
        """How many of the railroads marked on a route have shares left."""
        total: i64 = 0
        last: i64 = self.mark_start[route + 1]
        for k in range(self.mark_start[route], last):
            railroad = self.marks[k]
            if self.taken[railroad] < self.sizes[railroad]:
                total += 1
        return total

    def visit(self, route: i64) -> bool:
        """A route was claimed; True if a share may now be taken for it (PEN-021, PEN-024, PEN-026)."""
        if self._piles_at(route) == 0:
            return False
        self.route = route
        return True

    def take(self, seat: i64, action: i64) -> bool:
        """Take a share or leave them all; True if the dummy is to get one now (PEN-022, PEN-033..PEN-036)."""
        railroad: i64 = action - self.first - 1
        if railroad < 0:
            if self.commons.journal.on:
                self.commons.journal.add(ShareDeclined(seat))
            self.route = NONE
            return False
        share = self.draw(railroad, seat)
        if self.commons.journal.on:
            self.commons.journal.add(ShareTaken(seat, self.ids[railroad], int(share)))
        if self.has_dummy and self._piles_at(self.route) > 0:
            return True
        self.route = NONE
        return False

    def give(self, seat: i64, action: i64) -> None:
        """Give the dummy a share (PEN-033)."""
        railroad: i64 = action - self.first - 1 - self.railroads
        share = self.draw(railroad, self.dummy)
        self.route = NONE
        if self.commons.journal.on:
            self.commons.journal.add(ShareGiven(seat, self.ids[railroad], int(share)))

    def draw(self, railroad: i64, holder: i64) -> i64:
        """Hand out the top share of a pile; returns its number (PEN-013)."""
        self.holder[self.start[railroad] + self.taken[railroad]] = holder
        self.taken[railroad] += 1
        return self.taken[railroad]

    # The end

    def turn_up(self) -> None:
        """Half of the dummy's shares, rounded up, count: chance says which (PEN-039). Later calls change nothing."""
        if not self.has_dummy or self.turned_up:
            return
        self.turned_up = True
        hidden: vec[i64] = vec[i64]()
        for k in range(self.all_shares):
            if self.holder[k] == self.dummy:
                hidden = append(hidden, k)
        total: i64 = len(hidden)
        self.commons.rng.shuffle(hidden, total)
        for k in range((total + 1) // 2):
            self.counting[hidden[k]] = 1
        if self.commons.journal.on:
            self.commons.journal.add(SharesTurnedUp(self._counted_for_dummy()))

    def score(self, points: vec[i64]) -> None:
        """Every railroad pays its holders by their places (PEN-045..PEN-049)."""
        for railroad in range(self.railroads):
            if self.taken[railroad] > 0:
                self.tally(railroad)
                for seat in range(self.commons.seats):
                    if self.held[seat] > 0:
                        points[seat] += self.payout(railroad, seat)

    def tally(self, railroad: i64) -> None:
        """How many shares of a railroad each holder has, and the lowest of them; of the dummy only what counts."""
        held = self.held
        fill(held, 0)
        share: i64 = self.taken[railroad]
        while share > 0:
            at: i64 = self.start[railroad] + share - 1
            holder = self.holder[at]
            if holder != self.dummy or self.counting[at]:
                held[holder] += 1
                self.lowest[holder] = share
            share -= 1

    def payout(self, railroad: i64, seat: i64) -> i64:
        """What a holder's place pays: more shares come first, among equals the lowest number (PEN-047, PEN-048)."""
        place: i64 = 0
        for other in range(self.holders):
            more: i64 = self.held[other] - self.held[seat]
            if more > 0 or (more == 0 and self.lowest[other] < self.lowest[seat]):
                place += 1
        pays = self.payouts[railroad]
        return pays[place] if place < len(pays) else 0

    # Actions

    def size(self) -> int:
        return 1 + 2 * self.railroads

    def count(self, seat: i64, kind: i64) -> i64:
        total = self._piles_at(self.route)
        if kind == TAKE_SHARE:
            total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        first: i64 = self.first + 1
        if kind == TAKE_SHARE:
            if n == 0:
                return self.first
            n -= 1
        else:
            first += self.railroads
        k: i64 = self.mark_start[self.route]
        while True:
            railroad = self.marks[k]
            if self.taken[railroad] < self.sizes[railroad]:
                if n == 0:
                    return first + railroad
                n -= 1
            k += 1

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        railroad: i64 = action - self.first - 1
        if kind == GIVE_SHARE:
            railroad -= self.railroads
            if railroad < 0:
                return "a share is to be given to the dummy now"
        elif railroad < 0:
            return ""
        elif railroad >= self.railroads:
            return "a share is given to the dummy only after taking one"
        for k in range(self.mark_start[self.route], self.mark_start[self.route + 1]):
            if self.marks[k] == railroad:
                left = self.taken[railroad] < self.sizes[railroad]
                return "" if left else f"no share of the {self.titles[railroad]} is left"
        return f"the route just claimed grants no share of the {self.titles[railroad]}"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first - 1
        if at < 0:
            return TakeShare(None)
        return TakeShare(self.ids[at]) if at < self.railroads else GiveShare(self.ids[at - self.railroads])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, TakeShare):
            return self.first if action.railroad is None else self.first + 1 + self.index_of(action.railroad)
        if isinstance(action, GiveShare):
            return self.first + 1 + self.railroads + self.index_of(action.railroad)
        return -1

    def index_of(self, railroad: str) -> i64:
        """The number of a railroad."""
        if railroad not in self.ids:
            raise NotationError(f"there is no railroad '{railroad}' on this board{closest(railroad, self.ids)}")
        return self.ids.index(railroad)

    def _imagined_share(self, railroad: str, number: i64) -> i64:
        """Where a share that was seen is noted."""
        r = self.index_of(railroad)
        expect(1 <= number <= self.sizes[r], "a railroad has no share of that number")
        return self.start[r] + number - 1

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Shares)
        self.holder = other.holder[:]
        self.taken = other.taken[:]
        self.route = other.route
        self.turned_up = other.turned_up
        self.counting = other.counting[:]

    def check(self) -> None:
        """Per railroad, the pile and the holders make up its shares: those taken have holders, the others none."""
        for railroad in range(self.railroads):
            assert 0 <= self.taken[railroad] <= self.sizes[railroad], "shares were lost or invented"
            for k in range(self.sizes[railroad]):
                holder = self.holder[self.start[railroad] + k]
                if k < self.taken[railroad]:
                    assert 0 <= holder < self.holders, "a share that was taken belongs to nobody"
                else:
                    assert holder == NONE, "a share is held that was never taken"

    def held_by(self, holder: i64) -> tuple[tuple[str, int], ...]:
        """A holder's shares as railroad and number."""
        return self._named(self.holder, holder)

    def _counted_for_dummy(self) -> tuple[tuple[str, int], ...]:
        """The dummy's shares that were turned up."""
        return self._named(self.counting, 1)

    def _named(self, column: vec[i64], value: i64) -> tuple[tuple[str, int], ...]:
        """The shares with a value in a column, by railroad and number."""
        found: list[object] = []
        for k in range(self.all_shares):
            if column[k] == value:
                found.append(self.names[k])
        return cast(tuple[tuple[str, int], ...], tuple(found))

    def view(self, seat: int | None, revealed: bool) -> View:
        """Shares are taken in the open, so everybody knows who holds which (N42); only chance knows what counts."""
        self.kept.start()
        self.kept.note_all(self.holder)
        self.kept.note_all(self.taken)
        self.kept.note_all(self.counting)
        self.kept.note(1 if self.turned_up else 0)
        self.kept.note(self.route)
        return self.kept.find(0) or self.kept.keep(0, self._open_view())

    def _open_view(self) -> SharesView:
        """What everybody sees."""
        return SharesView(
            piles=tuple([self._view_of_pile(railroad) for railroad in range(self.railroads)]),
            held=tuple([self.held_by(s) for s in range(self.commons.seats)]),
            dummy=self.held_by(self.dummy) if self.has_dummy else None,
            turned_up=self._counted_for_dummy() if self.turned_up else None,
            route=None if self.route == NONE else self.commons.setting.board.routes[self.route].id,
        )

    def _view_of_pile(self, railroad: i64) -> PileView:
        """What is left of a railroad."""
        kept = self.kept_piles[railroad]
        kept.start()
        kept.note(self.taken[railroad])
        found = kept.find(0)
        if found is None:
            left = int(self.sizes[railroad] - self.taken[railroad])
            top = int(self.taken[railroad]) + 1 if left else None
            found = kept.keep(0, PileView(self.ids[railroad], top, left))
        return found

    def imagine(self, seen: Observation) -> None:
        """Take over what was seen; which of the dummy's shares will count is drawn at the end, if it is still open."""
        view = self.seen_part(seen)
        assert isinstance(view, SharesView)
        expect(len(view.held) == self.commons.seats, "some seats have no shares")
        expect((view.dummy is not None) == self.has_dummy, "there is a dummy too many or too few")
        for holder, shares in enumerate([*view.held, view.dummy or ()]):
            for railroad, number in shares:
                share = self._imagined_share(railroad, number)
                expect(self.holder[share] == NONE, "a share is in two places")
                self.holder[share] = holder
                self.taken[self.index_of(railroad)] += 1
        if view.turned_up is not None:
            self.turned_up = True
            for railroad, number in view.turned_up:
                self.counting[self._imagined_share(railroad, number)] = 1
        for route in self.commons.setting.board.routes:
            if route.id == view.route:
                self.route = route.index
        asked = is_asked(seen, TAKE_SHARE) or is_asked(seen, GIVE_SHARE)
        expect(self.route != NONE or not asked, "a share is taken for no route")


class SharesAddition(Addition):
    """Shares on a board that names them: one of a railroad marked on each new route may be taken."""

    needs: ClassVar[tuple[str, ...]] = ("railroads", "dummy")
    facts: ClassVar[dict[str, Any]] = {
        "railroads": {"*": {"title": "", "logo": "", "shares": 1, "points": [0]}},
        "dummy": {"up_to_seats": 0},
    }

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        self.shares = Shares(rules.commons)
        self.join(self.shares, [TAKE_SHARE, GIVE_SHARE], ["shares"])

    def after_claim(self, seat: i64, route: i64) -> None:
        """A share of one of the railroads marked on the route may be taken (PEN-021..PEN-026)."""
        if self.shares.visit(route):
            self.rules.ask(seat, TAKE_SHARE)

    def answer(self, seat: i64, kind: i64, action: i64) -> None:
        """With two players, whoever took a share also gives the dummy one (PEN-033..PEN-037)."""
        if kind == GIVE_SHARE:
            self.shares.give(seat, action)
        elif self.shares.take(seat, action):
            self.rules.ask(seat, GIVE_SHARE)

    def score(self) -> None:
        """The dummy's shares are turned up, then every railroad pays (PEN-040..PEN-050)."""
        self.shares.turn_up()
        self.shares.score(self.rules.line("shares"))

    def amounts(self) -> dict[str, vec[i64]]:
        return {"shares": vec[i64]([i64(len(self.shares.held_by(seat))) for seat in range(self.rules.seats)])}
