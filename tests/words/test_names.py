"""What the players of a record are called, wherever it was played."""

from __future__ import annotations

from branchline.bots.names import recorded_names
from branchline.notation.record import Record


def record(*tags: str) -> Record:
    named = {f"seat_{seat}": tag for seat, tag in enumerate(tags) if tag}
    return Record("usa", "classic", len(tags), 1, 1, tags=named)


def test_players_of_the_terminal() -> None:
    assert recorded_names(record("person Mara", "bot planner", "", "bot greedy", "bot greedy")) == [
        "Mara",
        "Planner",
        "Player 2",
        "Greedy 3",
        "Greedy 4",
    ]


def test_players_of_a_server_are_called_as_they_were_there() -> None:
    assert recorded_names(record("Mara", "Ada Lovelace", "Ida")) == ["Mara", "Ada Lovelace", "Ida"]
