"""Shares in railroads in the terminal."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal, counts_table
from branchline.cli.screen import seat_chip
from branchline.mechanics.shares.shares import Shares
from branchline.model.board import Route
from branchline.model.observation import Observation, SharesView
from branchline.words.shares import logo


class SharesTerminal(Terminal):
    """Who has how many of each railroad, and how many are left."""

    def of_seats(self, seen: Observation, view: SharesView) -> RenderableType | None:
        board = registry.board(seen.board)
        railroads = [pile.railroad for pile in view.piles]
        held = [Counter(railroad for railroad, _ in mine) for mine in view.held]
        rows = [(seat_chip(seat), [mine[r] for r in railroads]) for seat, mine in enumerate(held)]
        if view.dummy is not None:
            dummy = Counter(railroad for railroad, _ in view.dummy)
            rows.append((Text("dummy"), [dummy[r] for r in railroads]))
        rows.append((Text("left", "dim"), [pile.left for pile in view.piles]))
        return counts_table("shares", [Text(logo(board, railroad)) for railroad in railroads], rows)

    def brought_by(self, seen: Observation, view: SharesView, route: Route) -> str:
        left = {pile.railroad for pile in view.piles if pile.left}
        return " ".join(logo(registry.board(seen.board), mark) for mark in route.marks if mark in left)


FACES.add(Shares, SharesTerminal(brings="share"))
