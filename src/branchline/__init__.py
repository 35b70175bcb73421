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
    BuildHarbor,
    BuyTechnology,
    ChooseFleet,
    ClaimRoute,
    ClaimRouteForLess,
    ClaimWithBundles,
    ClaimWithPairs,
    ClaimWithShips,
    DrawBlind,
    DrawCard,
    DrawFromDeck,
    DrawTickets,
    ExchangePieces,
    GiveShare,
    KeepTickets,
    LeavePassenger,
    PassTurn,
    PayCards,
    PlaceStack,
    RefillFrom,
    StopClaiming,
    TakeCard,
    TakePassenger,
    TakeShare,
    TakeToken,
)
from branchline.model.board import Board, City, Route, Ticket, Variant  # noqa: E402
from branchline.model.errors import (  # noqa: E402
    BadObservation,
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
from branchline.model.questions import LongestPath, Missing, Price, Standing, Ways  # noqa: E402
from branchline.model.scores import Scores, ScoreSheet  # noqa: E402
from branchline.notation.record import Record, load  # noqa: E402

__version__ = "0.2.0"

__all__ = [
    "Action",
    "BadObservation",
    "BadSetup",
    "Board",
    "BoardFileError",
    "BranchlineError",
    "BuildHarbor",
    "BuyTechnology",
    "ChooseFleet",
    "City",
    "ClaimRoute",
    "ClaimRouteForLess",
    "ClaimWithBundles",
    "ClaimWithPairs",
    "ClaimWithShips",
    "DrawBlind",
    "DrawCard",
    "DrawFromDeck",
    "DrawTickets",
    "ExchangePieces",
    "Game",
    "GameNotOver",
    "GiveShare",
    "IllegalAction",
    "KeepTickets",
    "LeavePassenger",
    "LongestPath",
    "Missing",
    "NotationError",
    "Observation",
    "PassTurn",
    "PayCards",
    "PlaceStack",
    "Playouts",
    "Price",
    "Record",
    "RecordError",
    "RefillFrom",
    "Route",
    "ScoreSheet",
    "Scores",
    "Standing",
    "StopClaiming",
    "TakeCard",
    "TakePassenger",
    "TakeShare",
    "TakeToken",
    "Ticket",
    "UnknownBoard",
    "UnknownVariant",
    "Variant",
    "Ways",
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
