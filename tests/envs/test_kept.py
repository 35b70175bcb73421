"""What is kept up to date equals what is worked out from nothing, after every step."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

import branchline as bl
from branchline.boards import registry
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.encodings.core.encoder import Encoder
from branchline.encodings.core.masks import WORD, MaskRoom
from branchline.engine.ranking import rank
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs import encoding
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from tests.envs.every import VARIANTS

GAMES = 2
PLAY = ("random", "planner")


def make_batch(board: str, variant: str, seats: int, seed: int, *, packed: bool = False) -> Batch:
    """Some games that have just begun, with everything written."""
    games = [registry.new_rule_sheet(board, variant, seats) for _ in range(GAMES)]
    for game in games:
        game.commons.journal.on = False
    batch = Batch(games, seed, 0, packed)
    batch.reset(seed)
    batch.write()
    return batch


def steps(batch: Batch, play: str, ends: int) -> Iterator[None]:
    """Play until that many games have ended, and stop after every step."""
    rng = Rng(7)
    minds = [Mind(game, Style()) for game in batch.games]
    while ends > 0:
        if play == "random":
            batch.choose_at_random(rng)
        else:
            chosen = [minds[g].decide(batch.to_move(g)) for g in range(GAMES)]
            batch.choose(np.array(chosen, "<i8").tobytes())
        batch.check()
        batch.play_all()
        for g in batch.ended():
            batch.restart(g)
            minds[g].forget()
            ends -= 1
        batch.write()
        yield


def written_anew(encoder: Encoder, seat: int) -> list[int]:
    """A seat's encoding, from nothing."""
    out = vec[i16]([i16(0)] * int(encoder.size))
    encoder.write(out, 0, seat)
    return [int(n) for n in out]


def assert_up_to_date(batch: Batch, fresh: list[Encoder]) -> None:
    """The encodings and masks of a batch are what a fresh encoder and the rules say."""
    rows = view_of(batch.rows).reshape(GAMES * int(batch.seats), -1)
    masks = masks_of(batch)
    words = view_of(batch.legal).reshape(GAMES, -1, 1) >> np.arange(WORD) & 1  # by which actions are checked
    for g, game in enumerate(batch.games):
        seat = batch.to_move(g)
        kept, whole = rows[batch.current_rows[g]].tolist(), written_anew(fresh[g], seat)
        if kept != whole:
            fields = fresh[g].fields
            bad = [f.name for f in fields if kept[f.start : f.start + f.size()] != whole[f.start : f.start + f.size()]]
            pytest.fail(f"seat {seat} of game {g} is shown old numbers of: {', '.join(bad)}")
        assert np.flatnonzero(masks[g]).tolist() == np.flatnonzero(words[g]).tolist() == game.legal(seat)


@pytest.mark.parametrize("play", PLAY)
@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_kept_encodings_and_masks_equal_fresh_ones(board: str, variant: str, play: str) -> None:
    """In whole games, and when the next one begins in the same place."""
    for seats in {*bl.board(board).seats}:
        batch = make_batch(board, variant, seats, seed=seats)
        fresh = [Encoder(game) for game in batch.games]
        assert_up_to_date(batch, fresh)
        for _ in steps(batch, play, ends=3):
            assert_up_to_date(batch, fresh)


@pytest.mark.parametrize("play", PLAY)
def test_a_seat_that_looks_late_sees_everything_that_happened(play: str) -> None:
    """Several claims, own ones among them, lie between two looks."""
    for board, variant in VARIANTS:
        batch = make_batch(board, variant, 2, seed=3)
        late = Encoder(batch.games[0])
        fresh = Encoder(batch.games[0])
        rows = [vec[i16]([i16(0)] * int(late.size)) for _ in range(2)]
        for seat in range(2):
            late.write(rows[seat], 0, seat)
        episode = int(batch.episodes[0])
        rng = Rng(5)
        for _ in steps(batch, play, ends=1):
            if batch.episodes[0] != episode:
                break
            if rng.below(9) == 0:
                seat = int(rng.below(2))
                late.update(rows[seat], 0, seat)
                assert [int(n) for n in rows[seat]] == written_anew(fresh, seat), f"{board} {variant}"


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_another_game_is_written_anew(board: str, variant: str) -> None:
    """After a reset, and after a game was copied from elsewhere and that was said."""
    batch = make_batch(board, variant, 2, seed=1)
    fresh = [Encoder(game) for game in batch.games]
    for _ in zip(steps(batch, "random", ends=9), range(60), strict=False):
        pass
    others: list[RuleSheet] = make_batch(board, variant, 2, seed=8).games
    for g, game in enumerate(batch.games):
        game.copy_from(others[g])
        batch.forget(g)
    batch.write()
    assert_up_to_date(batch, fresh)
    for _ in zip(steps(batch, "planner", ends=9), range(40), strict=False):
        assert_up_to_date(batch, fresh)
    batch.reset(2)
    batch.write()
    assert_up_to_date(batch, fresh)


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_an_encoding_does_not_depend_on_how_it_came_about(board: str, variant: str) -> None:
    """Of equally cheap ways always the same is shown: a copy, encoded for the first time, looks like the game."""
    of = encoding(board, variant, 2)
    batch = make_batch(board, variant, 2, seed=4)
    rows = view_of(batch.rows).reshape(GAMES * 2, -1)
    for number, _ in enumerate(steps(batch, "planner", ends=2)):
        if number % 7 == 0:
            copy = bl.Game(batch.games[1], None).copy()
            assert (of.encode(copy) == rows[batch.current_rows[1]]).all()


def test_packed_masks_are_kept_as_well() -> None:
    batch = make_batch("usa", "classic", 2, seed=1, packed=True)
    for _ in steps(batch, "planner", ends=2):
        masks = np.unpackbits(masks_of(batch), axis=1, bitorder="little")
        for g, game in enumerate(batch.games):
            assert np.flatnonzero(masks[g]).tolist() == game.legal(batch.to_move(g))


def test_bits_of_a_mask_are_put_across_words() -> None:
    room = MaskRoom(3 * WORD)
    for first, few in ((0, 0b101), (WORD - 2, 0b1111), (WORD + 20, 1 << WORD - 1), (2 * WORD, 1 << WORD - 1)):
        room.put(first, few)
        masks = vec[u8]([u8(0)] * (3 * WORD))
        room.as_bits(0, vec[i64]([0] * 3), masks)
        found = [k for k in range(3 * WORD) if masks[k >> 3] >> (k & 7) & 1]
        assert found == [first + k for k in range(few.bit_length()) if few >> k & 1]


def test_places_after_equal_totals_go_by_the_tie_breaks() -> None:
    """Games that are stopped early end with equal totals, or with others: the places are those of the ranking."""
    tied = 0
    for board, variant in VARIANTS:
        batch = make_batch(board, variant, 3 if 3 in range(*bl.board(board).seats) else 2, seed=2)
        for game in batch.games:
            game.stop()
        assert batch.ended() == [0, 1]
        for g, game in enumerate(batch.games):
            first, seats = g * int(batch.seats), int(batch.seats)
            totals = [int(game.total(seat)) for seat in range(seats)]
            tied += len(set(totals)) < seats
            groups = rank(totals, game.tie_breaks())
            places = {seat: 1 + sum(map(len, groups[:k])) for k, group in enumerate(groups) for seat in group}
            assert [int(batch.totals[first + seat]) for seat in range(seats)] == totals
            assert [int(batch.places[first + seat]) for seat in range(seats)] == [places[k] for k in range(seats)]
    assert tied > 0
