"""Tokens in stacks on the map, one symbol a stack: some lie at fixed places, seats lay the others before the game.

Whoever claims a route takes a token from one of its ends, of a symbol that the seat does not own yet; at the end a set
of different symbols scores by its size (SFO-009..SFO-020, SFO-028..SFO-037, SFO-047).

The board file's `[extras.tokens]` gives the symbols, the fixed places, the sizes of the stacks by the number of seats,
who lays the free stacks, and what a set is worth. An action names a place: lay the next free stack there, or take the
token there. Places come in the board's order, first those to lay a stack on, then those to take a token from.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import PLACE_STACK, TAKE_TOKEN
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import MOST_BITS, NO_BITS, Mechanic, expect, is_asked
from branchline.engine.terrain import NONE
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.tokens import PlaceStack, StackPlaced, StackView, TakeToken, TokensView, TokenTaken
from branchline.model.actions import Action
from branchline.model.errors import NotationError, closest
from branchline.model.observation import Observation, View
from branchline.model.vecs import vec


class Tokens(Mechanic):
    """Where the stacks lie, how many tokens each has left, and which symbols each seat owns (as a bit set)."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("tokens", commons)
        self.kept: Final[KeptViews[TokensView]] = KeptViews()
        facts = commons.setting.board.extras["tokens"]
        seats = str(commons.seats)
        self.terrain: Final = commons.terrain
        self.places: i64 = commons.terrain.places
        self.place_ids: list[str] = [city.id for city in commons.setting.board.cities]
        self.fixed: i64 = len(facts["places"])  # the first symbols lie at the fixed places, in this order (N25)
        self.symbols: i64 = self.fixed + int(facts["free_stacks"])
        fixed_size = int(facts["stack"][seats])
        free_size = int(facts["free_stack"][seats])
        # The tokens that each symbol starts with; the others of its copies are out of the game (SFO-011..SFO-013).
        self.size_of: vec[i64] = vec[i64](
            [i64(fixed_size if symbol < self.fixed else free_size) for symbol in range(self.symbols)]
        )
        self.home: vec[i64] = vec[i64]([i64(self.place_ids.index(place)) for place in facts["places"]])
        # Who lays each free stack, counted from the end of the turn order: 1 is the last seat (SFO-016, SFO-017).
        self.laid_by: vec[i64] = vec[i64]([i64(int(n)) for n in facts["laid_by"][seats]])
        self.set_points: vec[i64] = vec[i64]([i64(int(n)) for n in facts["points"]])
        self.laid: i64 = 0  # stacks on the map: symbols 0 .. laid - 1
        self.place_of: vec[i64] = vec[i64]([NONE] * self.symbols)
        self.symbol_at: vec[i64] = vec[i64]([NONE] * self.places)
        self.left: vec[i64] = vec[i64]([0] * self.symbols)
        self.owned: vec[i64] = vec[i64]([0] * commons.seats)
        self.counts: vec[i64] = vec[i64]([0] * commons.seats)
        self.route: i64 = NONE  # the route just claimed, while its token is still to be taken
        self.changes: i64 = 0  # rises with every change, for those who keep what they know of tokens

    # Stacks

    def reset(self) -> None:
        """Lay the fixed stacks (SFO-010)."""
        fill(self.symbol_at, NONE)
        for k in range(self.symbols):
            self.place_of[k] = NONE
            self.left[k] = self.size_of[k]
        fill(self.owned, 0)
        fill(self.counts, 0)
        self.route = NONE
        self.laid = 0
        while self.laid < self.fixed:
            self._lay_on(self.home[self.laid])

    def _lay_on(self, place: i64) -> None:
        """Put the next stack on a place."""
        self.changes += 1
        self.place_of[self.laid] = place
        self.symbol_at[place] = self.laid
        self.laid += 1

    def is_laid_out(self) -> bool:
        """Whether all stacks are on the map."""
        return self.laid == self.symbols

    def layer(self, first_seat: i64) -> i64:
        """The seat that lays the next free stack (SFO-016, SFO-017)."""
        seats = self.commons.seats
        return (first_seat + seats - self.laid_by[self.laid - self.fixed]) % seats

    def place(self, seat: i64, action: i64) -> None:
        """Lay the next free stack (SFO-018)."""
        place: i64 = action - self.first
        if self.commons.journal.on:
            self.commons.journal.add(StackPlaced(seat, int(self.laid), self.place_ids[place]))
        self._lay_on(place)

    # Taking tokens

    def is_new(self, seat: i64, place: i64) -> bool:
        """Whether a token lies there that the seat does not own yet (SFO-032, SFO-033)."""
        symbol = self.symbol_at[place]
        return symbol != NONE and self.left[symbol] > 0 and not self.owned[seat] >> symbol & 1

    def visit(self, seat: i64, route: i64) -> bool:
        """A route was claimed; True if a token is now to be taken at one of its ends (SFO-029, SFO-030)."""
        if self.is_new(seat, self.terrain.a[route]) or self.is_new(seat, self.terrain.b[route]):
            self.route = route
            self.changes += 1
            return True
        return False

    def take(self, seat: i64, action: i64) -> None:
        """Take the one token of a claim (SFO-034)."""
        self.changes += 1
        place: i64 = action - self.first - self.places
        symbol = self.symbol_at[place]
        self.left[symbol] -= 1
        self.owned[seat] |= 1 << symbol
        self.counts[seat] += 1
        self.route = NONE
        if self.commons.journal.on:
            self.commons.journal.add(TokenTaken(seat, int(symbol), self.place_ids[place]))

    def score(self, points: vec[i64]) -> None:
        """A set of different symbols scores by its size (SFO-047)."""
        for seat in range(self.commons.seats):
            points[seat] += self.set_points[self.counts[seat]]

    # Actions

    def size(self) -> int:
        return 2 * self.places

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        if kind == PLACE_STACK:
            total = self.places - self.laid
        else:
            if self.is_new(seat, self.terrain.a[self.route]):
                total += 1
            if self.is_new(seat, self.terrain.b[self.route]):
                total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        if kind == PLACE_STACK:
            place: i64 = 0
            while self.symbol_at[place] != NONE or n > 0:
                if self.symbol_at[place] == NONE:
                    n -= 1
                place += 1
            return self.first + place
        end = self.terrain.a[self.route]
        if n == 1 or not self.is_new(seat, end):
            end = self.terrain.b[self.route]
        return self.first + self.places + end

    def legal_bits(self, seat: i64, kind: i64) -> i64:
        if 2 * self.places > MOST_BITS:
            return NO_BITS
        bits: i64 = 0  # by place: in compiled code a shifted constant has no more than 31 bits
        if kind == PLACE_STACK:
            for place in range(self.places):
                if self.symbol_at[place] == NONE:
                    bits |= 1 << place
            return bits
        a = self.terrain.a[self.route]
        b = self.terrain.b[self.route]
        if self.is_new(seat, a):
            bits = 1 << a
        if self.is_new(seat, b):
            bits |= 1 << b
        return bits << self.places

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        names = self.commons.setting.board.cities
        place: i64 = action - self.first
        if kind == PLACE_STACK:
            if place >= self.places:
                return "a stack is to be placed now; tokens are taken after claiming a route"
            if self.symbol_at[place] != NONE:
                return f"a stack lies at {names[place].name} already"
            return ""
        place -= self.places
        if place < 0:
            return "stacks are placed before the first turn only"
        if place != self.terrain.a[self.route] and place != self.terrain.b[self.route]:
            return f"{names[place].name} is no end of the route just claimed"
        if not self.is_new(seat, place):
            return f"there is no token at {names[place].name} that you do not own yet"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        place: i64 = action - self.first
        if place < self.places:
            return PlaceStack(self.place_ids[place])
        return TakeToken(self.place_ids[place - self.places])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, PlaceStack):
            return self.first + self.index_of(action.place)
        if isinstance(action, TakeToken):
            return self.first + self.places + self.index_of(action.place)
        return -1

    def index_of(self, place: str) -> i64:
        """The number of a place."""
        if place not in self.place_ids:
            raise NotationError(f"there is no place '{place}' on this board{closest(place, self.place_ids)}")
        return self.place_ids.index(place)

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tokens)
        self.changes += 1
        self.laid = other.laid
        self.place_of = other.place_of[:]
        self.symbol_at = other.symbol_at[:]
        self.left = other.left[:]
        self.owned = other.owned[:]
        self.counts = other.counts[:]
        self.route = other.route

    def check(self) -> None:
        """Per symbol, stack and seats make up what it started with; no two stacks share a place (SFO-009, SFO-019)."""
        for symbol in range(self.symbols):
            owners: i64 = 0
            for seat in range(self.commons.seats):
                owners += self.owned[seat] >> symbol & 1
            assert self.left[symbol] >= 0, "a stack below zero"
            assert self.left[symbol] + owners == self.size_of[symbol], "tokens were lost or invented"
            place = self.place_of[symbol]
            assert (place != NONE) == (symbol < self.laid), "a stack is laid out of order"
            assert place == NONE or self.symbol_at[place] == symbol, "two stacks share a place"
        for seat in range(self.commons.seats):
            held: i64 = 0
            for symbol in range(self.symbols):
                held += self.owned[seat] >> symbol & 1
            assert held == self.counts[seat], "a seat has lost count of its tokens"

    def view(self, seat: int | None, revealed: bool) -> View:
        """Tokens are open to all (SFO-036)."""
        self.kept.start()
        self.kept.note_all(self.place_of)
        self.kept.note_all(self.left)
        self.kept.note_all(self.owned)
        self.kept.note(self.route)
        return self.kept.find(0) or self.kept.keep(0, self._open_view())

    def _open_view(self) -> TokensView:
        """What everybody sees."""
        ids = self.place_ids
        symbols = range(self.symbols)
        return TokensView(
            stacks=tuple(
                [StackView(ids[self.place_of[s]] if s < self.laid else None, int(self.left[s])) for s in symbols]
            ),
            owned=tuple([tuple([s for s in symbols if mask >> s & 1]) for mask in self.owned]),
            route=None if self.route == NONE else self.commons.setting.board.routes[self.route].id,
        )

    def imagine(self, seen: Observation) -> None:
        """Nothing is hidden: take over what was seen."""
        view = self.seen_part(seen)
        assert isinstance(view, TokensView)
        expect(len(view.stacks) == len(self.left) and len(view.owned) == self.commons.seats, "tokens are missing")
        for symbol, stack in enumerate(view.stacks):
            self.left[symbol] = stack.left
            if stack.place is not None and symbol >= self.fixed:
                self._lay_on(self.place_ids.index(stack.place))
        for seat, owned in enumerate(view.owned):
            expect(set(owned) <= set(range(len(view.stacks))), "a seat has a token that there is not")
            expect(len(set(owned)) == len(owned), "a seat has a token twice")
            for symbol in owned:
                self.owned[seat] |= 1 << symbol
            self.counts[seat] = len(owned)
        for route in self.commons.setting.board.routes:
            if route.id == view.route:
                self.route = route.index
        expect(self.route != NONE or not is_asked(seen, TAKE_TOKEN), "a token is taken nowhere")


class TokensAddition(Addition):
    """Tokens on a board that names them: a token from one end of each new route, for sets at the end."""

    needs: ClassVar[tuple[str, ...]] = ("tokens",)
    facts: ClassVar[dict[str, Any]] = {
        "tokens": {
            "symbols?": 1,
            "copies?": 1,
            "places": ["place"],
            "free_stacks": 0,
            "points": [0],
            "stack": {"*seats": 1},
            "free_stack": {"*seats": 1},
            "laid_by": {"*seats": [1]},
        }
    }

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        self.tokens = Tokens(rules.commons)
        self.join(self.tokens, [PLACE_STACK, TAKE_TOKEN], ["tokens"])

    def lay_out_further(self) -> bool:
        """The last seats lay the free stacks, in the open and one by one (SFO-015..SFO-020)."""
        if self.tokens.is_laid_out():
            return False
        self.rules.ask(self.tokens.layer(self.rules.first_seat), PLACE_STACK)
        return True

    def after_claim(self, seat: i64, route: i64) -> None:
        """A token from one end of the route, if there is one that the seat lacks (SFO-029..SFO-034)."""
        if self.tokens.visit(seat, route):
            self.rules.ask(seat, TAKE_TOKEN)

    def answer(self, seat: i64, kind: i64, action: i64) -> None:
        if kind == TAKE_TOKEN:
            self.tokens.take(seat, action)
        else:
            self.tokens.place(seat, action)

    def score(self) -> None:
        """Sets of tokens (SFO-047)."""
        self.tokens.score(self.rules.line("tokens"))

    def amounts(self) -> dict[str, vec[i64]]:
        return {"tokens": self.tokens.counts}
