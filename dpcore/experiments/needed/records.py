"""More records in place of a larger ε: what a table says of one that is k times as large.

At the same λ, n records at ε and kn records at ε/k get the *same noise* in w:

- output: β = nλε/2 depends on nε alone, so exactly;
- the objective family, where Δ = 0: b/n with β = ε'/2, and ε' = ε − 2 log(1 + c/(nλ)) is a k-th of
  itself to first order, where c/(nλ) is small beside 1 and beside ε. With Δ > 0 another problem is
  solved, and the relation fails.

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

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.experiments.needed.crossing import Needed
from dpcore.privacy.mechanisms import MECHANISMS, calibrate

TOLERANCE = 0.01
"""By how much the noise's length may differ and still be called the same: less than a hundredth
moves no error that is shown in tenths of a percent."""

TIMES = (2, 4, 8, 16, 32, 64)
"""How many times the records an extrapolation goes: two decades, as far as anybody collects."""


def same_noise(
    mechanism: str, epsilon: float, times: float, *, lam: float, n: int, loss: Loss
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
        Of the n records; λ and the loss stay.
    """
    few = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss)
    many = calibrate(mechanism, epsilon / times, lam=lam, n=round(times * n), loss=loss)
    if few.extra_lam > 0 or many.extra_lam > 0:
        return False
    grown = 1.0 if MECHANISMS[mechanism].perturbs == "output" else round(times * n) / n
    rate = many.noise_rate * grown
    return bool(few.noise_rate <= rate * (1 + TOLERANCE) and rate <= few.noise_rate * (1 + TOLERANCE))


def with_more(
    found: Needed, mechanism: str, times: float, *, lam: float, n: int, loss: Loss
) -> Needed | None:
    """Return the ε that is enough with k times the records, or None where nothing is known of it.

    Parameters
    ----------
    found : Needed
        The ε that is enough with n records.
    mechanism, times, lam, n, loss
        As in `same_noise`; the relation has to hold at the answer and at the ends of its interval.
    """
    ends = [found.place, found.low, *([found.high] if np.isfinite(found.high) else [])]
    if not all(same_noise(mechanism, each, times, lam=lam, n=n, loss=loss) for each in ends):
        return None
    return Needed(
        found.place / times, found.low / times, found.high / times, found.is_first, found.until
    )


@dataclass(frozen=True, eq=False)
class Beyond:
    """A curve along n, continued beyond the table.

    Parameters
    ----------
    sizes : array (n_sizes,)
        The table's own size first, then its multiples.
    errors : array (n_sizes,)
        Medians: those of the table at k times ε.
    enough : float
        The first size at which the error is low enough, between two of them read off a line over
        log n; ∞ if none is.
    """

    sizes: Array
    errors: Array
    enough: float


def times_that_hold(
    mechanism: str, epsilon: float, *, lam: float, n: int, loss: Loss
) -> tuple[int, ...]:
    """Return up to how many times the records (n, kε) stands for (kn, ε): the ks, from 1 on."""
    good = [1]
    for times in TIMES:
        if not same_noise(mechanism, times * epsilon, times, lam=lam, n=n, loss=loss):
            break
        good.append(times)
    return tuple(good) if len(good) > 1 else ()


def beyond(n: int, times: Sequence[int], errors: Array, target: float) -> Beyond:
    """Return a curve along n continued beyond the table, and where it comes down to `target`.

    Parameters
    ----------
    n : int
        Records of the table.
    times : sequence of int
        k, ascending from 1.
    errors : array (n_times, n_folds, n_draws)
        Those of the n records at kε.
    target : float

    Examples
    --------
    >>> errors = np.repeat([[[0.4]], [[0.2]], [[0.1]]], 9, axis=2)
    >>> beyond(100, (1, 2, 4), errors, target=0.2).enough
    200.0
    """
    medians = np.median(np.median(errors, axis=-1), axis=-1)
    falling = np.minimum.accumulate(medians)
    sizes = n * np.asarray(times, dtype=float)
    low = np.flatnonzero(falling <= target + 1e-12)
    enough = np.inf
    if len(low):
        first = int(low[0])
        enough = float(sizes[first])
        if first:
            drop = falling[first - 1] - falling[first]
            share = (falling[first - 1] - target) / drop if drop > 0 else 1.0
            enough = float(sizes[first - 1] * (sizes[first] / sizes[first - 1]) ** share)
    return Beyond(sizes, medians, enough)
