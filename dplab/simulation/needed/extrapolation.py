"""More records in place of a larger ε: what a table says of one that is k times as large.

At the same λ, n records at ε and kn records at ε/k get the *same noise* in w. Where λ follows ε it
is the same, too: the rule's nλ depends on ε as 1/ε, but for its least value, at CMS11's clause, and
with a δ (`dpcore.privacy.regularization`); there the relation fails.

- output: β = nλε/2 depends on nε alone, so exactly;
- the objective family, where Δ = 0: b/n with β = ε'/2, and ε' = ε − 2 log(1 + c/(nλ)) is a k-th of
  itself to first order, where c/(nλ) is small beside 1 and beside ε. With Δ > 0 another problem is
  solved, and the relation fails;
- noise for (ε, δ) at the same δ does not grow like 1/ε, and the relation fails too.

So an error that was computed at (n, kε) stands for the error at (kn, ε), which the table is too
small to show. It is an extrapolation: kn records also give another classifier without noise,
usually a better one, of which the table knows nothing. Whether the relation holds is asked of the
plans themselves (`same_noise`), which know the law of every mechanism.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> same_noise("output", 2.0, 8, lam=0.01, n=500, loss=Logistic())
True
>>> same_noise("objective", 2.0, 8, lam=0.01, n=500, loss=Logistic())  # c/(nλ) = 0.05
True
>>> same_noise("objective", 2.0, 8, lam=1e-5, n=500, loss=Logistic())  # c/(nλ) = 50
False
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.simulation.needed.crossing import LevelCrossing

TOLERANCE = 0.01
"""By how much the noise's length may differ and still be called the same: less than a hundredth
moves no error that is shown in tenths of a percent."""


LamAt = Callable[[str, float, int], float]
"""λ of a mechanism at an ε and n."""


def same_noise(
    mechanism: str,
    epsilon: float,
    times: float,
    *,
    lam: float,
    n: int,
    loss: Loss,
    lam_of_more: float | None = None,
) -> bool:
    """Return whether k·n records at ε/k get the noise in w that n records get at ε.

    Parameters
    ----------
    mechanism : str
        A key of the registry.
    epsilon : float
        Of the n records.
    times : float
        k, at least 1; k·n is rounded.
    lam, n, loss
        Of the n records; the loss stays.
    lam_of_more : float, optional
        λ of the k·n records; the same if left out.
    """
    if lam_of_more is not None and abs(lam_of_more / lam - 1) > TOLERANCE:
        return False
    if MECHANISMS[mechanism].uses_delta:
        # At the same δ a tenth of ε asks for 14 to 22 % less than ten times the Gaussian noise.
        return False
    few = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss)
    more = lam if lam_of_more is None else lam_of_more
    many = calibrate(mechanism, epsilon / times, lam=more, n=round(times * n), loss=loss)
    if few.extra_lam > 0 or many.extra_lam > 0:
        return False
    return abs(shortened(few, many, n, round(times * n)) - 1) <= TOLERANCE


def shortened(few: Plan, many: Plan, n: int, more: int) -> float:
    """Return how many times as long the noise in w of n records is as that of more, at one λ."""
    family = MECHANISMS[few.mechanism].family
    grown = family.stiffness(more, 1.0) / family.stiffness(n, 1.0)
    return float(many.noise_rate * grown / few.noise_rate)


def with_more(
    found: LevelCrossing, mechanism: str, times: float, *, lam_at: LamAt, n: int, loss: Loss
) -> LevelCrossing | None:
    """Return the ε that is enough with k times the records, or None where nothing is known of it.

    Parameters
    ----------
    found : LevelCrossing
        The ε that is enough with n records.
    mechanism, times, n, loss
        As in `same_noise`; the relation has to hold at the answer and at the ends of its interval.
    lam_at : callable
        Returns λ of a mechanism at an ε and n.
    """
    for each in _ends(found):
        if not _is_same(mechanism, each, times, lam_at, n, loss):
            return None
    return _divided(found, times)


def times_needed(
    found: LevelCrossing, mechanism: str, epsilon: float, *, lam_at: LamAt, n: int, loss: Loss
) -> LevelCrossing | None:
    """Return how many times the records a chosen ε needs, or None where nothing is known of it.

    If n records are enough at ε*, then (ε*/ε)·n are at ε: they get the same noise.

    Parameters
    ----------
    found : LevelCrossing
        The ε that is enough with n records.
    epsilon : float
        The chosen one.
    mechanism, lam_at, n, loss
        As in `with_more`.

    Returns
    -------
    LevelCrossing or None
        Its places are numbers of times; below 1, fewer records than n are enough.
    """
    if np.isinf(epsilon):
        return None
    for each in _ends(found):
        times = max(1.0, each / epsilon)
        if not _is_same(mechanism, each, times, lam_at, n, loss):
            return None
    return _divided(found, epsilon)


def _is_same(
    mechanism: str, epsilon: float, times: float, lam_at: LamAt, n: int, loss: Loss
) -> bool:
    lam = lam_at(mechanism, epsilon, n)
    more = lam_at(mechanism, epsilon / times, round(times * n))
    return same_noise(mechanism, epsilon, times, lam=lam, n=n, loss=loss, lam_of_more=more)


def _ends(found: LevelCrossing) -> list[float]:
    return [found.place, found.low, *([found.high] if np.isfinite(found.high) else [])]


def _divided(found: LevelCrossing, by: float) -> LevelCrossing:
    return replace(found, place=found.place / by, low=found.low / by, high=found.high / by)
