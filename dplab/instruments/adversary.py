"""What a classifier reveals to somebody who knows every record but one.

The *informed adversary* knows n, λ, the loss, all records but one, and sees the released w (Balle,
Cherubin and Hayes 2022). A record acts through u = y x alone; s(z) = -ℓ'(z), from 0 to 1.

**Without noise** the gradient is zero at w, so that what the known records leave over,

    g = nλw - Σ s(y_i w·x_i) y_i x_i = s(w·u) u,

is known, and u = t g with t s(t w·g) = 1 and t ≥ 1. For w·g ≤ 0 there is one root; for w·g > 0 at
most two, on the two sides of the place where z s(z) is largest. A candidate outside of the unit
ball is none. A record beyond a hinge's corner has s = 0 and leaves no trace: g = 0.

**With noise** the adversary is left with a posterior over suspects u_1 … u_m,

    p(u_j | w) ∝ prior_j · p(w | known records and u_j),

exact because both families of mechanisms are bijections from noise to classifier (`meter`):

- output perturbation: the noise is w - w*_j, with w*_j the minimiser with suspect j;
- objective perturbation: b_j = -n(λ+Δ)w + Σ s_i y_i x_i + s(w·u_j) u_j, and the Jacobian is
  det H_j = det H₀ (1 + ℓ''(w·u_j) u_jᵀ H₀⁻¹ u_j), H₀ without the unknown record.

This is Bayes-optimal: nobody with the same knowledge does better. `ceiling` bounds it for ε-DP
mechanisms; other records, and other knowledge, may come nearer to it than the ones at hand.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.erm.solver import solve
>>> X, y = np.array([[0.6, 0.0], [0.0, 0.8], [-0.3, 0.4]]), np.array([1.0, -1.0, 1.0])
>>> (w,) = solve(X, y, Logistic(), 0.1).coefs
>>> reconstruct(w, X[:2], y[:2], loss=Logistic(), lam=0.1).candidates.round(6)
array([[-0.3,  0.4]])
>>> round(ceiling(1.0, 0.1), 3)
0.232
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.objective import row_dot
from dpcore.erm.solver import TOLERANCE
from dpcore.privacy.calibration import Plan
from dplab.instruments.informed import Informed

HALVINGS = 200
"""Bisections, in the logarithm: they end at neighbouring doubles, whatever the bracket."""

LARGEST_MARGIN = 700.0
"""Where the slope of the logistic loss nears the smallest doubles; hinges are flat long before."""


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """What a classifier without noise reveals of the one record that is not known.

    Parameters
    ----------
    left_over : array (n_features,)
        g = s(w·u) u, what the known records leave of the gradient.
    candidates : array (n_roots, n_features)
        Each u = y x of the unit ball that fits: none if what it left is below the solver's
        tolerance, else one or two, the shorter one first.
    factors : array (2,)
        t of both roots, whether u = t g lies in the ball or not; nan for one that is not there.
    """

    left_over: Array
    candidates: Array
    factors: Array


def reconstruct(
    coef: Array,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    loss: Loss,
    lam: float,
    sample_weight: npt.ArrayLike | None = None,
) -> Reconstruction:
    """Recover the one record that is not known from a classifier without noise.

    `coef` is the released minimiser of all n records at `lam`; X (n - 1, n_features), ‖x‖₂ ≤ 1, and
    labels y are those that are known. `sample_weight` is how many of the known records each row
    stands for; n is their sum and 1 more.

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """
    X, y = checks.records(X, y)
    counts = (
        np.ones(len(y))
        if sample_weight is None
        else checks.counts("sample_weight", sample_weight, len(y))
    )
    n = int(counts.sum()) + 1
    known: Array = (counts * _s(X @ coef * y, loss) * y) @ X
    # n times the zero gradient at the minimiser, solved for the term of the one that is not known.
    left_over = n * checks.positive("lam", lam) * coef - known
    (records,) = candidates(coef, left_over[None], loss=loss, n=n)
    return Reconstruction(left_over, records, _factors(left_over[None] @ coef, loss)[0])


def reconstruct_each(
    coef: Array,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    loss: Loss,
    lam: float,
    sample_weight: npt.ArrayLike | None = None,
) -> list[Array]:
    """Recover every record of a data set, each by an adversary who knows all others.

    Parameters
    ----------
    coef : array (n_features,)
        The released minimiser.
    X, y : array (n, n_features), array (n,)
        All records.
    loss, lam
        As in `reconstruct`.
    sample_weight : array (n_rows,), optional
        How many records each row stands for; the adversary knows all of them but one.

    Returns
    -------
    list of array (n_roots, n_features)
        The candidates for each row, in order.
    """
    X, y = checks.records(X, y)
    counts = (
        np.ones(len(y))
        if sample_weight is None
        else checks.counts("sample_weight", sample_weight, len(y))
    )
    n = int(counts.sum())
    pulls = (_s(X @ coef * y, loss) * y)[:, None] * X
    # Summed once; what each leaves is the sum with its own term given back.
    gradient = n * checks.positive("lam", lam) * coef - counts @ pulls
    return candidates(coef, gradient + pulls, loss=loss, n=n)


def candidates(coef: Array, left_over: Array, *, loss: Loss, n: int) -> list[Array]:
    """Return the records of the unit ball that leave each g, shape (n_roots, n_features).

    Parameters
    ----------
    coef : array (n_features,) or (m, n_features)
        One classifier for all, or one for each g.
    left_over : array (m, n_features)
    loss : Loss
    n : int
        Records in all: a solver's tolerance is one of their mean gradient.
    """
    factors = _factors(row_dot(left_over, np.broadcast_to(coef, left_over.shape)), loss)
    lengths = np.linalg.norm(left_over, axis=1)
    # At the tolerance of the solver nothing is left; g itself is known to that.
    traced = lengths > 10 * n * TOLERANCE
    # With room for rounding: records of norm 1, as many are, must not fall out of the ball.
    inside = factors * lengths[:, None] <= 1 + 1e-6
    return [
        t[fits & trace, None] * g
        for t, fits, trace, g in zip(factors, inside, traced, left_over, strict=True)
    ]


def _factors(a: Array, loss: Loss) -> Array:
    """Return the roots t ≥ 1 of t s(t a) = 1 on both sides of the peak, shape (m, 2); nan for none.

    On the near side t = 1/s(z) with z = t a below the peak, on the far side beyond it.
    """
    peak = _peak(loss)
    # By rounding, a record at the peak may leave slightly more than the largest z s(z).
    highest = peak * _s(peak, loss) * (1 + 1e-12)
    near, far = np.full(len(a), np.nan), np.full(len(a), np.nan)
    # Where a is larger, no t fits: g is none that a record leaves, and both stay nan.
    negative, positive = a <= 0, (a > 0) & (a <= highest)
    # Below the peak s is at least s(peak), and t = 1/s(z) at most this.
    most = np.float64(1 / _s(peak, loss))
    near[negative] = _root(
        a[negative], np.ones(negative.sum()), np.float64(1 / _s(0.0, loss)), loss
    )
    with np.errstate(over="ignore"):
        turn = peak / a[positive]
        last = LARGEST_MARGIN / a[positive]
    near[positive] = _root(a[positive], np.ones(positive.sum()), np.minimum(turn, most), loss)
    far[positive] = _root(a[positive], turn, np.minimum(last, 1e300), loss, rises=False)
    return np.column_stack([near, far])


def _root(
    a: Array, low: Array, high: Array | np.float64, loss: Loss, *, rises: bool = True
) -> Array:
    """Bisect t s(t a) = 1 in log t between `low` and `high`, where it is monotone."""
    # In log t, since a root on the far side may be 1e300, and both ends must halve alike.
    below, above = np.log(low), np.log(np.broadcast_to(high, a.shape))
    for _ in range(HALVINGS):
        middle = (below + above) / 2
        t = np.exp(middle)
        beyond = (t * _s(t * a, loss) > 1) == rises
        below, above = np.where(beyond, below, middle), np.where(beyond, middle, above)
    return np.asarray(np.exp((below + above) / 2))


def _peak(loss: Loss) -> float:
    """Return where z s(z) is largest: 1.2785 for the logistic loss."""
    low, high = 0.0, LARGEST_MARGIN
    for _ in range(HALVINGS):
        z = (low + high) / 2
        # The sign of (z s(z))' = s(z) - z ℓ''(z), with s' = -ℓ''.
        rises = _s(z, loss) > z * float(loss.curvature_at(np.array([z]))[0])
        low, high = (z, high) if rises else (low, z)
    return low


def _s(margins: Array | float, loss: Loss) -> Array:
    return -loss.slope(np.asarray(margins, dtype=float))


def ceiling(epsilon: float, prior: float) -> float:
    """Return the most that whoever knows all other records may believe: e^ε p/(e^ε p + 1 - p).

    Under ε-DP, of a suspect for the one record that is unknown. Of whoever believes instead that
    records go together, that k people share a bit, say, kε is the limit.

    Parameters
    ----------
    epsilon : float
        Positive; for `objective_2008`, which is not ε-DP in general, the proven ceiling S.
    prior : float
        p, what was believed before; in [0, 1].
    """
    # Divided by e^ε, which overflows where ε is large.
    p = checks.between("prior", prior, 0, 1)
    return float(p / (p + (1 - p) * np.exp(-checks.positive("epsilon", epsilon, infinite=True))))


def success_ceiling(epsilon: float, delta: float, m: int) -> float:
    """Return the most often that (ε, δ)-DP lets anybody name the right one of m equal suspects.

    With S_j the classifiers for which suspect j is named, P_j(S_j) ≤ e^ε P_i(S_j) + δ for every
    other i; summed over all pairs, (m-1)A ≤ e^ε(m - A) + m(m-1)δ for A = Σ P_j(S_j). So the
    probability A/m of a right name is at most (e^ε + (m-1)δ)/(e^ε + m - 1). It is a mean over
    draws: for δ > 0 a single posterior has no ceiling but that of an ε that is kept without the δ.

    Parameters
    ----------
    epsilon : float
        Positive, or ∞.
    delta : float
        In [0, 1]; with 0 this is `ceiling` at the prior 1/m.
    m : int
        Suspects, each with probability 1/m; at least 2.
    """
    m, delta = checks.whole("m", m, low=2), checks.between("delta", delta, 0.0, 1.0)
    # Divided by e^ε here too.
    share = np.exp(-checks.positive("epsilon", epsilon, infinite=True))
    return float(min(1.0, (1 + (m - 1) * delta * share) / (1 + (m - 1) * share)))


def posterior(
    coefs: Array,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    suspects: npt.ArrayLike,
    *,
    plan: Plan,
    loss: Loss,
    lam: float,
    prior: npt.ArrayLike | None = None,
    sample_weight: npt.ArrayLike | None = None,
) -> Array:
    """Return what the best possible attacker believes after seeing each classifier.

    Coefs (n_draws, n_features) are released classifiers, each by itself; X and y the known records;
    `suspects` (m, n_features) the values u = y x that are thought possible, at least two, ‖u‖₂ ≤ 1.
    The plan is what `calibrate` gave for the mechanism at this n, with Δ, which `lam` does not
    have. The `prior` (m,) sums to 1; left out, all suspects are alike. `sample_weight` is how many
    equal records each known row stands for; n is then their sum and one. Each row of what is
    returned, (n_draws, m), sums to 1.

    Notes
    -----
    **Guarantee.** For a pure mechanism no entry exceeds `ceiling` of ε and its prior, whatever the
    records, the draws, and the other suspects are; for an approximate one that of the ε which it
    keeps without its δ (`Plan.pure_epsilon`), where it keeps one, and `success_ceiling` bounds how
    often the largest is right. It needs the true record
    among the suspects: the numbers are probabilities under that assumption only.

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """
    adversary = Informed(X, y, suspects, loss=loss, lam=lam, sample_weight=sample_weight)
    return adversary.posterior(coefs, plan, prior)
