"""What a seat sees of one game, as numbers: the parts of all its mechanics, one after the other."""

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.core.board_parts import (
    FleetPart,
    HarborsPart,
    PassengersPart,
    PaymentPart,
    SharesPart,
    TechnologiesPart,
    TokensPart,
)
from branchline.envs.core.common_parts import (
    HandsPart,
    MarketPart,
    TablePart,
    TicketsPart,
    TracksPart,
    TwoDeckMarketPart,
)
from branchline.envs.core.part import Field, Part
from branchline.envs.core.ways import Ways
from branchline.mechanics.bundles import Bundles
from branchline.mechanics.fleet import Fleet
from branchline.mechanics.hands import Hands
from branchline.mechanics.harbors import Harbors
from branchline.mechanics.market import Market
from branchline.mechanics.passengers import Passengers
from branchline.mechanics.shares import Shares
from branchline.mechanics.technologies import Technologies
from branchline.mechanics.tickets import Tickets
from branchline.mechanics.tokens import Tokens
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.two_deck_market import TwoDeckMarket


class Encoder:
    """Writes what seats of one game may know. It stays bound to its rule sheet, whatever games that plays."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = rules
        self.parts: list[Part] = [TablePart(rules)]
        for mechanic in rules.mechanics:
            part = simple_part(mechanic)
            if part is not None:
                self.parts.append(part)
        self.add_map()
        self.fields: list[Field] = []
        self.size: i64 = 0
        for part in self.parts:
            for field in part.fields():
                field.start = int(self.size)
                self.size += field.size()
                self.fields.append(field)

    def add_map(self) -> None:
        """Tickets and routes come last, as they are the longest; they share the cheapest ways."""
        tracks: Tracks | None = None
        tickets: Tickets | None = None
        for mechanic in self.rules.mechanics:
            if isinstance(mechanic, Tracks):
                tracks = mechanic
            elif isinstance(mechanic, Tickets):
                tickets = mechanic
        if tracks is not None and tickets is not None:
            ways = Ways(tracks, tickets)
            self.parts.append(TicketsPart(tickets, ways))  # first: it brings the ways up to date
            self.parts.append(TracksPart(tracks, ways))

    def write(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Write the encoding for a seat into `out` from `at` on."""
        k: i64 = at
        end: i64 = at + self.size
        while k < end:
            out[k] = 0
            k += 1
        for part in self.parts:
            at = part.write(out, at, seat)


def simple_part(mechanic: Mechanic) -> Part | None:
    """The part of a mechanic that needs nothing but itself; None if there is nothing to tell."""
    if isinstance(mechanic, Hands):
        return HandsPart(mechanic)
    if isinstance(mechanic, Market):
        return MarketPart(mechanic)
    if isinstance(mechanic, TwoDeckMarket):
        return TwoDeckMarketPart(mechanic)
    if isinstance(mechanic, Passengers):
        return PassengersPart(mechanic)
    if isinstance(mechanic, Tokens):
        return TokensPart(mechanic)
    if isinstance(mechanic, Shares):
        return SharesPart(mechanic)
    if isinstance(mechanic, Technologies):
        return TechnologiesPart(mechanic)
    if isinstance(mechanic, Bundles):
        return PaymentPart(mechanic)
    if isinstance(mechanic, Fleet):
        return FleetPart(mechanic)
    if isinstance(mechanic, Harbors):
        return HarborsPart(mechanic)
    return None
