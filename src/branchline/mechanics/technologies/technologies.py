"""Technologies: cards bought with wilds that allow routes, change prices, or score.

What there is for sale, and what each card does, is data of the board (`[extras.technologies.*]`):

    title, set, copies, cost        its name, the set that variants name, how many there are, its price in wilds
    regions, lengths, ferries       permissions it grants (permissions.py)
    cards_per_locomotive            its owner's bundles have that many cards (purse.py)
    cards_less                      its owner saves that many cards in a claim (claims.py)
    points_per_route, points_per_ferry, points_per_completed_ticket
    blind_draw                      its owner may draw that many cards blind, in place of a regular draw
    most_tickets_points             [won, lost] at the end, by whether its owner has the most completed tickets
    longest_route_points            the same for the longest path
    claim_taken_route               bought only to claim a route of another seat at once
    routes_this_turn                bought only to claim up to that many routes in this turn
    returned_after_use              goes back to the table when its turn is over
    only_before_reshuffle           unsold copies leave the game at the first reshuffle

A seat buys at most one card in a turn, before its action, and owns at most one copy of each.
"""

from collections.abc import Collection
from typing import Any, Final

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.decisions import CLAIM_FIRST, CLAIM_TAKEN
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, by_name, expect
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles.purse import Purse
from branchline.mechanics.technologies import (
    BuyTechnology,
    TechnologiesView,
    TechnologiesWithdrawn,
    TechnologyBought,
    TechnologyReturned,
)
from branchline.mechanics.technologies.permissions import Permissions
from branchline.model.actions import Action
from branchline.model.board import WILD
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsPaid
from branchline.model.observation import Observation, View
from branchline.model.questions import Price
from branchline.model.vecs import vec

NO_PRICE: Final = 1000  # more than all cards cost


def on_sale(extras: Any, sets: Collection[str]) -> dict[str, dict[str, Any]]:
    """The technologies of some sets, by id, out of a board's extras."""
    return {name: data for name, data in extras["technologies"].items() if data["set"] in sets}


def column(cards: list[dict[str, Any]], name: str) -> vec[i64]:
    """One number of each card."""
    return vec[i64]([i64(card.get(name, 0)) for card in cards])


def bits_of(cards: list[dict[str, Any]], name: str) -> i64:
    """The cards that have something, as bits."""
    return sum([1 << k for k, card in enumerate(cards) if card.get(name, False)])


def claim_bound_by(card: dict[str, Any]) -> i64:
    """The kind of claim that a card is bought for, or NONE."""
    if card.get("claim_taken_route", False):
        return CLAIM_TAKEN
    return CLAIM_FIRST if card.get("routes_this_turn", 1) > 1 else NONE


class Technologies(Mechanic):
    """Cards on the table and in front of the seats. Action `start[t] + b` buys card t, b bundles among the price."""

    def __init__(self, purse: Purse, permissions: Permissions, data: dict[str, dict[str, Any]]) -> None:
        super().__init__("technologies", purse.commons)
        self.purse: Final = purse
        self.claims: Final = purse.claims
        self.tracks: Final = purse.tracks
        self.market: Final = purse.claims.market
        self.ids: list[str] = list(data)
        self.data: list[dict[str, Any]] = list(data.values())
        self.kinds: i64 = len(self.ids)
        self.copies: vec[i64] = column(self.data, "copies")
        self.cost: vec[i64] = column(self.data, "cost")
        self.bits: vec[i64] = vec[i64]([i64(permissions.granted_by(card)) for card in self.data])
        self.bundle: vec[i64] = column(self.data, "cards_per_locomotive")
        self.less: vec[i64] = column(self.data, "cards_less")
        self.per_route: vec[i64] = column(self.data, "points_per_route")
        self.per_ferry: vec[i64] = column(self.data, "points_per_ferry")
        self.per_ticket: vec[i64] = column(self.data, "points_per_completed_ticket")
        self.blind_draw: vec[i64] = column(self.data, "blind_draw")
        # The claim that must follow: its kind of decision, or NONE.
        self.bound: vec[i64] = vec[i64]([claim_bound_by(card) for card in self.data])
        # Purchases are numbered card by card, each with no bundle first.
        starts = [sum([int(cost) + 1 for cost in self.cost[:card]]) for card in range(self.kinds + 1)]
        self.start: vec[i64] = vec[i64]([i64(start) for start in starts])
        self.early: i64 = bits_of(self.data, "only_before_reshuffle")
        self.returning: i64 = bits_of(self.data, "returned_after_use")
        self.table: vec[i64] = self.copies[:]  # copies for sale
        self.owned: vec[i64] = vec[i64]([0] * self.commons.seats)  # bits by number of the card
        self.withdrawn: bool = False  # the first reshuffle has happened
        self.kept: Final[KeptViews[TechnologiesView]] = KeptViews()
        self.nothing: vec[i64] = vec[i64]([0] * self.purse.terrain.kinds)
        self.bound_cards: vec[i64] = vec[i64]([i64(k) for k in range(self.kinds) if self.bound[k] != NONE])
        self.cheapest: i64 = min(self.cost)
        self.dearest: i64 = max(self.cost)
        # By seat and price: how many of the other cards are for sale to it.
        self.buyable: vec[i64] = vec[i64]([0] * (self.commons.seats * (self.dearest + 1)))

    # Buying

    def card_of(self, action: i64) -> i64:
        """The card that a purchase is about."""
        card: i64 = self.kinds - 1
        while self.start[card] > action - self.first:
            card -= 1
        return card

    def bundles_of(self, action: i64) -> i64:
        """How many bundles a purchase is paid with; the rest of the price is wilds."""
        return action - self.first - self.start[self.card_of(action)]

    def pay_in_wilds(self, seat: i64, card: i64) -> None:
        """Pay the whole price with wilds."""
        if self.commons.journal.on:
            self.commons.journal.add(CardsPaid(seat, ((WILD, int(self.cost[card])),)))
        self.market.pay(seat, self.purse.terrain.wild, 0, self.cost[card])

    def price_of(self, seat: i64, action: i64) -> Price | None:
        """The wilds; which cards make up bundles is asked afterward."""
        bundles = self.bundles_of(action)
        wilds = int(self.cost[self.card_of(action)] - bundles)
        return Price(((WILD, wilds),) if wilds else (), int(bundles * self.purse.sizes[seat]))

    def obtainable(self, seat: i64) -> i64:
        """What the cards allow that are still for sale."""
        bits: i64 = 0
        for card in range(self.kinds):
            if self.table[card] > 0 and not self.owns(seat, card):
                bits |= self.bits[card]
        return bits

    def complete(self, bill: Bill) -> None:
        """Buy what gives the permissions that are lacking, for the lowest price."""
        if bill.lacking & self.obtainable(bill.seat):
            for card in self._cheapest(bill.seat, bill.lacking & self.obtainable(bill.seat), 0)[1]:
                bill.buy(self.ids[card], self.cost[card], self.bits[card])

    def _cheapest(self, seat: i64, lacking: i64, first: i64) -> tuple[int, list[int]]:
        """The lowest price of cards, from one on, that give some permissions together, and these cards."""
        found: tuple[int, list[int]] = (NO_PRICE, [])
        if lacking == 0:
            return 0, []
        for card in range(first, self.kinds):
            if self.bits[card] & lacking and self.is_for_sale_to(seat, card):
                price, cards = self._cheapest(seat, lacking & ~self.bits[card], card + 1)
                if price + self.cost[card] < found[0]:
                    found = (int(price + self.cost[card]), [int(card), *cards])
        return found

    def extra_points(self, seat: i64, route: i64) -> i64:
        """More for each route, and for each with wild symbols (UKD-056..UKD-058)."""
        extra = self.sum_of(seat, self.per_route)
        if self.commons.terrain.symbols[route] > 0:
            extra += self.sum_of(seat, self.per_ferry)
        return extra

    def lets_share(self, seat: i64) -> bool:
        """A card that lets its buyer claim a route of others goes back to the table, so it can be bought again."""
        return any([self.bound[card] == CLAIM_TAKEN and self.table[card] > 0 for card in range(self.kinds)])

    def hand_over(self, seat: i64, card: i64) -> None:
        """Give a card that has been paid to its buyer; it works from now on."""
        self.table[card] -= 1
        self.owned[seat] |= 1 << card
        if self.commons.journal.on:
            self.commons.journal.add(TechnologyBought(seat, self.ids[card]))
        if self.bound[card] == NONE:
            self._count_sale(seat, card)
        self._take_effect(seat, card)

    def _take_effect(self, seat: i64, card: i64) -> None:
        """Tell the other mechanics what a card changes for its owner."""
        self.tracks.grant(seat, self.bits[card])
        if self.bundle[card] > 0:
            self.purse.sizes[seat] = self.bundle[card]
        self.claims.saved[seat] += self.less[card]

    def return_used(self, seat: i64) -> None:
        """Cards that serve for one turn go back to the table."""
        used: i64 = self.owned[seat] & self.returning
        self.owned[seat] &= ~used
        for card in range(self.kinds):
            if used >> card & 1:
                self.table[card] += 1
                if self.commons.journal.on:
                    self.commons.journal.add(TechnologyReturned(seat, self.ids[card]))
        self._list_buyable()

    def withdraw_after_reshuffle(self) -> None:
        """Discards became a deck for the first time: unsold cards that had to be bought before leave the game."""
        self.withdrawn = True
        gone: list[str] = []
        for card in range(self.kinds):
            if self.early >> card & 1 and self.table[card] > 0:
                self.table[card] = 0
                gone.append(self.ids[card])
        self._list_buyable()
        if gone and self.commons.journal.on:
            self.commons.journal.add(TechnologiesWithdrawn(tuple(gone)))

    def owns(self, seat: i64, card: i64) -> bool:
        """Whether a seat has a card in front of it."""
        return self.owned[seat] >> card & 1 == 1

    def sum_of(self, seat: i64, column: vec[i64]) -> i64:
        """The sum of a number over the cards of a seat."""
        total: i64 = 0
        owned: i64 = self.owned[seat]
        card: i64 = 0
        while owned >> card > 0:
            if owned >> card & 1:
                total += column[card]
            card += 1
        return total

    # Actions

    def size(self) -> int:
        return self.start[self.kinds]

    def is_for_sale_to(self, seat: i64, card: i64) -> bool:
        """Whether there is a copy, and the seat has none."""
        return self.table[card] > 0 and self.owned[seat] >> card & 1 == 0

    def _count_sale(self, seat: i64, card: i64) -> None:
        """A copy of a card that binds to nothing has gone to a seat: note who cannot buy one any more."""
        for other in range(self.commons.seats):
            if other == seat or (self.table[card] == 0 and not self.owns(other, card)):
                self.buyable[other * (self.dearest + 1) + self.cost[card]] -= 1

    def _list_buyable(self) -> None:
        """Count again what is for sale to whom: to be called when table or owners have changed in another way."""
        prices: i64 = self.dearest + 1
        fill(self.buyable, 0)
        for seat in range(self.commons.seats):
            for card in range(self.kinds):
                if self.bound[card] == NONE and self.is_for_sale_to(seat, card):
                    self.buyable[seat * prices + self.cost[card]] += 1

    def count(self, seat: i64, kind: i64) -> i64:
        """The ways to pay for all cards of a price, and for each that binds; `nth` walks the same sum card by card."""
        purse = self.purse
        purse.look_at(seat)
        wilds = purse.wilds
        bundles = purse.bundles
        reach: i64 = wilds + bundles
        total: i64 = 0
        if reach > 0:
            first: i64 = seat * (self.dearest + 1)
            last: i64 = min(self.dearest, reach)
            for cost in range(self.cheapest, last + 1):
                cards: i64 = self.buyable[first + cost]
                if cards > 0:
                    fewest: i64 = 0
                    if cost > wilds:
                        fewest = cost - wilds
                    most: i64 = min(cost, bundles)
                    total += cards * (most - fewest + 1)
            for card in self.bound_cards:
                if self.cost[card] <= reach and self.is_for_sale_to(seat, card):
                    total += self._ways(seat, card)
        self.counted = total
        return total

    def _ways(self, seat: i64, card: i64) -> i64:
        """In how many ways, by bundles, a seat that has been looked at can pay for a card."""
        cost = self.cost[card]
        fewest = self.fewest_bundles(card)
        most: i64 = min(cost, self.purse.bundles)
        if fewest > most:
            return 0
        if self.bound[card] == NONE:
            return most - fewest + 1
        total: i64 = 0
        for bundles in range(fewest, most + 1):
            if self._leaves_claim(seat, card, bundles):
                total += 1
        return total

    def fewest_bundles(self, card: i64) -> i64:
        """The bundles that make up for missing wilds."""
        return max(self.cost[card] - self.purse.wilds, 0)

    def _leaves_claim(self, seat: i64, card: i64, bundles: i64) -> bool:
        """Whether the claim that must follow a purchase is possible after paying it with that many bundles."""
        wilds: i64 = self.cost[card] - bundles
        return self.purse.leaves_claim(seat, self.bound[card], wilds, self.nothing, 0, bundles * self.purse.sizes[seat])

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        purse = self.purse
        purse.look_at(seat)
        reach: i64 = purse.wilds + purse.bundles
        card: i64 = 0
        while True:
            if self.cost[card] <= reach and self.is_for_sale_to(seat, card):
                ways = self._ways(seat, card)
                if n < ways:
                    bundles = self.fewest_bundles(card)
                    if self.bound[card] != NONE:
                        while n > 0 or not self._leaves_claim(seat, card, bundles):
                            if self._leaves_claim(seat, card, bundles):
                                n -= 1
                            bundles += 1
                    return self.first + self.start[card] + bundles + n
                n -= ways
            card += 1

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        end: i64 = at + self.counted
        if at == end:
            return end
        purse = self.purse
        purse.look_at(seat)
        reach: i64 = purse.wilds + purse.bundles
        card: i64 = 0
        while at < end:
            cost = self.cost[card]
            if cost <= reach and self.is_for_sale_to(seat, card):
                most: i64 = min(cost, purse.bundles)
                for bundles in range(self.fewest_bundles(card), most + 1):
                    if self.bound[card] == NONE or self._leaves_claim(seat, card, bundles):
                        out[at] = self.first + self.start[card] + bundles
                        at += 1
            card += 1
        return end

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        card = self.card_of(action)
        bundles = self.bundles_of(action)
        wilds: i64 = self.cost[card] - bundles
        title = self.data[card]["title"]
        self.purse.look_at(seat)
        if self.owns(seat, card):
            return f"you own {title} already"
        if self.table[card] == 0:
            return f"{title} is not for sale any more"
        if wilds > self.purse.wilds:
            return f"that takes {wilds} wild cards and you have {self.purse.wilds}"
        if bundles > self.purse.bundles:
            return f"that takes {bundles} bundles of {self.purse.size} cards and you have {self.purse.plain} such cards"
        if self.bound[card] != NONE and not self._leaves_claim(seat, card, bundles):
            return f"after paying that for {title} you could not claim a route with it"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        card = self.card_of(action)
        bundles = self.bundles_of(action)
        return BuyTechnology(self.ids[card], int(self.cost[card] - bundles), int(bundles))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, BuyTechnology):
            return -1
        if action.technology not in self.ids:
            near = closest(action.technology, self.ids)
            raise NotationError(f"there is no technology '{action.technology}' in this game{near}")
        card = self.ids.index(action.technology)
        cost = int(self.cost[card])
        if not 0 <= action.bundles <= cost or action.wilds != cost - action.bundles:
            raise NotationError(f"{self.data[card]['title']} costs {cost} wilds, each of which can be a bundle")
        return int(self.first + self.start[card]) + action.bundles

    # State and views

    def reset(self) -> None:
        self.table = self.copies[:]
        self.withdrawn = False
        self.purse.reset()
        fill(self.owned, 0)
        self._list_buyable()

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Technologies)
        self.table = other.table[:]
        self.owned = other.owned[:]
        self.withdrawn = other.withdrawn
        self.buyable = other.buyable[:]
        self.purse.sizes = other.purse.sizes[:]

    def check(self) -> None:
        """Table and seats together have all copies, unless unsold ones were withdrawn."""
        for card in range(self.kinds):
            total: i64 = self.table[card]
            for seat in range(self.commons.seats):
                total += self.owned[seat] >> card & 1
            gone = self.withdrawn and self.early >> card & 1 == 1
            assert total == self.copies[card] or (gone and total < self.copies[card]), (
                "a technology was lost or doubled"
            )
            assert self.table[card] >= 0, "a technology was sold too often"
        assert self.withdrawn == (self.market.pile.renewals > 0), "a reshuffle went unnoticed"
        self._check_effects()
        buyable: vec[i64] = self.buyable[:]
        self._list_buyable()
        assert buyable == self.buyable, "cards are for sale that are not, or the other way round"

    def _check_effects(self) -> None:
        """What the other mechanics were told is what the cards of each seat say."""
        for seat in range(self.commons.seats):
            bits: i64 = 0
            size: i64 = self.purse.bundle
            for card in range(self.kinds):
                if self.owns(seat, card):
                    bits |= self.bits[card]
                    if self.bundle[card] > 0:
                        size = self.bundle[card]
            assert self.tracks.granted[seat] == bits, "permissions that no technology gives"
            assert self.purse.sizes[seat] == size, "bundles of a size that no technology gives"
            assert self.claims.saved[seat] == self.sum_of(seat, self.less), "savings that no technology gives"

    def view(self, seat: int | None, revealed: bool) -> View:
        self.kept.start()
        self.kept.note_all(self.table)
        self.kept.note_all(self.owned)
        return self.kept.find(0) or self.kept.keep(0, self._open_view())

    def _open_view(self) -> TechnologiesView:
        """What everybody sees."""
        cards = range(self.kinds)
        owned = [tuple([self.ids[k] for k in cards if mask >> k & 1]) for mask in self.owned]
        return TechnologiesView(by_name(self.ids, self.table, 0), tuple(owned))

    def imagine(self, seen: Observation) -> None:
        view = seen.parts[self.name]
        assert isinstance(view, TechnologiesView)
        for card in range(self.kinds):
            self.table[card] = view.for_sale.get(self.ids[card], 0)
        expect(len(view.owned) == self.commons.seats, "some seats have no technologies")
        for seat, names in enumerate(view.owned):
            expect(len(set(names)) == len(names), "a seat has a technology twice")
            for name in names:
                self.owned[seat] |= 1 << self.ids.index(name)
                self._take_effect(seat, self.ids.index(name))
            expect(self.claims.saved[seat] <= self.claims.most_saved, "a seat has technologies that exclude each other")
        self.withdrawn = seen.market.renewals > 0
        self._list_buyable()
