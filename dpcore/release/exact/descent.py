"""A minimiser that is within a tolerance on every table, by proof: steps down the gradient.

Newton's method is quick, and nobody can say for which tables it fails; where it does, a refusal
tells of the records. Plain steps are slow, and how many are enough is known beforehand.

**Why.** J is μ-strongly convex with an L-Lipschitz gradient, μ = λ+Δ and L = c+λ+Δ, κ = L/μ. A step
w - ∇J(w)/L brings every w nearer to the minimiser w*, by the factor 1 - 1/κ at least. Let doubles
hide at most e of a gradient, and at most 2^-49 W of the step's product and difference, where W is
(1 + ‖b‖/n)/μ and bounds ‖w*‖. Then after T steps from 0

    ‖w_T - w*‖ ≤ (1 - 1/κ)^T W + κ (e/L + 2^-49 W),

and no iterate is longer than 3W. ‖∇J(w_T)‖ is at most L times as much, and so at most τ/2 if

    T ≥ κ log(4LW/τ)   and   κ (e + 2^-49 LW) ≤ τ/4.

Then e ≤ τ/4 too: the measured gradient, at most τ/2 + e, and what doubles hide of it come to no
more than τ, and the draw counts. (T is taken a thousandth larger: 1/L is rounded as well.)

Examples
--------
>>> n_steps(1e-9, curvature=0.25, lam=0.01, longest=100.0, hidden=1e-13)
662
>>> n_steps(1e-9, curvature=0.25, lam=1e-9, longest=1e9, hidden=1e-13) is None
True
"""

import math

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import Loss

MOST_STEPS = 300_000
"""Beyond, nobody would wait for it."""


def n_steps(
    tau: float, *, curvature: float, lam: float, longest: float, hidden: float
) -> int | None:
    """Return how many steps are enough on every table; None where that is not proven, or too many.

    Parameters
    ----------
    tau : float
        Largest gradient that counts.
    curvature, lam : float
        c, and λ+Δ.
    longest : float
        W, more than which no minimiser is long.
    hidden : float
        e, more than which doubles hide of no gradient at a point of length 3W.
    """
    smooth = curvature + lam
    kappa = smooth / lam
    if kappa * (hidden + 2.0**-49 * smooth * longest) > tau / 4:
        return None
    steps = math.ceil(1.001 * kappa * math.log(max(4 * smooth * longest / tau, 1.0))) + 1
    return steps if steps <= MOST_STEPS else None


def descend(X: Array, y: Array, loss: Loss, lam: float, linear: Array, steps: int) -> Array:
    """Return the point after so many steps from 0, shape (n_features,).

    Parameters
    ----------
    X, y : array (n, n_features), array (n,)
    loss : Loss
    lam : float
        λ+Δ.
    linear : array (n_features,)
        b/n.
    steps : int
    """
    w, size = np.zeros(X.shape[1]), 1 / (loss.curvature + lam)
    for _ in range(steps):
        w = w - size * gradient(X, y, loss, lam, linear, w)
    return w


def gradient(X: Array, y: Array, loss: Loss, lam: float, linear: Array, w: Array) -> Array:
    """Return ∇J at w, shape (n_features,), as doubles have it."""
    slopes = y * loss.slope(y * (X @ w))
    return np.asarray(X.T @ slopes / len(y) + lam * w + linear)
