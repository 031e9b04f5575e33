"""How far one record moves the classifier in words, and what noise for a measured move loses."""

import math

import numpy as np

from dpcore.erm.losses import LOSSES
from dplab.studies.is_it_private.sensitivity import PAIRS, PRACTICAL, Moves
from pages.kit import words

TITLES = ("Random exchanges of one record", f"Noise for {PRACTICAL} pairs")
MOVED = "How far one record moves the classifier"
CALLED = ("Claimed ε", "Found on this table", "Found on any table")

WHY_NOT = (
    "A measured value must not calibrate noise, for two reasons:\n"
    "- it is computed from the records, so that the length of the noise tells of them;\n"
    "- another record, or another table, moves the classifier further."
)
DIGITS = 3
MORE = 1.0005
"""Multiples of ε from which on three digits tell a loss from it."""


def moved(found: Moves) -> str:
    """Return how far random exchanges move the classifier, beside the worst and the bound."""
    share = words.percent(found.worst / found.bound)
    many = f"{len(found.random):,}"
    bound = f"The bound is {_short(found.bound)}; the worst table found reaches {share} of it."
    largest, median = float(found.random.max()), float(np.median(found.random))
    if not largest:
        return (
            f"None of {many} random exchanges of one record moves the classifier, as far as the "
            f"solver can tell. {bound}"
        )
    return (
        f"A random exchange of one record moves the classifier by {_short(median)} (median), and "
        f"by at most {_short(largest)} in {many} tries. {bound}"
    )


def flags(found: Moves) -> tuple[str, ...]:
    """Return what stands above the histogram, the furthest first."""
    return (
        "bound 2/(nλ)",
        "worst on any table",
        "worst on this table",
        f"largest of {len(found.random):,}",
    )


def losses(found: Moves) -> dict[str, float]:
    """Return the claimed ε and the privacy losses found, of noise for what was measured."""
    epsilon = found.question.settings.epsilon
    times = (1.0, found.calibrated_here, found.calibrated)
    return {name: epsilon * each for name, each in zip(CALLED, times, strict=True)}


def has_losses(found: Moves) -> bool:
    """Tell whether there is noise that was calibrated to what was measured."""
    return all(math.isfinite(each) for each in losses(found).values())


def calibrated(found: Moves) -> str:
    """Return what noise loses that is calibrated to the largest of the first pairs, as Markdown."""
    epsilon = found.question.settings.epsilon
    if math.isinf(epsilon):
        return "At ε = ∞ there is no noise to calibrate: choose a finite ε."
    if not found.measured:
        return (
            f"**Measured on {PRACTICAL} pairs, the classifier does not move**, as far as the "
            "solver can tell: noise calibrated to that is none, and it protects nobody."
        )
    if found.calibrated < MORE:
        return (
            f"**The largest of {PRACTICAL} measured pairs ({_short(found.measured)}) is the worst "
            "that was found.** The length of noise for it still depends on the records."
        )
    claimed, here, anywhere = (_short(each) for each in losses(found).values())
    return (
        f"**Noise for the largest of {PRACTICAL} measured pairs ({_short(found.measured)}) claims "
        f"ε = {claimed} and does not keep it.** {_reached(here, anywhere)}"
    )


def _reached(here: str, anywhere: str) -> str:
    """Return the privacy losses, that of another table only where it is larger."""
    if here == anywhere:
        return (
            "For an attacker who knows all other records, the privacy loss reaches "
            f"{here} on this table; no worse table was found."
        )
    return (
        "For an attacker who knows all other records, the privacy loss reaches "
        f"{here} on this table and {anywhere} on another."
    )


def alt(found: Moves) -> str:
    """Return the figure for somebody who does not see it."""
    low, high = (float(each) for each in np.quantile(found.random, (0.25, 0.75)))
    largest = float(found.random.max())
    first = (
        f"How far {len(found.random):,} random exchanges of one record move the classifier: half "
        f"of them from {_short(low)} to {_short(high)}, the largest {_short(largest)}. "
        f"The worst found on this table is {_short(found.worst_here)}, on any table "
        f"{_short(found.worst)}, the bound 2/(nλ) {_short(found.bound)}"
    )
    if not has_losses(found):
        return first
    each = ", ".join(f"{name.lower()} {_short(loss)}" for name, loss in losses(found).items())
    return f"{first}. Beside it the privacy loss of noise for {PRACTICAL} measured pairs: {each}"


def made(found: Moves, called: str) -> str:
    """Return how the numbers were made."""
    settings = found.question.settings
    some = "" if len(found.random) == PAIRS else f" of {PAIRS:,}"
    less = _fewer(found)
    return (
        f"{called}, n = {found.n:,}, d = {found.d}, {LOSSES[settings.loss].label} loss, "
        f"λ = {words.number(settings.given_lam)}. {less}{len(found.random):,}{some} random pairs "
        "of neighbours, which share n − 1 records of the table; seed "
        f"{settings.seed}. A seeded search looks for the worst record to exchange on this table, "
        "and for the worst table. What it finds is reached; there may be worse, up to the bound."
    )


def _fewer(found: Moves) -> str:
    asked = found.question.settings.n
    if asked is None or found.n == asked:
        return ""
    return f"{asked:,} records were asked for. "


def _short(value: float) -> str:
    return words.rounded(value, DIGITS)
