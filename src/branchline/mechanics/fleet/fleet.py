"""A fleet of trains and ships: chosen in secret, laid on routes, exchanged with the box (WLD-010..WLD-013,
WLD-047, WLD-085..WLD-088, N53, N54).

Each seat has a limited number of trains and of ships, but may start with only so many pieces in all; the others lie in
its box. The common pieces of a seat are both sorts together. Actions: choose a fleet, or exchange k pieces.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import CHOOSE_FLEET, KEEP_TICKETS, KIND_NAMES
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, as_numbers, expect
from branchline.engine.terrain import BY_SHIPS, NONE
from branchline.mechanics.fleet import ChooseFleet, ExchangePieces, FleetShown, FleetView, PiecesExchanged
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.events import ChoiceMade
from branchline.model.observation import Observation, View
from branchline.model.vecs import vec

TRAINS = "trains"
SHIPS = "ships"


class Fleet(Mechanic):
    """First the fleets by their trains, then trains for ships by number, then ships for trains by number."""

    def __init__(self, commons: Commons, tracks: Tracks) -> None:
        super().__init__("fleet", commons)
        limits = commons.setting.board.extras["fleet"]
        self.tracks: Final = tracks
        self.most_trains: i64 = int(limits["most_trains"])
        self.most_ships: i64 = int(limits["most_ships"])
        self.cost: i64 = int(limits["exchange_cost"])
        self.stuck_rounds: i64 = int(limits["stuck_rounds"])
        self.idle_rounds: i64 = int(limits["idle_rounds"])
        self.total: i64 = commons.setting.numbers.pieces
        self.fewest_trains: i64 = self.total - self.most_ships
        self.fleets: i64 = self.most_trains - self.fewest_trains + 1
        self.spare: i64 = self.most_trains + self.most_ships - self.total  # pieces in a box
        self.trains: vec[i64] = vec[i64]([0] * commons.seats)  # in the supply
        self.ships: vec[i64] = vec[i64]([0] * commons.seats)
        self.box_trains: vec[i64] = vec[i64]([0] * commons.seats)
        self.box_ships: vec[i64] = vec[i64]([0] * commons.seats)
        self.chosen: vec[i64] = vec[i64]([NONE] * commons.seats)  # the hidden choices, by their trains
        self.shown: bool = False
        self.stuck: i64 = 0  # turns in a row in which seats could only exchange or pass
        self.idle: i64 = 0  # turns in a row in which seats only exchanged or passed, by choice or not
        self.kept: Final[KeptViews[FleetView]] = KeptViews()

    def reset(self) -> None:
        fill(self.trains, 0)
        fill(self.ships, 0)
        fill(self.box_trains, 0)
        fill(self.box_ships, 0)
        fill(self.chosen, NONE)
        self.shown = False
        self.stuck = 0
        self.idle = 0

    # Choosing

    def choose(self, seat: i64, action: i64) -> None:
        """Note a seat's fleet; it stays hidden until all have chosen (WLD-011)."""
        self.chosen[seat] = self.fewest_trains + action - self.first
        if self.commons.journal.on:
            self.commons.journal.add(ChoiceMade(seat))

    def show(self, first_seat: i64) -> None:
        """All have chosen: every seat has its fleet, and what is left over is in its box (WLD-012)."""
        for k in range(self.commons.seats):
            seat: i64 = (first_seat + k) % self.commons.seats
            self.give(seat, self.chosen[seat])
            self.chosen[seat] = NONE
            if self.commons.journal.on:
                self.commons.journal.add(FleetShown(seat, int(self.trains[seat]), int(self.ships[seat])))
        self.shown = True

    def give(self, seat: i64, trains: i64) -> None:
        """Fill supply and box of a seat with that many trains in its supply."""
        self.trains[seat] = trains
        self.ships[seat] = self.total - trains
        self.box_trains[seat] = self.most_trains - trains
        self.box_ships[seat] = self.most_ships - self.ships[seat]

    # Laying and exchanging

    def lay(self, seat: i64, ships: bool, count: i64) -> None:
        """Put pieces from the supply on the board."""
        if ships:
            self.ships[seat] -= count
        else:
            self.trains[seat] -= count
        self.commons.pieces[seat] -= count

    def exchange(self, seat: i64, action: i64) -> None:
        """Pieces of one sort into the box, as many of the other sort out of it, a point for each (WLD-085..WLD-088)."""
        at: i64 = action - self.first - self.fleets
        count: i64 = at + 1 if at < self.spare else at - self.spare + 1
        change: i64 = count if at < self.spare else -count
        self.trains[seat] -= change
        self.box_trains[seat] += change
        self.ships[seat] += change
        self.box_ships[seat] -= change
        if self.commons.journal.on:
            self.commons.journal.add(PiecesExchanged(seat, TRAINS if change > 0 else SHIPS, int(count)))
        self.commons.score(seat, -count * self.cost)

    def gain_of(self, seat: i64, action: i64) -> i64:
        """An exchange costs points; a fleet costs nothing."""
        at: i64 = action - self.first - self.fleets
        if at < 0:
            return 0
        return -self.cost * (at + 1 if at < self.spare else at - self.spare + 1)

    def most_to_ships(self, seat: i64) -> i64:
        """How many trains a seat can exchange for ships."""
        return min(self.trains[seat], self.box_ships[seat])

    def most_to_trains(self, seat: i64) -> i64:
        """How many ships a seat can exchange for trains."""
        return min(self.ships[seat], self.box_trains[seat])

    def exchanges(self, seat: i64) -> i64:
        """How many exchanges a seat can make: either sort for the other, by their numbers."""
        return self.most_to_ships(seat) + self.most_to_trains(seat)

    # Turns that bring the game no further

    def note_exchange(self, by_choice: bool) -> None:
        """A seat spends its turn on an exchange, or on a pass; only if it could do nothing else is it stuck (N54)."""
        self.stuck = 0 if by_choice else self.stuck + 1
        self.idle += 1

    def note_progress(self) -> None:
        """A seat does anything else in its turn."""
        self.stuck = 0
        self.idle = 0

    def is_standstill(self) -> bool:
        """Whether nobody can get on, or nobody has wanted to for very long (WLD-023, N54)."""
        seats = self.commons.seats
        return self.stuck >= self.stuck_rounds * seats or self.idle >= self.idle_rounds * seats

    # Actions

    def size(self) -> int:
        return self.fleets + 2 * self.spare

    def count(self, seat: i64, kind: i64) -> i64:
        if kind == CHOOSE_FLEET:
            self.counted = self.fleets
        else:
            self.counted = self.exchanges(seat)
        return self.counted

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        if kind == CHOOSE_FLEET:
            return self.first + n
        to_ships = self.most_to_ships(seat)
        if n < to_ships:
            return self.first + self.fleets + n
        return self.first + self.fleets + self.spare + n - to_ships

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """Numbers that follow each other; in an exchange first those that give trains, then those that give ships."""
        end: i64 = at + self.counted
        number: i64 = self.first
        if kind != CHOOSE_FLEET:
            number += self.fleets
            to_ships = self.most_to_ships(seat)
            for k in range(to_ships):
                out[at + k] = number + k
            at += to_ships
            number += self.spare
        for k in range(end - at):
            out[at + k] = number + k
        return end

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first - self.fleets
        if (at < 0) != (kind == CHOOSE_FLEET):
            return "the fleets are chosen already" if at < 0 else "choose a fleet first"
        if at < 0:
            return ""
        if at < self.spare:
            if at >= self.most_to_ships(seat):
                return f"you have {self.trains[seat]} trains to give and {self.box_ships[seat]} ships in your box"
        elif at - self.spare >= self.most_to_trains(seat):
            return f"you have {self.ships[seat]} ships to give and {self.box_trains[seat]} trains in your box"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        if at < self.fleets:
            trains: i64 = self.fewest_trains + at
            return ChooseFleet(int(trains), int(self.total - trains))
        at -= self.fleets
        if at < self.spare:
            return ExchangePieces(TRAINS, int(at + 1))
        return ExchangePieces(SHIPS, int(at - self.spare + 1))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, ChooseFleet):
            trains = action.trains
            fewest, most = int(self.fewest_trains), int(self.most_trains)
            if not fewest <= trains <= most or trains + action.ships != int(self.total):
                raise NotationError(f"a fleet has {self.total} pieces, {fewest} to {most} of them trains")
            return self.first + trains - self.fewest_trains
        if isinstance(action, ExchangePieces):
            if action.given not in (TRAINS, SHIPS) or not 1 <= action.count <= int(self.spare):
                raise NotationError(f"one can exchange 1 to {self.spare} trains or ships")
            skipped: i64 = 0 if action.given == TRAINS else self.spare
            return self.first + self.fleets + skipped + action.count - 1
        return -1

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Fleet)
        self.trains = other.trains[:]
        self.ships = other.ships[:]
        self.box_trains = other.box_trains[:]
        self.box_ships = other.box_ships[:]
        self.chosen = other.chosen[:]
        self.shown = other.shown
        self.stuck = other.stuck
        self.idle = other.idle

    def check(self) -> None:
        """Supply, board and box together hold all trains and all ships of a seat (WLD-088)."""
        terrain = self.commons.terrain
        for seat in range(self.commons.seats):
            if not self.shown:
                assert self.trains[seat] + self.ships[seat] == 0, "a fleet before its time"
            else:
                trains: i64 = self.trains[seat] + self.box_trains[seat]
                ships: i64 = self.ships[seat] + self.box_ships[seat]
                for k in range(self.tracks.claims[seat]):
                    route = self.tracks.claimed[seat * self.tracks.routes + k]
                    if terrain.shape_way[terrain.shape[route]] == BY_SHIPS:
                        ships += terrain.length[route]
                    else:
                        trains += terrain.length[route]
                assert trains == self.most_trains and ships == self.most_ships, "trains or ships were lost or invented"
                assert self.trains[seat] >= 0 and self.ships[seat] >= 0, "a supply below zero"
                assert self.box_trains[seat] >= 0 and self.box_ships[seat] >= 0, "a box below zero"
                assert self.trains[seat] + self.ships[seat] == self.commons.pieces[seat], "a supply has lost count"

    def view(self, seat: int | None, revealed: bool) -> View:
        kept = self.kept
        kept.start()
        for numbers in (self.trains, self.ships, self.box_trains, self.box_ships, self.chosen):
            kept.note_all(numbers)
        kept.note(1 if self.shown else 0)
        kept.note(self.idle)
        kept.note(self.stuck)
        viewer = -1 if seat is None else seat
        return kept.find(viewer) or kept.keep(viewer, self._view_of(seat))

    def _view_of(self, seat: int | None) -> FleetView:
        """The fleets as a seat may know them."""
        chosen: int | None = None
        if seat is not None and self.chosen[seat] != NONE:
            chosen = int(self.chosen[seat])
        idle, stuck = int(self.idle), int(self.stuck)
        seats = self.commons.seats
        if not self.shown:
            hidden: tuple[int | None, ...] = tuple([None] * int(seats))
            return FleetView(hidden, hidden, hidden, hidden, chosen, idle, stuck)
        trains, ships = as_numbers(self.trains, 0, seats), as_numbers(self.ships, 0, seats)
        box_trains, box_ships = as_numbers(self.box_trains, 0, seats), as_numbers(self.box_ships, 0, seats)
        return FleetView(trains, ships, box_trains, box_ships, chosen, idle, stuck)

    def imagine(self, seen: Observation) -> None:
        """Seats that have made their hidden choice made some choice; the viewer knows its own."""
        part = self.seen_part(seen)
        assert isinstance(part, FleetView)
        for pieces in (part.trains, part.ships, part.box_trains, part.box_ships):
            expect(len(pieces) == self.commons.seats, "some seats have no trains or ships")
            for count in pieces:
                expect(count is None or 0 <= count <= self.total, "a seat has too many or too few trains or ships")
        chosen = self.fewest_trains if part.chosen is None else part.chosen
        expect(self.fewest_trains <= chosen <= self.most_trains, "nobody begins with such a fleet")
        self.stuck = part.stuck
        self.idle = part.idle
        setup = (KIND_NAMES[KEEP_TICKETS], KIND_NAMES[CHOOSE_FLEET])
        choosing = [decision.seat for decision in seen.open if decision.question in setup]
        for seat in range(self.commons.seats):
            trains, ships = part.trains[seat], part.ships[seat]
            box_trains, box_ships = part.box_trains[seat], part.box_ships[seat]
            if trains is not None and ships is not None and box_trains is not None and box_ships is not None:
                self.trains[seat] = trains
                self.ships[seat] = ships
                self.box_trains[seat] = box_trains
                self.box_ships[seat] = box_ships
                self.shown = True
            elif seat == seen.seat and part.chosen is not None:
                self.chosen[seat] = part.chosen
            elif seat not in choosing:
                self.chosen[seat] = self.fewest_trains + self.commons.rng.below(self.fleets)
