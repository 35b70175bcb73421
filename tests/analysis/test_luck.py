"""Luck is what came against what could have come: 0 on average, and nothing where nothing was revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from branchline.analysis.luck import World, champions_follow, follow, net_play, value_of_deal
from branchline.analysis.moments import Moment, moments
from branchline.analysis.reveals import Revealed, looks_the_same, piles_of, shuffle_hidden, ticket_decks_of
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import replay
from branchline.model.actions import DrawCard, DrawTickets
from branchline.notation.record import Record
from branchline.thinking.estimates import mean, standard_error
from branchline.thinking.stand_ins import TAKEN_FOR_GRANTED, StandIns, champions_of
from tests.analysis.positions import recorded

BOTS = ("planner", "casual", "greedy")


def moment_of(kind: type) -> Moment:
    """A decision of a kind in a game in which everything happens sooner or later."""
    for moment in moments(recorded("random", "planner", "random")):
        if isinstance(moment.game.action(moment.done, moment.seat), kind):
            return moment
    raise AssertionError(f"no {kind.__name__} in this game")


def thinking(moment: Moment) -> StandIns:
    """Those who follow a game, at this moment."""
    followers = StandIns(moment.rules)
    followers.think(moment.seat)
    return followers


def without_reveal() -> Moment:
    """A decision after which no deck is smaller."""
    for moment in moments(recorded(*BOTS)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        if not any(revealed.came.cards) and not any(revealed.came.tickets) and not revealed.asked_chance:
            return moment
    raise AssertionError("every decision of this game revealed something")


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_what_came_is_brought_to_the_top(board: str) -> None:
    """In every moment of a game: after what came is brought to the top, the decision leads where it led."""
    chance = Rng(5)
    world: RuleSheet | None = None
    reveals = 0
    for moment in moments(recorded("random", "planner", "greedy", board=board)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        if world is None:
            world = moment.rules.blank()
            shuffle_hidden(world, moment.rules, chance)
        revealed.came.bring(world, chance)
        world.check()
        world.act(moment.seat, moment.done)
        if revealed.asked_chance and not looks_the_same(world, revealed.after):
            shuffle_hidden(world, revealed.after, chance)
        reveals += any(revealed.came.cards) or any(revealed.came.tickets)
        for seat in range(3):
            assert world.observe(seat) == revealed.after.observe(seat)
    assert reveals > 20


def test_luck_is_nothing_where_nothing_is_revealed() -> None:
    moment = without_reveal()
    world = World(thinking(moment), moment.rules, 0, Rng(1))
    assert world.follow(Revealed(moment.rules, moment.seat, moment.done)).luck == [0, 0, 0]


def few_cases(record: Record) -> Iterator[Moment]:
    """The decisions of a game after which few things could come."""
    for moment in moments(record):
        if Revealed(moment.rules, moment.seat, moment.done).others:
            yield moment


def test_where_few_things_could_come_luck_is_exactly_0_over_all_of_them() -> None:
    """In every world: the same decision in all truths that there could be, each as likely as it is."""
    moved = 0
    for moment in few_cases(recorded("planner", "planner", "planner", seed=2)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        likely = [1 - sum(revealed.likely), *revealed.likely]
        followers = thinking(moment)
        for number in range(6):
            lucks = []
            for case in [revealed.came, *revealed.others]:
                truth = moment.rules.blank()
                truth.copy_from(moment.rules)
                case.bring(truth, Rng(3))
                world = World(followers, moment.rules, number, Rng(number))
                lucks.append(world.follow(Revealed(truth, moment.seat, moment.done)).luck)
            for column in zip(*lucks, strict=True):
                assert sum(p * luck for p, luck in zip(likely, column, strict=True)) == pytest.approx(0, abs=1e-12)
                moved += any(column)
    assert moved > 5


def test_all_that_could_come_is_known_and_how_likely_it_is() -> None:
    """Against counting all orders in which the deck may lie."""
    cases = 0
    for moment in few_cases(recorded(*BOTS)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        (pile,), (drawn,) = piles_of(moment.rules), revealed.came.cards
        orders = list(permutations([int(card) for card in pile.deck[: pile.left]], len(drawn)))
        counted = {order: count / len(orders) for order, count in Counter(orders).items()}
        listed = {case.cards[0]: p for case, p in zip(revealed.others, revealed.likely, strict=True)}
        assert listed == pytest.approx({order: p for order, p in counted.items() if order != drawn})
        cases += len(listed)
    assert cases > 10


def test_a_new_deck_alone_is_no_luck() -> None:
    """The last card is no surprise, and the new deck is worth what it was worth, as long as nothing of it is seen."""
    open_games = 0
    for moment in moments(recorded("planner", "planner", "planner", seed=2)):
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        if revealed.asked_chance and all(pile.left <= 1 for pile in piles_of(moment.rules)):
            worlds = [World(thinking(moment), moment.rules, number, Rng(number)) for number in range(12)]
            open_games += len({tuple(world.value) for world in worlds}) > 1
            assert all(world.follow(revealed).luck == [0, 0, 0] for world in worlds)
    assert open_games > 0


def test_tickets_that_were_given_back_stay_under_the_deck() -> None:
    """They cannot come before the others, so no world lets them."""
    returned = 0
    for moment in moments(recorded("random", "planner", "random")):
        world = World(thinking(moment), moment.rules, 0, Rng(moment.at))
        for deck, true in zip(ticket_decks_of(world.rules), ticket_decks_of(moment.rules), strict=True):
            for k in range(int(true.left)):
                if true.returned_by[true.place(k)] >= 0:
                    assert deck.ring[deck.place(k)] == true.ring[true.place(k)]
                    returned += 1
    assert returned > 20


@pytest.mark.parametrize("kind", [DrawCard, DrawTickets])
def test_luck_is_0_on_average_over_all_that_could_have_come(kind: type) -> None:
    """The same decision in many truths that differ only in what lies face down."""
    moment = moment_of(kind)
    truth = moment.rules.blank()
    lucks = []
    followers = thinking(moment)
    for seed in range(150):
        truth.copy_from(moment.rules)
        truth.reshuffle(seed)
        world = World(followers, truth, seed, Rng(1000 + seed))
        luck = world.follow(Revealed(truth, moment.seat, moment.done)).luck
        assert sum(luck) == pytest.approx(0)
        lucks.append(luck[moment.seat])
    assert len({*lucks}) > 1
    assert abs(mean(lucks)) < 3 * standard_error(lucks)


def test_a_world_goes_where_the_game_went() -> None:
    """Whatever is revealed and however often decks are shuffled, and only what lies face down is another."""
    worlds: list[World] = []
    hidden = shuffles = 0
    for moment in moments(recorded("random", "random", "random")):
        if moment.at == 0:
            followers = StandIns(moment.rules)
            worlds = [World(followers, moment.rules, 0, Rng(7))]
        followers.think(moment.seat)
        revealed = Revealed(moment.rules, moment.seat, moment.done)
        shuffles += revealed.asked_chance
        worlds[0].follow(revealed)
        for seat in range(3):
            assert worlds[0].rules.observe(seat) == revealed.after.observe(seat)
        hidden += [list(pile.deck) for pile in piles_of(worlds[0].rules)] != [
            list(pile.deck) for pile in piles_of(revealed.after)
        ]
    assert hidden > 50
    assert shuffles > 0


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_a_game_of_planners_is_all_luck(board: str) -> None:
    """Those who follow a game of planners would do the very same, whatever the board asks: so play changes nothing."""
    record = recorded("planner", "planner", "planner", board=board)
    assert net_play(record, 0, 1) == [[0, 0, 0]]
    for moment in moments(record):
        if moment.at == 0:
            followers = StandIns(moment.rules)
        assert followers.think(moment.seat) in (moment.done, None)  # None: a planner, too, answered by chance


def test_what_planners_leave_to_chance_is_not_foreseen() -> None:
    """In a game of the United Kingdom a planner has nothing left to do that it knows of, and does anything."""
    thoughts = []
    for moment in moments(recorded("planner", "planner", "planner", board="uk")):
        if moment.at == 0:
            followers = StandIns(moment.rules)
        thoughts.append(followers.think(moment.seat))
        assert followers.would_do(moment.done) == (thoughts[-1] is not None)
    assert 0 < thoughts.count(None) < 10


def test_the_luck_of_a_game_of_planners_leads_to_its_result() -> None:
    record = recorded("planner", "planner", "planner", seed=2)
    assert any(few_cases(record))  # there, values of the past are known better
    found = follow(record, 0, 6)
    line = found.shares()
    for before, luck, after in zip(line, found.luck(), line[1:], strict=False):
        assert tuple(a + b for a, b in zip(before, luck, strict=True)) == pytest.approx(after)
    assert line[0] != line[-1]  # it did not go as it seemed at first
    winners = replay(record).scores().winners
    assert line[-1] == tuple(1 / len(winners) if seat in winners else 0 for seat in range(3))


def test_luck_and_play_are_measured_apart_and_add_up_to_the_result() -> None:
    """Luck reveal by reveal, play decision by decision: with the initial value they are the result in every world."""
    record = recorded("planner", "casual", "casual", seed=3)
    assert any(few_cases(record))
    winners = replay(record).scores().winners
    result = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
    game, plays = follow(record, 0, 4), net_play(record, 0, 4)
    for luck, play in zip(zip(game.values[0], *game.lucks, strict=True), plays, strict=True):
        assert [sum(column) for column in zip(*luck, play, strict=True)] == pytest.approx(result)
    assert any(any(play) for play in plays)


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_luck_counts_in_full_among_planners(board: str) -> None:
    """They do what is foreseen; what they leave to chance themselves does not count against them."""
    assert {*follow(recorded("planner", "planner", "planner", board=board), 0, 1).trust} == {1.0}


def test_luck_counts_less_the_less_was_foreseen() -> None:
    """By what was known before each decision: so it is 0 on average, whoever plays."""
    record = recorded("planner", "casual", "random")
    game = follow(record, 0, 2)
    decided, planned, strong = 0, [0] * 3, [0] * 3
    champion = champions_of(record.board, record.variant, 3)
    assert champion is not None
    liked = champion.decisions(moment.rules for moment in moments(record))
    followers: StandIns | None = None
    for moment, trust in zip(moments(record), game.trust, strict=True):
        foreseen = sum(map(max, planned, strong)) + TAKEN_FOR_GRANTED
        assert trust == pytest.approx((foreseen / (decided + TAKEN_FOR_GRANTED)) ** 2)
        followers = followers or StandIns(moment.rules)
        would = followers.think(moment.seat)
        if would is not None:
            decided += 1
            planned[moment.seat] += would == moment.done
            strong[moment.seat] += liked[moment.at] == moment.done
    assert 0.05 < game.trust[-1] < 0.8
    for counted, full, trust in zip(game.luck(), game.lucks, game.trust, strict=True):
        assert counted == pytest.approx([trust * mean(column) for column in zip(*full, strict=True)])
    assert max(map(max, game.luck_se())) > 0


def test_a_game_of_champions_is_all_luck_once_they_are_known() -> None:
    """They follow whom they foresee better than planners do. From then on nothing is left to play, and all adds up."""
    record = recorded("champion", "champion", "champion")
    game = follow(record, 0, 4)
    assert game.trust[-1] > 0.9
    late = len(record.decisions) // 3
    for before, luck, after in list(zip(game.values, game.lucks, game.values[1:], strict=False))[late:]:
        for world in zip(before, luck, after, strict=True):
            assert [a + b for a, b in zip(*world[:2], strict=True)] == pytest.approx(world[2])
    winners = replay(record).scores().winners
    result = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
    plays = net_play(record, 0, 4)
    assert any(any(play) for play in plays)  # that others follow changes what the game is worth
    for parts, play in zip(zip(game.values[0], *game.lucks, strict=True), plays, strict=True):
        assert [sum(column) for column in zip(*parts, play, strict=True)] == pytest.approx(result)
    assert champions_follow(record)


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_planners_follow_planners(board: str) -> None:
    """So their games have the luck that they would have if there were no champions."""
    assert not champions_follow(recorded("planner", "planner", "planner", board=board))


def test_each_seat_is_followed_by_whoever_foresees_it() -> None:
    record = recorded("champion", "planner", "champion", seed=3)
    followers: StandIns | None = None
    champion = champions_of(record.board, record.variant, 3)
    assert champion is not None
    liked = champion.decisions(moment.rules for moment in moments(record))
    for moment in moments(record):
        followers = followers or StandIns(moment.rules, champion, liked)
        followers.think(moment.seat)
        followers.watch(moment.done)
    assert followers is not None
    assert followers.better == (True, False, True)


def test_luck_is_measured_without_champions_where_none_has_learned_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded("champion", "champion", "champion")
    monkeypatch.setattr("branchline.analysis.luck.champions_of", lambda *_: None)
    assert follow(record, 0, 2).trust[-1] < 0.5
    assert not champions_follow(record)


def test_worlds_are_the_same_in_one_go_and_in_pieces() -> None:
    record = recorded(*BOTS)
    whole = follow(record, 0, 3)
    pieces = follow(record, 0, 1).joined(follow(record, 1, 2))
    assert whole == pieces
    assert len({tuple(map(tuple, world)) for world in zip(*whole.values, strict=True)}) == 3
    assert all(sum(shares) == pytest.approx(1) for shares in whole.shares())
    assert any(any(errors) for errors in whole.luck_se())
    assert any(whole.net_luck_se())


def test_the_deal_depends_on_who_begins_and_not_on_the_number_of_a_seat() -> None:
    first = value_of_deal(replace(recorded(*BOTS), first_seat=0), 60)
    assert sum(first) == pytest.approx(1)
    assert all(share == pytest.approx(1 / 3, abs=0.15) for share in first)


def test_decks_are_found_on_the_board() -> None:
    moment = moment_of(DrawTickets)
    assert sum(int(pile.left) for pile in piles_of(moment.rules)) == moment.game.observe(0).market.deck
    assert sum(int(deck.left) for deck in ticket_decks_of(moment.rules)) == moment.game.observe(0).tickets.deck
