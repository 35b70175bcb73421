"""Learning environments: fast batches of games, and adapters for PettingZoo, Gymnasium and OpenSpiel.

They need NumPy, and each adapter its library: `pip install "branchline[envs]"`, and for OpenSpiel
`pip install "branchline[openspiel]"`.
"""

try:
    import numpy as _numpy  # noqa: F401  (to say in one line what is missing)
except ImportError as error:
    raise ImportError('the environments need NumPy: pip install "branchline[envs]"') from error

from branchline.encodings.arrays import BadArray
from branchline.encodings.encoding import VERSION, Encoding, encoding
from branchline.encodings.graph import Graph
from branchline.envs.buffers import Buffers
from branchline.envs.rewards import Outcome, RewardHook
from branchline.envs.vector import NotReset, OutOfTurn, VectorEnv, unpacked

__all__ = [
    "VERSION",
    "BadArray",
    "Buffers",
    "Encoding",
    "Graph",
    "NotReset",
    "OutOfTurn",
    "Outcome",
    "RewardHook",
    "VectorEnv",
    "encoding",
    "unpacked",
]
