"""The lab: many games between bots, what happened in them as tables, and what that says.

    from branchline import lab

    run = lab.simulate("uk", bots=["greedy"], games=1000, out="runs/uk")
    lab.write_report(run)

It needs further packages: `pip install "branchline[lab]"`.
"""

from branchline.model.errors import BranchlineError


class MissingExtra(BranchlineError, ImportError):
    """Packages that the lab needs are not installed."""


try:
    import jinja2  # noqa: F401
    import numpy  # noqa: F401
    import openskill  # noqa: F401
    import polars  # noqa: F401
except ImportError as error:
    raise MissingExtra(f'the lab needs {error.name}: pip install "branchline[lab]"') from error

from branchline.lab.contest.arena import arena  # noqa: E402  (after the clear message)
from branchline.lab.contest.results import Arena  # noqa: E402
from branchline.lab.contest.summary import write_summary  # noqa: E402
from branchline.lab.measured_luck import measure_luck  # noqa: E402
from branchline.lab.report import write_report  # noqa: E402
from branchline.lab.run import Run  # noqa: E402
from branchline.lab.run_figures import Study  # noqa: E402
from branchline.lab.settings import RunError  # noqa: E402
from branchline.lab.simulation import simulate  # noqa: E402
from branchline.lab.skill import trace_skill  # noqa: E402

__all__ = [
    "Arena",
    "MissingExtra",
    "Run",
    "RunError",
    "Study",
    "arena",
    "measure_luck",
    "simulate",
    "trace_skill",
    "write_report",
    "write_summary",
]
