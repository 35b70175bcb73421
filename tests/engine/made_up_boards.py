"""Board files of small boards of any shape, which Hypothesis makes up: the contract holds on all of them."""

from __future__ import annotations

from hypothesis import strategies as st


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
