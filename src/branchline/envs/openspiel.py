"""OpenSpiel: importing this module registers every board as `python_branchline_<board>`, and its further variants as
`python_branchline_<board>_<variant>`.

    import pyspiel
    import branchline.envs.openspiel
    game = pyspiel.load_game("python_branchline_usa_mega(players=3)")

All chance of a game comes from its seed. So a game begins with chance nodes that choose the seed, byte by byte, and has
no others. A copied state goes on with the same cards; `resample_from_infostate` makes up what the player cannot know.
"""

from __future__ import annotations

import hashlib
import json
from pickle import PicklingError
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError('these games need OpenSpiel: pip install "branchline[openspiel]"') from error

from branchline.boards import registry
from branchline.encodings.encoding import encoding
from branchline.envs.rewards import Outcome, win
from branchline.game import Game, imagine, new_game
from branchline.model.board import Board
from branchline.notation import forms

SEED_BYTES = 8  # chance nodes at the start, with 256 outcomes each
LONGEST = 20_000  # more decisions than any game has


class Dealt:
    """A game inside a state: copied, not shared, when the state is copied, and played again when it is read back."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> Dealt:
        return Dealt(self.game.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        header = self.game._header
        if header is None:
            raise PicklingError("a resampled state was never dealt, so it cannot be written down")
        setup = (header.board, header.variant, header.seats, header.seed)
        return _dealt_again, (*setup, tuple(number for _, number in self.game._decisions))


def _dealt_again(board: str, variant: str, seats: int, seed: int, actions: tuple[int, ...]) -> Dealt:
    """Deal a game and play the same actions."""
    game = new_game(board, variant=variant, seats=seats, seed=seed, events=False)
    for action in actions:
        game.apply(action)
    return Dealt(game)


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A game for some players. The winner's return is 1, shared by those who tie; returns sum to zero."""

    board: Board  # each board and variant has a class of its own, see `register_all`
    variant: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = params or {}
        self.seats = int(parameters.get("players", self.board.seats[0]))
        self.encoding = encoding(self.board.id, self.variant, self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=256,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.board, self.variant), info, parameters)

    def new_initial_state(self) -> BranchlineState:
        """A game whose seed is not chosen yet."""
        return BranchlineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BranchlineObserver:
        """What a player may know, as `branchline.encodings.encoding` describes it."""
        if params:
            raise ValueError(f"observations have no parameters, so they cannot take {params}")
        return BranchlineObserver(self)


class BranchlineState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A game at some moment."""

    def __init__(self, game: BranchlineGame) -> None:
        super().__init__(game)
        self._setup = (game.board.id, game.variant, game.seats)
        self._seed: list[int] = []
        self._dealt: Dealt | None = None  # the game, once its seed is chosen
        self._own: list[list[int]] = [[] for _ in range(game.seats)]  # the actions of each player

    @property
    def dealt(self) -> Game | None:
        """The game that is being played; None while its seed is being chosen."""
        return None if self._dealt is None else self._dealt.game

    def current_player(self) -> int:
        """Chance, a player, or nobody any more."""
        if self._dealt is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._dealt.game.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        assert self._dealt is not None, "chance has outcomes, not actions"
        return self._dealt.game.legal_actions(player) if player == self._dealt.game.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed."""
        return [(byte, 1 / 256) for byte in range(256)]

    def _apply_action(self, action: int) -> None:
        if self._dealt is not None:
            seat = self._dealt.game.to_move
            self._dealt.game.apply(action)
            assert seat is not None, "apply() raises if nobody is to move"
            self._own[seat].append(action)
            return
        self._seed.append(action)
        if len(self._seed) == SEED_BYTES:
            board, variant, seats = self._setup
            seed = int.from_bytes(bytes(self._seed), "big")
            self._dealt = Dealt(new_game(board, variant=variant, seats=seats, seed=seed, events=False))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._dealt is None:
            return f"seed byte {action}"
        return self._dealt.game.describe(action, player)

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
            other._dealt = Dealt(imagine(self._dealt.game.observe(player), seed))
        return other

    def __str__(self) -> str:
        """What a spectator sees, in short; it differs wherever the history differs."""
        board, variant, _ = self._setup
        return f"{board} {variant}: {' '.join(str(action) for action in self.history())}"

    def view(self, player: int) -> str:
        """All that a player may know now, as text."""
        if self._dealt is None:
            return "not dealt yet"
        seen = forms.to_json(self._dealt.game.observe(player))
        return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


class BranchlineObserver:
    """Fills tensors and strings with what a player may know."""

    def __init__(self, game: BranchlineGame) -> None:
        self._encoding = game.encoding
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
        """What a player sees and has done, as text: a hash of the view, then its own actions."""
        own = " ".join(str(action) for action in state._own[player])
        return f"player {player}: {state.view(player)} after {own or 'nothing'}"


def game_name(board: str, variant: str) -> str:
    """The name under which a board and variant are registered."""
    return f"python_branchline_{board}" if variant == "classic" else f"python_branchline_{board}_{variant}"


def game_type(board: Board, variant: str) -> Any:
    """How OpenSpiel describes a board and variant."""
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": board.seats[0]},
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
