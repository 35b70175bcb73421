"""Which cards make up a payment with bundles, asked color by color (see purse.py for what is allowed).

A payment begins with its numbers: set cards of one color, wilds, bundles. The set and the bundles together are some
cards that are no wilds; the seat says how many of each color. Which of them are the set and which the bundles need not
be said: any choice that can be parted in the right way pays. So each set of cards is reached in exactly one way. Only
numbers that leave the payment possible are offered, so it can always be completed; a color with one possible number is
not asked.

While a payment is being made up all know what it is for and its numbers; the cards are seen when it is complete.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import PAY_BUNDLE
from branchline.engine.filling import fill
from branchline.engine.mechanic import Mechanic, expect, is_asked
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles import PayCards, PaymentView
from branchline.mechanics.bundles.purse import Purse
from branchline.mechanics.cards.made_up_hands import MadeUpHands
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import Action
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsPaid
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, View
from branchline.model.questions import Price
from branchline.model.vecs import vec

ANYTHING: Final[i64] = 0  # what the choice of cards must fulfill: nothing further;
EXACTLY: Final[i64] = 1  # as many of the set's color as there are set cards, as no bundle may hold it;
AT_LEAST: Final[i64] = 2  # at least as many, as bundles for symbols may hold any color;
A_CLAIM_AFTER: Final[i64] = 3  # what is left must still pay for a claim
TRIES: Final = 30  # to make up a hand that pays by luck
NO_PAYMENT: Final = PaymentView(None, None, None, 0, 0, 0, None, None)


class Bundles(Mechanic):
    """One payment at a time. Action `first + color * stride + count` puts that many cards of a color into it."""

    def __init__(self, purse: Purse, technologies: Technologies) -> None:
        super().__init__("payment", purse.commons)
        terrain = purse.terrain
        self.purse: Final = purse
        self.terrain: Final = terrain
        self.hands: Final = purse.hands
        self.market: Final = purse.claims.market
        self.technologies = technologies
        self.colors: i64 = terrain.colors
        self.stride: i64 = max([int(terrain.composition[c]) for c in range(terrain.colors)]) + 1
        self.seat: i64 = NONE  # who is paying
        self.route: i64 = NONE  # for a route ...
        self.technology: i64 = NONE  # ... or for a technology
        self.cards: i64 = 0  # with that many set cards ...
        self.wilds: i64 = 0
        self.bundles: i64 = 0
        self.rule: i64 = ANYTHING
        self.set_color: i64 = NONE  # of a colored route; NONE: any color can be the set's
        self.left: i64 = 0  # cards still to be chosen
        self.color: i64 = 0  # the color that is asked; those before it are chosen
        self.chosen: vec[i64] = vec[i64]([0] * terrain.kinds)
        self.options: i64 = 0  # the numbers of that color that are possible, as bits

    # Making up a payment

    def begin_claim(self, seat: i64, route: i64, cards: i64, wilds: i64, bundles: i64) -> None:
        """Begin to pay for a route."""
        self._begin(seat, cards, wilds, bundles)
        self.route = route
        symbols = self.terrain.symbols[route]
        on_symbols: i64 = symbols - wilds if symbols > wilds else 0
        if bundles > on_symbols:
            self.rule = EXACTLY
        elif cards > 0:
            self.rule = AT_LEAST
        if self.terrain.color[route] < self.colors:
            self.set_color = self.terrain.color[route]

    def begin_purchase(self, seat: i64, technology: i64, wilds: i64, bundles: i64) -> None:
        """Begin to pay for a technology."""
        self._begin(seat, 0, wilds, bundles)
        self.technology = technology
        if self.technologies.bound[technology] != NONE:
            self.rule = A_CLAIM_AFTER

    def _begin(self, seat: i64, cards: i64, wilds: i64, bundles: i64) -> None:
        """Note the numbers of a payment."""
        self.reset()
        self.seat = seat
        self.cards = cards
        self.wilds = wilds
        self.bundles = bundles
        self.left = cards + bundles * self.purse.sizes[seat]
        self.chosen[self.terrain.wild] = wilds

    def choose(self, action: i64) -> None:
        """Put cards of the color that is asked into the payment."""
        count: i64 = (action - self.first) % self.stride
        self.chosen[self.color] = count
        self.left -= count
        self.color += 1

    def is_complete(self) -> bool:
        """Go on to the next color with a choice; True if there is none and all cards are chosen."""
        while self.color < self.colors and self.left > 0:
            self._find_options()
            if self.options & (self.options - 1):
                return False
            count: i64 = 0
            while self.options >> count > 1:
                count += 1
            self.chosen[self.color] = count
            self.left -= count
            self.color += 1
        return True

    def pay(self) -> None:
        """Discard the chosen cards."""
        if self.commons.journal.on:
            names = self.terrain.card_names
            paid = tuple([(names[k], int(self.chosen[k])) for k in range(self.terrain.kinds) if self.chosen[k]])
            self.commons.journal.add(CardsPaid(self.seat, paid))
        self.market.pay_mixed(self.seat, self.chosen)

    def price_of(self, seat: i64, action: i64) -> Price | None:
        card = self.terrain.card_names[(action - self.first) // self.stride]
        count = int((action - self.first) % self.stride)
        return Price(((card, count),) if count else ())

    # What is possible

    def _find_options(self) -> None:
        """Which numbers of the color that is asked leave the payment possible."""
        color: i64 = self.color
        left: i64 = self.left
        held: i64 = self.hands.held(self.seat, color)
        later = self._held_from(color + 1)
        most: i64 = min(held, left)
        count: i64 = 0
        if left > later:
            count = left - later
        options: i64 = 0
        if self.rule == ANYTHING:
            if count <= most:
                options = (1 << most + 1) - (1 << count)
        else:
            while count <= most:
                self.chosen[color] = count
                if self._can_be_parted(color + 1, left - count, later):
                    options |= 1 << count
                count += 1
            self.chosen[color] = 0
        self.options = options

    def _held_from(self, color: i64) -> i64:
        """How many cards of a color and later ones the payer holds."""
        cards = self.hands.cards
        base: i64 = self.seat * self.hands.kinds
        last: i64 = base + self.colors
        total: i64 = 0
        for at in range(base + color, last):
            total += cards[at]
        return total

    def _can_be_completed(self) -> bool:
        """Whether the payer's cards make up the payment, of which nothing is chosen yet, in some way."""
        held = self._held_from(0)
        return self.left <= held and (self.rule == ANYTHING or self._can_be_parted(0, self.left, held))

    def _can_be_parted(self, color: i64, left: i64, later: i64) -> bool:
        """Whether `left` more cards, of `later` ones from a color on, can fulfill the rule of the payment."""
        if self.rule == A_CLAIM_AFTER:
            kind = self.technologies.bound[self.technology]
            self.purse.look_at(self.seat)
            return self.purse.leaves_claim(self.seat, kind, self.wilds, self.chosen, color, left)
        if self.set_color != NONE:
            return self._can_be_set(self.set_color, color, left, later)
        return any(self._can_be_set(c, color, left, later) for c in range(self.colors))

    def _can_be_set(self, set_color: i64, color: i64, left: i64, later: i64) -> bool:
        """Whether that color can be the set's, if `left` more cards are chosen from `color` on, of `later` ones."""
        if set_color < color:
            chosen = self.chosen[set_color]
            return chosen == self.cards or (self.rule == AT_LEAST and chosen > self.cards)
        held = self.hands.held(self.seat, set_color)
        if held < self.cards or left < self.cards:
            return False
        return self.rule == AT_LEAST or left - self.cards <= later - held

    # Actions

    def size(self) -> int:
        return self.colors * self.stride

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        options: i64 = self.options
        while options:
            options &= options - 1
            total += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        count: i64 = 0
        while True:
            if self.options >> count & 1:
                if n == 0:
                    return self.first + self.color * self.stride + count
                n -= 1
            count += 1

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        color: i64 = (action - self.first) // self.stride
        count: i64 = (action - self.first) % self.stride
        name = self.terrain.card_names[self.color]
        if color != self.color:
            return f"the question is how many {name} cards you pay"
        if count > self.hands.held(seat, color):
            return f"you have only {self.hands.held(seat, color)} {name} cards"
        if not self.options >> count & 1:
            possible = ", ".join([str(k) for k in range(self.stride) if self.options >> k & 1])
            return f"with {count} {name} cards the payment cannot be completed; possible are: {possible}"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        return PayCards(self.terrain.card_names[at // self.stride], int(at % self.stride))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, PayCards):
            return -1
        names = list(self.commons.setting.board.colors)
        if action.card not in names:
            raise NotationError(f"bundles have no '{action.card}' cards{closest(action.card, names)}")
        if not 0 <= action.count < int(self.stride):
            raise NotationError(f"one can pay 0 to {self.stride - 1} {action.card} cards, not {action.count}")
        return int(self.first + names.index(action.card) * self.stride) + action.count

    # State and views

    def reset(self) -> None:
        self.seat = NONE
        self.route = NONE
        self.technology = NONE
        self.cards = 0
        self.wilds = 0
        self.bundles = 0
        self.rule = ANYTHING
        self.set_color = NONE
        self.left = 0
        self.color = 0
        self.options = 0
        fill(self.chosen, 0)

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Bundles)
        self.seat = other.seat
        self.route = other.route
        self.technology = other.technology
        self.cards = other.cards
        self.wilds = other.wilds
        self.bundles = other.bundles
        self.rule = other.rule
        self.set_color = other.set_color
        self.left = other.left
        self.color = other.color
        self.chosen = other.chosen[:]
        self.options = other.options

    def check(self) -> None:
        """What is chosen is held, and there is a way to go on."""
        if self.seat == NONE:
            return
        for kind in range(self.terrain.kinds):
            assert 0 <= self.chosen[kind] <= self.hands.held(self.seat, kind), "a payment of cards that are not there"
        assert self.options, "a payment that cannot be completed"

    def view(self, seat: int | None, revealed: bool) -> View:
        if self.seat == NONE:
            return NO_PAYMENT
        names = self.terrain.card_names
        own = seat is not None and self.seat == seat
        return PaymentView(
            seat=int(self.seat),
            route=None if self.route == NONE else self.commons.setting.board.routes[self.route].id,
            technology=None if self.technology == NONE else self.technologies.ids[self.technology],
            cards=int(self.cards),
            wilds=int(self.wilds),
            bundles=int(self.bundles),
            chosen=FrozenDict({names[k]: int(self.chosen[k]) for k in range(self.color) if self.chosen[k]})
            if own
            else None,
            card=names[self.color] if own else None,
        )

    def imagine(self, seen: Observation) -> None:
        """The payer knows its choices; for all others it is at the first color, with some hand that can pay."""
        view = seen.parts[self.name]
        assert isinstance(view, PaymentView)
        if view.seat is None:
            expect(not is_asked(seen, PAY_BUNDLE), "nobody pays")
            return
        expect(0 <= view.seat < self.commons.seats, "a seat pays that there is not")
        cards = view.cards + view.wilds + view.bundles
        expect(
            min(view.cards, view.wilds, view.bundles) >= 0 and cards <= self.terrain.longest, "nothing has this price"
        )
        expect(view.technology is not None or view.route is not None, "a seat pays for nothing")
        if view.technology is not None:
            technology = self.technologies.ids.index(view.technology)
            self.begin_purchase(view.seat, technology, view.wilds, view.bundles)
        elif view.route is not None:
            route = self.terrain.route_numbers[view.route]
            self.begin_claim(view.seat, route, view.cards, view.wilds, view.bundles)
        if view.chosen is not None and view.card is not None:
            names = self.terrain.card_names
            for name, count in view.chosen.items():
                held = self.hands.held(view.seat, names.index(name))
                expect(0 <= count <= held, "a seat pays with cards that it does not have")
                self.chosen[names.index(name)] = count
                self.left -= count
            self.color = names.index(view.card)
        else:
            self._make_payable(NONE if seen.seat is None else seen.seat)
        self._find_options()
        if self.options == 0:  # an imagined hand that pays, but leaves no claim
            self.rule = ANYTHING
            self._find_options()

    def _make_payable(self, viewer: i64) -> None:
        """Make up the payer's hand until it can pay: by luck, or else by exchanging cards."""
        made_up = MadeUpHands(self.market, viewer)
        for _ in range(TRIES):
            if self.hands.held(self.seat, self.terrain.wild) >= self.wilds and self._can_be_completed():
                return
            made_up.deal_again()
        if self.rule == A_CLAIM_AFTER:  # too rare to look for: the imagined seat may be left without a claim
            self.rule = ANYTHING
        exactly = self.rule == EXACTLY
        set_color = self.set_color
        if set_color == NONE and self.rule != ANYTHING:
            set_color = made_up.find_set(self.seat, self.cards, self.wilds, self.left, exactly)
        made_up.bring_payment(self.seat, set_color, self.cards, self.wilds, self.left, exactly)
