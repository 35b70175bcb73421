"""Shares in railroads in the lab: who takes them, and which are given away."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.shares.shares import Shares
from branchline.model.board import Board
from branchline.model.events import ShareGiven, ShareTaken


def _taken(event: ShareTaken) -> Gain:
    return Gain("shares", event.railroad)


def _given(event: ShareGiven) -> Gain:
    return Gain("shares given away", event.railroad)


def _title(board: Board, item: str) -> str | None:
    railroads = board.extras.get("railroads", {})
    return str(railroads[item].get("title", item)) if item in railroads else None


FACES.add(Shares, Findings(gains={ShareTaken: _taken, ShareGiven: _given}, pooled=frozenset({"shares"}), title=_title))
