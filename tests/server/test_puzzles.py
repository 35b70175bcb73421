"""Puzzles over HTTP: what is best is not told before an answer, the first answer counts, and ratings add up."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from branchline.analysis.puzzle_files import shipped
from branchline.table.study.puzzles import daily, first_rating, order_of, position
from branchline.table.study.ratings import Rating, changes, expected
from tests.server.helpers import ServerProcess

PUZZLES = {puzzle.id: puzzle for puzzles in shipped().values() for puzzle in puzzles}


def solution(name: str) -> int:
    """The number of the best answer."""
    return order_of(PUZZLES[name]).index(0)


def test_the_list_and_a_position(server: str) -> None:
    with httpx.Client(base_url=server) as client:
        told = client.get("/api/puzzles").raise_for_status().json()
        assert {each["id"] for each in told["puzzles"]} == PUZZLES.keys()
        assert told["daily"] == daily()
        assert {each["theme"] for each in told["puzzles"]} == set(told["themes"])
        name = told["daily"]
        text = client.get(f"/api/puzzles/{name}").raise_for_status().text
        puzzle = PUZZLES[name]
        for secret in (*puzzle.reasons, f"{puzzle.lead:.4f}", "worths"):
            assert secret not in text
        for unknown in ("usa-00000000", "x" * 300, "%2e%2e"):
            assert client.get(f"/api/puzzles/{unknown}").status_code == 404


def test_a_position_is_what_its_seat_sees() -> None:
    """Nobody else's cards or tickets are told, and every answer can be given on that board."""
    for name, puzzle in PUZZLES.items():
        told = position(name)
        hands = told["observation"]["parts"]["hands"]["hands"]
        assert all(not hand["cards"] for seat, hand in enumerate(hands) if seat != puzzle.seat)
        held = told["observation"]["parts"]["tickets"]["held"]
        assert all(not tickets for seat, tickets in enumerate(held) if seat != puzzle.seat)
        assert len(told["answers"]) == len(puzzle.answers) >= 3
        assert len({answer["words"] for answer in told["answers"]}) == len(told["answers"])


def test_the_first_answer_counts(start: Callable[..., ServerProcess]) -> None:
    """A wrong one takes from the rating; a right one afterward is told as such and changes nothing."""
    server = start()
    name = sorted(PUZZLES)[0]
    best = solution(name)
    with httpx.Client(base_url=server.url) as client:
        wrong = client.post(f"/api/puzzles/{name}/answer", json={"answer": (best + 1) % 3}).raise_for_status().json()
        assert not wrong["right"]
        assert wrong["best"] == best
        assert wrong["counted"]
        assert wrong["change"] < 0
        assert wrong["worths"][0]["number"] == best
        assert wrong["reasons"] == list(PUZZLES[name].reasons)
        headers = {"authorization": f"Bearer {wrong['token']}"}
        right = client.post(f"/api/puzzles/{name}/answer", json={"answer": best}, headers=headers).json()
        assert (right["right"], right["counted"], right["change"], right["token"]) == (True, False, 0, None)
        other = sorted(PUZZLES)[1]
        client.post(
            f"/api/puzzles/{other}/answer", json={"answer": solution(other)}, headers=headers
        ).raise_for_status()
        me = client.get("/api/puzzles/solver", headers=headers).json()
        assert me["tried"] == {name: False, other: True}
        assert (me["tries"], me["solved"]) == (2, 1)
        listed = {each["id"]: each for each in client.get("/api/puzzles").json()["puzzles"]}
        assert listed[name]["tries"] == 1
        assert listed[name]["rating"] > first_rating(PUZZLES[name]) - 1
        for bad in ({"answer": 500}, {"answer": -1}, {"answer": "1"}, {}, {"answer": 1, "more": 2}):
            assert client.post(f"/api/puzzles/{name}/answer", json=bad, headers=headers).status_code == 422
        assert client.post("/api/puzzles/nothing/answer", json={"answer": 1}).status_code == 404
    server.stop()
    with httpx.Client(base_url=server.start().url) as client:  # it is stored
        assert client.get("/api/puzzles/solver", headers=headers).json() == me


def test_ratings_are_stored_in_postgresql_too(start: Callable[..., ServerProcess], postgres: Callable[[], str]) -> None:
    server = start(database=postgres())
    name = sorted(PUZZLES)[0]
    with httpx.Client(base_url=server.url) as client:
        told = client.post(f"/api/puzzles/{name}/answer", json={"answer": solution(name)}).raise_for_status().json()
        headers = {"authorization": f"Bearer {told['token']}"}
        assert told["right"]
        assert client.get("/api/puzzles/solver", headers=headers).json()["rating"] == told["rating"] > 1500


def test_who_solves_what_is_hard_gains_more() -> None:
    assert expected(1500, 1500) == pytest.approx(0.5)
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    hard, _ = changes(Rating(1500), Rating(1700), True)
    easy, taken = changes(Rating(1500), Rating(1300), True)
    assert hard > easy > 0 > taken
    assert changes(Rating(1500, 100, 50), Rating(1500), True)[0] == pytest.approx(10)
