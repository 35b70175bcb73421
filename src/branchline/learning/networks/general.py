"""The general network: it reads the parts of a board, lets them pass messages to each other, and judges.

Seats, kinds of card, routes, places and tickets each become a row of numbers, the table a longer one. In every round a
route hears from its two places and the cards that pay for it, a place from its routes and tickets, a ticket from its
places, a card from the routes it pays for, and all of them from the table, which hears from them all. Nothing in it
depends on how many there are of each, so the same weights play every board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from branchline.learning.networks.arithmetic import Arithmetic, Array
from branchline.learning.networks.network import Arrays, Judgment
from branchline.learning.networks.parts import parts_of
from branchline.learning.networks.vocabulary import ACTION, KINDS, TABLE, Vocabulary

SENDERS: Mapping[str, tuple[str, ...]] = {  # who hears from whom, beside the table
    "seat": (),
    "card": ("route",),
    "route": ("place", "card"),
    "place": ("route", "ticket"),
    "ticket": ("place",),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """How large it is."""

    part: int = 32  # numbers for each part
    table: int = 512  # numbers for the table
    action: int = 48  # numbers for each action that is judged
    rounds: int = 2  # of messages


def weight_shapes(shape: Shape, vocabulary: Vocabulary) -> dict[str, tuple[int, ...]]:
    """The names and shapes of all weights: matrices of inputs × outputs, and rows that are added or multiplied."""
    d, table = shape.part, shape.table
    found: dict[str, tuple[int, ...]] = {}

    def add(name: str, inputs: int, outputs: int) -> None:
        found[name] = (inputs, outputs)

    for kind in (*KINDS, TABLE):
        width = table if kind == TABLE else d
        add(f"in_{kind}", len(vocabulary.moving[kind]), width)
        add(f"in_{kind}_there", len(vocabulary.moving[kind]), width)
        add(f"in_{kind}_fixed", len(vocabulary.fixed[kind]), width)
        found[f"in_{kind}_bias"] = (width,)
        found[f"last_norm_{kind}"] = (width,)
    for kind, names in vocabulary.known.items():
        add(f"known_{kind}", len(names) + 1, d)  # and one for all that are not known
    add("in_legal", 1, d)
    for k in range(shape.rounds):
        add(f"{k}_told", table, d * len(KINDS))
        for kind in KINDS:
            found[f"{k}_norm_{kind}"] = (d,)
            add(f"{k}_{kind}", d, d)
            for sender in SENDERS[kind]:
                add(f"{k}_{kind}_from_{sender}", d, d)
            add(f"{k}_{kind}_out", d, d)
            add(f"{k}_mean_{kind}", d, table)
            add(f"{k}_best_{kind}", d, table)
        found[f"{k}_norm_{TABLE}"] = (table,)
        add(f"{k}_table", table, table)
        add(f"{k}_table_out", table, table)
    for kind in ("card", "route", "place", "ticket"):
        add(f"act_{kind}", d, shape.action)
    add("act_table", table, shape.action)
    add("act_fixed", len(vocabulary.fixed[ACTION]), shape.action)
    add("act_hidden", shape.action, shape.action)
    found["act_hidden_bias"] = (shape.action,)
    add("act_out", shape.action, 1)
    add("seat_table", table, d)
    add("seat_hidden", d, d)
    add("seat_out", d, 2)
    return found


class GeneralNetwork:
    """One network for all boards."""

    kind = "general"

    def __init__(self, shape: Shape, vocabulary: Vocabulary) -> None:
        self.shape = shape
        self.vocabulary = vocabulary

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> GeneralNetwork:
        """From a file."""
        return cls(Shape(**kept["shape"]), Vocabulary.from_dict(kept["vocabulary"]))

    def as_dict(self) -> dict[str, Any]:
        """For a file."""
        return {"shape": asdict(self.shape), "vocabulary": self.vocabulary.as_dict()}

    def weight_shapes(self) -> dict[str, tuple[int, ...]]:
        """The names and shapes of all weights."""
        return weight_shapes(self.shape, self.vocabulary)

    def choosing_heads(self) -> list[str]:
        """The names of the weights that the likings are a multiple of."""
        return ["act_out"]

    def plays(self, board: str, variant: str, seats: int) -> bool:
        """It plays everything."""
        return True

    def read(self, board: str, variant: str, seats: int) -> Arrays:
        """What it has to know of a board."""
        return parts_of(board, variant, seats, self.vocabulary).arrays()

    def judge(self, do: Arithmetic, weights: Arrays, parts: Arrays, rows: Array, masks: Array) -> Judgment:
        """Judge positions."""
        return _Calculation(self.shape, do).judge(weights, parts, rows, masks)


class _Calculation:
    """The calculation with one kind of arrays."""

    def __init__(self, shape: Shape, arithmetic: Arithmetic) -> None:
        self.shape = shape
        self._do = arithmetic

    def judge(self, weights: Arrays, parts: Arrays, rows: Array, masks: Array) -> Judgment:
        """Judge positions: `rows` of an encoding and what is legal in each."""
        games, actions = self._do.pairs(masks)
        rows = rows * parts["scale"]
        rows = self._do.join([rows, rows[:, :1] * 0])  # where features stand that this board has not
        tokens, table = self._read(weights, parts, rows, games, actions)
        for k in range(self.shape.rounds):
            tokens, table = self._round(weights, parts, tokens, table, k)
        tokens = {kind: self._do.norm(token, weights[f"last_norm_{kind}"]) for kind, token in tokens.items()}
        table = self._do.norm(table, weights[f"last_norm_{TABLE}"])
        liking = self._like(weights, parts, rows, tokens, table, games, actions)
        seats = self._do.relu(tokens["seat"] @ weights["seat_hidden"] + (table @ weights["seat_table"])[:, None])
        out = seats @ weights["seat_out"]
        return Judgment(self._do.spread(liking, masks), out[..., 0], out[..., 1])

    def _read(
        self, weights: Arrays, parts: Arrays, rows: Array, games: Array, actions: Array
    ) -> tuple[dict[str, Array], Array]:
        """All parts by their features."""
        do = self._do
        found = {}
        readable = do.number(rows, weights["in_table"])
        for kind in (*KINDS, TABLE):
            columns = parts[f"columns {kind}"]
            values = readable[:, parts[f"moving {kind}"]]
            fixed = parts[f"fixed {kind}"] @ weights[f"in_{kind}_fixed"] + weights[f"in_{kind}_bias"]
            if f"known {kind}" in parts:
                fixed = fixed + do.take(weights[f"known_{kind}"], parts[f"known {kind}"])
            there = do.number(values > 0, readable) @ do.take(weights[f"in_{kind}_there"], columns)
            found[kind] = values @ do.take(weights[f"in_{kind}"], columns) + there + fixed
        routes = found["route"].shape[1]
        claimable = do.legal_routes(games, parts["route_of"][actions], routes, found["route"])
        found["route"] = found["route"] + claimable @ weights["in_legal"]
        table = do.relu(found.pop(TABLE)[:, 0])
        return {kind: do.relu(token) for kind, token in found.items()}, table

    def _round(
        self, weights: Arrays, parts: Arrays, tokens: dict[str, Array], table: Array, k: int
    ) -> tuple[dict[str, Array], Array]:
        """Everybody hears from the others, and says something new."""
        do = self._do
        d = self.shape.part
        heard = do.norm(table, weights[f"{k}_norm_{TABLE}"])
        told = heard @ weights[f"{k}_told"]
        said = heard @ weights[f"{k}_table"]
        normed = {kind: do.norm(token, weights[f"{k}_norm_{kind}"]) for kind, token in tokens.items()}
        after = {}
        for at, kind in enumerate(KINDS):
            message = normed[kind] @ weights[f"{k}_{kind}"] + told[:, None, at * d : (at + 1) * d]
            for sender in SENDERS[kind]:
                message = message + parts[f"{kind}_{sender}"] @ (normed[sender] @ weights[f"{k}_{kind}_from_{sender}"])
            after[kind] = tokens[kind] + do.relu(message) @ weights[f"{k}_{kind}_out"]
            said = said + normed[kind].mean(1) @ weights[f"{k}_mean_{kind}"]
            said = said + do.best(normed[kind]) @ weights[f"{k}_best_{kind}"]
        return after, table + do.relu(said) @ weights[f"{k}_table_out"]

    def _like(
        self,
        weights: Arrays,
        parts: Arrays,
        rows: Array,
        tokens: dict[str, Array],
        table: Array,
        games: Array,
        actions: Array,
    ) -> Array:
        """How much each legal action is liked, by what it is about."""
        do = self._do
        hidden = do.take(parts["fixed action"] @ weights["act_fixed"], actions)
        hidden = hidden + do.take(table @ weights["act_table"], games)
        about = {
            "route_of": do.pad(tokens["route"] @ weights["act_route"]),
            "place_of": do.pad(tokens["place"] @ weights["act_place"]),
            "cards_of": parts["combinations"] @ (tokens["card"] @ weights["act_card"]),
            "choice_of": parts["choices"] @ self._offers(parts, rows, tokens["ticket"] @ weights["act_ticket"]),
        }
        for name, each in about.items():
            flat = each.reshape(-1, each.shape[-1])
            hidden = hidden + do.take(flat, games * each.shape[1] + parts[name][actions])
        hidden = do.relu(do.relu(hidden) @ weights["act_hidden"] + weights["act_hidden_bias"])
        return (hidden @ weights["act_out"])[:, 0]

    def _offers(self, parts: Arrays, rows: Array, tickets: Array) -> Array:
        """The tickets by their places in the offer: positions × places × numbers."""
        places = rows[:, parts["offered"]][:, None, :]  # the encoding counts them from 1
        there = abs(places - parts["slot_marks"][None, :, None]) < 1e-3
        return self._do.number(there, tickets) @ tickets
