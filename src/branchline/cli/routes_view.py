"""Routes as lists: what a seat can build now and how it could pay, or all that leads to one place."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import brings_titles, brought_by, lacking
from branchline.cli.screen import card_mark
from branchline.model.actions import Action, Claim
from branchline.model.board import GRAY, City, Route
from branchline.model.observation import Observation
from branchline.model.questions import Standing
from branchline.notation.text import describe
from branchline.planning import Reach
from branchline.words.plain import counted, route_name, spoken
from branchline.words.routes import Claims, cards_and_price, claimable, pieces_for
from branchline.words.things import piece_columns

_SHOWN_WAYS = 3  # of the ways to pay for a route; further ones only differ in which cards they waste
_ROOM = 32  # letters for them; half of it where other columns need more


def way_in_words(seen: Observation, way: Action) -> str:
    """What is paid in an action: "2 red + 1 locomotive"."""
    board = registry.board(seen.board)
    return spoken(describe(board, registry.variant(board, seen.variant), way).partition(" with ")[2])


def claims_table(seen: Observation, claims: Claims, *, numbered: bool = False) -> Table:
    """Routes to build, with what they bring and take."""
    reach = Reach(seen)
    planned = reach.plan(reach.tickets(seen.held)).routes
    table = _routes_table(seen, numbered=numbered)
    for number, (route, ways) in enumerate(claims, 1):
        head = [Text(str(number), "bold")] if numbered else []
        on_way = bool(planned & {route.index, *route.twins})
        table.add_row(*head, *_facts(seen, reach, route, on_way), ways_text(seen, ways))
    return table


def place_table(seen: Observation, place: City, names: Sequence[str]) -> Table:
    """All routes of a place, and how matters stand with each."""
    board = registry.board(seen.board)
    reach = Reach(seen)
    planned = reach.plan(reach.tickets(seen.held)).routes
    ways = {route.index: found for route, found in claimable(seen)}
    table = _routes_table(seen, numbered=False)
    for route in board.routes:
        if place.index in (route.a, route.b):
            state = _state(seen, reach, route, ways.get(route.index), names)
            table.add_row(*_facts(seen, reach, route, route.index in planned), state)
    return table


def ways_text(seen: Observation, ways: Sequence[Claim]) -> str:
    """The ways to pay, in words: as many as fit into a line."""
    room = _ROOM if not brings_titles(seen) and len(piece_columns(seen)) == 1 else _ROOM // 2
    shown: list[str] = []
    for words in (way_in_words(seen, way) for way in ways[:_SHOWN_WAYS]):
        if shown and len(" or ".join([*shown, words])) > room:
            break
        shown.append(words)
    more = len(ways) - len(shown)
    return " or ".join(shown) + (f", +{more} more" if more else "")


def _routes_table(seen: Observation, *, numbered: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    if numbered:
        table.add_column("", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("route", no_wrap=True)
    table.add_column("cars", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    for title in brings_titles(seen):
        table.add_column(title)
    table.add_column("")
    return table


def _facts(seen: Observation, reach: Reach, route: Route, on_way: bool) -> list[Text]:
    """A star if a ticket wants it, the ends, length and color, points, and what else it brings."""
    kind = " pairs" if "pair" in route.tags else "" if route.kind == "train" else f" {route.kind}"
    wilds = f" {route.wilds}✦" if route.wilds else ""
    color = "any" if route.color == GRAY else route.color
    cars = Text.assemble(f"{route.length} ", card_mark(route.color), f" {color}{kind}{wilds}")
    name = Text(route_name(reach.board, route), "bold" if on_way else "")
    more = [Text(brings, "dim") for brings in brought_by(seen, route)]
    return [
        Text("★" if on_way else " ", "yellow"),
        name,
        cars,
        Text(str(reach.world.claim_points(route.index, reach.seat))),
        *more,
    ]


def _state(seen: Observation, reach: Reach, route: Route, ways: list[Claim] | None, names: Sequence[str]) -> Text:
    """How matters stand with a route, in a few words."""
    if ways:
        return Text(ways_text(seen, ways), "green")
    return Text(why_not(seen, reach, route, names), "dim" if route.index not in reach.open else "")


def why_not(seen: Observation, reach: Reach, route: Route, names: Sequence[str]) -> str:
    """What keeps the seat from building a route that it cannot pay for or may not build."""
    owners = seen.tracks.owners[route.index]
    if owners:
        return "built by you" if seen.seat in owners else f"built by {names[owners[0]]}"
    now = reach.world.standing(route.index, reach.seat)
    if now is Standing.TWIN:
        return "closed: the other track is taken"
    if now is Standing.PERMISSION:
        return lacking(seen)
    if now is Standing.PIECES:
        noun, left = pieces_for(seen, reach, route)
        return f"takes {counted(route.length, noun)}; you have {left} left"
    have, takes = cards_and_price(seen, reach.board, route)
    return f"takes {takes}; you have {have}"
