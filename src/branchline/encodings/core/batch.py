"""Many games of one setting stepped at once, with their encodings and masks kept in flat buffers.

The buffers are what Python sees: a `vec` shares its memory with NumPy, so a whole batch is copied into an array in one
go. Every seat has an encoding of its own, which follows what has changed since that seat looked last. Game number g of
a batch is dealt from a seed of its own, and so is each game that follows it in the same place.
"""

import hashlib
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from branchline.encodings.core import claims  # noqa: F401 - adds how claims are marked
from branchline.encodings.core.encoder import Encoder
from branchline.encodings.core.guided_search import GuidedRoom, copy
from branchline.encodings.core.masks import BYTES, MaskRoom, markers_for
from branchline.engine.ranking import rank
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.errors import IllegalAction


def game_seed(seed: int, place: int, episode: int) -> int:
    """The seed of a game: the same whichever process plays it, and unlike that of any other game of the batch."""
    return int.from_bytes(hashlib.sha256(f"game {episode} of {place} of {seed}".encode()).digest()[:16], "big")


class Slot:
    """One of the games of a batch, with what belongs to it."""

    def __init__(self, number: i64, game: RuleSheet, room: GuidedRoom, mask_room: MaskRoom) -> None:
        self.number: i64 = number
        self.game: Final = game
        self.encoder: Final = Encoder(game, room)
        self.markers: Final = [markers_for(offer, mask_room) for offer in game.offers]  # by kind of decision
        self.tickets: Final = tickets_of(game)


class Batch:
    """Games side by side. `play_all` and `restart` change them, `write` brings the buffers up to date; `step` does all.

    A game may also be moved on from outside; whoever changes it in any other way says so with `forget`.
    """

    def __init__(self, games: list[RuleSheet], seed: int, first_place: int, packed: bool) -> None:
        self.games: Final = games
        self.count: i64 = len(games)
        self.seats: i64 = games[0].seats
        self.seed = seed
        self.first_place = first_place  # the number of the first game in a batch spread over several processes
        self.packed = packed
        room = GuidedRoom(games[0].setting)
        self.mask_room: Final = MaskRoom(games[0].action_count())
        self.slots: Final = [Slot(number, game, room, self.mask_room) for number, game in enumerate(games)]
        self.size: i64 = self.slots[0].encoder.size
        self.actions: i64 = games[0].action_count()
        self.width: i64 = self.mask_room.words * BYTES  # of a mask: that many bytes of bits, or times eight
        self.chosen: Final = vec[i64]([0] * self.count)  # the actions to take next
        self.rows: Final = vec[i16]([i16(0)] * (self.count * self.seats * self.size))  # encodings, by game and seat
        self.written: Final = vec[i64]([0] * (self.count * self.seats))  # 1: that seat's encoding is of this game
        self.seen: Final = vec[i16]([i16(0)] * (self.count * self.size))  # the encodings of the seats that decide
        # A bit for each action if they are packed, else a byte, eight of them in a number (see MaskRoom).
        packed_games: i64 = self.count if packed else i64(0)
        self.bit_masks: Final = vec[u8]([u8(0)] * (packed_games * self.width))
        self.byte_masks: Final = vec[i64]([0] * ((self.count - packed_games) * self.width))
        self.legal: Final = vec[i64]([0] * (self.count * self.mask_room.words))  # the same as words, for `check`
        self.current: Final = vec[u8]([u8(0)] * self.count)  # the seat that decides
        self.current_rows: Final = vec[i64]([0] * self.count)  # its encoding among the rows
        self.episodes: Final = vec[i64]([0] * self.count)
        self.played: Final = vec[i64]([0] * self.count)  # actions taken in the game so far
        self.actors: Final = vec[u8]([u8(0)] * self.count)  # the seat that took the last one
        self.dones: Final = vec[u8]([u8(0)] * self.count)  # 1: it ended the game
        self.lengths: Final = vec[i32]([i32(0)] * self.count)  # of the game that ended last: its actions ...
        self.totals: Final = vec[i32]([i32(0)] * (self.count * self.seats))  # ... the final scores ...
        self.places: Final = vec[u8]([u8(0)] * (self.count * self.seats))  # ... and the places
        self.standings: Final = vec[i64]([0] * (self.count * self.seats))  # at the last look
        self.gains: Final = vec[i32]([i32(0)] * (self.count * self.seats))  # since the look before that
        self.worth: Final = vec[i64]([0] * (self.count * self.seats))  # of the tickets held
        self.worth_known: Final = vec[i64]([-1] * (self.count * self.seats))  # for that many routes and tickets

    # Changing the games

    def reset(self, seed: int) -> None:
        """Begin all games again from a seed."""
        self.seed = seed
        for g in range(self.count):
            self.episodes[g] = -1
            self.restart(g)

    def restart(self, g: i64) -> None:
        """Begin the next game in the place of one."""
        self.episodes[g] += 1
        self.games[g].start(game_seed(self.seed, self.first_place + int(g), int(self.episodes[g])), -1)
        self.played[g] = 0
        self.forget(g)

    def forget(self, g: i64) -> None:
        """Another game is played in a place: nothing that was worked out for the last one counts any more."""
        for k in range(g * self.seats, (g + 1) * self.seats):
            self.standings[k] = 0
            self.worth_known[k] = -1
            self.written[k] = 0
        for first in self.slots[g].markers:
            marker = first
            while marker is not None:
                marker.forget()
                marker = marker.then

    def choose(self, actions: bytes) -> None:
        """Choose the actions to take next: numbers of eight bytes, the lowest first, as NumPy hands them over."""
        for g in range(self.count):
            self.chosen[g] = read_i64_le(actions, 8 * g)

    def check(self) -> None:
        """Raise IllegalAction, with nothing changed, if any game does not allow the action chosen for it."""
        for g in range(self.count):
            action = self.chosen[g]
            if action < 0 or action >= self.actions or not self._is_legal(g, action):
                self._refuse(g, action)

    def _is_legal(self, g: i64, action: i64) -> bool:
        """Whether the mask allows an action, whatever a caller may have written into the one that is shown."""
        room = self.mask_room
        return self.legal[g * room.words + room.word_of[action]] & room.bit_of[action] != 0

    def _refuse(self, g: i64, action: int) -> None:
        """Say why an action cannot be taken."""
        where = f"game {self.first_place + int(g)}"
        if action < 0 or action >= self.actions:
            raise IllegalAction(f"{where}: there is no action {action}; they go from 0 to {self.actions - 1}")
        seat = int(self.games[g].open.seat())
        reason = self.games[g].refusal(seat, action)
        raise IllegalAction(f"{where}: action {action} is not legal for seat {seat}: {reason}")

    def step(self, with_gains: bool) -> list[int]:
        """Carry out the actions chosen, begin games that end again, write the buffers; returns the games that ended.

        All is done for one game after the other, so that what belongs to a game is fetched from memory once.
        """
        found: list[int] = []
        for slot in self.slots:
            self._play(slot)
            if with_gains:
                self._count_gains_of(slot)
            if self._has_ended(slot):
                found.append(int(slot.number))
                self.restart(slot.number)
            self._write_game(slot)
        return found

    def play_all(self) -> None:
        """Carry out the action chosen for every game, of the seat that decides in it."""
        for slot in self.slots:
            self._play(slot)

    def _play(self, slot: Slot) -> None:
        """Carry out the action chosen for a game, of the seat that decides in it."""
        g = slot.number
        seat = slot.game.open.seat()
        self.played[g] += 1
        self.actors[g] = u8(seat)
        slot.game.act(seat, self.chosen[g])

    def to_move(self, g: i64) -> int:
        """The seat that decides in a game; -1 when it is over."""
        game = self.games[g]
        return -1 if game.over else int(game.open.seat())

    def ended(self) -> list[int]:
        """The games that are over, their totals and places noted."""
        found: list[int] = []
        for slot in self.slots:
            if self._has_ended(slot):
                found.append(int(slot.number))
        return found

    def _has_ended(self, slot: Slot) -> bool:
        """Whether a game is over; then its totals and places are noted."""
        if not slot.game.over:
            self.dones[slot.number] = 0
            return False
        self.dones[slot.number] = 1
        self._note_result(slot.number)
        return True

    def _note_result(self, g: i64) -> None:
        """Note the totals and places of a finished game, and how many actions it took."""
        game = self.games[g]
        self.lengths[g] = i32(self.played[g])
        first: i64 = g * self.seats
        for seat in range(self.seats):
            self.totals[first + seat] = i32(game.total(seat))
        if self._is_tied(first):
            place: i64 = 1
            for group in rank([int(self.totals[first + k]) for k in range(self.seats)], game.tie_breaks()):
                for tied in group:
                    self.places[first + tied] = u8(place)
                place += len(group)

    def _is_tied(self, first: i64) -> bool:
        """Note the places of a game, whose totals stand from `first` on; True if some totals are equal."""
        tied = False
        for k in range(first, first + self.seats):
            place: i64 = 1
            for other in range(first, first + self.seats):
                if self.totals[other] > self.totals[k]:
                    place += 1
                elif self.totals[other] == self.totals[k] and other != k:
                    tied = True
            self.places[k] = u8(place)
        return tied

    def count_gains(self) -> None:
        """Note by how much every seat's standing has changed since the last time; at the end by its final total."""
        for slot in self.slots:
            self._count_gains_of(slot)

    def _count_gains_of(self, slot: Slot) -> None:
        """Note the same for the seats of one game."""
        for seat in range(self.seats):
            at: i64 = slot.number * self.seats + seat
            standing = self._standing(slot, seat)
            self.gains[at] = i32(standing - self.standings[at])
            self.standings[at] = standing

    def _standing(self, slot: Slot, seat: i64) -> i64:
        """Points so far, plus tickets completed, minus tickets not completed; the final total of a finished game."""
        game = slot.game
        if game.over:
            return game.total(seat)
        tickets = slot.tickets
        points: i64 = game.commons.points[seat]
        if tickets is None:
            return points
        at: i64 = slot.number * self.seats + seat
        known: i64 = tickets.held.tracks.claims[seat] * 1000 + tickets.held.counts[seat]
        if known != self.worth_known[at]:
            self.worth_known[at] = known
            self.worth[at] = 0
            for ticket in range(tickets.tables.count):
                if tickets.held.holder[ticket] == seat:
                    self.worth[at] += tickets.held.worth(seat, ticket)
        return points + self.worth[at]

    # Bringing the buffers up to date

    def write(self) -> None:
        """Write the encoding and the mask of every game, for the seat that decides in it."""
        for slot in self.slots:
            self._write_game(slot)

    def _write_game(self, slot: Slot) -> None:
        """Write the encoding and the mask of one game."""
        seat = slot.game.open.seat()
        self._write_observation(slot, seat)
        self._write_mask(slot, seat)

    def _write_observation(self, slot: Slot, seat: i64) -> None:
        """Write the encoding of a game: what has changed since the seat looked last, or all of it."""
        row: i64 = slot.number * self.seats + seat
        if self.written[row] == 1:
            slot.encoder.update(self.rows, row * self.size, seat)
        else:
            slot.encoder.write(self.rows, row * self.size, seat)
            self.written[row] = 1
        self.current[slot.number] = u8(seat)
        self.current_rows[slot.number] = row
        copy(self.rows, row * self.size, self.seen, slot.number * self.size, self.size)

    def _write_mask(self, slot: Slot, seat: i64) -> None:
        """Mark the legal actions of a game in its mask."""
        kind = slot.game.open.kind()
        marker = slot.markers[kind]
        while marker is not None:
            marker.mark(seat, kind)
            marker = marker.then
        if self.packed:
            self.mask_room.as_bits(slot.number, self.legal, self.bit_masks)
        else:
            self.mask_room.as_bytes(slot.number, self.legal, self.byte_masks)

    def choose_at_random(self, rng: Rng) -> None:
        """Choose a legal action for every game, each as likely as any other."""
        for slot in self.slots:
            game = slot.game
            self.chosen[slot.number] = game.nth(game.open.seat(), game.open.kind(), rng.below(game.choices))


def tickets_of(game: RuleSheet) -> Tickets | None:
    """The tickets of a game, if it has any."""
    for mechanic in game.mechanics:
        if isinstance(mechanic, Tickets):
            return mechanic
    return None
