"""Learn from a game: where it was won and lost, what was luck and what was skill, and what would have been better.

    from branchline.analysis import analyze
    from branchline.notation.record import load

    analysis = analyze(load("game.json"))
    for decision in analysis.decisions:
        print(decision.seat, decision.action, decision.error, decision.best)

Values are win shares, with standard errors; decisions are judged by what their seats could know.
`docs/analysis/how-it-judges.md` says how.
"""

from branchline.analysis.analyzing import WORLDS, analyze, deepening
from branchline.analysis.results import Analysis, Candidate, Decision, SeatSummary
from branchline.thinking.evaluators import EVALUATORS, Evaluator, make_evaluator

__all__ = [
    "EVALUATORS",
    "WORLDS",
    "Analysis",
    "Candidate",
    "Decision",
    "Evaluator",
    "SeatSummary",
    "analyze",
    "deepening",
    "make_evaluator",
]
