"""A game as a seat may know it, and a game made up from what a seat knows (docs/decisions/0005-views.md)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import KIND_NAMES, TURN
from branchline.engine.game_loop import ENDINGS, PLAYING, RUNNING, GameLoop
from branchline.engine.mechanic import as_numbers, expect
from branchline.engine.open_decisions import DEEPEST
from branchline.engine.terrain import NONE
from branchline.model.frozen import FrozenDict
from branchline.model.observation import ActionCodec, Observation, observation_of
from branchline.model.vecs import vec

MOST_STAGES: Final[i64] = 16  # that a setup can have
MOST_TRIES: Final[i64] = 200  # to make up hands that leave whoever decides a choice


def observe(game: GameLoop, seat: int | None, codec: ActionCodec) -> Observation:
    """What a seat, or with None a spectator, may know."""
    setting = game.setting
    parts = {mechanic.name: mechanic.view(seat, game.over) for mechanic in game.mechanics if mechanic.has_view}
    values: dict[str, object] = {
        "board": setting.board_id,
        "variant": setting.variant_id,
        "rules_version": setting.rules_version,
        "seats": int(game.seats),
        "seat": seat,
        "first_seat": int(game.first_seat),
        "turn": None if game.turn == NONE else int(game.turn),
        "stage": int(game.stage),
        "together": game.open.together,
        "open": game.open.shown(),
        "legal": () if seat is None else tuple(listed(game, seat)),
        "pieces": as_numbers(game.commons.pieces, 0, game.seats),
        "points": as_numbers(game.commons.points, 0, game.seats),
        "passes": int(game.passes),
        "last_turns": None if game.last_turns == NONE else int(game.last_turns),
        "ended_by": ENDINGS[game.ending] if game.over else None,
        "parts": FrozenDict(parts),
        "codec": codec,
    }
    return observation_of(values)


def listed(game: GameLoop, seat: i64) -> list[int]:
    """All legal actions of a seat, ascending, as its mechanics count and write them down; none without a decision."""
    found: list[int] = []
    at = game.open.at(seat)
    if at == NONE:
        return found
    kind = game.open.kinds[at]
    count = game.count(seat, kind)
    if count > len(game.commons.listing):
        game.commons.listing = vec[i64]([0] * count)
    end: i64 = 0
    offer = game.offers[kind]
    while offer is not None:
        end = offer.mechanic.write_legal(seat, kind, game.commons.listing, end)
        offer = offer.then
    for k in range(end):
        found.append(int(game.commons.listing[k]))
    found.sort()
    if at < game.open.depth - 1:
        game.recount()  # what is counted last is the top decision
    return found


def imagine(game: GameLoop, seen: Observation, seed: int) -> None:
    """Become some game in which the same seat would see just this; chance fills in what it does not know.

    Whoever decides has a choice (COM-012), so the game is made up again as long as a hand that was made up leaves none.
    """
    expect_possible(game, seen)
    game.commons.rng.seed(seed)
    make_up(game, seen)
    tries: i64 = 1
    while lacks_choice(game, seen) and tries < MOST_TRIES:
        make_up(game, seen)
        tries += 1
    if lacks_choice(game, seen) and game.choices == 0:
        game.settle()  # hands that would do are too rare: the seat does nothing, so that the game goes on


def lacks_choice(game: GameLoop, seen: Observation) -> bool:
    """Whether a seat decides by a hand that was made up, and there are not two things that it could do."""
    if game.over or game.open.together or game.open.depth == 0 or game.choices > 1:
        return False
    return game.open.seat() != seen.seat and game.depends_on_hand(game.open.kind())


def make_up(game: GameLoop, seen: Observation) -> None:
    """Make up a game that looks like this."""
    game.commons.reset()
    for mechanic in game.mechanics:
        mechanic.reset()
    game.first_seat = seen.first_seat
    game.turn = NONE if seen.turn is None else seen.turn
    game.stage = seen.stage
    game.open.clear()
    for decision in seen.open:
        game.ask(decision.seat, KIND_NAMES.index(decision.question))
    game.open.together = seen.together
    game.acted = seen.turn is not None and game.open.depth > 0 and game.open.kinds[0] != TURN
    game.passes = seen.passes
    game.last_turns = NONE if seen.last_turns is None else seen.last_turns
    for seat in range(game.seats):
        game.commons.pieces[seat] = seen.pieces[seat]
        game.commons.points[seat] = seen.points[seat]
    for mechanic in game.mechanics:
        mechanic.imagine(seen)
    game.over = False
    game.ending = RUNNING
    if seen.ended_by is not None:
        game.finish(ENDINGS.index(seen.ended_by))
    game.recount()


def expect_possible(game: GameLoop, seen: Observation) -> None:
    """Refuse a view that is not of this board and number of seats, or names seats that there are not."""
    setting = game.setting
    seats = game.seats
    expect(seen.board == setting.board.id and seen.variant == setting.variant.id, "it is of another board")
    expect(seen.seats == seats, "it has another number of seats")
    named = [decision.seat for decision in seen.open]
    named += [seat for seat in (seen.seat, seen.first_seat, seen.turn) if seat is not None]
    expect(min(named) >= 0 and max(named) < seats, "it names seats that there are not")
    expect(len(seen.open) <= DEEPEST, "too many decisions are open")
    expect(len(set(seen.open)) == len(seen.open), "a decision is open twice")
    expect(len(seen.open) > 0 or seen.ended_by is not None, "nobody has anything to decide")
    in_setup = 0 <= seen.stage < MOST_STAGES  # where a game may have been stopped as well
    may_be_in_setup = seen.turn is None
    must_be_in_setup = may_be_in_setup and seen.ended_by is None
    fits = (in_setup and may_be_in_setup) or (seen.stage == PLAYING and not must_be_in_setup)
    expect(fits, "the first turn is and is not over")
    expect(len(seen.points) == seats == len(seen.pieces), "some seats have no pieces or points")
    most = setting.numbers.pieces
    expect(min(seen.pieces) >= 0 and max(seen.pieces) <= most, "a seat has too many or too few pieces")
