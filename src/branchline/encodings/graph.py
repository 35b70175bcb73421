"""The graph form of an encoding: places, routes and tickets as nodes, for graph networks.

Every route is linked to its two ends, every ticket to the places it names, in both directions. All nodes have the same
features, in the same columns: which kind of node it is, what never changes (lengths, colors, points), and the columns
of the compact form's fields about places, routes and tickets. Where a column says nothing about a kind of node, there
is a zero. All that belongs to no node stands in a vector of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from branchline.encodings.arrays import Array, check_array
from branchline.encodings.core.part import ONCE, PLACE, ROUTE, TICKET, Field
from branchline.model.board import GRAY, Board, Variant


class Graph:
    """How to rearrange encodings of the compact form as a graph."""

    def __init__(self, board: Board, variant: Variant, fields: Sequence[Field], size: int) -> None:
        self._fields = [field for field in fields if field.per != ONCE]
        self._size = size
        places, routes, tickets = len(board.cities), len(board.routes), len(variant.tickets)
        self.places = slice(0, places)
        self.routes = slice(places, places + routes)
        self.tickets = slice(places + routes, places + routes + tickets)
        self.node_count = places + routes + tickets
        self._rows = {PLACE: self.places, ROUTE: self.routes, TICKET: self.tickets}
        fixed_names = ["place", "route", "ticket", "length", "points", "wild symbols", "ferry or ship", "pairs"]
        self._fixed = [*fixed_names, *board.colors, GRAY]
        moving = [f"{field.name}: {column}" for field in self._fields for column in field.columns]
        self.features: tuple[str, ...] = (*self._fixed, *moving)
        self.edges: NDArray[np.int64] = self._edges(board, variant)
        self._still = self._fixed_features(board, variant)
        own = [np.arange(field.start, field.start + field.size()) for field in self._fields]
        self._global_index = np.setdiff1d(np.arange(size), np.concatenate(own) if own else np.array([], int))
        self.global_count = len(self._global_index)

    def _edges(self, board: Board, variant: Variant) -> NDArray[np.int64]:
        """Pairs of nodes, each link in both directions."""
        links = [(self.routes.start + route.index, end) for route in board.routes for end in (route.a, route.b)]
        for at, ticket in enumerate(variant.tickets):
            links += [(self.tickets.start + at, place) for end in ticket.ends for place in end]
        both = [*links, *((b, a) for a, b in links)]
        return np.array(both, np.int64).T

    def _fixed_features(self, board: Board, variant: Variant) -> NDArray[np.int16]:
        """A table of all nodes with the features that never change; the others are zero."""
        table = np.zeros((self.node_count, len(self.features)), np.int16)
        table[self.places, 0] = 1
        table[self.routes, 1] = 1
        table[self.tickets, 2] = 1
        for route in board.routes:
            row = table[self.routes.start + route.index]
            kinds = (route.kind != "train", "pair" in route.tags)
            row[3:8] = (route.length, board.printed_points(route), route.wilds, *kinds)
            row[self._fixed.index(route.color, 8)] = 1
        table[self.tickets, 4] = [ticket.points for ticket in variant.tickets]
        return table

    def nodes(self, encoded: Array, out: Array | None = None) -> Array:
        """The features of all nodes, nodes × features, of one encoding or of many."""
        self._check(encoded)
        shape = (*encoded.shape[:-1], *self._still.shape)
        out = np.empty(shape, np.int16) if out is None else check_array("out", out, shape)
        out[...] = self._still
        column = len(self._fixed)
        for field in self._fields:
            width = len(field.columns)
            stretch = encoded[..., field.start : field.start + field.size()]
            table = stretch.reshape(*encoded.shape[:-1], field.rows, width)
            rows = self._rows[field.per]
            if field.row_of_place:
                there = [place for place, row in enumerate(field.row_of_place) if row >= 0]
                table = table[..., [field.row_of_place[place] for place in there], :]
                out[..., there, column : column + width] = table
            else:
                out[..., rows, column : column + width] = table
            column += width
        return out

    def globals(self, encoded: Array) -> Array:
        """All numbers that belong to no node, of one encoding or of many."""
        self._check(encoded)
        return encoded[..., self._global_index]

    def _check(self, encoded: Array) -> None:
        if encoded.shape[-1] != self._size:
            check_array("the encoding", encoded, (*encoded.shape[:-1], self._size))
