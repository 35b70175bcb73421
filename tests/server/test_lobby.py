"""The lobby: who may create, join, leave, kick, swap, start and ask for a rematch, and what everybody is told."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import pytest

from branchline.client import Client, Refused, Seat
from tests.server.helpers import people, play_on, run, sit

BOT = {"kind": "bot", "level": "greedy"}
PERSON = {"kind": "person"}


def post(server: str, path: str, body: Any = None, token: str | None = None) -> httpx.Response:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return httpx.post(f"{server}{path}", json=body, headers=headers)


def created(server: str, **changes: Any) -> dict[str, Any]:
    wanted = {"board": "usa", "name": "Mara", "seats": [PERSON, PERSON], **changes}
    answer = post(server, "/api/tables", wanted)
    assert answer.status_code == 201, answer.text
    plain: dict[str, Any] = answer.json()
    return plain


def test_a_table_fills_and_begins(server: str) -> None:
    """Open tables are in the lobby; a running one is not open any more."""
    made = created(server)
    table, token = made["table"]["id"], made["token"]
    listed = httpx.get(f"{server}/api/tables?status=open").json()["tables"]
    assert table in [each["id"] for each in listed]
    fairness = made["table"]["fairness"]
    assert len(fairness["hash"]) == 64  # before anybody else sits down
    assert (fairness["seed"], fairness["salt"], fairness["words"]) == (None, None, [])
    assert post(server, f"/api/tables/{table}/start", token=token).json()["code"] == "not_allowed"  # not full
    joined = post(server, f"/api/tables/{table}/join", {"name": "June"})
    assert joined.status_code == 201
    assert joined.json()["seats"] == [1]
    assert post(server, f"/api/tables/{table}/start", token=joined.json()["token"]).json()["code"] == "not_host"
    begun = post(server, f"/api/tables/{table}/start", token=token).json()
    assert begun["status"] == "running"
    assert begun["fairness"]["hash"] == fairness["hash"]
    assert begun["fairness"]["seed"] is None
    assert post(server, f"/api/tables/{table}/start", token=token).status_code == 403
    assert post(server, f"/api/tables/{table}/join", {"name": "Late"}).json()["code"] == "not_allowed"
    listed = httpx.get(f"{server}/api/tables?status=running").json()["tables"]
    assert table in [each["id"] for each in listed]
    assert httpx.get(f"{server}/api/tables?ids={table},nothing").json()["tables"][0]["id"] == table


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"board": "atlantis"}, "bad_setup"),
        ({"board": "../../etc"}, "bad_setup"),
        ({"variant": "night"}, "bad_setup"),
        ({"seats": [PERSON] * 6}, "bad_setup"),
        ({"seats": [BOT, BOT]}, "bad_setup"),
        ({"seats": [PERSON, {"kind": "bot", "level": "os:system"}]}, "bad_setup"),
        ({"seats": [PERSON]}, "bad_message"),
        ({"seats": [PERSON, {"kind": "ghost"}]}, "bad_message"),
        ({"name": ""}, "bad_message"),
        ({"name": " \t\u200b "}, "bad_message"),
        ({"name": "x" * 25}, "bad_message"),
        ({"first_seat": 2}, "bad_setup"),
        ({"timer": {"kind": "move", "seconds": 1}}, "bad_setup"),
        ({"timer": {"kind": "sand", "seconds": 10}}, "bad_message"),
        ({"surprise": 1}, "bad_message"),
        ({"hot_seat": ["Mara"]}, "bad_setup"),
        ({"hot_seat": ["Mara", "MARA"]}, "name_taken"),
        ({"private": "yes"}, "bad_message"),
    ],
)
def test_bad_tables_are_refused_in_words(server: str, changes: dict[str, Any], code: str) -> None:
    wanted = {"board": "usa", "name": "Mara", "seats": [PERSON, PERSON], **changes}
    answer = post(server, "/api/tables", wanted)
    assert answer.status_code == 422 or answer.json()["code"] == "name_taken"
    assert answer.json()["code"] == code
    assert answer.json()["words"].endswith(".")


def test_names_are_shown_as_they_are_meant(server: str) -> None:
    """Odd spaces go, invisible letters go, markup stays text; two people cannot have one name."""
    made = created(server, name="  <b>Ma\u0301ra</b>\u200f ")
    assert made["table"]["seats"][0]["name"] == "<b>Mára</b>"
    answer = post(server, f"/api/tables/{made['table']['id']}/join", {"name": "<B>mára</B>"})
    assert answer.json()["code"] == "name_taken"


def test_host_seats_people_and_bots(server: str) -> None:
    """Kick, swap, plan: the host only, and only before the start."""
    made = created(server, seats=[PERSON, PERSON, BOT])
    table, token = made["table"]["id"], made["token"]
    june = post(server, f"/api/tables/{table}/join", {"name": "June"}).json()["token"]
    path = f"/api/tables/{table}"
    for what, body in (("kick", {"seat": 0}), ("swap", {"seats": [0, 1]}), ("plan", {"seat": 2, "plan": PERSON})):
        assert post(server, f"{path}/{what}", body, june).json()["code"] == "not_host"
        assert post(server, f"{path}/{what}", body).json()["code"] == "not_host"
    swapped = post(server, f"{path}/swap", {"seats": [0, 2]}, token).json()
    assert [seat["name"] for seat in swapped["seats"]][1:] == ["June", "Mara"]
    assert [seat["kind"] for seat in swapped["seats"]] == ["bot", "person", "person"]
    assert post(server, f"{path}/plan", {"seat": 1, "plan": BOT}, token).json()["code"] == "not_allowed"
    assert post(server, f"{path}/kick", {"seat": 2}, token).json()["code"] == "not_allowed"  # the host
    assert post(server, f"{path}/kick", {"seat": 7}, token).json()["code"] == "no_seat"
    kicked = post(server, f"{path}/kick", {"seat": 1}, token).json()
    assert kicked["seats"][1]["kind"] == "free"
    planned = post(server, f"{path}/plan", {"seat": 1, "plan": BOT}, token).json()
    assert planned["seats"][1]["level"] == "greedy"
    assert post(server, f"{path}/start", token=token).status_code == 200
    assert post(server, f"{path}/kick", {"seat": 1}, token).json()["code"] == "not_allowed"


def test_who_is_kicked_hears_it(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            june = await client.join(host.table, name="June")
            async with client.sit(june) as seat:
                await client.ask("POST", f"/api/tables/{host.table}/kick", {"seat": 1}, host.token)
                with pytest.raises(Refused, match="no longer"):
                    await _listen_for_ever(seat)
            with pytest.raises(Refused, match="no seat"):
                async with client.sit(june):
                    pass

    run(work())


async def _listen_for_ever(seat: Seat) -> None:
    while True:
        await seat.next_message()


def test_leaving_before_the_start(server: str) -> None:
    """The host's role goes on; an empty table is cleared away."""
    made = created(server)
    table, token = made["table"]["id"], made["token"]
    june = post(server, f"/api/tables/{table}/join", {"name": "June"}).json()["token"]
    assert post(server, f"/api/tables/{table}/leave", token="x" * 30).json()["code"] == "no_seat"
    assert post(server, f"/api/tables/{table}/leave", token=token).status_code == 204
    seats = httpx.get(f"{server}/api/tables/{table}").json()["seats"]
    assert [(seat["kind"], seat["host"]) for seat in seats] == [("free", False), ("person", True)]
    assert post(server, f"/api/tables/{table}/leave", token=june).status_code == 204
    assert httpx.get(f"{server}/api/tables/{table}").json()["code"] == "no_table"


def test_private_tables_need_the_invitation(server: str) -> None:
    """They are in no list; joining and watching need the invitation, a seat does not."""
    made = created(server, private=True)
    table, invitation = made["table"]["id"], made["invitation"]
    listed = httpx.get(f"{server}/api/tables?status=open").json()["tables"]
    assert table not in [each["id"] for each in listed]
    for body in ({"name": "June"}, {"name": "June", "invitation": "x" * 32}):
        assert post(server, f"/api/tables/{table}/join", body).json()["code"] == "not_allowed"
    assert post(server, f"/api/tables/{table}/join", {"name": "June", "invitation": invitation}).status_code == 201

    async def watch() -> None:
        async with Client(server) as client:
            with pytest.raises(Refused, match="private"):
                async with client.watch(table):
                    pass
            async with client.watch(table, invitation) as watching:
                assert watching.you["seat"] is None
            async with Seat(server, table, token=made["token"]) as seat:
                assert seat.you["seat"] == 0

    run(watch())


def test_private_games_are_never_listed(server: str) -> None:
    """Not open, not running, not finished. Who has the link of a finished one can look at it, and pass it on."""

    async def work() -> None:
        async with Client(server) as client:
            hidden, shown = [
                await client.create(
                    "san_francisco", name="Mara", seats=["random", "random"], watched=True, private=private
                )
                for private in (True, False)
            ]
            for seated in (hidden, shown):
                await client.start(seated)
                async with sit(server, seated) as watching:
                    assert await watching.decision() is None
            for status in ("open", "running", "finished"):
                listed = [each["id"] for each in await client.tables(status)]
                assert hidden.table not in listed
                assert (shown.table in listed) == (status == "finished")
            replay = await client.ask("GET", f"/api/tables/{hidden.table}/replay")
            assert replay["steps"] == len(replay["moves"])

    run(work(), 60)


def test_hot_seat_shows_each_seat_only_when_asked(server: str) -> None:
    """One token holds all seats of the screen; the viewer looks from one at a time, and plays the game alone."""

    async def work() -> None:
        rng = random.Random(3)
        async with Client(server) as client:
            seated = await client.create(
                "san_francisco", name="Mara", seats=["person", "greedy", "person"], hot_seat=["Mara", "June"]
            )
            assert seated.seats == (0, 2)
            await client.start(seated)
            async with sit(server, seated) as seat:
                while not seat.is_over:
                    assert seat.game is not None
                    asked = [found["seat"] for found in seat.game["observation"]["open"]]
                    mine = [each for each in asked if each in (0, 2)]
                    if seat.game["decision"] is not None:
                        await seat.act(rng.choice(seat.game["decision"]["choices"])["number"])
                    elif mine and seat.you["seat"] not in mine:
                        await seat._socket.send(f'{{"type": "look", "seat": {mine[0]}}}')  # type: ignore[union-attr]
                        while (await seat.next_message())["type"] != "welcome":
                            pass
                        assert seat.you["seat"] == mine[0]
                        hands = seat.game["observation"]["parts"]["hands"]["hands"]
                        shown = [at for at, hand in enumerate(hands) if hand["cards"] is not None]
                        assert shown in ([mine[0]], [0, 1, 2])
                    else:
                        await seat.next_message()
                with pytest.raises(Refused, match="do not hold"):
                    await seat.ask({"type": "look", "seat": 1})

    run(work(), 90)


def test_swapped_seats_take_their_people_with_them(server: str) -> None:
    """Whoever is moved holds the new seat and no other: a token goes with its name."""

    async def work() -> None:
        async with Client(server) as client:
            host = await client.create("san_francisco", name="Mara", seats=["person", "person"])
            guest = await client.join(host.table, name="June")
            swap = f"/api/tables/{host.table}/swap"
            for names, held in ((["June", "Mara"], [1, 0]), (["Mara", "June"], [0, 1])):
                table = await client.ask("POST", swap, {"seats": [0, 1]}, token=host.token)
                assert [seat["name"] for seat in table["seats"]] == names
                for seated, mine in zip((host, guest), held, strict=True):
                    async with client.sit(seated) as seat:
                        assert seat.you["seats"] == [mine]

    run(work())


def test_rematch_keeps_people_and_tokens(server: str) -> None:
    """Asked twice it is the same table; old tokens hold the seats there; strangers cannot ask."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "san_francisco", 2)
            with pytest.raises(Refused, match="not over"):
                await client.rematch(seated[0])
            async with client.sit(seated[0]) as one, client.sit(seated[1]) as other:
                await asyncio.gather(play_on(one, random.Random(1)), play_on(other, random.Random(2)))
                again = await client.rematch(seated[1])
                while one.table["rematch"] is None:
                    await one.next_message()
                assert one.table["rematch"] == again.table
            assert (await client.rematch(seated[0])).table == again.table
            stranger = await client.create("usa", name="X", seats=["person", "person"])
            with pytest.raises(Refused, match="no seat"):
                await client.ask("POST", f"/api/tables/{seated[0].table}/rematch", token=stranger.token)
            async with Seat(server, again.table, token=seated[0].token) as seat:
                assert seat.you == {"seat": 0, "seats": [0], "host": False}
            await client.start(again)
            assert (await client.table(again.table))["status"] == "running"

    run(work(), 90)


def test_a_host_can_watch_bots(server: str) -> None:
    """Bots only: the host begins the game and sees what the table sees."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("san_francisco", name="Mara", seats=["greedy", "random"], watched=True)
            assert seated.seats == ()
            await client.start(seated)
            async with sit(server, seated) as seat:
                assert seat.you == {"seat": None, "seats": [], "host": True}
                assert await seat.decision() is None
                assert seat.result["words"]

    run(work(), 60)


def test_people_come_and_go_and_chat(server: str) -> None:
    """Everybody hears who is there; chat has a history; spectators see no hand."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            async with sit(server, seated[0]) as one:
                assert [seat["here"] for seat in one.table["seats"]] == [True, False]
                async with sit(server, seated[1]) as other, client.watch(seated[0].table) as watching:
                    while not one.table["seats"][1]["here"]:
                        await one.next_message()
                    await other.say("Hello <script>alert(1)</script>")
                    await watching.say("Good luck!")
                    while len(one.chat) < 2:
                        await one.next_message()
                    assert [(line["seat"], line["name"], line["text"]) for line in one.chat] == [
                        (1, "Player 1", "Hello <script>alert(1)</script>"),
                        (None, "Spectator", "Good luck!"),
                    ]
                    assert all(hand.cards is None for hand in watching.observation.hands)
                    assert watching.game is not None
                    assert watching.game["decision"] is None
                while one.table["seats"][1]["here"]:
                    await one.next_message()
            async with sit(server, seated[1]) as other:
                assert len(other.chat) == 2

    run(work())


def test_a_second_window_shows_nothing_more(server: str) -> None:
    """A seated player's other window without the token is a spectator's like any other."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
            second, stranger = client.watch(seated[0].table), client.watch(seated[0].table)
            async with sit(server, seated[0]) as seat, second, stranger:
                assert second.game is not None
                assert stranger.game is not None
                assert {**second.game, "clocks": 0} == {**stranger.game, "clocks": 0}
                assert seat.game is not None
                assert seat.game["observation"]["parts"]["hands"] != second.game["observation"]["parts"]["hands"]

    run(work())


def test_why_a_route_cannot_be_built(server: str) -> None:
    """The server explains; a client needs no rules."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "uk", 2)
            async with client.sit(seated[0]) as seat:
                told = await seat.ask({"type": "explain"})
                words = {each["route"]: each["words"] for each in told["routes"]}
                assert len(words) == len((await client.ask("GET", "/api/boards/uk"))["routes"])
                assert any(each.startswith("You need ") and "Concession" in each for each in words.values())
                assert all(each.endswith(".") for each in words.values())
                one = await seat.ask({"type": "explain", "route": next(iter(words))})
                assert len(one["routes"]) == 1
                with pytest.raises(Refused, match="no such route"):
                    await seat.ask({"type": "explain", "route": "nowhere"})

    run(work())
