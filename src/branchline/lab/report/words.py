"""Figures in words."""

from __future__ import annotations

from math import isinf

from branchline.lab.statistics import Estimate

_THIN = "\u202f"  # a narrow space that does not break


def percent(share: float | None, digits: int = 1) -> str:
    """A share: "53.1 %"."""
    return "–" if share is None else f"{_minus(f'{100 * share:.{digits}f}')}{_THIN}%"


def points(value: float | None, digits: int = 1) -> str:
    """A number of points, or of anything: "12.3"."""
    return "–" if value is None else _minus(f"{value:,.{digits}f}")


def signed(value: float | None, digits: int = 1) -> str:
    """A difference: "+12.3"."""
    return "–" if value is None else _minus(f"{value:+,.{digits}f}")


def signed_percent(share: float | None, digits: int = 1) -> str:
    """A difference between shares, in percentage points: "+3.2"."""
    return signed(None if share is None else 100 * share, digits)


def percent_between(estimate: Estimate) -> str:
    """A share with its interval: "53.1 % (51.7 to 54.5)"."""
    low, high = _minus(f"{100 * estimate.low:.1f}"), _minus(f"{100 * estimate.high:.1f}")
    return f"{percent(estimate.value)} ({low} to {high})"


def between(low: float | None, high: float | None, scale: float = 1.0, digits: int = 1) -> str:
    """An interval: "51.7 to 54.5"; a dash if there is none, or a single case tells nothing."""
    if low is None or high is None or isinf(low) or isinf(high):
        return "–"
    return f"{_minus(f'{scale * low:.{digits}f}')} to {_minus(f'{scale * high:.{digits}f}')}"


def ordinal(number: int) -> str:
    """A place in an order: "first"."""
    names = ("first", "second", "third", "fourth", "fifth")
    return names[number - 1] if number <= len(names) else f"{number}th"


def _minus(text: str) -> str:
    return text.replace("-", "−")
