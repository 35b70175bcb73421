"""Words for trains, ships and harbors.

"choose 20 trains + 40 ships", "exchange 3 trains for 3 ships", "build harbor in Lima with 2 red ships + 2 wild";
and the payments of claims with ships ("2 red double ships + 1 red ship") and with pairs ("2 red + 1 green + 1 wild").
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from branchline.model.actions import (
    Action,
    BuildHarbor,
    ChooseFleet,
    ClaimWithPairs,
    ClaimWithShips,
    ExchangePieces,
)
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.notation.context import Context, Describe, Parse
from branchline.notation.names import find_card, find_city, find_color

CLAIMS = (ClaimWithShips, ClaimWithPairs)  # claims that `claim_words` leaves to this family


def cards_text(cards: Iterable[tuple[str, int]]) -> str:
    """Cards in words: "2 red ships + 1 wild"."""
    return " + ".join(f"{count} {_plural(card) if count > 1 else card}" for card, count in cards if count)


def _plural(card: str) -> str:
    """Ships and trains can be counted: "red ships"; colors alone cannot: "2 red"."""
    return f"{card}s" if card.endswith(("ship", "train")) else card


def payment_text(board: Board, route: Route, action: ClaimWithShips | ClaimWithPairs) -> str:
    """The payment of a claim."""
    if isinstance(action, ClaimWithPairs):
        return cards_text(action.cards)
    single, double = _ship_sorts(board)
    singles = max(0, route.length - 2 * action.doubles - action.wilds)
    color = action.color
    return cards_text([(f"{color} {double}", action.doubles), (f"{color} {single}", singles), (WILD, action.wilds)])


def _ship_sorts(board: Board) -> tuple[str, str]:
    """What single and double ships are called on a board."""
    sorts = board.extras["sorts"]
    return str(sorts["ship"]), str(sorts["double_ship"])


def describe_claim(context: Context, action: ClaimWithShips | ClaimWithPairs) -> str:
    """A claim with its payment."""
    route = context.route(action.route)
    return f"claim {context.board.route_name(route)} with {payment_text(context.board, route, action)}"


def parse_claim(context: Context, routes: list[Route], payment: str) -> Action:
    """What a payment for a ship route or a route of pairs means; of parallel tracks the one that it fits."""
    board = context.board
    claims: list[tuple[Route, Action]] = []
    if routes[0].kind == "ship":
        color, singles, doubles, wilds = _parse_ships(board, payment)
        for route in routes:
            covered = singles + 2 * doubles + wilds
            if covered == route.length or (covered == route.length + 1 and doubles and not singles + wilds):
                claims.append((route, ClaimWithShips(route.id, color, doubles, wilds)))
        if not claims:
            name = board.route_name(routes[0])
            raise NotationError(f"{name} has {routes[0].length} spaces; these cards do not cover just as many")
    else:
        counts = dict.fromkeys([*board.colors, WILD], 0)
        for count, word in _parts(payment):
            counts[find_color(board, word)] += count
        cards = tuple((color, count) for color, count in counts.items() if count)
        claims = [(route, ClaimWithPairs(route.id, cards)) for route in routes]
        color = WILD
    legal = [claim for _, claim in claims if claim in context.legal]
    fitting = [claim for route, claim in claims if route.color in (color, "gray")]
    return next(iter(legal or fitting or [claim for _, claim in claims]))


def _parse_ships(board: Board, payment: str) -> tuple[str, int, int, int]:
    """Color, single ships, double ships and wilds."""
    single, double = _ship_sorts(board)
    kinds = {kind.name: kind for kind in board.card_kinds}
    counts = {single: 0, double: 0, "": 0}
    colors: set[str] = set()
    for count, word in _parts(payment):
        kind = kinds[find_card(board, word)]
        if kind.sort not in counts:
            raise NotationError(f"a ship route takes ship cards and wilds, not {kind.name}")
        counts[kind.sort] += count
        if kind.color != WILD:
            colors.add(kind.color)
    if len(colors) > 1:
        raise NotationError(f"a claim is paid with one color and wilds, not with {' and '.join(sorted(colors))}")
    return next(iter(colors), WILD), counts[single], counts[double], counts[""]


def _parts(text: str) -> list[tuple[int, str]]:
    """The parts of "2 red ships + 1 wild"."""
    parts: list[tuple[int, str]] = []
    for part in re.split(r"[+,]|\band\b", text):
        found = re.fullmatch(r"\s*(\d+)\s*x?\s*(\D+?)\s*", part)
        if not found or int(found[1]) == 0:
            raise NotationError(f"'{part.strip()}' is no number of cards or pieces; write: 2 red ships + 1 wild")
        word = re.sub(r"\s*\bcards?$", "", found[2])
        parts.append((int(found[1]), re.sub(r"(?<=ship|rain|wild)s$", "", word)))
    return parts


def describe_fleet(context: Context, action: ChooseFleet) -> str:
    """The pieces to start with."""
    return f"choose {action.trains} trains + {action.ships} ships"


def parse_fleet(context: Context, rest: str) -> Action:
    """Choose 20 trains + 40 ships; one of the two numbers is enough."""
    counts: dict[str, int] = {}
    for count, word in _parts(re.sub(r"^fleet\b", "", rest)):
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


def describe_harbor(context: Context, action: BuildHarbor) -> str:
    """A harbor with its payment."""
    board = context.board
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    wilds = cost["trains"] + cost["ships"] - action.trains - action.ships
    train, ship = f"{action.color} {sorts['marked_train']}", f"{action.color} {sorts['ship']}"
    cards = cards_text([(train, action.trains), (ship, action.ships), (WILD, wilds)])
    return f"build harbor in {board.goal_name(action.city)} with {cards}"


def parse_harbor(context: Context, rest: str) -> Action:
    """Build harbor in Lima with 2 yellow harbor trains + 1 yellow ship + 1 wild; one way to pay need not be named."""
    board = context.board
    named = re.sub(r"^(?:a\s+)?(?:harbor\s+)?(?:in\s+|at\s+)?", "", rest, flags=re.IGNORECASE)
    place, with_word, payment = re.split(r"(\bwith\b|$)", named, maxsplit=1, flags=re.IGNORECASE)
    city = find_city(board, place)
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuildHarbor) and action.city == city]
        if len(ways) == 1:
            return ways[0]
        raise NotationError(f"there are {len(ways)} ways to pay for a harbor in {place.strip()}; name the cards")
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    kinds = {kind.name: kind for kind in board.card_kinds}
    counts = {str(sorts["marked_train"]): 0, str(sorts["ship"]): 0, "": 0}
    colors: set[str] = set()
    for count, word in _parts(payment):
        kind = kinds[find_card(board, word)]
        if kind.sort not in counts:
            raise NotationError(f"a {kind.name} card has no harbor mark")
        counts[kind.sort] += count
        if kind.color != WILD:
            colors.add(kind.color)
    if len(colors) > 1 or sum(counts.values()) != cost["trains"] + cost["ships"]:
        raise NotationError(f"a harbor costs {cost['trains'] + cost['ships']} cards of one color, wilds included")
    return BuildHarbor(city, next(iter(colors), WILD), counts[sorts["marked_train"]], counts[sorts["ship"]])


DESCRIBE: dict[type[Action], Describe] = {
    ClaimWithShips: describe_claim,
    ClaimWithPairs: describe_claim,
    ChooseFleet: describe_fleet,
    ExchangePieces: describe_exchange,
    BuildHarbor: describe_harbor,
}
PARSE: dict[str, Parse] = {
    "choose": parse_fleet,
    "choose fleet": parse_fleet,
    "exchange": parse_exchange,
    "build": parse_harbor,
    "build harbor": parse_harbor,
}
FORMS = ("choose 20 trains + 40 ships", "exchange 3 trains for 3 ships", "build harbor in CITY with CARDS")
