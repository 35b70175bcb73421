"""Hypothesis strategies: boards' setups, games in any position, moves, and views.

    from hypothesis import given
    from branchline.testing import strategies

    @given(strategies.games("usa"))
    def test_something(game): ...

A position is reached by playing from a seed, so every one that is drawn can occur in a real game. Hypothesis shrinks to
early positions of games with few seats.
"""

from __future__ import annotations

from hypothesis import strategies as st

from branchline.boards import registry
from branchline.game import Game, imagine
from branchline.model.observation import Observation
from branchline.testing.policies import by_kind, play, stall, uniform
from branchline.testing.trial import Trial

SEEDS = st.one_of(st.integers(0, 1000), st.integers(0, 2**128 - 1))


@st.composite
def setups(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Trial:
    """A variant, a number of seats and a seed; `new_game()` of what is drawn starts the game."""
    found = registry.board(board)
    chosen = variant if variant is not None else draw(st.sampled_from(list(found.variants)), label="variant")
    count = seats if seats is not None else draw(st.integers(*found.seats), label="seats")
    return Trial(board, chosen, count, draw(SEEDS, label="seed"))


@st.composite
def games(
    draw: st.DrawFn,
    board: str,
    variant: str | None = None,
    seats: int | None = None,
    *,
    most_decisions: int = 500,
    over: bool | None = None,
) -> Game:
    """A game after some decisions. `over` asks for one that is finished (True) or still running (False)."""
    trial = draw(setups(board, variant, seats))
    policy = draw(st.sampled_from([uniform, by_kind, stall]), label="policy")
    game = trial.new_game()
    rng = trial.rng()
    play(game, policy, rng, None if over else draw(st.integers(0, most_decisions), label="decisions"))
    if over is False and game.is_over:
        return _before_the_end(trial, game)
    return game


def _before_the_end(trial: Trial, game: Game) -> Game:
    """A finished game once more, without its last decision."""
    again = trial.new_game()
    for seat, number in game._decisions[:-1]:
        again.apply(number, seat)
    return again


@st.composite
def moves(draw: st.DrawFn, game: Game) -> tuple[int, int]:
    """A seat that is to decide in a running game, and one of its legal actions."""
    seat = draw(st.sampled_from(game.pending), label="seat")
    return seat, draw(st.sampled_from(game.legal_actions(seat)), label="action")


@st.composite
def views(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Observation:
    """What some seat, or a spectator, sees in a game."""
    game = draw(games(board, variant, seats))
    return game.observe(draw(st.sampled_from([None, *range(game.seats)]), label="viewer"))


@st.composite
def imagined(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Game:
    """A game that was imagined from a view of a real one."""
    return imagine(draw(views(board, variant, seats)), draw(SEEDS, label="imagination"))


@st.composite
def board_files(draw: st.DrawFn, board: str) -> str:
    """The text of a board file for a small board of any shape, played by the common rules."""
    places = [f"{letter}ville" for letter in "ABCDEFG"[: draw(st.integers(3, 7), label="places")]]
    colors = ["red", "blue", "green", "white"][: draw(st.integers(1, 4), label="colors")]
    longest = draw(st.integers(1, 4), label="longest route")
    seats = draw(st.integers(2, 5), label="most seats")
    tickets = draw(st.lists(st.sampled_from(_pairs(places)), min_size=1, unique=True), label="tickets")
    numbers = draw(_numbers(longest, seats, len(tickets)))
    # Enough cards for the start, and for the dearest route: so many of its color, and so many wilds for its symbols.
    cards = {color: draw(st.integers(longest, 8), label=color) for color in colors}
    cards[colors[0]] += max(0, seats * numbers["hand"] + numbers["row"] - sum(cards.values()))
    cards["wild"] = draw(st.integers(longest, 8), label="wild")
    points = {length: length * (length + 1) // 2 for length in range(1, longest + 1)}
    return "\n".join(
        [
            f'id = "{board}"',
            'title = "Anywhere"',
            'summary = "A board that somebody made up."',
            f"seats = [2, {seats}]\nrules_version = 1\nsize = [100, 100]",
            *("[cards]", *(f"{kind} = {count}" for kind, count in cards.items())),
            *("[points]", *(f"{length} = {value}" for length, value in points.items())),
            *("[numbers]", *(f"{name} = {value}" for name, value in numbers.items())),
            *("[places]", *(f"{name} = {{ at = [{10 * k}, {7 * k}] }}" for k, name in enumerate(places))),
            *("[routes]", "lines = [", *draw(_connections(places, colors, longest)), "]"),
            *("[tickets]", "lines = [", *(f'"{a} - {b}: {k + 1}",' for k, (a, b) in enumerate(tickets)), "]\n"),
        ]
    )


def _pairs(places: list[str]) -> list[tuple[str, str]]:
    return [(one, other) for k, one in enumerate(places) for other in places[k + 1 :]]


@st.composite
def _numbers(draw: st.DrawFn, longest: int, seats: int, tickets: int) -> dict[str, int]:
    numbers = {
        "pieces": draw(st.integers(longest, 12)),
        "hand": draw(st.integers(0, 3)),
        "row": draw(st.integers(0, 5)),
        "deal": draw(st.integers(0, min(3, tickets // seats))),
        "draw": draw(st.integers(1, 3)),
        "last_turns": draw(st.integers(1, 2)),
        "single_track": draw(st.integers(1, 5)),
        "longest_path": draw(st.sampled_from([0, 10])),
        "globetrotter": draw(st.sampled_from([0, 15])),
    }
    for name, limit in (("reset", "row"), ("keep", "deal"), ("draw_keep", "draw")):
        numbers[name] = draw(st.integers(0, numbers[limit]), label=name)
    return {**numbers, "trigger": draw(st.integers(0, min(3, numbers["pieces"])))}


@st.composite
def _connections(draw: st.DrawFn, places: list[str], colors: list[str], longest: int) -> list[str]:
    """Lines of a connected network: a tree, and some connections more."""
    pairs = [(places[draw(st.integers(0, k - 1))], places[k]) for k in range(1, len(places))]
    more = draw(st.lists(st.sampled_from(_pairs(places)), max_size=5, unique=True), label="circles")
    lines = []
    for one, other in dict.fromkeys([*pairs, *more]):
        length = draw(st.integers(1, longest))
        tracks = []
        for _ in range(draw(st.integers(1, 3))):
            track = f"{draw(st.sampled_from([*colors, 'gray']))} {length}"
            tracks.append(draw(st.sampled_from([track, track, f"{track} ferry {draw(st.integers(1, length))}"])))
        lines.append(f'"{one} - {other}: {", ".join(tracks)}",')
    return lines
