"""Boards as clients need them: the catalog to choose from, and all that stands still on a board."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from branchline import __version__
from branchline.boards import registry
from branchline.model.board import Board, City, Country, Route, Ticket, Variant
from branchline.model.faces import FACES, Served
from branchline.table.bots.levels import levels
from branchline.table.protocol.answers import (
    BoardData,
    BoardInfo,
    CardData,
    Catalog,
    PlaceData,
    RouteData,
    RulesData,
    TicketData,
    VariantData,
)
from branchline.table.protocol.messages import PROTOCOL
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CHAT_LENGTH, NAME_LENGTH
from branchline.web import STATIC
from branchline.words.plain import card_name, ticket_name
from branchline.words.things import added_rules


def catalog() -> Catalog:
    """What can be played, and with whom. Boards with the fewest rules of their own come first, to be learned first."""
    boards = sorted(registry.boards(), key=lambda board: len(board.extras))
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "boards": [_board_info(board) for board in boards],
        "bots": levels(),
        "name_length": NAME_LENGTH,
        "chat_length": CHAT_LENGTH,
    }


def _board_info(board: Board) -> BoardInfo:
    return {
        "id": board.id,
        "title": board.title,
        "summary": board.summary,
        "note": board.note,
        "seats": board.seats,
        "minutes": (_minutes(board, board.seats[0]), _minutes(board, board.seats[1])),
        "variants": [{"id": each.id, "title": each.title, "summary": each.summary} for each in board.variants.values()],
    }


def _minutes(board: Board, seats: int) -> int:
    """About how long people play: the pieces set the number of turns. Rounded to five minutes."""
    pieces = next(iter(board.variants.values())).numbers.pieces
    return max(5, 5 * round(pieces * (0.3 + 0.2 * seats) / 5))


@registry.kept
def board_data(name: str) -> BoardData:
    """All that stands still on a board."""
    board = next((board for board in registry.boards() if board.id == name), None)
    if board is None:
        raise Refused("not_found", f"There is no board '{name}'.")
    return {
        "id": board.id,
        "title": board.title,
        "summary": board.summary,
        "note": board.note,
        "rules_version": board.rules_version,
        "seats": board.seats,
        "size": board.size,
        "colors": list(board.colors),
        "cards": [_card(board, name) for name in board.cards],
        "route_points": dict(board.route_points),
        "places": [_place(board, city) for city in board.cities],
        "countries": [_place(board, country) for country in board.countries],
        "routes": [_route(board, route) for route in board.routes],
        "variants": [_variant(board, variant) for variant in board.variants.values()],
        "rules": _rules(board),
        "things": _things(board),
        "modules": [f"/static/boards/{board.id}/{path.name}" for path in own_modules(board)],
        "extras": dict(board.extras),
    }


def own_modules(board: Board) -> list[Path]:
    """The modules for the browser client in the folder of a board: the faces of its own mechanics there."""
    return sorted(board.path.parent.glob("*.js"))


def _things(board: Board) -> dict[str, list[Any]]:
    """What clients are told of the things of all mechanics, by their names."""
    all_told = {face.told[0]: face.told[1](board) for face in FACES.all(Served) if face.told is not None}
    return {name: things for name, things in all_told.items() if things}


def _rules(board: Board) -> list[RulesData]:
    """What the mechanics of a board say of themselves, unless somebody has written its rules for the client."""
    if (STATIC / "learn" / f"{board.id}.json").is_file():
        return []
    return [{"title": title, "words": words} for title, words in added_rules(board)]


def _card(board: Board, name: str) -> CardData:
    kind = next(kind for kind in board.card_kinds if kind.name == name)
    return {
        "name": name,
        "title": card_name(name),
        "color": kind.color,
        "sort": kind.sort,
        "deck": kind.deck,
        "count": kind.count,
    }


def _place(board: Board, place: City | Country) -> PlaceData:
    ends = place.dead_ends if isinstance(place, Country) else ()
    return {
        "id": place.id,
        "name": place.name,
        "x": place.x,
        "y": place.y,
        "region": place.region,
        "country": place.country if isinstance(place, City) else "",
        "tags": sorted(place.tags),
        "dead_ends": [board.cities[end].id for end in ends],
    }


def _route(board: Board, route: Route) -> RouteData:
    return {
        "index": route.index,
        "id": route.id,
        "name": board.route_name(route),
        "a": board.cities[route.a].id,
        "b": board.cities[route.b].id,
        "color": route.color,
        "length": route.length,
        "track": route.track,
        "kind": route.kind,
        "wilds": route.wilds,
        "points": board.printed_points(route),
        "twins": [board.routes[twin].id for twin in route.twins],
        "tags": sorted(route.tags),
        "marks": list(route.marks),
    }


def _variant(board: Board, variant: Variant) -> VariantData:
    return {
        "id": variant.id,
        "title": variant.title,
        "summary": variant.summary,
        "numbers": asdict(variant.numbers),
        "tickets": [_ticket(board, ticket) for ticket in variant.tickets],
        "options": dict(variant.options),
    }


def _ticket(board: Board, ticket: Ticket) -> TicketData:
    return {
        "id": ticket.id,
        "name": ticket_name(board, ticket),
        "stops": list(ticket.stops),
        "points": ticket.points,
        "deck": ticket.deck,
        "tour_points": ticket.tour_points,
    }
