"""What a fleet of trains and ships, and claims by water, mean to people."""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.boards import registry
from branchline.game import imagine
from branchline.mechanics.fleet import (
    ChooseFleet,
    ClaimWithPairs,
    ClaimWithShips,
    ExchangePieces,
    FleetShown,
    FleetView,
    PiecesExchanged,
)
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.pair_claims import PairClaims
from branchline.mechanics.fleet.ship_claims import ShipClaims
from branchline.model.actions import Action
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.model.faces import FACES, Context, Findings, Gain, Notation, Terminal, Words
from branchline.model.observation import Observation
from branchline.notation.names import find_color
from branchline.notation.sorts import cards_text, counted_parts, counted_sorts, fitting_claim
from branchline.words.plain import counted
from branchline.words.sentences import Teller
from branchline.words.things import part

# In the notation


def parse_fleet(context: Context, rest: str) -> Action:
    """Choose 20 trains + 40 ships; one of the two numbers is enough."""
    counts: dict[str, int] = {}
    for count, word in counted_parts(re.sub(r"^fleet\b", "", rest)):
        if word not in ("train", "ship"):
            raise NotationError(f"a fleet has trains and ships, not '{word}'; write: choose 20 trains + 40 ships")
        counts[word] = count
    total = context.variant.numbers.pieces
    trains = counts.get("train", total - counts.get("ship", 0))
    return ChooseFleet(trains, counts.get("ship", total - trains))


def describe_exchange(context: Context, action: ExchangePieces) -> str:
    """Pieces for others."""
    other = "ships" if action.given == "trains" else "trains"
    if action.count == 1:
        return f"exchange 1 {action.given.removesuffix('s')} for 1 {other.removesuffix('s')}"
    return f"exchange {action.count} {action.given} for {action.count} {other}"


def parse_exchange(context: Context, rest: str) -> Action:
    """Exchange 3 trains for 3 ships, exchange 1 ship."""
    found = re.fullmatch(r"(\d+)\s*(train|ship)s?(?:\s+for\s+(?:\d+\s*|a\s+)?(train|ship)s?)?", rest.casefold())
    if not found or found[2] == found[3]:
        raise NotationError(f"'{rest}' is no exchange; write: exchange 3 trains for 3 ships")
    return ExchangePieces(f"{found[2]}s", int(found[1]))


def ship_payment(board: Board, route: Route, action: ClaimWithShips) -> str:
    """The payment of a claim."""
    single, double = _ship_sorts(board)
    singles = max(0, route.length - 2 * action.doubles - action.wilds)
    color = action.color
    return cards_text([(f"{color} {double}", action.doubles), (f"{color} {single}", singles), (WILD, action.wilds)])


def _ship_sorts(board: Board) -> tuple[str, str]:
    """What single and double ships are called on a board."""
    sorts = board.extras["sorts"]
    return str(sorts["ship"]), str(sorts["double_ship"])


def describe_ship_claim(context: Context, action: ClaimWithShips) -> str:
    """A claim with its payment."""
    route = context.route(action.route)
    return f"claim {context.board.route_name(route)} with {ship_payment(context.board, route, action)}"


def parse_ship_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """What a payment for a ship route means; of parallel tracks the one that it fits."""
    if routes[0].kind != "ship":
        return None
    color, singles, doubles, wilds = _parse_ships(context.board, payment)
    claims: list[tuple[Route, Action]] = []
    for route in routes:
        covered = singles + 2 * doubles + wilds
        if covered == route.length or (covered == route.length + 1 and doubles and not singles + wilds):
            claims.append((route, ClaimWithShips(route.id, color, doubles, wilds)))
    if not claims:
        name = context.board.route_name(routes[0])
        raise NotationError(f"{name} has {routes[0].length} spaces; these cards do not cover just as many")
    return fitting_claim(context, claims, color)


def _parse_ships(board: Board, payment: str) -> tuple[str, int, int, int]:
    """Color, single ships, double ships and wilds."""
    single, double = _ship_sorts(board)
    colors, counts = counted_sorts(board, payment, (single, double), "a ship route takes ship cards and wilds, not {}")
    if len(colors) > 1:
        raise NotationError(f"a claim is paid with one color and wilds, not with {' and '.join(sorted(colors))}")
    return next(iter(colors), WILD), counts[single], counts[double], counts[""]


def describe_pair_claim(context: Context, action: ClaimWithPairs) -> str:
    """A claim with its payment."""
    return f"claim {context.board.route_name(context.route(action.route))} with {cards_text(action.cards)}"


def parse_pair_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """What a payment for a route of pairs means; of parallel tracks the one that it fits."""
    if "pair" not in routes[0].tags:
        return None
    counts = dict.fromkeys([*context.board.colors, WILD], 0)
    for count, word in counted_parts(payment):
        counts[find_color(context.board, word)] += count
    cards = tuple((color, count) for color, count in counts.items() if count)
    return fitting_claim(context, [(route, ClaimWithPairs(route.id, cards)) for route in routes], WILD)


# In plain English


def _ask(seen: Observation) -> str:
    advised = _advised(seen)
    hint = f" For a first game: {_pieces_of(advised)}." if advised else ""
    return f"With how many trains and ships do you start?{hint}"


def _advised(seen: Observation) -> ChooseFleet | None:
    """The fleet for a first game, if the board has an advice."""
    advice = registry.board(seen.board).extras.get("fleet", {}).get("advice")
    return ChooseFleet(advice["trains"], advice["ships"]) if advice else None


def _pieces_of(fleet: ChooseFleet) -> str:
    return f"{counted(fleet.trains, 'train')} and {counted(fleet.ships, 'ship')}"


def _taken(seen: Observation) -> ChooseFleet:
    """What the cheapest ways to the kept tickets take together."""
    world = imagine(seen, 0)
    tickets = (*seen.held, *(seen.tickets.chosen or ()))
    routes = dict.fromkeys(route for ticket in tickets for route in world.ways(ticket, seen.seat).routes)
    takes = {pieces.name: pieces.takes for pieces in world.missing(routes, seen.seat).pieces}
    return ChooseFleet(takes.get("trains", 0), takes.get("ships", 0))


def _too_few(fleet: ChooseFleet, taken: ChooseFleet) -> str:
    """What a fleet lacks; "" if it has enough."""
    trains, ships = taken.trains - fleet.trains, taken.ships - fleet.ships
    lacking = [counted(count, noun) for count, noun in ((trains, "train"), (ships, "ship")) if count > 0]
    return f"{' and '.join(lacking)} too few" if lacking else ""


def _verdicts(seen: Observation, fleets: Sequence[ChooseFleet]) -> list[str]:
    """Whether each fleet reaches all kept tickets."""
    taken = _taken(seen)
    takes = f"The cheapest ways to your tickets take {_pieces_of(taken)}"
    return [f"{takes}: {_too_few(fleet, taken) or 'this fleet reaches them all'}." for fleet in fleets]


def _why(seen: Observation, fleet: ChooseFleet) -> tuple[str, ...]:
    """What speaks for a fleet, and for another one than is advised for a first game."""
    (verdict,), advised = _verdicts(seen, [fleet]), _advised(seen)
    if advised is None or advised == fleet:
        return (verdict,)
    lacking = _too_few(advised, _taken(seen))
    usual = f"{_pieces_of(advised)}, the advice for a first game,"
    return verdict, f"{usual} would be {lacking}." if lacking else f"{usual} would reach them too."


def _pieces_for(seen: Observation, route: Route) -> tuple[str, int | None]:
    """Ships go by water, trains by land."""
    view = part(seen, FleetView)
    noun = "ship" if route.kind == "ship" else "train"
    if view is None or seen.seat is None:
        return noun, None
    return noun, (view.ships if noun == "ship" else view.trains)[seen.seat]


def _shown(teller: Teller, event: FleetShown) -> str:
    return f"set out with {counted(event.trains, 'train')} and {counted(event.ships, 'ship')}"


def _exchanged(teller: Teller, event: PiecesExchanged) -> str:
    pieces = [counted(event.count, noun) for noun in ("train", "ship")]
    mine, other = pieces if event.given == "trains" else pieces[::-1]
    return f"exchanged {mine} for {other}"


# In the terminal


def _pieces(seen: Observation, view: FleetView) -> dict[str, list[str]]:
    """Trains and ships in two columns, with what waits in the box."""
    return {
        "trains": [_of_box(left, box) for left, box in zip(view.trains, view.box_trains, strict=True)],
        "ships": [_of_box(left, box) for left, box in zip(view.ships, view.box_ships, strict=True)],
    }


def _of_box(left: int | None, box: int | None) -> str:
    return "?" if left is None else f"{left} +{box}" if box else str(left)


FACES.add(
    Fleet,
    Notation(
        describe={
            ChooseFleet: lambda _, action: f"choose {action.trains} trains + {action.ships} ships",
            ExchangePieces: describe_exchange,
        },
        parse={"choose": parse_fleet, "choose fleet": parse_fleet, "exchange": parse_exchange},
        forms=("choose 20 trains + 40 ships", "exchange 3 trains for 3 ships"),
    ),
    Words(
        questions={"choose fleet": _ask},
        verdicts={ChooseFleet: _verdicts},
        reasons={ChooseFleet: _why},
        doing={"choose fleet": "{} is choosing a fleet."},
        uses="exchange pieces",
        piece="piece",
        pieces_for=_pieces_for,
        events={FleetShown: _shown, PiecesExchanged: _exchanged},
        nudges={
            ChooseFleet: "Count the spaces of land and of water on the way to your tickets.",
            ExchangePieces: "Count your pieces: do you have enough of both sorts for your tickets?",
        },
    ),
    Terminal(
        with_table=("choose fleet",),
        labels={ExchangePieces: "exchange pieces"},
        numbers={ChooseFleet: lambda fleet: fleet.trains},
        moves=lambda *_: [("exchange 3 trains for 3 ships", "out of your box, at a point each")],
        note=lambda *_: 'Trains "20 +5" are 20 to build with and 5 in the box.',
        pieces=_pieces,
    ),
    Findings(
        gains={
            FleetShown: lambda event: Gain("fleets", f"{event.trains} trains, {event.ships} ships"),
            PiecesExchanged: lambda event: Gain("exchanges", f"{event.given} given", None, event.count),
        },
        uses={PiecesExchanged: "exchange"},
    ),
)
FACES.add(
    PairClaims,
    Notation(
        describe={ClaimWithPairs: describe_pair_claim},
        payments={ClaimWithPairs: lambda _, _route, action: cards_text(action.cards)},
        claim=parse_pair_claim,
    ),
)
FACES.add(
    ShipClaims,
    Notation(
        describe={ClaimWithShips: describe_ship_claim}, payments={ClaimWithShips: ship_payment}, claim=parse_ship_claim
    ),
)
