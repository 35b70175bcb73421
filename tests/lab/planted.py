"""Runs with known effects: tables as a simulation writes them, filled by a generator whose biases the tests choose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from branchline.boards import registry
from branchline.lab import Run
from branchline.lab.run import SCHEMAS
from branchline.lab.settings import make_settings, save


@dataclass(frozen=True)
class Bias:
    """What moves the final score of a seat, in points."""

    order: float = 0.0  # who begins
    ticket: float = 0.0  # who is dealt the first ticket of the board
    route: float = 0.0  # who claims the first route
    token: float = 0.0  # who takes a token at the first place


def planted_run(folder: Path, bias: Bias, games: int = 600, seed: int = 1) -> Run:
    """A run of two-seat games that were never played: scores are noise and biases."""
    board = registry.board("san_francisco")
    settings = make_settings(board.id, variant=None, seats=2, bots=["greedy"], games=games, seed=seed)
    save(settings, folder)
    run = Run(folder)
    chance = np.random.default_rng(seed)
    rows: dict[str, list[dict[str, object]]] = {name: [] for name in SCHEMAS}
    tickets = [ticket.id for ticket in run.variant.tickets]
    for number in range(games):
        first = settings.setup(number).first_seat
        dealt = chance.permutation(tickets)[:4]
        owner, taker = chance.integers(0, 2, 2)
        totals = []
        for seat in range(2):
            mine = dealt[2 * seat : 2 * seat + 2].tolist()
            score = chance.normal(40, 6) + bias.order * (seat == first) + bias.ticket * (tickets[0] in mine)
            totals.append(round(score + bias.route * (seat == owner) + bias.token * (seat == taker)))
            who = {"game": number, "seat": seat}
            rows["tickets"] += [{**who, "turn": 0, "ticket": t, "kept": True, "completed": True} for t in mine]
            rows["turns"] += [
                {**who, "turn": 2 * k + 1 + (seat != first), "use": "cards", "points": k, "score": k, "spaces": k}
                for k in range(10)
            ]
        place = board.cities[0].id
        route = board.routes[0]
        claim = {"route": route.id, "length": route.length, "points": 1, "cards": 1, "wilds": 0}
        rows["routes"].append({"game": number, "seat": owner, "turn": 5, **claim})
        token = {"mechanic": "tokens", "item": place, "place": place, "count": 1}
        rows["gains"].append({"game": number, "seat": taker, "turn": 5, **token})
        rows["games"].append(_game(number, first, totals))
        rows["seats"] += [_seat(number, seat, first, totals) for seat in range(2)]
    lines = {"points_routes": pl.Int16(), "points_tickets": pl.Int16()}
    schemas = {**SCHEMAS, "seats": {**SCHEMAS["seats"], **lines}}
    run.store.write({name: pl.DataFrame(rows[name], schemas[name], orient="row") for name in SCHEMAS})
    return run


def _game(number: int, first: int, totals: list[int]) -> dict[str, object]:
    winners = [seat for seat in range(2) if totals[seat] == max(totals)]
    return {
        "game": number,
        "seed": "0x1",
        "first_seat": first,
        "turns": 20,
        "ended_by": "last turns",
        "decided_by": "most points",
        "trigger": first,
        "winners": winners,
        "best": max(totals),
        "worst": min(totals),
        "margin": max(totals) - min(totals),
        "lead_changes": 0,
        "behind": 0,
        "behind_at": 0,
        "deciders": [],
        "actions": [],
    }


def _seat(number: int, seat: int, first: int, totals: list[int]) -> dict[str, object]:
    winners = totals.count(max(totals))
    return {
        "game": number,
        "seat": seat,
        "order": (seat - first) % 2,
        "bot": "greedy",
        "total": totals[seat],
        "place": 1 if totals[seat] == max(totals) else 2,
        "win": 1 / winners if totals[seat] == max(totals) else 0.0,
        **dict.fromkeys(("turns", "routes", "spaces", "cards", "wilds"), 10),
        **dict.fromkeys(("completed", "failed", "forfeits"), 0),
        "points_routes": totals[seat] - 10,
        "points_tickets": 10,
    }
