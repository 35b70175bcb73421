"""OpenSpiel: importing this module registers every board as `python_branchline_<board>`, and its further variants as
`python_branchline_<board>_<variant>`.

    import pyspiel
    import branchline.envs.openspiel
    game = pyspiel.load_game("python_branchline_usa_mega(players=3,chance=draws)")

A game begins with chance nodes that choose the seed of the opening deal, byte by byte. What follows is a parameter:

- `chance=seed`: there are no other chance nodes. A copied state goes on with the same cards, so plain tree search knows
  what will be drawn. Quick, and right for learning and for searches that resample.
- `chance=draws`: each card and each ticket that is drawn is a chance node, with the true chances. What a shuffle brings
  shows draw by draw, so nothing that is to come is settled in a state.

`resample_from_infostate` makes up what a player cannot know. For boards that are added later, call `register_all`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pickle import PicklingError
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError('these games need OpenSpiel: pip install "branchline[openspiel]"') from error

from branchline.boards import registry
from branchline.encodings.encoding import encoding
from branchline.envs.drawn_by_chance import Past, carried_out
from branchline.envs.rewards import Outcome, win
from branchline.game import Game, imagine, new_game
from branchline.model.board import Board
from branchline.model.events import Event
from branchline.notation.names import ticket_text
from branchline.notation.record import Record

SEED_BYTES = 8  # chance nodes at the start, with 256 outcomes each
LONGEST = 20_000  # more decisions than any game has


class Dealt:
    """A game inside a state: copied, not shared, when the state is copied, and played again when it is read back."""

    def __init__(self, game: Game, draws: tuple[tuple[int, ...], ...] | None, header: Record | None = None) -> None:
        self.game = game
        self.header = header  # how it began; None for a resampled one
        self.draws = draws  # what chance brought with each decision; None where all of it comes from the seed

    def __deepcopy__(self, memo: dict[int, Any]) -> Dealt:
        return Dealt(self.game.copy(), self.draws, self.header)

    def __reduce__(self) -> tuple[Any, ...]:
        header = self.header
        if header is None:
            raise PicklingError("a resampled state was never dealt, so it cannot be written down")
        setup = (header.board, header.variant, header.seats, header.seed)
        return _dealt_again, (*setup, tuple(number for _, number in self.game._decisions), self.draws)

    def news(self) -> tuple[Event, ...]:
        """What has happened since this was last asked."""
        journal = self.game._rules.commons.journal
        found = tuple(journal.events)
        journal.events = []
        return found


def _dealt_again(
    board: str, variant: str, seats: int, seed: int, actions: tuple[int, ...], draws: tuple[tuple[int, ...], ...] | None
) -> Dealt:
    """Deal a game and play the same actions."""
    game = new_game(board, variant=variant, seats=seats, seed=seed)
    dealt = Dealt(game, draws, game.header)
    for at, action in enumerate(actions):
        if draws is None:
            dealt.game.apply(action)
        else:
            dealt.game = carried_out(dealt.game, action, draws[at])[0]
    dealt.news()
    return dealt


@dataclass(frozen=True)
class Drawing:
    """A decision that is being carried out: what chance brought so far, and what the next draw can bring."""

    action: int
    chosen: tuple[int, ...]
    open: tuple[tuple[int, int], ...]  # kinds of cards, or tickets, and how many there are of each
    of_tickets: bool


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A game for some players. The winner's return is 1, shared by those who tie; returns sum to zero."""

    board: Board  # each board and variant has a class of its own, see `register_all`
    variant: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = params or {}
        self.seats = int(parameters.get("players", self.board.seats[0]))
        chance = str(parameters.get("chance", "seed"))
        if chance not in ("seed", "draws"):
            raise ValueError(f"chance is 'seed' or 'draws', not '{chance}'")
        self.is_honest = chance == "draws"
        self.encoding = encoding(self.board.id, self.variant, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=max(256, len(self.board.cards), len(self.board.tickets)),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.board, self.variant, self.is_honest), info, parameters)

    def new_initial_state(self) -> BranchlineState:
        """A game whose seed is not chosen yet."""
        return BranchlineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        """What a player may know, as `branchline.encodings.encoding` describes it."""
        if params:
            raise ValueError(f"observations have no parameters, so they cannot take {params}")
        return BranchlineObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class BranchlineState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A game at some moment."""

    def __init__(self, game: BranchlineGame) -> None:
        super().__init__(game)
        self._setup = (game.board.id, game.variant, game.seats)
        self._is_honest = game.is_honest
        self._seed: list[int] = []
        self._dealt: Dealt | None = None  # the game, once its seed is chosen
        self._drawing: Drawing | None = None
        self._past = Past()

    @property
    def dealt(self) -> Game | None:
        """The game that is being played; None while its seed is being chosen.

        While chance decides about draws, it is as it was before the decision that asks for them. It then has no record
        after its first decision: its seed says nothing of what chance brought. The state itself can be written down.
        """
        return None if self._dealt is None else self._dealt.game

    def current_player(self) -> int:
        """Chance, a player, or nobody any more."""
        if self._dealt is None or self._drawing is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._dealt.game.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self._dealt is not None, "chance has outcomes, not actions"
        return self._dealt.game.legal_actions(player) if player == self._dealt.game.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed, or the next card or ticket."""
        if self._drawing is None:
            return [(byte, 1 / 256) for byte in range(256)]
        cards = sum(count for _, count in self._drawing.open)
        return [(outcome, count / cards) for outcome, count in self._drawing.open]

    def _apply_action(self, action: int) -> None:
        if self._dealt is None:
            self._seed.append(action)
            if len(self._seed) == SEED_BYTES:
                self._deal()
        elif self._drawing is not None:
            self._draw(self._drawing.action, (*self._drawing.chosen, action))
        elif self._is_honest:
            self._draw(action, ())
        else:
            seat, words = self._dealt.game.to_move, self._dealt.game.describe(action)
            self._dealt.game.apply(action)
            self._past = Past(self._past, self._dealt.news(), player=seat, words=words)

    def _deal(self) -> None:
        board, variant, seats = self._setup
        game = new_game(board, variant=variant, seats=seats, seed=int.from_bytes(bytes(self._seed), "big"))
        self._dealt = Dealt(game, () if self._is_honest else None, game.header)
        self._past = Past(None, self._dealt.news())

    def _draw(self, action: int, chosen: tuple[int, ...]) -> None:
        """Carry out a decision as far as chance has decided."""
        assert self._dealt is not None
        assert self._dealt.draws is not None
        before = self._dealt.game
        after, draws = carried_out(before, action, chosen)
        self._drawing = Drawing(action, chosen, tuple(draws.open), draws.of_tickets) if draws.open else None
        if self._drawing is None:
            self._dealt = Dealt(after, (*self._dealt.draws, chosen), self._dealt.header)
            words = before.describe(action)
            self._past = Past(self._past, self._dealt.news(), player=before.to_move, words=words)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._dealt is None:
            return f"seed byte {action}"
        game = self._dealt.game
        if self._drawing is None:
            return game.describe(action, player)
        if self._drawing.of_tickets:
            return ticket_text(game.board, game.variant.tickets[action])
        return list(game.board.cards)[action]

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._dealt is not None and self._dealt.game.is_over

    def returns(self) -> list[float]:
        """What the game brought every player: nothing before its end."""
        seats = self._setup[2]
        if self._dealt is None or not self._dealt.game.is_over:
            return [0.0] * seats
        places = np.array([[sheet.place for sheet in self._dealt.game.scores()]], np.int8)
        nothing = np.zeros(places.shape, np.int32)
        won = win(Outcome(np.array([True]), nothing, places, nothing, np.zeros(1, np.int8)))
        return [float(share) for share in won[0]]

    def resample_from_infostate(self, player: int, sampler: Any) -> BranchlineState:
        """A state that looks the same to a player; what it cannot know is made up from the sampler's numbers."""
        other: BranchlineState = self.clone()
        if self._dealt is not None:
            seed = sum(int(sampler() * (1 << 32)) << (32 * k) for k in range(2))
            game = imagine(self._dealt.game.observe(player), seed)
            game._rules.commons.journal.on = True
            other._dealt = Dealt(game, self._dealt.draws)
            other._drawing = None  # before the decision that chance is deciding about
            other._past = Past(self._past, only=player)
        return other

    def __str__(self) -> str:
        """What a spectator sees; no player learns anything from it."""
        return self.view(None)

    def view(self, player: int | None) -> str:
        """All that a player, or with None a spectator, sees now, in words."""
        return "Not dealt yet." if self._dealt is None else self._dealt.game.observe(player).text()

    def recall(self, player: int) -> str:
        """All that a player has seen and done so far, in order: nobody knows more who forgets nothing."""
        return self._past.seen_by(player)


class BranchlineObserver:
    """Fills tensors and strings with what a player may know."""

    def __init__(self, game: BranchlineGame, recalls: bool) -> None:
        self._encoding = game.encoding
        self._recalls = recalls
        self.tensor = np.zeros(game.encoding.size, np.float32)
        self.dict = {
            field.name: self.tensor[field.start : field.start + field.size()].reshape(field.rows, len(field.columns))
            for field in game.encoding.fields
        }

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Write what a player sees, scaled to between -1 and 1."""
        if state.dealt is None:
            self.tensor.fill(0)
        else:
            self._encoding.encode(state.dealt, player, out=self.tensor)
            self.tensor *= self._encoding.scale

    def string_from(self, state: BranchlineState, player: int) -> str:
        """What a player sees, in words; with perfect recall, all that it has seen and done."""
        return f"player {player}\n{state.recall(player) if self._recalls else state.view(player)}"


def game_name(board: str, variant: str) -> str:
    """The name under which a board and variant are registered."""
    return f"python_branchline_{board}" if variant == "classic" else f"python_branchline_{board}_{variant}"


def game_type(board: Board, variant: str, is_honest: bool = False) -> Any:
    """How OpenSpiel describes a board and variant. No tensor of a fixed size holds all that a player has seen."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=game_name(board.id, variant),
        long_name=f"Branchline: {board.title}, {board.variants[variant].title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=board.seats[1],
        min_num_players=board.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=not is_honest,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": board.seats[0], "chance": "seed"},
    )


def register_all() -> None:
    """Register every board and variant; those that are registered already stay as they are."""
    known = pyspiel.registered_names()
    for board in registry.boards():
        for variant in board.variants:
            if game_name(board.id, variant) not in known:
                facts = {"board": board, "variant": variant, "__module__": __name__}
                kind = type(
                    f"{board.id}_{variant}", (BranchlineGame,), facts
                )  # a class, as OpenSpiel keeps it for ever
                globals()[kind.__name__] = kind  # so that it can be pickled
                pyspiel.register_game(game_type(board, variant), kind)


register_all()
