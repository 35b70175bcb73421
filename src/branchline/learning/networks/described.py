"""A board, a variant and a number of seats as parts with named features: what a network reads.

The parts are seats, kinds of card, routes, places and tickets, and the table, of which there is one. Every number of
the encoding belongs to one of them and has a name: the field's, and what stands in the column beside the part itself.
So "+1 purple" of the field `known_cards` is a feature "known_cards +1" of the purple cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict

from branchline.envs.core.part import PLACE, ROUTE, TICKET, Field
from branchline.envs.encoding import Encoding
from branchline.learning.networks.vocabulary import KINDS, TABLE
from branchline.model.board import GRAY, WILD, Board

_SEAT = re.compile(r"(?:^| )(self|\+\d+)(?= |$)")
Fixed = dict[str, float]
Moving = dict[str, int]  # name of a feature -> place in the encoding


class Described:
    """The features of every part of a board."""

    def __init__(self, of: Encoding) -> None:
        self.of = of
        self.board: Board = of.board
        self.cards = list(self.board.cards)
        self.color_of = [kind.color for kind in self.board.card_kinds] or self.cards
        self.seat_names = ["self", *(f"+{k}" for k in range(1, of.seats))]
        counts = {
            "seat": of.seats,
            "card": len(self.cards),
            "route": len(self.board.routes),
            "place": len(self.board.cities),
            "ticket": len(of.variant.tickets),
            TABLE: 1,
        }
        self.moving: dict[str, list[Moving]] = {kind: [{} for _ in range(n)] for kind, n in counts.items()}
        self.fixed: dict[str, list[Fixed]] = {kind: [{} for _ in range(n)] for kind, n in counts.items()}
        names = {
            "route": [route.id for route in self.board.routes],
            "place": [place.id for place in self.board.cities],
            "ticket": [ticket.id for ticket in of.variant.tickets],
        }
        self.known = {kind: [f"{self.board.id} {name}" for name in ids] for kind, ids in names.items()}
        for field in of.fields:
            if field.per in (ROUTE, PLACE, TICKET):
                self._read_rows(field)
            else:
                self._read_once(field)
        self._describe_table()
        self._describe_seats()
        self._describe_cards()
        self._describe_routes()
        self._describe_places()
        self._describe_tickets()

    def names(self, of: dict[str, list[Moving]] | dict[str, list[Fixed]]) -> dict[str, list[str]]:
        """The names of the features of each kind of part."""
        return {kind: sorted({name for part in of[kind] for name in part}) for kind in (*KINDS, TABLE)}

    # What changes

    def _read_rows(self, field: Field) -> None:
        """A field with a row for each route, place or ticket."""
        parts = self.moving[field.per]
        width = len(field.columns)
        rows = field.row_of_place or range(len(parts))
        for part, row in zip(parts, rows, strict=True):
            if row >= 0:
                for k, column in enumerate(field.columns):
                    part[f"{field.name} {column}"] = field.start + row * width + k

    def _read_once(self, field: Field) -> None:
        """A field with one row: its columns may be about seats, cards, colors, or the table."""
        seats = [_SEAT.search(column) for column in field.columns]
        rests = [_SEAT.sub("", column).strip() for column in field.columns]
        by_card = set(self.cards) <= set(rests)
        by_color = not by_card and set(self.board.colors) <= set(rests)
        for k, (seat, rest) in enumerate(zip(seats, rests, strict=True)):
            whose = f" {seat[1]}" if seat else ""
            for kind, part, name in self._owners(by_card, by_color, whose, rest):
                self.moving[kind][part][f"{field.name}{name}"] = field.start + k

    def _owners(self, by_card: bool, by_color: bool, whose: str, rest: str) -> Iterable[tuple[str, int, str]]:
        """The parts that a column is about, and what its name adds to the field's."""
        if by_card and rest in self.cards:
            return [("card", self.cards.index(rest), whose)]
        if by_color and rest in self.board.colors:
            return [("card", k, f" of color{whose}") for k, color in enumerate(self.color_of) if color == rest]
        if whose:
            return [("seat", self.seat_names.index(whose.strip()), f" {rest}".rstrip())]
        return [(TABLE, 0, f" {rest}".rstrip())]

    # What the board says

    def _describe_table(self) -> None:
        table = self.fixed[TABLE][0]
        table[f"{self.of.seats} seats"] = 1
        table.update({f"numbers {name}": value / 10 for name, value in asdict(self.of.variant.numbers).items()})

    def _describe_seats(self) -> None:
        for name, seat in zip(self.seat_names, self.fixed["seat"], strict=True):
            seat[f"seat {name}"] = 1

    def _describe_cards(self) -> None:
        for name, color, card in zip(self.cards, self.color_of, self.fixed["card"], strict=True):
            card["copies"] = self.board.cards[name] / 10
            card["wild"] = float(color == WILD)
        for kind, card in zip(self.board.card_kinds, self.fixed["card"], strict=False):
            card[f"sort {kind.sort}"] = 1
            card[f"deck {kind.deck}"] = 1

    def _describe_routes(self) -> None:
        for route, part in zip(self.board.routes, self.fixed["route"], strict=True):
            part["length"] = route.length / 4
            part["points"] = self.board.points_of(route) / 10
            part["wild symbols"] = route.wilds / 4
            part["twins"] = len(route.twins)
            part[f"kind {route.kind}"] = 1
            part["gray"] = float(route.color == GRAY)
            part.update({f"tag {tag}": 1 for tag in route.tags})
            for mark in route.marks:
                part[f"mark {mark}"] = 1

    def _describe_places(self) -> None:
        for place, part in zip(self.board.cities, self.fixed["place"], strict=True):
            part[f"region {place.region}"] = 1
            part["dead end"] = float(bool(place.country))
            part.update({f"tag {tag}": 1 for tag in place.tags})
        for route in self.board.routes:
            for end in (route.a, route.b):
                part = self.fixed["place"][end]
                part["routes"] = part.get("routes", 0) + 1 / 4

    def _describe_tickets(self) -> None:
        for ticket, part in zip(self.of.variant.tickets, self.fixed["ticket"], strict=True):
            part["points"] = ticket.points / 10
            part["stops"] = len(ticket.stops) / 4
            part[f"deck {ticket.deck}"] = 1
            if ticket.tour_points is not None:
                part["points as a tour"], part["penalty"] = (points / 10 for points in ticket.tour_points)
