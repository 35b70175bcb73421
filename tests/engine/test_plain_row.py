"""The row of the engine against the plain one of plain_row.py: N1, N2, N6, N46, N47, N48 and B1, card by card.

Few cards are outside hands and many of them are wilds, so rows are reset over and over, and run into loops.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import branchline as bl
from branchline import _native
from branchline.engine.rng import Rng
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.model.board import WILD
from branchline.testing.arrange import arrange, started
from tests.engine.plain_row import PlainRow
from tests.rules.world.position import put

POSITIONS = 150 if _native.mode() == "compiled" else 30  # uncompiled the same ones, as far as they go
ONE_DECK = [board.id for board in bl.boards() if len({kind.deck for kind in board.card_kinds}) == 1]


def row_of(game: bl.Game) -> FaceUpRow:
    return next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, FaceUpRow))


def follower(game: bl.Game) -> PlainRow:
    """The plain row where the game stands."""
    row = row_of(game)
    rng = Rng()
    rng.copy_from(game._rules.commons.rng)
    plain = PlainRow(game.board, (int(row.places), int(row.reset_at)), rng)
    names = game._rules.commons.terrain.card_names
    view = game.observe(None).market
    decks = {
        deck: [names[pile.deck[k]] for k in range(pile.left)] for deck, pile in zip(plain.decks, row.piles, strict=True)
    }
    plain.put(view.row, decks, view.discards)
    return plain


def assert_equal(game: bl.Game, plain: PlainRow) -> None:
    names = game._rules.commons.terrain.card_names
    view = game.observe(None).market
    assert [None if card is None else card[0] for card in plain.row] == list(view.row)
    for deck, pile in zip(plain.decks, row_of(game).piles, strict=True):
        assert [card[0] for card in plain.decks[deck]] == [names[pile.deck[k]] for k in range(pile.left)]
    assert Counter(card[0] for cards in plain.discards.values() for card in cards) == view.discards


def play_on(game: bl.Game, chance: random.Random, steps: int) -> int:
    """Random actions, compared after each one; returns how often all cards had to be shuffled together."""
    plain = follower(game)
    for _ in range(steps):
        if game.is_over:
            break
        start = len(game.events)
        legal = [game.action(number) for number in game.legal_actions()]
        kind = chance.choice(sorted({type(action).__name__ for action in legal}))
        action = chance.choice([action for action in legal if type(action).__name__ == kind])
        game.apply(action)
        if isinstance(action, bl.RefillFrom):
            plain.name_deck(action.deck)
        plain.follow(game.events[start:])
        assert_equal(game, plain)
    return plain.shuffled_together


def outside(chance: random.Random, kinds: list[str], limits: dict[str, int], most: int, wilds: int) -> list[str]:
    """Some cards in any order, up to that many plain ones and up to that many wilds."""
    plain = [kind for kind in kinds if kind != WILD for _ in range(limits[kind])]
    cards = chance.sample(plain, chance.randint(0, most)) + [WILD] * chance.randint(2, min(wilds, limits[WILD]))
    chance.shuffle(cards)
    return cards


@pytest.mark.parametrize("board", ONE_DECK)
def test_rows_of_one_deck(board: str) -> None:
    """COM-033..COM-041 on boards with one deck, from positions with few cards and many wilds."""
    chance = random.Random(board)
    cards_of = dict(bl.board(board).cards)
    loops = 0
    for seed in range(POSITIONS):
        game = started(board, seed=seed)
        cards = outside(chance, list(cards_of), cards_of, 9, 10)
        row: list[str | None] = [*cards[:5]]
        rest = cards[5:]
        thrown = chance.randint(0, len(rest) - 1) if rest else 0
        paid = dict(Counter(chance.sample([kind for kind in cards_of if kind != WILD], 2) * 2))
        held = {kind: min(count, cards_of[kind] - cards.count(kind)) for kind, count in paid.items()}
        position: dict[str, Any] = {"deck_top": rest[thrown:], "discards": dict(Counter(rest[:thrown]))}
        arrange(game, hands={0: held}, row=row, rest=1, turn=0, **position)
        loops += play_on(game, chance, 12)
    assert (loops > 0) == (bl.board(board).variants["classic"].numbers.reset > 0), "no position led into a loop"


def test_rows_of_two_decks() -> None:
    """WLD-027..WLD-042 on the board with two decks: the ship cards may be there or not."""
    chance = random.Random("two decks")
    board = bl.board("world")
    cards_of = dict(board.cards)
    trains = [kind.name for kind in board.card_kinds if kind.deck == "train"]
    ships = [kind.name for kind in board.card_kinds if kind.deck == "ship" for _ in range(cards_of[kind.name])]
    loops = 0
    for seed in range(POSITIONS):
        cards = outside(chance, trains, cards_of, 6, 8)
        cards += chance.sample(ships, chance.choice([0, 1, 2, 3, 5, 9]))
        chance.shuffle(cards)
        row: list[str | None] = [*cards[:6]]
        paid = f"{chance.choice(board.colors)} {chance.choice(['train', 'ship'])}"
        held = {paid: min(2, cards_of[paid] - cards.count(paid))}
        game = started("world", seed=seed)
        put(game, hands={0: held}, row=row, top=cards[6:], train_rest=1, ship_rest=1, fleet={}, turn=0)
        loops += play_on(game, chance, 12)
    assert loops > 0, "no position led into a loop"
