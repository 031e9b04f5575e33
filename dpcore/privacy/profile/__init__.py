"""The whole guarantee of a plan: δ at every ε, both errors of every test, every Rényi order.

A guarantee (ε, δ) is one point of a curve. The noise promises all of the curve, and it says far
more: with Gamma noise at ε = 1 in 30 dimensions an attacker who tells two neighbouring tables apart
is right 53.7 times in 100, where ε alone would allow 73.1. `laws` has the curves, `gamma` and
`gaussian` the formulas, `conversions` what else the same promise may be called, and `composition`
what several releases cost together.

All of it is about neighbouring tables and whoever knows everything but which of the two it is. None
of it looks at a record.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.mechanisms import calibrate
>>> plan = calibrate("output", 1.0, lam=0.01, n=1000, loss=Logistic())
>>> delta(plan, [0.3, 0.6], n_features=10).round(5)
array([0.03347, 0.00274])
>>> round(epsilon(plan, 1e-6, n_features=30), 3)
0.659
>>> tradeoff(plan, [0.05], n_features=30).round(3)
array([0.928])
"""

import numpy.typing as npt

from dpcore.checks import Array
from dpcore.privacy.calibration import Plan
from dpcore.privacy.profile.curves import (
    epsilon_at,
    real,
    renyi_divergence,
    type_two_error,
)
from dpcore.privacy.profile.laws import of_plan


def delta(plan: Plan, epsilon: npt.ArrayLike, n_features: int) -> Array:
    """Return the δ that a plan's noise keeps at another ε.

    Parameters
    ----------
    plan : Plan
        Of a mechanism that keeps a promise, at a finite ε.
    epsilon : array-like
        Any real numbers, of any shape.
    n_features : int
        d of the noise: every coefficient, those of levels and of the constant, too.

    Returns
    -------
    array of epsilon's shape
        In [0, 1]. Exact for noise on the minimiser, for neighbours that move it by as much as one
        record can; for noise in the objective a bound (`laws`).

    Raises
    ------
    InvalidInput
        If the plan promises nothing, or an argument is out of range.

    Guarantee
    ---------
    One draw of the plan is (ε, δ)-differentially private at each of these pairs, under the
    assumptions of `mechanisms.draw`.
    """
    return of_plan(plan, n_features).profile(real(epsilon))


def epsilon(plan: Plan, delta: float, n_features: int) -> float:
    """Return the smallest ε that a plan's noise keeps with a δ.

    Parameters
    ----------
    plan, n_features
        As in `delta`.
    delta : float
        In [0, 1].

    Returns
    -------
    float
        0 or more, rounded up; at δ = 0 the pure ε, ∞ where there is none.

    Raises
    ------
    InvalidInput
        As in `delta`.

    Guarantee
    ---------
    That of `delta`, at this one pair.
    """
    return epsilon_at(of_plan(plan, n_features), delta)


def tradeoff(plan: Plan, alpha: npt.ArrayLike, n_features: int) -> Array:
    """Return the least type II error of every test of one table against its neighbour.

    Parameters
    ----------
    plan, n_features
        As in `delta`.
    alpha : array-like
        Type I errors in [0, 1], of any shape: how often the test raises a false alarm.

    Returns
    -------
    array of alpha's shape
        No test that sees one release has a smaller one (Dong, Roth and Su 2022). Exact where
        `delta` is.

    Raises
    ------
    InvalidInput
        As in `delta`.
    """
    return type_two_error(of_plan(plan, n_features), alpha)


def renyi(plan: Plan, alpha: npt.ArrayLike, n_features: int) -> Array:
    """Return the Rényi divergence of a plan's output on one table from that on its neighbour.

    Parameters
    ----------
    plan, n_features
        As in `delta`.
    alpha : array-like
        Orders above 1, of any shape.

    Returns
    -------
    array of alpha's shape
        For noise on the minimiser exact, for neighbours that are as far apart as one record can
        move them; for noise in the objective a bound, by the profile.

    Raises
    ------
    InvalidInput
        As in `delta`.
    """
    return renyi_divergence(of_plan(plan, n_features), alpha)
