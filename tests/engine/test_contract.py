"""Every board keeps the contract, and the contract notices when one does not."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.mechanics import composed
from branchline.testing import BrokenContract, Effort, Trial, check_board, check_game, contract, strategies
from branchline.testing.contract import Report, probe
from branchline.testing.policies import by_kind, stall
from branchline.testing.trial import Snapshot
from tests.engine.made_up_boards import board_files

COMPILED = _native.mode() == "compiled"
CONFIGURATIONS = [
    (board.id, variant, seats)
    for board in bl.boards()
    for variant in board.variants
    for seats in range(board.seats[0], board.seats[1] + 1)
]
# Uncompiled, every variant and every number of seats, but not each with each: that takes twice as long, and proves the
# same, since compiled all are checked.
CHECKED = [
    (board, variant, seats)
    for board, variant, seats in CONFIGURATIONS
    if COMPILED or [*bl.board(board).variants][seats % len(bl.board(board).variants)] == variant
]
GAMES = 3 if COMPILED else 1  # uncompiled they take forty times as long, and prove the same
WAYS = 3  # in which games are played, one after the other
PART = 1 if COMPILED else 4  # so do the examples below


@pytest.mark.parametrize(("board", "variant", "seats"), CHECKED)
def test_contract(board: str, variant: str, seats: int) -> None:
    """A game in each way with the fewest and with the most seats, one game with a number between them."""
    games = GAMES if seats in bl.board(board).seats else 1
    report = check_board(
        board, variants=[variant], seats=[seats], games=games, seed=seats if COMPILED and games < WAYS else 0
    )
    assert report.games == games
    assert report.decisions > 30 * seats * games
    assert report.probes > seats * games
    assert sum(report.endings.values()) == games


def test_every_configuration_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left alone, `check_board` goes through all variants and numbers of seats."""
    checked: list[Trial] = []
    monkeypatch.setattr(contract, "check_game", lambda trial, *_: checked.append(trial))
    check_board("usa", games=2, seed=5)
    expected = [(variant, seats) for board, variant, seats in CONFIGURATIONS if board == "usa"]
    assert [(trial.variant, trial.seats) for trial in checked if trial.seed == 5] == expected
    assert [(trial.variant, trial.seats) for trial in checked if trial.seed == 6] == expected


# Any position of any game


@settings(max_examples=40 // PART, deadline=None)
@given(st.data())
def test_any_position(data: st.DataObject) -> None:
    game = data.draw(strategies.games("usa"))
    trial = Trial("usa", game.variant.id, game.seats, 0, len(game._decisions))
    probe(trial, game, by_kind, trial.rng(data.draw(st.integers(0, 1000))), Effort(sample=2))


@settings(max_examples=40 // PART, deadline=None)
@given(st.data())
def test_any_move(data: st.DataObject) -> None:
    game = data.draw(strategies.games("usa", over=False))
    seat, number = data.draw(strategies.moves(game))
    before = Snapshot.of(game)
    played = game.copy()
    played.apply(number, seat)
    assert not before.change(Snapshot.of(game))
    assert before.change(Snapshot.of(played))
    assert bl.replay(game.record()).observe(seat) == game.observe(seat)


@settings(max_examples=25 // PART, deadline=None)
@given(strategies.games("usa", over=True))
def test_any_end(game: bl.Game) -> None:
    assert game.is_over
    assert all(hand.cards is not None for hand in game.observe(None).hands)
    assert bl.imagine(game.observe(None), 5).scores() == game.scores()


@settings(max_examples=25 // PART, deadline=None)
@given(strategies.imagined("usa"), st.integers(0, 100))
def test_imagined_games_can_be_played_on(game: bl.Game, seed: int) -> None:
    rng = Trial("usa", game.variant.id, game.seats, seed).rng()
    while not game.is_over:
        legal = game.legal_actions()
        game.apply(legal[int(rng.below(len(legal)))])
        game._rules.check()
    assert len(game.scores()) == game.seats


def test_whoever_decides_in_an_imagined_game_has_a_choice() -> None:
    """Where nothing is left to draw, a hand dealt at random may leave a seat nothing to do, or one thing only."""
    trial = Trial("usa", "big_cities", 5, 2)
    game, rng = trial.new_game(), trial.rng()
    while True:
        table = game.observe(None)
        if table.market.deck == 0 and not any(table.market.row) and not any(table.tickets.decks):
            break
        assert game.to_move is not None
        game.apply(stall(game, game.to_move, rng))
    assert len(game.legal_actions()) == 3
    for viewer in (None, *(seat for seat in range(5) if seat != game.to_move)):
        seen = game.observe(viewer)
        for seed in range(30 // PART):
            dream = bl.imagine(seen, seed)
            assert len(dream.legal_actions()) > 1
            assert dream.observe(viewer) == seen


@settings(max_examples=10 if COMPILED else 4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(board_files("anywhere"), st.integers(0, 2**32))
def test_any_small_board(text: str, seed: int) -> None:
    """Tiny decks, short rows, ferries, double and triple routes: places where a large board seldom comes to."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "board.toml").write_text(text, encoding="utf-8")
        registry._added.pop("anywhere", None)  # the one of the last example
        board = bl.add_board(folder)
    for seats in {board.seats[0], board.seats[1]}:
        check_game(Trial(board.id, "classic", seats, seed), Report(), Effort(probe_every=10))


# The contract notices

HEAD = """
from dataclasses import replace
from itertools import count
from branchline.model import actions, events

TIMES = count()
"""


def add_changed_board(folder: Path, change: str) -> None:
    """Make known a board like USA whose rule sheet is changed by a subclass; `change` is the body of that class.

    The rule sheet is taken as source, so that this works in the same way where the engine is compiled.
    """
    source = Path(composed.__file__).with_name("composed.py").read_text(encoding="utf-8")
    board = bl.board("usa").path.read_text(encoding="utf-8")
    (folder / "board.toml").write_text(board.replace('id = "usa"', 'id = "changed"', 1), encoding="utf-8")
    (folder / "rules.py").write_text(
        f"{HEAD}{source}\n\nclass Changed(ComposedRules):\n{change}\n\nRules = Changed\n", encoding="utf-8"
    )
    bl.add_board(folder)


def test_a_board_of_your_own_can_keep_the_contract(tmp_path: Path) -> None:
    add_changed_board(tmp_path, "    pass")
    report = check_board("changed", variants=["mega"], seats=[2, 4], games=GAMES)
    assert report.games == 2 * GAMES


BROKEN = {
    "legal actions out of order": (
        """
    def legal(self, seat):
        return super().legal(seat)[::-1]
""",
        "not unique and ascending",
    ),
    "a legal action not listed": (
        """
    def legal(self, seat):
        return super().legal(seat)[:-1]
""",
        "counted as|shows other legal actions",
    ),
    "a legal action refused": (
        """
    def refusal(self, seat, action):
        return "today nobody can take a card" if action < self.market.end else super().refusal(seat, action)
""",
        "Today nobody can take a card|was refused the legal action",
    ),
    "an illegal action accepted": (
        """
    def refusal(self, seat, action):
        return ""
""",
        "was accepted",
    ),
    "a refusal without a reason": (
        """
    def refusal(self, seat, action):
        return "no" if super().refusal(seat, action) else ""
""",
        "is not a sentence",
    ),
    "a refusal that costs points": (
        """
    def refusal(self, seat, action):
        refusal = super().refusal(seat, action)
        if refusal:
            self.commons.points[seat] -= 1
        return refusal
""",
        "changed the game",
    ),
    "a piece lost": (
        """
    def begin_turn(self, seat):
        self.commons.pieces[seat] -= 1
        super().begin_turn(seat)
""",
        "an invariant is broken: pieces were lost or invented",
    ),
    "copies that share their pieces": (
        """
    def copy_from(self, other):
        super().copy_from(other)
        self.commons.pieces = other.commons.pieces
""",
        "playing a copy changed",
    ),
    "copies that forget how near the end is": (
        """
    def copy_from(self, other):
        super().copy_from(other)
        self.last_turns = -1
""",
        "a copy differs from its game",
    ),
    "words for another action": (
        """
    def typed(self, action, offer):
        value = super().typed(action, offer)
        return actions.DrawCard() if isinstance(value, actions.TakeCard) else value
""",
        "is another action|do not do the same|do not fit their numbers|replays to another game",
    ),
    "a game that never comes out the same": (
        """
    def set_up(self):
        super().set_up()
        self.commons.points[0] = next(TIMES)
""",
        "gives two games",
    ),
    "an advantage for who answers first": (
        """
    def set_up_further(self, stage):
        self.commons.points[self.answered] += 1
        return super().set_up_further(stage)

    def play(self, seat, kind, action):
        self.answered = seat
        super().play(seat, kind, action)
""",
        "gives two games",
    ),
    "a setup choice shown too early": (
        """
    def observe(self, seat):
        return replace(super().observe(seat), passes=sum(int(mask) for mask in self.tickets.offers.chosen))
""",
        "a hidden setup choice of seat . shows",
    ),
    "the top of the deck shown": (
        """
    def observe(self, seat):
        pile = self.market.pile
        return replace(super().observe(seat), passes=int(pile.deck[pile.left - 1]) if pile.left else 0)
""",
        r"observe\(imagine\(view\)\) is not the view",
    ),
    "all hands shown": (
        """
    def observe(self, seat):
        view = super().observe(seat)
        return replace(view, parts={**view.parts, "hands": self.hands.view(seat, True)})
""",
        "sees the cards of the seats",
    ),
    "tickets told to all": (
        """
    def ask(self, seat, kind):
        super().ask(seat, kind)
        if self.commons.journal.on and self.offer_of(seat):
            self.commons.journal.add(events.TicketsRevealed(seat, self.offer_of(seat), ()))
""",
        "everybody is told of the tickets|can tell two truths apart",
    ),
    "blind cards told to all": (
        """
    def play(self, seat, kind, action):
        before = [int(n) for n in self.hands.cards]
        super().play(seat, kind, action)
        gained = [at for at, n in enumerate(self.hands.cards) if n > before[at]]
        if self.commons.journal.on and gained:
            self.commons.journal.add(events.PointsScored(seat, 0, sum(gained)))
""",
        "can tell two truths apart",
    ),
    "a world imagined wrong": (
        """
    def imagine(self, seen, seed):
        super().imagine(seen, seed)
        self.market.pile.discards[0] += 1
""",
        r"observe\(imagine\(view\)\) is not the view",
    ),
    "a total that is no sum": (
        """
    def total(self, seat):
        return super().total(seat) + 1
""",
        "not its total",
    ),
    "a rule sheet that fails": (
        """
    def final_scores(self):
        raise ZeroDivisionError("nobody to share with")
""",
        "ZeroDivisionError: nobody to share with",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_board_is_noticed(fault: str, tmp_path: Path) -> None:
    change, complaint = BROKEN[fault]
    add_changed_board(tmp_path, change)
    with pytest.raises(BrokenContract, match=complaint) as caught:
        check_board("changed", variants=["classic"], seats=[3], effort=Effort(probe_every=15))
    assert 'check_board("changed", variants=["classic"], seats=[3], games=1, seed=' in str(caught.value)
    assert (caught.value.board, caught.value.variant, caught.value.seats) == ("changed", "classic", 3)


def test_a_game_without_end_is_noticed() -> None:
    with pytest.raises(BrokenContract, match="no end after 50 decisions"):
        check_board("usa", variants=["classic"], seats=[2], effort=Effort(most_decisions=50))


def test_a_broken_game_can_be_seen_again(tmp_path: Path) -> None:
    change, _ = BROKEN["a piece lost"]
    add_changed_board(tmp_path, change)
    with pytest.raises(BrokenContract) as caught:
        check_board("changed")
    broken = caught.value
    with pytest.raises(BrokenContract) as again:
        check_board("changed", variants=[broken.variant], seats=[broken.seats], games=1, seed=broken.seed)
    assert str(again.value) == str(broken)
