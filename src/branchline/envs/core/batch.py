"""Many games of one setting stepped at once, with their encodings and masks kept in flat buffers.

The buffers are what Python sees: a `vec` shares its memory with NumPy, so a whole batch is copied into an array in one
go. Game number g of a batch is dealt from a seed of its own, and so is each game that follows it in the same place.
"""

import hashlib

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from branchline.engine.ranking import rank
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.core.encoder import Encoder
from branchline.mechanics.tickets import Tickets
from branchline.model.errors import IllegalAction


def game_seed(seed: int, place: int, episode: int) -> int:
    """The seed of a game: the same whichever process plays it, and unlike that of any other game of the batch."""
    return int.from_bytes(hashlib.sha256(f"game {episode} of {place} of {seed}".encode()).digest()[:16], "big")


class Batch:
    """Games side by side. `play` and `restart` change them, `write` brings the buffers up to date."""

    def __init__(self, games: list[RuleSheet], seed: int, first_place: int, packed: bool) -> None:
        self.games = games
        self.count: i64 = len(games)
        self.seats: i64 = games[0].seats
        self.seed = seed
        self.first_place = first_place  # the number of the first game in a batch spread over several processes
        self.packed = packed
        self.encoders: list[Encoder] = [Encoder(game) for game in games]
        self.ticketed: list[Tickets | None] = [tickets_of(game) for game in games]
        self.size: i64 = self.encoders[0].size
        self.actions: i64 = games[0].action_count()
        self.width: i64 = (self.actions + 7) // 8 if packed else self.actions  # bytes of a mask
        self.observations: vec[i16] = vec[i16]([i16(0)] * (self.count * self.size))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (self.count * self.width))
        self.legal: vec[i16] = vec[i16]([i16(0)] * (self.count * self.actions))  # of game g: the first `choices` ...
        self.choices: vec[i64] = vec[i64]([0] * self.count)  # ... from g * actions on
        self.current: vec[i64] = vec[i64]([0] * self.count)  # the seat that decides
        self.episodes: vec[i64] = vec[i64]([0] * self.count)
        self.lengths: vec[i64] = vec[i64]([0] * self.count)  # decisions of the game so far, by any seat
        self.totals: vec[i64] = vec[i64]([0] * (self.count * self.seats))  # of the game that ended last
        self.places: vec[i64] = vec[i64]([0] * (self.count * self.seats))
        self.standings: vec[i64] = vec[i64]([0] * (self.count * self.seats))  # at the last look
        self.gains: vec[i64] = vec[i64]([0] * (self.count * self.seats))  # since the look before that
        self.worth: vec[i64] = vec[i64]([0] * (self.count * self.seats))  # of the tickets held
        self.worth_known: vec[i64] = vec[i64]([-1] * (self.count * self.seats))  # for so many routes and tickets

    # Changing the games

    def reset(self, seed: int) -> None:
        """Begin all games anew from a seed."""
        self.seed = seed
        g: i64 = 0
        while g < self.count:
            self.episodes[g] = -1
            self.restart(g)
            g += 1

    def restart(self, g: i64) -> None:
        """Begin the next game in the place of one."""
        self.episodes[g] += 1
        self.games[g].start(game_seed(self.seed, self.first_place + int(g), int(self.episodes[g])), -1)
        self.lengths[g] = 0
        k: i64 = g * self.seats
        while k < (g + 1) * self.seats:
            self.standings[k] = 0
            self.worth_known[k] = -1
            k += 1

    def check(self, actions: list[int]) -> None:
        """Raise IllegalAction, with nothing changed, if any game does not allow its action."""
        g: i64 = 0
        for action in actions:
            if action < 0 or action >= self.actions or not self.is_legal(g, action):
                self.refuse(g, action)
            g += 1

    def is_legal(self, g: i64, action: i64) -> bool:
        """Whether the mask allows an action."""
        if self.packed:
            return i64(self.masks[g * self.width + action // 8]) >> (action % 8) & 1 != 0
        return self.masks[g * self.width + action] != 0

    def refuse(self, g: i64, action: int) -> None:
        """Say why an action cannot be taken."""
        where = f"game {self.first_place + int(g)}"
        if action < 0 or action >= self.actions:
            raise IllegalAction(f"{where}: there is no action {action}; they go from 0 to {self.actions - 1}")
        reason = self.games[g].refusal(self.current[g], action)
        raise IllegalAction(f"{where}: action {action} is not legal for seat {self.current[g]}: {reason}")

    def play(self, g: i64, action: i64) -> None:
        """Carry out an action of the seat that decides in a game."""
        game = self.games[g]
        self.lengths[g] += 1
        game.act(game.open_seats[game.depth - 1], action)

    def play_all(self, actions: list[int]) -> None:
        """Carry out one action in every game."""
        g: i64 = 0
        for action in actions:
            self.play(g, action)
            g += 1

    def to_move(self, g: i64) -> int:
        """The seat that decides in a game; -1 when it is over."""
        game = self.games[g]
        return -1 if game.over else int(game.open_seats[game.depth - 1])

    def ended(self) -> list[int]:
        """The games that are over, their totals and places noted."""
        found: list[int] = []
        g: i64 = 0
        while g < self.count:
            if self.games[g].over:
                found.append(int(g))
                self.note_result(g)
            g += 1
        return found

    def note_result(self, g: i64) -> None:
        """Note the totals and places of a finished game."""
        game = self.games[g]
        totals = [int(game.total(seat)) for seat in range(self.seats)]
        place = 1
        for group in rank(totals, game.tie_breaks()):
            for seat in group:
                self.places[g * self.seats + seat] = place
                self.totals[g * self.seats + seat] = totals[seat]
            place += len(group)

    def count_gains(self) -> None:
        """Note by how much every seat's standing has changed since the last time; at the end by its final total."""
        g: i64 = 0
        while g < self.count:
            seat: i64 = 0
            while seat < self.seats:
                at: i64 = g * self.seats + seat
                standing = self.standing(g, seat)
                self.gains[at] = standing - self.standings[at]
                self.standings[at] = standing
                seat += 1
            g += 1

    def standing(self, g: i64, seat: i64) -> i64:
        """Points so far, plus tickets completed, minus tickets not completed; the final total of a finished game."""
        game = self.games[g]
        if game.over:
            return game.total(seat)
        tickets = self.ticketed[g]
        points: i64 = game.commons.points[seat]
        if tickets is None:
            return points
        at: i64 = g * self.seats + seat
        known: i64 = tickets.tracks.claims[seat] * 1000 + tickets.held[seat]
        if known != self.worth_known[at]:
            self.worth_known[at] = known
            self.worth[at] = 0
            ticket: i64 = 0
            while ticket < tickets.count_all:
                if tickets.holder[ticket] == seat:
                    self.worth[at] += tickets.worth(seat, ticket)
                ticket += 1
        return points + self.worth[at]

    # Bringing the buffers up to date

    def write(self) -> None:
        """Write the encoding and the mask of every game, for the seat that decides in it."""
        g: i64 = 0
        while g < self.count:
            game = self.games[g]
            self.current[g] = game.open_seats[game.depth - 1]
            self.encoders[g].write(self.observations, g * self.size, self.current[g])
            self.write_mask(g)
            g += 1

    def write_observations(self) -> None:
        """Write the encodings only."""
        g: i64 = 0
        while g < self.count:
            self.encoders[g].write(self.observations, g * self.size, self.current[g])
            g += 1

    def write_masks(self) -> None:
        """Write the masks only."""
        g: i64 = 0
        while g < self.count:
            self.write_mask(g)
            g += 1

    def write_mask(self, g: i64) -> None:
        """List the legal actions of a game and mark them in its mask; those of the last time are wiped off first."""
        masks = self.masks
        legal = self.legal
        start: i64 = g * self.actions
        base: i64 = g * self.width
        k: i64 = start
        end: i64 = start + self.choices[g]
        if self.packed:
            while k < end:
                masks[base + i64(legal[k]) // 8] = 0
                k += 1
        else:
            while k < end:
                masks[base + i64(legal[k])] = 0
                k += 1
        game = self.games[g]
        seat = game.open_seats[game.depth - 1]
        kind = game.open_kinds[game.depth - 1]
        self.choices[g] = game.choices
        n: i64 = 0
        while n < game.choices:
            action = game.nth(seat, kind, n)
            legal[start + n] = i16(action)
            if self.packed:
                masks[base + action // 8] |= u8(1 << (action % 8))
            else:
                masks[base + action] = 1
            n += 1

    def sample(self, rng: Rng) -> list[int]:
        """A random legal action for every game, each as likely as any other."""
        return [int(self.legal[g * self.actions + rng.below(self.choices[g])]) for g in range(self.count)]


def tickets_of(game: RuleSheet) -> Tickets | None:
    """The tickets of a game, if it has any."""
    for mechanic in game.mechanics:
        if isinstance(mechanic, Tickets):
            return mechanic
    return None
