"""Two people in two browsers with two bots at one table: joining, talking, taking back, watching, losing the line."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages, Watch
from tests.web.player import Player, visit
from tests.web.staged import play_beside, say_beside, seat_of

MINE = "[data-turn=mine]"


def invite(host: Page, server: str) -> str:
    """A table for two people and two bots, opened by one of them; its address."""
    visit(host, f"{server}/?board=san_francisco")
    host.get_by_label("Your name").fill("Mara")
    host.get_by_role("button", name="a friend by link").click()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_text("Waiting for 1 more")).to_be_visible()
    return host.get_by_label("Link to this table").input_value()


def join(friend: Page, link: str, name: str) -> None:
    """Take a seat by the link."""
    visit(friend, link)
    friend.get_by_label("Your name").fill(name)
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend.get_by_text(f"{name} (you)")).to_be_visible()


def sit_down(pages: Pages, server: str) -> tuple[Page, Page, str]:
    """Both people at the table, and the game begun."""
    host, friend = pages(), pages()
    link = invite(host, server)
    join(friend, link, "June")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        page.locator(".map svg .hits").wait_for(state="attached")
    return host, friend, link


def test_a_four_seat_game_to_the_end(pages: Pages, server: str) -> None:
    host, friend, link = sit_down(pages, server)
    spectator = pages()
    visit(spectator, link)
    expect(spectator.get_by_text("You are watching.")).to_be_visible()
    expect(spectator.locator(".tk")).to_have_count(0)

    friend.get_by_label("Say something").fill("Good luck, <b>all</b>")
    friend.get_by_label("Say something").press("Enter")
    for page in (host, spectator):
        page.get_by_role("button", name=re.compile("Talk")).click()
        expect(page.locator(".lines").get_by_text("Good luck, <b>all</b>")).to_be_visible()
        page.get_by_role("button", name="What happened").click()

    players = [Player(host, 1), Player(friend, 2)]
    play_together(players, lambda: all(player.done.get("go", 0) > 1 for player in players))
    links, seats = [page.url for page in (host, friend)], [seat_of(page) for page in (host, friend)]
    for page in (host, friend):
        visit(page, f"{server}/learn")
    play_beside(server, seats)  # while the spectator looks on
    for page, address in zip((host, friend), links, strict=True):
        visit(page, address)
    play_together(players, lambda: all(player.over for player in players))
    for page in (host, friend, spectator):
        expect(page.locator(".sheetp tbody")).to_have_count(4)
    totals = [page.locator(".sheetp .tot").all_inner_texts() for page in (host, friend, spectator)]
    assert totals[0] == totals[1] == totals[2]


def play_together(players: list[Player], enough: Callable[[], bool]) -> None:
    """Two people take their turns until something holds."""
    for _ in range(3000):
        if enough():
            return
        if not any([player.step() for player in players]):
            players[0].page.wait_for_timeout(20)
    raise AssertionError([player.done for player in players])


def settle(page: Page) -> None:
    """Wait until all bots have moved, it is my turn, and the page shows it: nothing changes for a second."""
    before = ""
    while (now := page.locator(".players").inner_text()) != before or not page.locator(MINE).count():
        before = now
        page.wait_for_timeout(1000)


def test_everybody_may_add_a_word_to_the_shuffle(pages: Pages, server: str) -> None:
    """In the waiting room; nobody sees it before the start, everybody after it."""
    host, friend = pages(), pages()
    link = invite(host, server)
    join(friend, link, "June")
    for page, word in ((host, "seven oaks"), (friend, "Ämmerle")):
        page.get_by_text("Add a word to the shuffle").click()
        page.get_by_label("Your word for the shuffle").fill(word)
        page.get_by_label("Your word for the shuffle").press("Enter")
        expect(page.get_by_role("status").filter(has_text=f"“{word}” goes into the shuffle")).to_be_visible()
    table = link.partition("/t/")[2].partition("#")[0]
    fairness = host.evaluate("table => fetch(`/api/tables/${table}`).then((answer) => answer.json())", table)[
        "fairness"
    ]
    assert fairness["words"] == []
    host.get_by_role("button", name="Start the game").click()
    host.locator(".map svg .hits").wait_for(state="attached")
    fairness = host.evaluate("table => fetch(`/api/tables/${table}`).then((answer) => answer.json())", table)[
        "fairness"
    ]
    assert [word for word in fairness["words"] if word] == ["seven oaks", "Ämmerle"]


def test_what_was_done_can_be_taken_back(page: Page, server: str) -> None:
    from tests.web.player import open_table

    open_table(page, server, "usa")
    player = Player(page)
    undo = page.locator("[data-undo]")
    player.play_until(lambda: player.done.get("route", 0) > 0 and page.locator(MINE).count() and undo.is_enabled())
    page.keyboard.press("Escape")
    player.play_until(lambda: player.done.get("take", 0) + player.done.get("deck", 0) > 3)
    settle(page)
    deck = page.locator(".deck.legal:not([data-deck=ticket])")
    mine = page.locator(MINE, has_text="Your turn")
    player.play_until(lambda: not player.look()["busy"] and mine.count() > 0 and deck.count() > 0)
    settle(page)
    deck.first.click()
    expect(page.locator(MINE)).to_contain_text("Second card")
    settle(page)
    hand = page.locator("[data-hand] .h em").inner_text()
    expect(undo).to_be_enabled()
    assert "Undo" in (undo.get_attribute("title") or "")
    undo.click()
    expect(page.locator(MINE)).to_contain_text("Your turn")
    assert page.locator("[data-hand] .h em").inner_text() != hand


def test_a_lost_line_is_told_and_found_again(pages: Pages, server_process: ServerProcess, watch: Watch) -> None:
    """The server goes away in the middle of a decision, as in a power failure, and comes back."""
    from tests.web.player import open_table

    watch.expected = "net::ERR_CONNECTION_"  # refused, or reset if it had just begun
    page = pages()
    open_table(page, server_process.url, "usa")
    player = Player(page)
    player.play_until(lambda: player.done.get("go", 0) > 0)
    settle(page)
    before = page.locator(".players").inner_text()
    hand = page.locator("[data-hand]").inner_text()
    server_process.kill()
    try:
        expect(page.locator("[data-notice]")).to_contain_text("The line is down. Your game is safe")
    finally:
        server_process.start()  # whatever happens: other tests need it
    expect(page.locator("[data-notice]")).to_contain_text("Back on track.", timeout=20_000)
    expect(page.locator(MINE)).to_be_visible()
    assert page.locator(".players").inner_text() == before
    assert page.locator("[data-hand]").inner_text() == hand
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    assert page.locator("[data-hand]").inner_text() == hand


def test_mute_silence_and_earlier_lines(pages: Pages, server: str) -> None:
    """Who does not want to hear somebody need not; the host can silence; a long talk comes page by page."""
    host, friend, link = sit_down(pages, server)

    def say(page: Page, text: str) -> None:
        page.get_by_label("Say something").fill(text)
        page.get_by_label("Say something").press("Enter")
        expect(page.locator(".lines li").last).to_contain_text(text)

    say(friend, "line 0")
    say_beside(server, seat_of(friend), [f"line {number}" for number in range(1, 59)])
    say(friend, "line 59")
    late = pages()
    visit(late, link)
    late.get_by_role("button", name=re.compile("Talk")).click()
    expect(late.locator(".lines li")).to_have_count(50)
    late.get_by_role("button", name="Earlier lines").click()
    expect(late.locator(".lines li")).to_have_count(60)
    expect(late.get_by_role("button", name="Earlier lines")).to_have_count(0)

    host.get_by_role("button", name=re.compile("Talk")).click()
    host.get_by_role("button", name="June:").last.click()
    host.get_by_role("button", name="Mute June").click()
    expect(host.get_by_text("June: muted.")).to_be_visible()
    say(friend, "not for the host")
    say(host, "for all")
    expect(host.locator(".lines li")).to_have_count(1)
    expect(host.locator("[data-said]")).not_to_contain_text("line 59")  # nor is it read aloud
    host.get_by_role("button", name="Hear again").click()
    expect(host.locator(".lines").get_by_text("line 59")).to_be_visible()

    host.get_by_role("button", name="June:").last.click()
    host.get_by_role("button", name="Silence June for all").click()
    expect(host.locator(".lines").get_by_text("June cannot talk here any more.")).to_be_visible()
    friend.get_by_label("Say something").fill("again")
    friend.get_by_label("Say something").press("Enter")
    expect(friend.get_by_text("The host does not let you talk here.")).to_be_visible()


def test_links_are_copied_where_browsers_lend_no_clipboard(pages: Pages, server: str) -> None:
    """They do so over plain HTTP, as in a network at home: there the old way is taken, also from within a dialog."""
    host = pages(permissions=["clipboard-read", "clipboard-write"])
    host.add_init_script("Object.defineProperty(Clipboard.prototype, 'writeText', { value: undefined })")
    host.goto(f"{server}/?board=san_francisco")
    host.get_by_text("More", exact=True).click()
    host.get_by_label("Only with the link").check()
    host.locator("[data-company=friend]").click()
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link to this table").input_value()
    assert "#invitation=" in link
    host.locator("[data-copy]").click()
    expect(host.locator("[data-copy]")).to_have_text("Copied")
    assert host.evaluate("navigator.clipboard.readText()") == link
    expect(host.locator("[data-this-machine]")).to_be_visible()  # 127.0.0.1 leads nowhere for friends elsewhere
    host.get_by_role("button", name="Give it to a bot").click()
    host.locator("[data-begin]").click()
    host.locator(".map svg .hits").wait_for(state="attached")
    host.evaluate("navigator.clipboard.write([new ClipboardItem({ 'text/plain': 'something else' })])")
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Copy the link to this table").click()
    expect(host.locator("dialog [data-copy]")).to_have_text("Copied")
    assert host.evaluate("navigator.clipboard.readText()") == link  # the invitation is in it
