"""A minimiser that is within a tolerance on every table, by proof: steps down the gradient.

Newton's method is quick, and nobody can say for which tables it fails; where it does, a refusal
tells of the records. Plain steps are slow, and how many are enough is known beforehand.

**Why.** J is μ-strongly convex with an L-Lipschitz gradient, μ = λ+Δ and L = c+λ+Δ, κ = L/μ. A step
w - ∇J(w)/L brings every w nearer to the minimiser w*, by the factor 1 - 1/κ at least. Let W bound
‖w*‖, and let doubles hide at most e of a gradient at a point of length 2W + τ/L, and at most
2^-49 W of the step's product and difference. Then after T steps from 0

    ‖w_T - w*‖ ≤ (1 - 1/κ)^T W + κ (e/L + 2^-49 W).

‖∇J(w_T)‖ is at most L times as much, and so at most τ/2 if

    T ≥ κ log(4LW/τ)   and   κ (e + 2^-49 LW) ≤ τ/4.

No iterate is then longer than 2W + τ/L. What is measured in the end, at most τ/2 + e, and what the
check of a draw supposes to be hidden, which must be at most τ/4, come to no more than τ: the draw
counts. (T is taken a thousandth larger: 1/L is rounded as well.)

**W.** ∇J(w*) = 0, with slopes of at most 1, so that μ‖w*‖ ≤ 1 + ‖b‖/n. And a loss is never
negative, and J at w* no larger than at 0, where all margins are 0: (μ/2)‖w*‖² - ‖b‖‖w*‖/n ≤ ℓ(0),
hence, with r = ‖b‖/(nμ),

    W = min(1/μ + r, r + √(r² + 2ℓ(0)/μ)).

**e.** Sums over records are taken in blocks of 64, and blocks by halves: of a mean of n products as
many roundings lie on each one's way as `roundings` says, 73 in place of n = 30,000.

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

BLOCK = 64
"""Records whose products are summed in any order."""

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
        e, more than which doubles hide of no gradient at a point of length 2W + τ/L.
    """
    smooth = curvature + lam
    kappa = smooth / lam
    if kappa * (hidden + 2.0**-49 * smooth * longest) > tau / 4:
        return None
    steps = math.ceil(1.001 * kappa * math.log(max(4 * smooth * longest / tau, 1.0))) + 1
    return steps if steps <= MOST_STEPS else None


def longest(loss: Loss, lam: float, linear: float) -> float:
    """Return W, more than which no minimiser is long, for ‖b‖/n = `linear`."""
    r = linear / lam
    return min(1 / lam + r, r + math.sqrt(r * r + 2 * float(loss.value(np.zeros(1))[0]) / lam))


def roundings(n: int) -> int:
    """Return how many roundings a product meets at most on its way into `gradient`'s sum over n."""
    return BLOCK + math.ceil(math.log2(n // BLOCK + 1))


def descend(
    X: Array,
    y: Array,
    loss: Loss,
    lam: float,
    linear: Array,
    steps: int,
    weight: Array | None = None,
) -> Array:
    """Return the point after so many steps from 0, shape (n_features,).

    `lam` is λ+Δ, and `linear` (n_features,) is b/n; the weight is as in `gradient`.
    """
    w, size = np.zeros(X.shape[1]), 1 / (loss.curvature + lam)
    for _ in range(steps):
        w = w - size * gradient(X, y, loss, lam, linear, w, weight)
    return w


def gradient(
    X: Array,
    y: Array,
    loss: Loss,
    lam: float,
    linear: Array,
    w: Array,
    weight: Array | None = None,
) -> Array:
    """Return ∇J at w, shape (n_features,), as doubles have it.

    `weight` (n,) is what each record counts, at most 1; left out, its class by the loss.
    """
    # Rounded once more where a weight is not 1: `roundings` and `hidden` count n of a sum of n.
    weight = loss.class_weights(y) if weight is None else weight
    slopes = y * (weight * loss.slope(y * (X @ w)))
    whole = len(y) // BLOCK * BLOCK
    blocks = slopes[:whole].reshape(-1, 1, BLOCK) @ X[:whole].reshape(-1, BLOCK, X.shape[1])
    sums = np.vstack([blocks[:, 0], slopes[whole:] @ X[whole:]])
    while len(sums) > 1:
        half = len(sums) // 2
        sums = np.vstack([sums[:half] + sums[half : 2 * half], sums[2 * half :]])
    return np.asarray(sums[0] / len(y) + lam * w + linear)
