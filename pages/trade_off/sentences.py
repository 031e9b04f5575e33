"""What the trade-off says of a table that is larger than the visitor's."""

import math
from collections.abc import Mapping

from dpcore.experiments.needed.crossing import Needed
from pages.shared import words

EXTRAPOLATED = (
    "An extrapolation, not a result. At the same λ, n records at ε and k times as many at ε/k get "
    "the same noise in w: exactly for output perturbation; for objective perturbation only where "
    "Δ = 0 and c/(nλ) is small, here to within 1 %. The error without noise on more records, from "
    "which the points count, is not known: it is taken to be the same distance away."
)
"""On what it rests."""


def more_records(times: int, found: Mapping[str, Needed | None]) -> str:
    """Return which ε would be enough with more records, or nothing if nothing is asked.

    Parameters
    ----------
    times : int
        How many times the records of the table.
    found : mapping
        By what a mechanism is called, the ε that would be enough, or None where the noise of
        smaller tables tells nothing of larger ones.
    """
    if not found:
        return ""
    known = [f"{name} {_enough(at)}" for name, at in found.items() if at]
    unknown = " and ".join(name for name, at in found.items() if at is None)
    told = [f"With {times} times the records (extrapolated): {'; '.join(known)}."] if known else []
    if unknown:
        told.append(
            f"For {unknown}, nothing can be said of more records: here Δ > 0, or c/(nλ) is not "
            "small, and the noise is another one."
        )
    return " ".join(told)


def _enough(at: Needed) -> str:
    place = f"ε = {_rounded(at.place)}"
    if at.is_first:
        return f"{place} or less"
    if math.isinf(at.high):
        return f"{place} (from {_rounded(at.low)} on)"
    return f"{place} ({_rounded(at.low)} to {_rounded(at.high)})"


def _rounded(value: float) -> str:
    """Return an ε as well as it is known."""
    return words.number(float(f"{value:.2g}"))
