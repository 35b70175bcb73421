"""The operators' page: nothing without the key, what the server lists with it, and what an order brings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import QUICK, serving
from tests.web.conftest import Watch
from tests.web.player import visit

KEY = "a long secret of the house"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with an operator's key."""
    process = serving(QUICK, tmp_path_factory.mktemp("house"), operator_key=KEY)
    yield process.url
    process.stop()


def test_a_table_is_found_and_deleted(page: Page, house: str, watch: Watch) -> None:
    watch.expected = "403"
    wanted = {"board": "usa", "name": "Ada", "seats": [{"kind": "person"}] * 2}
    table = httpx.post(f"{house}/api/tables", json=wanted).json()["table"]["id"]
    visit(page, f"{house}/operators")
    page.get_by_label("The operator's key").fill("something else")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("status").filter(has_text="give the operator's key")).to_be_visible()
    page.get_by_label("The operator's key").fill(KEY)
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("[data-answer=state]")).to_contain_text("open tables1")
    page.get_by_role("button", name="list tables").first.click()
    page.get_by_role("button", name=table).click()
    expect(page.locator("[data-answer=look-at]")).to_contain_text("person Ada")
    page.get_by_role("button", name="delete", exact=True).click()
    page.get_by_label("table").fill("another")
    page.locator("form.order .main").click()
    expect(page.get_by_role("button", name="cannot be undone")).to_be_visible()
    page.get_by_label("table").fill(table)  # something else is asked about anew
    expect(page.get_by_role("button", name="cannot be undone")).to_have_count(0)
    page.locator("form.order .main").click()
    page.get_by_role("button", name="cannot be undone").click()
    expect(page.locator("[data-answer=delete]")).to_contain_text(table)
    assert httpx.get(f"{house}/api/tables/{table}").status_code == 404


@pytest.mark.parametrize("key", ["", KEY])
def test_without_the_key_nothing_is_told(key: str, tmp_path: Path) -> None:
    """Also where there is no key at all: then nobody has it."""
    process = serving(QUICK, tmp_path, operator_key=key)
    try:
        for given in ({}, {"authorization": "Bearer"}, {"authorization": "Bearer wrong"}):
            for answer in (
                httpx.get(f"{process.url}/api/operator", headers=given),
                httpx.post(f"{process.url}/api/operator", json={"order": "state"}, headers=given),
            ):
                assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    finally:
        process.stop()
