"""What pages on privacy losses share: the question behind settings, and losses in words.

A question is about a mechanism, a problem, and how many records of how many features. An address
that names no n means as many records as its data have for training. With somebody's own table, one
that names no d means the features of that table.
"""

import math

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.records import Records
from pages.comparison.values import WHOLE_BOUNDS

NO_BUDGET = "At ε = ∞ there is nothing to spend: choose a finite ε."
WITHIN = 1 + 1e-9
"""Multiples of the claim that rounding may add."""

SHORT = {
    "holds": "holds",
    "open": "no proof",
    "broken": "broken",
    "endless": "no limit",
    "approximate": "(ε, δ)",
    "none": "no claim",
}
"""Verdicts in a word or two."""

DIGITS = 3
"""Of a privacy loss."""

ANY = "objective"
"""The mechanism of a question that is about several."""


def of(settings: Settings, records: Records, mechanism: str = ANY) -> Question:
    """Return what is asked of all data sets of the settings' size."""
    n = settings.n or records.available(settings.data)
    return with_size(settings, n, features(settings, records), mechanism)


def features(settings: Settings, records: Records) -> int:
    """Return d of the settings; that of somebody's own table where none is named.

    The largest d that a control offers is the most.
    """
    if not settings.is_own or not records.own or settings.d != Settings.d:
        return settings.d
    return min(int(records.own.data.X.shape[1]), WHOLE_BOUNDS["d"][1])


def with_size(settings: Settings, n: int, d: int, mechanism: str) -> Question:
    """Return the same of n records with d features."""
    return Question(
        mechanism,
        settings.epsilon,
        settings.given_lam,
        settings.loss,
        settings.h,
        n,
        d,
        settings.delta,
    )


def short(value: float) -> str:
    """Return a privacy loss with three digits: 0.0929, 5.99, 124; ∞ where there is no limit."""
    if math.isinf(value):
        return "∞"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.{DIGITS}g}"
