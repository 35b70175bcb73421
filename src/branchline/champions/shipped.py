"""The champions that come with Branchline: a trained network for each board.

How they were trained is in docs/learning/how-the-champions-were-made.md, how strong they are in docs/bots/champion.md.
"""

from __future__ import annotations

from pathlib import Path

from branchline.champions.network import BadNetwork
from branchline.champions.weights import Weights, load_weights

FOLDER = Path(__file__).parent / "shipped"
SHIPPED = "shipped"  # in place of a file: the champion of the board


def champion_file(board: str) -> Path:
    """The file of a board's champion; there is none for boards of your own."""
    return FOLDER / f"{board}.npz"


def file_for(file: str, board: str) -> Path:
    """A file by its name, or that of the board's champion."""
    path = champion_file(board) if file == SHIPPED else Path(file)
    if file == SHIPPED and not path.is_file():
        raise BadNetwork(f"no champion has learned the board '{board}'")
    return path


def weights_for(file: str, board: str) -> Weights:
    """The network in a file, or the board's champion."""
    return load_weights(file_for(file, board))


def has_learned(file: str, board: str, variant: str, seats: int) -> bool:
    """Whether the network in a file, or the board's champion, can play a setup."""
    if file == SHIPPED and not champion_file(board).is_file():
        return False
    return weights_for(file, board).network.plays(board, variant, seats)
