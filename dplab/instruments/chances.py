"""What a private classifier answers before any is drawn: the chance of +1, record by record.

A record's margin is m = w·x at the minimiser w of the problem at λ + Δ, and noise of length 1 moves
it by at most its *reach* r. With F the noise's law along a direction at rate 1 (`NormLaw.along`),

    p(x) = Pr[w̃·x ≥ 0] = F(β m/r).

| noise | reach r | p |
| --- | --- | --- |
| on the minimiser | ‖x‖ | exact |
| in the objective | ‖A⁻¹x‖, A = n∇²J(w) + nΔI | to first order: w̃ - w ≈ -A⁻¹b |

Where noise cannot move the margin, since r = 0 or β = ∞, the answer is that of w itself: +1 where
m ≥ 0, so always for x = 0.

**Disagreement** is the chance that two independent releases answer differently, 2p(1 - p). From K
draws the same with the share p̂ of +1 comes out too small by a factor (K-1)/K on average, for which
`disagreement_from` corrects: of the K² pairs of draws, it counts those of two different draws.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.mechanisms import calibrate
>>> plan = calibrate("output", 1.0, lam=0.1, n=100, loss=Logistic())
>>> p = chance(np.array([0.3, -0.1, 0.0]), np.array([1.0, 0.5, 0.0]), plan, n_features=2)
>>> p.round(3), disagreement(p).round(3)
(array([0.842, 0.239, 1.   ]), array([0.266, 0.363, 0.   ]))
>>> disagreement_from(np.array([2, 3]), n_draws=4).round(3)
array([0.667, 0.5  ])
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import family_of
from dpcore.privacy.noise import NORM_LAWS

FEWEST_TO_DISAGREE = 2
"""Draws: a single one has nothing to disagree with."""


def chances(X: Array, coef: Array, plan: Plan, hessian: Callable[[], Array]) -> Array:
    """Return the chance that a release by a plan answers each record with +1.

    X (n, n_features) are the records to be answered, of a test most often. `coef` is the minimiser
    on the training records at λ + Δ, without noise; `hessian`, called only where noise enters the
    objective, returns `hessian_at` it. The chances (n,) are exact where
    `Mechanism.has_exact_chances`; elsewhere to first order in the noise, of an error that only
    draws can tell.

    Raises
    ------
    InvalidInput
        If the noise has no closed form along a direction.
    """
    reach = family_of(plan).reach(X, hessian)
    return chance(X @ coef, reach, plan, X.shape[1])


def chance(margins: Array, reach: Array, plan: Plan, n_features: int) -> Array:
    """Return the chance of +1 at given margins.

    Parameters
    ----------
    margins : array (..., n)
        w·x without noise.
    reach : array (..., n)
        How far noise of length 1 can move each of them, 0 or more (`Family.reach`).
    plan : Plan
        Its noise rate and the law of the noise's length are used.
    n_features : int
        Dimensions of the noise.

    Returns
    -------
    array (..., n)
        In [0, 1], of the shape that both arrays have together.

    Raises
    ------
    InvalidInput
        If the noise has no closed form along a direction.
    """
    along = NORM_LAWS[plan.norm_law].along
    if along is None:
        known = ", ".join(name for name, law in NORM_LAWS.items() if law.along)
        raise InvalidInput(
            f"norm_law must be one of {known} for chances without draws; got {plan.norm_law}. "
            "Count the answers of draws instead."
        )
    margins, reach = np.broadcast_arrays(margins, reach)
    moved = (reach > 0) & np.isfinite(plan.noise_rate)
    # The answer without noise; sgn(0) = +1.
    p = (margins >= 0).astype(np.float64)
    with np.errstate(over="ignore"):  # a margin that no noise will reach is ∞ lengths away
        p[moved] = along(plan.noise_rate * (margins[moved] / reach[moved]), n_features)
    return p


def hessian_at(
    coef: Array,
    X: Array,
    y: Array,
    *,
    loss: Loss,
    lam: float,
    sample_weight: Array | None = None,
) -> Array:
    """Return n∇²J(w) = Σ a_{y_i} ℓ''(y_i w·x_i) x_i x_iᵀ + nλI.

    The records are those of the training, and `lam` is λ + Δ. `sample_weight` is how many equal
    records each row stands for; one each if left out. n is their sum.
    """
    counts = np.ones(len(y)) if sample_weight is None else sample_weight
    # By one product of matrices; `Objective` shares its products among many draws, and here is one.
    bend = counts * loss.class_weights(y) * loss.curvature_at(y * (X @ coef))
    return np.asarray((X.T * bend) @ X + counts.sum() * lam * np.eye(len(coef)))


def chance_wrong(p: Array, y: Array) -> Array:
    """Return the chance that each record's label is named wrongly; its mean is the expected error.

    p (..., n) is the chance of +1. The mean over some of the records is what a release errs on
    these, on average.
    """
    return np.where(y > 0, 1 - p, p)


def disagreement(p: npt.ArrayLike) -> Array:
    """Return the chance that two independent releases answer differently, 2p(1 - p).

    Parameters
    ----------
    p : array-like
        Chance of +1, of any shape.

    Returns
    -------
    array of p's shape
        In [0, 1/2].
    """
    chance_of_one = np.asarray(p, dtype=np.float64)
    return np.asarray(2 * chance_of_one * (1 - chance_of_one))


def disagreement_from(votes: npt.ArrayLike, n_draws: int) -> Array:
    """Return the disagreement that draws show, 2p̂(1 - p̂)K/(K - 1): on average, the true one.

    Parameters
    ----------
    votes : array-like
        How many of the draws answer +1, of any shape.
    n_draws : int
        K, at least `FEWEST_TO_DISAGREE`.

    Returns
    -------
    array of votes' shape
        In [0, 1]: the share of pairs of draws that answer differently.

    Raises
    ------
    InvalidInput
        If there are fewer than two draws, or votes are not between 0 and K.
    """
    n_draws = checks.whole("n_draws", n_draws, low=FEWEST_TO_DISAGREE)
    counted = np.asarray(votes, dtype=np.float64)
    outside = ~((counted >= 0) & (counted <= n_draws))
    if outside.any():
        raise InvalidInput(
            f"votes must be between 0 and the {n_draws:,} draws; "
            f"got {checks.cut(counted[outside][0])}. Count the draws that answer +1."
        )
    return np.asarray(2 * counted * (n_draws - counted) / (n_draws * (n_draws - 1.0)))
