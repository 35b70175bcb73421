"""What each seat is told when the end is near."""

from __future__ import annotations

import random

import branchline as bl
from branchline.words.progress import last_turns_warning

NAMES = ["Mara", "June", "Otto"]


def test_each_seat_hears_what_is_left_to_it() -> None:
    """Who is to move hears that this is the last turn; the others hear whether they have one more."""
    game = bl.new_game("san_francisco", seats=3, seed=4)
    rng = random.Random(4)
    told: dict[int, list[str]] = {0: [], 1: [], 2: []}
    while not game.is_over:
        seen = game.observe(None)
        warnings = [last_turns_warning(game.observe(seat), NAMES) for seat in range(3)]
        assert all(warnings) == (seen.last_turns is not None)
        if seen.last_turns is not None:
            assert [seat for seat in range(3) if "This is your last turn." in warnings[seat]] == [seen.turn]
            for seat in range(3):
                told[seat].append(warnings[seat].rpartition("left. ")[2])
        game.apply(rng.choice(game.legal_actions()))
    for words in told.values():
        in_order = list(dict.fromkeys(words))
        mine = in_order.index("This is your last turn.")
        assert set(in_order[:mine]) <= {"Everyone has one more turn.", "You have one more turn."}
        assert set(in_order[mine + 1 :]) <= {"The others play their last turns."}
