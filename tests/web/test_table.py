"""What players tripped over at the table, board by board: each held by a test of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages
from tests.web.player import Player, open_table, visit
from tests.web.staged import Choice
from tests.web.test_clicks import seated
from tests.web.visiting import asked, faults, resize

MINE = "[data-turn=mine]"


class Collector(Player):
    """Builds nothing and takes cards: whoever wants to see a large hand."""

    def _act(self, seen: dict[str, Any]) -> str:
        return super()._act({**seen, "routes": []})


def play_until_asked(player: Player, what: str, most: int = 2000) -> None:
    """Play until a certain question is open, and leave it so."""
    player.leaves = what
    player.play_until(lambda: asked(player.page) == what and not player.look()["busy"], most)
    player.leaves = ""


def clicks(page: Page) -> int:
    """How often something was clicked since the count began."""
    found: int = page.evaluate("window.clicked ?? 0")
    return found


def count_clicks(page: Page) -> None:
    """Begin to count clicks."""
    page.evaluate("window.clicked = 0; window.addEventListener('click', () => (window.clicked += 1), true)")


def leave(page: Page) -> None:
    """Leave the table, by the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.locator("[data-sure]").click()
    expect(page.locator(".bcard").first).to_be_visible()


# The hand


def test_a_hand_of_many_kinds_is_readable(page: Page, server: str) -> None:
    """The World: stacks fan closer, then wrap; none lies under the tickets."""
    open_table(page, server, "world")
    player = Collector(page)
    player.play_until(lambda: page.locator("[data-hand] [data-card]").count() >= 12 and asked(page) == "turn")
    for size in ((1440, 900), (1180, 820), (820, 1180), (390, 844)):
        resize(page, size)
        assert [fault for fault in faults(page) if "stack" in fault or "overlaps" in fault] == [], size


def test_tickets_just_kept_stay_in_sight(page: Page, server: str) -> None:
    open_table(page, server, "world")
    player = Player(page)
    play_until_asked(player, "choose fleet")
    tickets = page.locator("[data-tickets]")
    expect(tickets.locator(".tk")).to_have_count(3)
    expect(tickets).not_to_contain_text("none yet")


def test_a_completed_ticket_looks_like_the_others(page: Page, server: str) -> None:
    """It was pushed down and clipped by a rule that was meant for the end of the game."""
    open_table(page, server, "san_francisco")
    player = Player(page)
    player.play_until(lambda: page.locator(".tk:not(.offered)").count() > 0)
    ticket = page.locator(".tk:not(.offered)").first
    ticket.evaluate("one => (one.className = one.className.replace('possible', 'done'))")
    assert ticket.evaluate("one => getComputedStyle(one).marginTop") == "0px"
    assert ticket.evaluate("one => one.scrollHeight <= one.clientHeight + 2")


# Paying


def test_a_payment_is_proposed_and_changed_by_clicks(page: Page, server_process: ServerProcess) -> None:
    """No list of mixes: the cheapest way is proposed, a click on a card puts it in."""
    with seated(page, server_process, "usa") as table:
        decision = table.lead_to(lambda choices: bool(with_and_without_wilds(choices)))
        table.pick_route(with_and_without_wilds(decision["choices"]))
        payment = page.locator("[data-payment]")
        expect(payment).not_to_have_attribute("data-payment", re.compile("locomotive"))
        cards = payment.locator(".paid").count()
        expect(page.locator(".tally")).to_contain_text(f"{cards} of {cards} card")
        page.locator(".fan.paying [data-card=wild] button").click()
        expect(payment).to_have_attribute("data-payment", re.compile("1 locomotive$"))
        expect(payment.locator(".paid")).to_have_count(cards)
        payment.get_by_role("button", name="Take locomotive out").click()
        expect(payment).not_to_have_attribute("data-payment", re.compile("locomotive"))
        points = page.locator(".player.seat-0 strong").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".player.seat-0 strong")).not_to_have_text(points)


def with_and_without_wilds(choices: list[Choice]) -> list[str]:
    """Routes that a color pays for, and that one wild could help to pay."""
    ways: dict[str, set[int]] = {}
    for choice in choices:
        if choice["route"] is not None:
            ways.setdefault(choice["route"], set()).add(choice["action"]["wilds"])
    return [route for route, wilds in ways.items() if {0, 1} <= wilds]


def test_four_cards_as_a_locomotive_are_paid_at_once(page: Page, server_process: ServerProcess) -> None:
    """United Kingdom: the server proposes which cards, clicks change them, one button pays. Three clicks in all."""
    with seated(page, server_process, "uk") as table:
        table.lead_to(lambda choices: one_locomotive_short(choices) and sum(table.game.hand.values()) > 9)
        had = table.game.hand["wild"]
        page.get_by_role("button", name="Technologies", exact=True).click()
        offer = page.locator("[data-technologies] li", has=page.locator(f"[aria-label='costs {had + 1} locomotives']"))
        offer.locator(".buy").click()
        payment = page.locator("[data-payment]")
        expect(payment.locator(".paid")).to_have_count(had + 4)
        before = payment.get_attribute("data-payment")
        page.locator(".fan.paying .grp:not(.up) button:not([aria-label*=locomotive])").first.click()
        expect(payment).not_to_have_attribute("data-payment", before or "")  # a kind that was not in it yet
        expect(payment.locator(".paid")).to_have_count(had + 4)
        page.evaluate("clicks -= 1")  # that was not needed
        page.locator("[data-go]").click()
        expect(page.locator(MINE)).to_contain_text("The technology is yours")
        assert page.evaluate("clicks") <= 3
        expect(page.locator(".player.seat-0 .count", has_text="technologies").locator("b")).to_have_text("1")


def one_locomotive_short(choices: list[Choice]) -> bool:
    """Whether some technology can be bought, but not with locomotives alone."""
    bought = [choice["action"] for choice in choices if choice["action"]["kind"] == "buy_technology"]
    plainly = {action["technology"] for action in bought if not action.get("bundles")}
    return any(action["technology"] not in plainly for action in bought)


# Questions


def test_answers_that_give_something_up_come_last_and_ask(page: Page, server: str) -> None:
    """Pennsylvania: "no share" was the first answer, key 1, and done at once."""
    open_table(page, server, "pennsylvania")
    player = Player(page)
    play_until_asked(player, "take share")
    answers = page.locator("[data-question] .opt")
    assert "no share" in answers.last.inner_text().lower()
    assert "no share" not in answers.first.inner_text().lower()
    expect(answers.first.locator("> small")).to_contain_text(re.compile(r"you \d"))
    expect(answers.first.locator("> small")).to_contain_text(re.compile(r"[+−]?\d+ now"))
    answers.last.click()
    page.wait_for_timeout(300)
    assert asked(page) == "take share"
    expect(page.locator("[data-go]")).to_contain_text("Take no share")
    answers.first.click()
    expect(page.locator(".screen")).not_to_have_attribute("data-asked", "take share")


def test_the_row_is_refilled_where_the_decks_lie(page: Page, server: str) -> None:
    open_table(page, server, "world")
    player = Player(page)
    play_until_asked(player, "name a deck")
    expect(page.locator(".paybar")).to_have_count(0)
    expect(page.locator(".market .deck.legal")).to_have_count(2)
    page.locator(".market .deck[data-deck=ship]").click()
    expect(page.locator(".screen")).not_to_have_attribute("data-asked", "name a deck")


def test_drawing_tickets_needs_no_further_question(page: Page, server: str) -> None:
    open_table(page, server, "usa")
    player = Collector(page)
    play_until_asked(player, "turn")
    count_clicks(page)
    page.locator(".deck[data-deck=ticket]").click()
    expect(page.locator(".tk.offered")).to_have_count(3)
    page.locator(".tk.offered button").first.click()
    page.keyboard.press("Enter")  # the ticket has the focus, and the button carries the sign of the key
    expect(page.locator(".tk.offered")).to_have_count(0)
    assert clicks(page) == 2


def test_germany_proposes_a_mix_that_fits(page: Page, server: str) -> None:
    open_table(page, server, "germany")
    expect(page.locator("[data-question] .opt.sel")).to_contain_text("2 short, 2 long")


def test_all_technologies_are_seen_and_light_their_routes(page: Page, server: str) -> None:
    open_table(page, server, "uk")
    player = Player(page)
    play_until_asked(player, "turn")
    page.get_by_role("button", name="Technologies", exact=True).click()
    shelf = page.locator("[data-technologies]")
    expect(shelf.locator(".index")).to_have_count(11)
    assert faults(page) == []
    shelf.locator("li", has_text="Scotland Concession").hover()
    assert page.locator(".halo.marked").count() > 5
    page.keyboard.press("Escape")
    expect(shelf).to_have_count(0)
    expect(page.locator(".halo.marked")).to_have_count(0)


def test_standings_can_be_seen_at_any_time(page: Page, server: str) -> None:
    open_table(page, server, "germany")
    player = Player(page)
    player.play_until(lambda: player.done.get("option", 0) > 0 and asked(page) == "turn")
    page.get_by_role("button", name="Standings", exact=True).click()
    table = page.locator(".standings")
    expect(table.get_by_role("rowheader", name="red")).to_be_visible()
    assert sum(int(count) for count in table.locator("td:not(.pays)").all_inner_texts() if count.isdigit()) > 0
    expect(table).to_contain_text("Longest path")


def test_the_dummys_shares_are_seen(page: Page, server: str) -> None:
    """What nobody at the table holds counts too: the question says what it means, and the standings how it stands."""
    open_table(page, server, "pennsylvania")
    player = Player(page)
    play_until_asked(player, "give share")
    expect(page.locator("[data-question]")).to_contain_text("never plays")
    player.play_until(lambda: asked(page) == "turn")
    page.get_by_role("button", name="Standings", exact=True).click()
    assert sum(map(int, re.findall(r"dummy (\d+)", page.locator(".standings").inner_text()))) > 0


# Keys


def test_enter_does_what_its_sign_says(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.get_by_label("Your name").fill("Mara")
    page.keyboard.press("Enter")  # in the name field of the home page
    page.locator(".tk.offered button").nth(1).wait_for()
    page.locator(".tk.offered button").nth(0).click()
    page.locator(".tk.offered button").nth(1).click()
    page.keyboard.press("Enter")  # after ticking with the mouse
    expect(page.locator(".tk.offered")).to_have_count(0)


# Leaving


def test_leaving_asks_and_a_bot_takes_over(pages: Pages, server: str) -> None:
    """The others need not wait, and who comes back can take over."""
    page = pages()
    open_table(page, server, "san_francisco")
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    dialog = page.get_by_role("dialog", name="Leave the table?")
    expect(dialog).to_contain_text("A bot plays on")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    leave(page)
    page.goto(address)
    expect(page.locator("[data-substitute]")).to_contain_text("A bot plays for you")
    expect(page.locator(".player.seat-0 .who > small")).not_to_contain_text("left")
    page.get_by_role("button", name="Take over").click()
    expect(page.locator("[data-substitute]")).to_have_count(0)
    expect(page.locator(MINE)).to_be_visible()


@pytest.mark.parametrize("wish", ["Give up", "End the game early"])
def test_a_game_can_be_given_up_or_ended(page: Page, server: str, wish: str) -> None:
    open_table(page, server, "san_francisco")
    Player(page).play_until(lambda: asked(page) == "turn")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=wish).click()
    dialog = page.get_by_role("dialog", name=f"{wish}?")
    expect(dialog).to_be_visible()
    if wish == "Give up":  # against bots alone nobody plays on
        expect(dialog).to_contain_text("The game ends here.")
    page.locator("[data-sure]").click()
    expect(page.locator(".sheetp h1")).to_contain_text("win", timeout=30_000)


# Small things


def test_the_closed_log_counts_what_was_said(pages: Pages, server: str) -> None:
    host, guest = pages(), pages()
    open_table(host, server, "world")
    visit(guest, host.url)
    guest.locator(".logbtn").click()
    guest.locator("[data-say]").fill("Good luck")
    guest.locator("[data-say]").press("Enter")
    expect(host.locator(".logbtn [data-fresh]")).to_have_text("1")
    host.locator(".logbtn").click()
    expect(host.locator(".logbtn [data-fresh]")).to_have_count(0)


def test_a_tap_on_a_ticket_shows_it_on_the_map(pages: Pages, server: str) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    open_table(page, server, "usa")
    player = Player(page, touch=True)

    def kept() -> bool:
        seen = player.look()
        return player.done.get("keep", 0) > 0 and seen["mine"] and not seen["busy"] and not seen["offered"]

    player.play_until(kept)
    page.keyboard.press("Escape")  # a route that the player was about to build would be lit as well
    page.locator("[data-tab=tickets]").tap()
    page.locator(".tk").first.tap()
    expect(page.locator(".place.lit")).to_have_count(2)
    page.wait_for_function(  # the map moves there
        """() => {
          const frame = document.querySelector("[data-map]").getBoundingClientRect();
          return [...document.querySelectorAll(".place.lit")].every((place) => {
            const { x, y, width, height } = place.getBoundingClientRect();
            const [across, down] = [x + width / 2, y + height / 2];
            return frame.left <= across && across <= frame.right && frame.top <= down && down <= frame.bottom;
          });
        }"""
    )


def test_the_banner_is_parted_at_its_sentences(page: Page, server: str) -> None:
    """Not at a colon in the middle of the advice."""
    visit(page, server)
    split = """async (words) => (await import("/static/table/header.js")).split(words)"""
    advice = "With how many trains and ships do you start? For a first game: 20 trains and 40 ships."
    assert page.evaluate(split, advice) == [
        "With how many trains and ships do you start?",
        "For a first game: 20 trains and 40 ships",
    ]
    assert page.evaluate(split, "Second card: take one more.") == ["Second card", "Take one more"]
    assert page.evaluate(split, "Your turn. Build a route.") == ["Your turn", "Build a route"]


# What sticks out of a player's panel.
_STICKS_OUT = """() => [...document.querySelectorAll(".player")].flatMap((player) =>
  [...player.querySelectorAll(".count, strong")].filter((each) =>
    each.getBoundingClientRect().right > player.getBoundingClientRect().right).map((each) => each.textContent))"""


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820), (1440, 900), (2560, 1440)])
def test_five_players_fit_into_one_line(page: Page, server: str, size: tuple[int, int]) -> None:
    """All that is public of them too, which on The World is most."""
    open_table(page, server, "world", bots=4)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.locator(".player")).to_have_count(5)
    expect(page.locator(".player .count")).to_have_count(25)
    assert page.evaluate(_STICKS_OUT) == []


def test_your_turn_stays_on_one_line(page: Page, server: str) -> None:
    open_table(page, server, "usa")
    page.set_viewport_size({"width": 1180, "height": 820})
    head = page.locator(".turn .slab")
    head.evaluate("(each) => { each.textContent = 'Your turn'; }")
    low = head.evaluate("(each) => each.getBoundingClientRect().height")
    head.evaluate(
        "(each) => each.insertAdjacentHTML('afterend', '<i>Build a route or a harbor, take cards, draw tickets, "
        "exchange pieces, or look once more at all of the map that there is</i>')"
    )
    assert head.evaluate("(each) => each.getBoundingClientRect().height") == low
