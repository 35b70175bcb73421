"""Imagined worlds are drawn at random: all that a seat cannot know is spread as chance would spread it, on every board.

Each test imagines one view with many seeds and compares what comes out with the distribution that the hidden cards or
tickets must have: chi-square over independent worlds. Seeds are fixed, so that a test always says the same; the limits
are those that one in many thousands of honest runs would pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache
from itertools import count
from math import comb, sqrt
from pathlib import Path

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.board import WILD
from branchline.testing import Effort, Trial, check_game
from branchline.testing.contract import Report
from branchline.testing.policies import by_kind

WORLDS = 500
BOARDS = [board.id for board in bl.boards()]


@cache
def view_of(board: str) -> bl.Observation:
    """What seat 0 sees in a game that is under way: all hold hidden cards and tickets, and the decks have many left."""
    for seed in count():
        game = bl.new_game(board, seats=3, seed=seed, first_seat=0)
        rng = Rng(seed)
        while len(game.record().decisions) < 24 or game.to_move != 0:
            seat = game.to_move
            assert seat is not None
            choices = [action for action in game.observe(seat).actions if isinstance(action, bl.KeepTickets)]
            fewest = min(choices, key=lambda choice: len(choice.tickets), default=None)  # so that some go back
            game.apply(by_kind(game, seat, rng) if fewest is None else fewest, seat)
        view = game.observe(0)
        if all(hidden_cards(view, seat, deck) > 1 for seat in (1, 2) for deck in range(decks_of(board))):
            return view
    raise AssertionError


def decks_of(board: str) -> int:
    return len({kind.deck for kind in bl.board(board).card_kinds})


def hidden_cards(view: bl.Observation, seat: int, deck: int) -> int:
    """How many cards of a deck a seat holds that nobody else saw."""
    hand = view.hands[seat]
    kinds = bl.board(view.board).card_kinds
    known = sum(hand.known.get(kind.name, 0) for kind in kinds if deck_number(view.board, kind.deck) == deck)
    return (hand.by_deck[deck] if hand.by_deck else hand.size) - known


@cache
def worlds(board: str) -> list[bl.Game]:
    """Many worlds in which seat 0 would see that."""
    return [bl.imagine(view_of(board), seed) for seed in range(WORLDS)]


@cache
def hands(board: str, seat: int) -> list[Mapping[str, int]]:
    """What a seat holds in each of these worlds."""
    return [world.observe(seat).hand for world in worlds(board)]


def assert_random(found: Counter[Hashable], expected: Mapping[Hashable, float]) -> None:
    """Chi-square: values that are hardly ever expected are counted as one."""
    assert found.keys() <= expected.keys(), "something that cannot be"
    total = sum(found.values())
    bins = [(found[value], part * total) for value, part in expected.items()]
    rare = [(seen, wanted) for seen, wanted in bins if wanted < 5]
    bins = [(seen, wanted) for seen, wanted in bins if wanted >= 5]
    if rare and sum(wanted for _, wanted in rare) >= 1:
        bins.append((sum(seen for seen, _ in rare), sum(wanted for _, wanted in rare)))
    assert len(bins) > 1, "nothing is left to chance here"
    assert_small(sum((seen - wanted) ** 2 / wanted for seen, wanted in bins), len(bins) - 1)


def assert_small(chi_square: float, freedom: int) -> None:
    """Less than what chance exceeds once in 100,000 times (Wilson and Hilferty's approximation)."""
    deviation = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom))
    assert deviation < 4.3, f"chi-square {chi_square:.0f} with {freedom} degrees of freedom"


# Train cards


def unseen_cards(board: str) -> dict[str, Counter[str]]:
    """The cards of each deck whose place seat 0 does not know."""
    view = view_of(board)
    left = Counter(bl.board(board).cards)
    left.subtract(card for card in view.market.row if card is not None)
    left.subtract(view.market.discards)
    for hand in view.hands:
        left.subtract(hand.known if hand.cards is None else hand.cards)
    kinds = bl.board(board).card_kinds
    return {deck: Counter({k.name: left[k.name] for k in kinds if k.deck == deck}) for deck in {k.deck for k in kinds}}


@pytest.mark.parametrize("board", BOARDS)
def test_hidden_cards_in_hands(board: str) -> None:
    """How many of a kind a seat holds among its hidden cards follows the hypergeometric distribution."""
    view = view_of(board)
    for deck, cards in unseen_cards(board).items():
        in_deck = [kind.name for kind in bl.board(board).card_kinds if kind.deck == deck]
        for seat in (1, 2):
            hand = view.hands[seat]
            hidden = hidden_cards(view, seat, deck_number(board, deck))
            for kind in in_deck:
                counts: Counter[Hashable] = Counter(
                    each.get(kind, 0) - hand.known.get(kind, 0) for each in hands(board, seat)
                )
                expected = hypergeometric(cards.total(), cards[kind], hidden)
                if max(expected.values()) < 0.97:
                    assert_random(counts, expected)


def deck_number(board: str, deck: str) -> int:
    return list(dict.fromkeys(kind.deck for kind in bl.board(board).card_kinds)).index(deck)


def hypergeometric(population: int, marked: int, drawn: int) -> dict[Hashable, float]:
    """How likely it is to draw that many marked ones."""
    ways = {k: comb(marked, k) * comb(population - marked, drawn - k) for k in range(min(marked, drawn) + 1)}
    return {k: number / comb(population, drawn) for k, number in ways.items()}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("place", ["top", "middle", "bottom"])
def test_cards_in_the_deck(board: str, place: str) -> None:
    """Any unseen card may lie anywhere in its deck."""
    for deck, cards in unseen_cards(board).items():
        found: Counter[Hashable] = Counter()
        for world in worlds(board):
            row = next(mechanic for mechanic in world._rules.mechanics if isinstance(mechanic, FaceUpRow))
            pile = row.piles[deck_number(board, deck)]
            assert pile.left > 10
            at = {"top": pile.left - 1, "middle": pile.left // 2, "bottom": 0}[place]
            found[list(world.board.cards)[pile.deck[at]]] += 1
        assert_random(found, {kind: number / cards.total() for kind, number in cards.items() if number})


@pytest.mark.parametrize("board", BOARDS)
def test_neighbors_in_the_deck(board: str) -> None:
    """That the next card is a wild says nothing about the one below it: no runs, no pattern."""
    for deck, cards in unseen_cards(board).items():
        likely = max(cards, key=lambda kind: (cards[kind], kind == WILD))
        pairs: Counter[Hashable] = Counter()
        for world in worlds(board):
            row = next(mechanic for mechanic in world._rules.mechanics if isinstance(mechanic, FaceUpRow))
            pile = row.piles[deck_number(board, deck)]
            names = list(world.board.cards)
            pairs[sum(names[pile.deck[pile.left - k]] == likely for k in (1, 2))] += 1
        assert_random(pairs, hypergeometric(cards.total(), cards[likely], 2))


# After a deck is renewed


@cache
def renewed_view(board: str, seats: int) -> tuple[bl.Game, bl.Observation]:
    """A game just after the first renewal of a deck, and what seat 0 sees."""
    for seed in count():
        game = bl.new_game(board, seats=seats, seed=seed, first_seat=0, events=False)
        rng = Rng(seed)
        while not game.is_over and not renewed(game.observe(None)):
            assert game.to_move is not None
            game.apply(drawing(game, rng))
        view = game.observe(0)
        pool = view.pools
        if not game.is_over and pool is not None and sum(map(sum, pool.sizes[1:])) > seats:
            return game, view
    raise AssertionError


def drawing(game: bl.Game, rng: Rng) -> int:
    """A decision that draws cards where it can, and claims so seldom that hands stay large."""
    legal = game.legal_actions()
    wanted = (bl.DrawCard, bl.DrawFromDeck, bl.RefillFrom) if rng.below(12) else (bl.ClaimRoute, bl.TakeCard)
    found = [number for number in legal if isinstance(game.action(number), wanted)] or legal
    return found[rng.below(len(found))]


def renewed(view: bl.Observation) -> bool:
    return view.market.renewals > 0


@pytest.mark.parametrize("board", BOARDS)
def test_with_one_opponent_the_hand_is_known_when_a_deck_is_renewed(board: str) -> None:
    """No card of the deck lies face down at that moment, so all that is not seen is in the other hand."""
    game, view = renewed_view(board, 2)
    pool = view.pools
    assert pool is not None
    kinds = [kind.name for kind in game.board.card_kinds if pool.renewed[deck_number(board, kind.deck)]]
    truth = game.observe(1).hand
    for seed in range(20):
        hand = bl.imagine(view, seed).observe(1).hand
        assert {kind: hand.get(kind, 0) for kind in kinds} == {kind: truth.get(kind, 0) for kind in kinds}


@pytest.mark.parametrize(
    ("board", "seats"), [(board.id, seats) for board in bl.boards() for seats in range(3, board.seats[1] + 1)]
)
def test_with_several_opponents_the_pool_is_known_when_a_deck_is_renewed(board: str, seats: int) -> None:
    """They hold the pool together, and each part of it is as likely as chance makes it."""
    game, view = renewed_view(board, seats)
    pool = view.pools
    assert pool is not None
    found = [bl.imagine(view, seed) for seed in range(WORLDS)]
    tested = 0
    for kind in game.board.card_kinds:
        deck = deck_number(board, kind.deck)
        if not pool.renewed[deck]:
            continue
        truth = sum(game.observe(seat).hand.get(kind.name, 0) for seat in range(1, seats))
        hidden: Counter[Hashable] = Counter()
        for world in found:
            assert sum(world.observe(seat).hand.get(kind.name, 0) for seat in range(1, seats)) == truth
            hidden[world.observe(1).hand.get(kind.name, 0) - view.hands[1].known.get(kind.name, 0)] += 1
        size = sum(sizes[deck] for sizes in pool.sizes[1:])
        expected = hypergeometric(size, pool.cards.get(kind.name, 0), pool.sizes[1][deck])
        if max(expected.values()) < 0.97:
            assert_random(hidden, expected)
            tested += 1
    assert tested


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_what_was_worked_out_stays_true(board: str, seats: int) -> None:
    """Later too: with one opponent the cards that cannot have been paid are in its hand, in every imagined world."""
    game, _ = renewed_view(board, seats)
    game = game.copy()
    rng = Rng(7)
    checked = 0
    for step in range(60):
        if game.is_over:
            break
        game.apply(drawing(game, rng) if rng.below(3) else by_kind(game, game.to_move or 0, rng))
        view = game.observe(0)
        for seed in range(3 if step % 4 == 0 else 0):
            world = bl.imagine(view, seed)
            assert world.observe(0) == view
            if seats == 2:
                pool = view.pools
                assert pool is not None
                for name, number in pool.cards.items():
                    sure = number - pool.paid[1].get(name, 0)
                    assert world.observe(1).hand.get(name, 0) >= sure
                    assert game.observe(1).hand.get(name, 0) >= sure
                    checked += sure > 0
    assert checked or seats > 2


TINY = """\
id = "tiny"
title = "Tiny"
summary = "Ten cards."
seats = [2, 3]
rules_version = 1
size = [100, 100]

[cards]
red = 5
wild = 5

[points]
1 = 1

[numbers]
pieces = 5
hand = 1
row = 4
reset = 2
deal = 1
keep = 1
draw = 1
draw_keep = 1
trigger = 1

[places]
Aville = { at = [0, 0] }
Bville = { at = [10, 10] }
Cville = { at = [20, 0] }

[routes]
lines = ["Aville - Bville: gray 1", "Bville - Cville: red 1", "Aville - Cville: gray 1"]

[tickets]
lines = ["Aville - Bville: 1", "Bville - Cville: 2", "Aville - Cville: 3"]
"""


def test_a_deck_that_is_renewed_while_the_row_is_first_laid(tmp_path: Path) -> None:
    """Two truths that look alike stay so: what the opening row tells is known at once, in imagined games as well."""
    (tmp_path / "board.toml").write_text(TINY, encoding="utf-8")
    bl.add_board(tmp_path)
    opened = 0
    for seed in range(12):
        game = bl.new_game("tiny", seats=2, seed=seed)
        view = game.observe(0)
        opened += view.market.renewals > 0
        assert (view.pools is None) == (view.market.renewals == 0)
        if view.pools is not None:
            assert bl.imagine(view, seed).observe(1).hand == game.observe(1).hand
        for seats in (2, 3):
            check_game(Trial("tiny", "classic", seats, seed), Report(), Effort(probe_every=1))
    assert opened > 3


# Tickets


def unseen_tickets(board: str) -> dict[int, list[str]]:
    """The tickets of each deck of which seat 0 does not know where they are."""
    view = view_of(board).tickets
    sure = {*view.offer, *view.known_in_deck, *view.mixed_in, *(t for held in view.held for t in held or ())}
    tickets = tickets_of(worlds(board)[0])
    found: dict[int, list[str]] = {}
    for number, ticket in enumerate(tickets.tables.ids):
        if ticket not in sure:
            found.setdefault(int(tickets.tables.deck_of[number]), []).append(ticket)
    return found


def tickets_of(world: bl.Game) -> Tickets:
    return next(mechanic for mechanic in world._rules.mechanics if isinstance(mechanic, Tickets))


@pytest.mark.parametrize("board", BOARDS)
def test_hidden_tickets(board: str) -> None:
    """Every unseen ticket of a deck is as likely as any other to be in a seat's hand."""
    tested = 0
    for deck, unseen in unseen_tickets(board).items():
        for seat in (1, 2):
            by_deck = view_of(board).tickets.counts_by_deck[seat]
            assert by_deck is not None
            held = by_deck[deck]
            if not held:
                continue
            found = Counter(
                ticket for world in worlds(board) for ticket in world.observe(seat).tickets.held[seat] or ()
            )
            part = held / len(unseen)
            spread = WORLDS * part * (1 - part) * len(unseen) / (len(unseen) - 1)
            assert_small(sum((found[t] - WORLDS * part) ** 2 for t in unseen) / spread, len(unseen) - 1)
            tested += 1
    assert tested


@pytest.mark.parametrize("board", BOARDS)
def test_tickets_in_the_deck(board: str) -> None:
    """Any ticket that may be in a deck may be the next one; what the viewer saw shuffled in lies anywhere."""
    view = view_of(board).tickets
    for deck, unseen in unseen_tickets(board).items():
        places: Counter[Hashable] = Counter()
        inside: list[str] = []
        tops: Counter[Hashable] = Counter()
        for world in worlds(board):
            tickets = tickets_of(world)
            pile = tickets.offers.decks[deck]
            order = [tickets.tables.ids[pile.ring[pile.place(k)]] for k in range(view.decks[deck])]
            inside = [ticket for ticket in view.mixed_in if ticket in order]
            tops[order[0] if order[0] in unseen else "mixed in"] += 1
            places.update(order.index(ticket) for ticket in inside)
        size = view.decks[deck]
        unknown = [k for k, t in enumerate(view.known_in_deck[sum(view.decks[:deck]) :][:size]) if t is None]
        own = len(inside) / len(unknown)  # how likely it is that the top ticket is one that the viewer saw go in
        expected: dict[Hashable, float] = {ticket: (1 - own) / len(unseen) for ticket in unseen}
        assert_random(tops, {**expected, "mixed in": own} if inside else expected)
        if inside:
            assert_random(places, dict.fromkeys(unknown, 1 / len(unknown)))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_what_was_given_back_is_nobodys_first_ticket(board: str, seats: int) -> None:
    """Later draws may bring it to anybody, but whoever has drawn no more since the start cannot have it."""
    lost_sight = 0
    for seed in range(12):
        game = bl.new_game(board, seats=seats, seed=seed, first_seat=0)
        rng = Rng(seed)
        while len(game.record().decisions) < 50 and not game.is_over:
            seat = game.to_move if game.to_move is not None else game.pending[0]
            choices = [action for action in game.observe(seat).actions if isinstance(action, bl.KeepTickets)]
            draws = [action for action in game.observe(seat).actions if isinstance(action, bl.DrawTickets)]
            if choices:
                game.apply(min(choices, key=lambda choice: len(choice.tickets)), seat)
            elif draws and seat == 1 and rng.below(2):
                game.apply(draws[int(rng.below(len(draws)))], seat)
            else:
                game.apply(by_kind(game, seat, rng), seat)
            view = game.observe(0)
            if not view.tickets.given_back or game.is_over:
                continue
            lost_sight += 1
            if rng.below(4):
                continue
            world = bl.imagine(view, int(rng.below(1000)))
            assert world.observe(0) == view
            for other in range(1, seats):
                count, first = view.tickets.counts_by_deck[other], view.tickets.first_by_deck[other]
                assert count is not None
                deck_of = {
                    ticket.id: tickets_of(world).tables.deck_names.index(ticket.deck)
                    for ticket in tickets_of(world).tables.tickets
                }
                for deck in range(len(first)):
                    back = [t for t in world.observe(other).held if t in view.tickets.given_back and deck_of[t] == deck]
                    assert len(back) <= count[deck] - first[deck]
    assert lost_sight or board != "germany"


def test_germany_what_others_can_have_drawn() -> None:
    """A seat that drew four long tickets may have any, the given-back ones too; its first ones are of the others."""
    game = bl.new_game("germany", seats=2, seed=5, first_seat=0)
    while game.observe(None).turn is None:
        seat = game.pending[0]
        choices = [
            action for action in game.observe(seat).actions if isinstance(action, (bl.KeepTickets, bl.DrawTickets))
        ]
        game.apply(next((c for c in choices if isinstance(c, bl.DrawTickets) and c.mix == (0, 4)), choices[0]), seat)
    given = set(game.observe(0).tickets.mixed_in)
    first = set(game.observe(1).held)
    assert given
    assert not first & given
    game.apply(bl.DrawCard(), 0)
    game.apply(bl.DrawCard(), 0)
    game.apply(bl.DrawTickets((0, 4)), 1)
    game.apply(bl.KeepTickets(game.observe(1).tickets.offer[:1]), 1)
    view = game.observe(0)
    assert set(view.tickets.given_back) == given
    held: Counter[Hashable] = Counter()
    for seed in range(WORLDS):
        mine = bl.imagine(view, seed).observe(1).held
        held[sum(ticket in given for ticket in mine)] += 1
    in_deck = view.tickets.decks[1]
    kept_back = len([by for by in view.tickets.returned_by[view.tickets.decks[0] :] if by is not None])
    assert kept_back
    assert_random(held, hypergeometric(in_deck + 1, len(given), 1))


# Hidden choices of the setup


@pytest.mark.parametrize("board", [board for board in BOARDS if len(bl.new_game(board, seats=2).pending) == 2])
def test_hidden_choices_of_the_setup(board: str) -> None:
    """A seat that has chosen in secret may have chosen anything that the rules allow."""
    game = bl.new_game(board, seats=2, seed=3, first_seat=0)
    legal = len(game.legal_actions(1))
    game.apply(game.legal_actions(1)[0], 1)
    while 1 in game.pending:  # a fleet after the tickets
        game.apply(game.legal_actions(1)[0], 1)
    chosen: Counter[Hashable] = Counter()
    fleets: Counter[Hashable] = Counter()
    for seed in range(WORLDS):
        rules = bl.imagine(game.observe(0), seed)._rules
        for mechanic in rules.mechanics:
            if isinstance(mechanic, Tickets):
                offers = mechanic.offers
                chosen[int(offers.announced[1]) if offers.counts[1] == 0 else int(offers.chosen[1])] += 1
            elif isinstance(mechanic, Fleet):
                fleets[int(mechanic.chosen[1])] += 1
    assert len(chosen) == legal
    assert_random(chosen, dict.fromkeys(chosen, 1 / legal))
    if fleets:
        assert_random(fleets, dict.fromkeys(range(10, 26), 1 / 16))


def test_every_board_is_looked_at() -> None:
    """No board of the package is left out, and there is one whose returned tickets are shuffled in (N15)."""
    assert [board.id for board in registry.boards() if board.id in BOARDS] == BOARDS
    assert any(view_of(board).tickets.mixed_in for board in BOARDS)
