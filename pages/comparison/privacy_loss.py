"""What pages on privacy losses share: the question behind settings, and losses in words.

A question is about a mechanism, a problem, and how many records of how many features. An address
that names no n means as many records as its data have for training.
"""

import math

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.records import Records

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
    return with_size(settings, n, settings.d, mechanism)


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
