"""A turn by land and water, in the order of the rulebook of The World (WLD-001..WLD-091).

Two decks of cards feed one row. Routes are paid with train cards, ship cards or pairs, and take trains or ships of a
fleet that each seat puts together itself. `boards/world/RULINGS.md` lists what the rulebook leaves open.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import CHOOSE_FLEET, KEEP_TICKETS, NAME_DECK, SECOND_CARD, TURN
from branchline.engine.game_loop import BY_IDLING, ENDINGS
from branchline.engine.ranking import TieBreak
from branchline.mechanics.additions import Composition
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.pair_claims import PairClaims
from branchline.mechanics.fleet.ship_claims import ShipClaims
from branchline.mechanics.fleet.train_claims import TrainClaims


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(Composition):
    """Take cards, claim routes, draw tickets, exchange pieces; and whatever the board adds."""

    needs: ClassVar[tuple[str, ...]] = ("decks", "sorts", "fleet")
    facts: ClassVar[dict[str, Any]] = {
        "decks": {"hand": {"*deck": 0}, "row": {"*deck": 0}},
        "sorts": dict.fromkeys(("train", "marked_train", "ship", "double_ship"), "sort"),
        "fleet": {
            "most_trains": 1,
            "most_ships": 1,
            "exchange_cost": 0,
            "stuck_rounds": 1,
            "idle_rounds": 1,
            "advice?": {"trains": 0, "ships": 0},
        },
    }

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        extras = setting.board.extras
        sorts = extras["sorts"]
        self.market: Final = TwoDeckMarket(self.commons, self.hands, extras["decks"]["hand"], extras["decks"]["row"])
        self.fleet: Final = Fleet(self.commons, self.tracks)
        trains = [str(sorts["train"]), str(sorts["marked_train"])]
        self.trains: Final = TrainClaims(self.commons, self.market, self.tracks, self.fleet, trains)
        ships = [str(sorts["ship"]), str(sorts["double_ship"])]
        self.ships: Final = ShipClaims(self.commons, self.market, self.tracks, self.fleet, ships[0], ships[1])
        self.pairs: Final = PairClaims(self.commons, self.market, self.tracks, self.fleet, self.trains)
        claims = [self.trains, self.ships, self.pairs]
        self.compose([self.hands, self.market, self.tracks, self.tickets, self.fleet, *claims])
        self.offer_turn([self.market, self.tickets, self.fleet, *claims])
        self.offer(SECOND_CARD, [self.market])
        self.offer(NAME_DECK, [self.market])
        self.offer(KEEP_TICKETS, [self.tickets])
        self.offer(CHOOSE_FLEET, [self.fleet])
        self.join_additions()

    # Setup

    def set_up(self) -> None:
        """Cards from both decks, the row, and tickets for all seats to choose from at once (WLD-006..WLD-009)."""
        self.lay_out()
        self.market.deal()
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(self.setting.numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen tickets and fleet: now the tickets count, and the fleets are shown (WLD-011)."""
        if self.tickets.offers.opening:
            self.tickets.resolve_opening(self.first_seat)
            self.fleet.show(self.first_seat)
        return self.lay_out_further()

    # A turn

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        if kind == TURN:
            self.play_turn(seat, action)
        elif kind == SECOND_CARD:
            self.take_card(seat, kind, action)
        elif kind == NAME_DECK:
            self.market.refill(action)
            self.let_name_deck(seat)
        elif kind == KEEP_TICKETS:
            self.keep_tickets(seat, action)
        elif kind == CHOOSE_FLEET:
            self.fleet.choose(seat, action)
        else:
            self.is_answered(seat, kind, action)
            self.let_name_deck(seat)

    def play_turn(self, seat: i64, action: i64) -> None:
        """One of four actions, or five with harbors (WLD-021). Only exchanges bring the game no further (WLD-023)."""
        if self.fleet.first <= action < self.fleet.end:
            self.fleet.note_exchange(self.choices > self.fleet.exchanges(seat))
            self.fleet.exchange(seat, action)
            return
        self.fleet.note_progress()
        if action < self.market.end:
            self.take_card(seat, TURN, action)
        elif action < self.tickets.end:
            self.tickets.draw_tickets(seat, action)
            self.ask(seat, KEEP_TICKETS)
        elif action < self.pairs.end:
            self.claim_route(seat, action)
        else:
            self.play_added(seat, action)
            self.let_name_deck(seat)

    def take_card(self, seat: i64, kind: i64, action: i64) -> None:
        """Two cards; a face-up wild is the only one. A place is refilled before the second card (WLD-025..WLD-035)."""
        was_wild = self.market.take_or_draw(seat, action)
        if kind == TURN and not was_wild:
            self.ask(seat, SECOND_CARD)
        self.let_name_deck(seat)

    def let_name_deck(self, seat: i64) -> None:
        """Where either deck could refill a place of the row, the seat whose action emptied it says which (WLD-027)."""
        if self.market.must_be_named():
            self.ask(seat, NAME_DECK)

    def claim_route(self, seat: i64, action: i64) -> None:
        """Pay with train cards, ship cards or pairs, and lay the pieces (WLD-045..WLD-060)."""
        if action < self.trains.end:
            route = self.trains.claim(seat, action)
        elif action < self.ships.end:
            route = self.ships.claim(seat, action)
        else:
            route = self.pairs.claim(seat, action)
        self.after_claim(seat, route)
        self.let_name_deck(seat)

    def keep_tickets(self, seat: i64, action: i64) -> None:
        """After its opening tickets a seat chooses its fleet, while others may still be choosing (WLD-010)."""
        opening = self.tickets.offers.opening
        self.tickets.keep(seat, action)
        if opening:
            self.ask(seat, CHOOSE_FLEET)

    def pass_turn(self, seat: i64) -> None:
        super().pass_turn(seat)
        self.fleet.note_exchange(by_choice=False)

    # The end

    def ways_to_end(self) -> list[str]:
        return [*super().ways_to_end(), ENDINGS[BY_IDLING]]

    def begin_turn(self, seat: i64) -> None:
        """When nobody gets on any more there is no further turn (WLD-023)."""
        if self.fleet.is_standstill():
            self.finish(BY_IDLING)
        else:
            super().begin_turn(seat)

    def tie_breaks(self) -> list[TieBreak]:
        """Nothing decides between equal totals (W6)."""
        return []

    # What callers outside the rules ask for

    def check(self) -> None:
        super().check()
        if self.market.must_be_named():
            kinds = [self.open.kinds[k] for k in range(self.open.depth)]
            assert NAME_DECK in kinds, "a short row beside both decks, and nobody is asked (WLD-027)"
