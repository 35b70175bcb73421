"""The link of a seat takes the seat to another browser, and leaves no secret in the address."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.conftest import Pages, Watch


def seated_at(server: str, *, private: bool = False) -> tuple[str, str]:
    """A person at a table with a bot, in the game: the table and the secret of the seat."""
    seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
    wish = {"board": "usa", "name": "Mara", "seats": seats, "private": private}
    seated = httpx.post(f"{server}/api/tables", json=wish).json()
    table, token = str(seated["table"]["id"]), str(seated["token"])
    httpx.post(f"{server}/api/tables/{table}/start", headers={"authorization": f"Bearer {token}"}).raise_for_status()
    return table, token


def test_a_seat_link_seats_the_person_and_leaves_the_address_clean(pages: Pages, server: str) -> None:
    table, token = seated_at(server)
    page = pages()
    page.goto(f"{server}/t/{table}#seat={token}")
    expect(page.locator(".tk.offered")).to_have_count(3)  # her own tickets to choose from: no spectator has any
    assert token not in page.url
    assert page.url == f"{server}/t/{table}"
    page.reload()
    expect(page.locator(".tk.offered")).to_have_count(3)
    page.goto(server)
    expect(page.locator("[data-list=mine]")).to_contain_text("your turn")  # it is known which seat is hers
    page.go_back()
    assert token not in page.url


def test_a_link_that_holds_no_seat_takes_none_away(pages: Pages, server: str) -> None:
    """Opened where the table is shown already: a wrong secret changes nothing for who has a seat there."""
    table, token = seated_at(server)
    page = pages()
    page.goto(f"{server}/t/{table}")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    page.evaluate("token => { location.hash = `seat=${token}`; }", token)
    expect(page.locator(".tk.offered")).to_have_count(3)
    page.evaluate("location.hash = 'seat=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'")
    expect(page.locator(".tk.offered")).to_have_count(3)
    assert page.url == f"{server}/t/{table}"
    assert httpx.get(f"{server}/healthz").status_code == 200


@pytest.mark.parametrize("private", [False, True])
def test_a_torn_link_takes_no_seat_away(pages: Pages, server: str, private: bool) -> None:
    """A piece of a secret, as a line break in a message leaves it: who has a seat keeps it, who has none watches."""
    table, token = seated_at(server, private=private)
    page = pages()
    page.goto(f"{server}/t/{table}#seat={token[:9]}")
    expect(page.get_by_text("This table is private" if private else "You are watching.").first).to_be_visible()
    page.goto(f"{server}/t/{table}#seat={token}")
    expect(page.locator(".tk.offered")).to_have_count(3)
    page.goto(server)
    page.goto(f"{server}/t/{table}#seat={token[:9]}…")
    expect(page.locator(".tk.offered")).to_have_count(3)


def test_a_torn_link_of_a_table(pages: Pages, server: str, watch: Watch) -> None:
    watch.expected = "404"
    page = pages()
    page.goto(f"{server}/replay/abc")
    expect(page.get_by_text("There is no such table.")).to_be_visible()
