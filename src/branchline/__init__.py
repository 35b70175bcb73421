"""Branchline: one rules engine for a family of rail board games, for playing, studying, bots and learning.

>>> import branchline as bl
>>> game = bl.new_game("usa", variant="mega", seats=4, seed=7)
>>> while not game.is_over:
...     game.apply(game.legal_actions()[0])
>>> game.scores().winners
(2,)
"""

from branchline import _native

_native.prepare()

from branchline.boards.registry import add_board, board, boards  # noqa: E402  (after the choice of compiled files)
from branchline.game import Game, Playouts, imagine, new_game, random_playouts, replay  # noqa: E402
from branchline.model.actions import (  # noqa: E402
    Action,
    BuyTechnology,
    ClaimRoute,
    ClaimRouteForLess,
    ClaimWithBundles,
    DrawBlind,
    DrawCard,
    DrawTickets,
    KeepTickets,
    PassTurn,
    PayCards,
    StopClaiming,
    TakeCard,
)
from branchline.model.board import Board, City, Route, Ticket, Variant  # noqa: E402
from branchline.model.errors import (  # noqa: E402
    BadSetup,
    BoardFileError,
    BranchlineError,
    GameNotOver,
    IllegalAction,
    NotationError,
    RecordError,
    UnknownBoard,
    UnknownVariant,
    WrongSeat,
)
from branchline.model.observation import Observation  # noqa: E402
from branchline.model.scores import Scores, ScoreSheet  # noqa: E402
from branchline.notation.record import Record, load  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BadSetup",
    "Board",
    "BoardFileError",
    "BranchlineError",
    "BuyTechnology",
    "City",
    "ClaimRoute",
    "ClaimRouteForLess",
    "ClaimWithBundles",
    "DrawBlind",
    "DrawCard",
    "DrawTickets",
    "Game",
    "GameNotOver",
    "IllegalAction",
    "KeepTickets",
    "NotationError",
    "Observation",
    "PassTurn",
    "PayCards",
    "Playouts",
    "Record",
    "RecordError",
    "Route",
    "ScoreSheet",
    "Scores",
    "StopClaiming",
    "TakeCard",
    "Ticket",
    "UnknownBoard",
    "UnknownVariant",
    "Variant",
    "WrongSeat",
    "add_board",
    "board",
    "boards",
    "imagine",
    "load",
    "new_game",
    "random_playouts",
    "replay",
]
