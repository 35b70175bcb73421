"""Who plays in a seat: people leave and come back, bots play for them, some give up, all agree to end the game."""

from __future__ import annotations

from math import ceil
from typing import Any

from branchline.table.bots.levels import checked_level
from branchline.table.games.played_game import PlayedGame
from branchline.table.games.results import final_scores
from branchline.table.live_table import LiveTable, Planned, recorded
from branchline.table.playing import AUTOMATED, ending
from branchline.table.protocol.refusing import Refused
from branchline.words.plain import counted

# Leaving and coming back


@recorded
def leave(table: LiveTable, held: tuple[int, ...], level: str) -> Planned:
    """A person leaves a running game. As the table has settled, a bot plays on in the seat, or it has resigned."""
    if table.row.when_left == "resign":
        return _resigning(table, held, level)
    played = table.running()
    going = [seat for seat in held if seat not in played.left and seat not in played.resigned]
    if not going:
        raise Refused("not_allowed", "You have left already.")
    changes = {**AUTOMATED, **_next_host(table, played, held)}
    return Planned("left", going[0], data={"seats": going, "level": checked_level(level)}, changes=changes)


def _next_host(table: LiveTable, played: PlayedGame, going: tuple[int, ...]) -> dict[str, Any]:
    """The host's part passes on to a person who plays, best to one who is there."""
    if not set(going) & set(table.held_by(table.row.host)):
        return {}
    staying = sorted(played.playing(table.people) - set(going), key=lambda seat: (seat not in table.here(), seat))
    return {"host": table.row.seats[staying[0]].token} if staying else {}


@recorded
def come_back(table: LiveTable, held: tuple[int, ...]) -> Planned:
    """A person plays again in the own seat."""
    played = table.running()
    back = [seat for seat in held if seat in played.substitutes or seat in played.left]
    if not back:
        raise Refused("not_allowed", "You are playing already.")
    back = [seat for seat in back if seat not in played.resigned]
    if not back:
        raise Refused("not_allowed", "You gave this game up.")
    return Planned("back", back[0], data={"seats": back})


@recorded
def replace(table: LiveTable, by: str | None, seat: int, level: str, grace: float) -> Planned:
    """Let a bot play for a person who is not there. `by` is the hash of the token of who says so.

    For the host any player may say so, who then is the host. Whose line drops has some seconds of grace to be back.
    """
    played = table.running()
    asking = table.held_by(by)
    hosts = table.held_by(table.row.host)
    if not table.is_host(by) and not (asking and seat in hosts):
        raise Refused("not_host", "Only the host lets a bot take over.")
    if seat not in table.people:
        raise Refused("no_seat", "No person has that seat.")
    if seat in played.substitutes:
        raise Refused("not_allowed", "A bot plays there already.")
    if seat not in played.left and seat not in played.out_of_time:
        _check_away(table, seat, grace)
    changes = AUTOMATED if table.is_host(by) else {**AUTOMATED, "host": by}
    return Planned("replaced", seat, data={"level": checked_level(level)}, changes=changes)


def _check_away(table: LiveTable, seat: int, grace: float) -> None:
    """Refuse to replace somebody who is there, or may be back in a moment."""
    if seat in table.here():
        raise Refused("not_allowed", f"{table.names[seat]} is here and has time left.")
    wait = grace - table.away_for(seat)
    if wait > 0:
        raise Refused(
            "not_allowed", f"{table.names[seat]} may be back soon. Wait {counted(ceil(wait), 'more second')}."
        )


# Ending the game early


def _resigning(table: LiveTable, giving_up: tuple[int, ...], level: str) -> Planned:
    """Seats give up. The game ends if only one seat or no person is left that can still win."""
    played = table.running()
    going = [seat for seat in giving_up if seat not in played.resigned]
    if not going:
        raise Refused("not_allowed", "You have given up already.")
    resigned = played.resigned | set(going)
    stops = played.ends_without(going, frozenset(table.people))
    changes = _stopped(played, resigned) if stops else {**AUTOMATED, **_next_host(table, played, tuple(going))}
    data = {"seats": going, "level": checked_level(level), "stops": stops}
    return Planned("resigned", going[0], data=data, changes=changes)


resign = recorded(_resigning)


def _stopped(played: PlayedGame, resigned: set[int]) -> dict[str, Any]:
    """What the table's row says of a game that ends here."""
    twin = played.game.copy()
    twin.stop()
    return ending(played, 0, final_scores(twin, resigned))


@recorded
def close(table: LiveTable) -> Planned:
    """The people who run the server end a game."""
    played = table.running()
    return Planned("ended", None, changes=_stopped(played, played.resigned))


@recorded
def offer_end(table: LiveTable, seat: int, held: tuple[int, ...]) -> Planned:
    """Propose to end the game here. If nobody else plays, it ends at once. Who ran out of time cannot hold it up."""
    played = table.running()
    playing = people_asked(table, played, held)
    if played.end_offer is not None:
        raise Refused("not_allowed", "Somebody has proposed that already.")
    if playing - played.out_of_time <= set(held):
        return Planned("ended", seat, changes=_stopped(played, played.resigned))
    return Planned("offer_end", seat, data={"seats": list(held)})


@recorded
def answer_end(table: LiveTable, seat: int, held: tuple[int, ...], offer: int, agree: bool) -> Planned:
    """Agree to end the game, or decline. The last agreement ends it."""
    played = table.running()
    playing = people_asked(table, played, held)
    if played.end_offer is None or played.end_offer.number != offer:
        raise Refused("stale", "Nobody proposes that any more.")
    if not agree:
        return Planned("decline_end", seat, data={"seats": list(held)})
    if set(held) <= played.end_offer.agreed:
        raise Refused("not_allowed", "You have agreed already.")
    if playing - played.out_of_time <= played.end_offer.agreed | set(held):
        return Planned("ended", seat, changes=_stopped(played, played.resigned))
    return Planned("agree_end", seat, data={"seats": list(held)})


def people_asked(table: LiveTable, played: PlayedGame, held: tuple[int, ...]) -> frozenset[int]:
    """The people who are asked, if who asks is one of them."""
    playing = played.playing(table.people)
    if not playing & set(held):
        raise Refused("not_allowed", "Only people who play are asked.")
    return playing
