"""The layout solver: finds room for all tracks and names of a board. Needs NumPy.

>>> from branchline.drawing.solve import solve_layout  # doctest: +SKIP
>>> layout = solve_layout(board, seed=1)               # doctest: +SKIP
"""

from branchline.drawing.solve.solver import Effort, solve_layout

__all__ = ["Effort", "solve_layout"]
