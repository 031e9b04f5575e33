"""What a classifier gives away to somebody who knows every record but one.

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
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.erm.solver import TOLERANCE
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, counts_of
from dpcore.privacy.meter import minimiser
from dpcore.privacy.noise import NORM_LAWS

HALVINGS = 200
"""Bisections, in the logarithm: they end at neighbouring doubles, whatever the bracket."""

LARGEST_MARGIN = 700.0
"""Where the slope of the logistic loss nears the smallest doubles; hinges are flat long before."""

BLOCK_ELEMENTS = 2**21
"""Entries of Hessians, and margins, worked on at a time: 16 MiB of doubles."""


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """What a classifier without noise reveals of the one record that is not known.

    Parameters
    ----------
    left_over : array (n_features,)
        g = s(w·u) u, what the known records leave of the gradient.
    candidates : array (n_roots, n_features)
        Each u = y x of the unit ball that fits: none if the record left no trace, else one or two,
        the shorter one first.
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

    Parameters
    ----------
    coef : array (n_features,)
        The released minimiser of all n records.
    X : array (n - 1, n_features)
        The known records, ‖x‖₂ ≤ 1.
    y : array (n - 1,)
        Their labels, -1 or +1.
    loss : Loss
    lam : float
        λ of the problem over all n records.
    sample_weight : array (n_rows,), optional
        How many of the known records each row stands for; n is their sum and 1 more.

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """
    X, y = checks.records(X, y)
    counts = np.ones(len(y)) if sample_weight is None else counts_of(sample_weight, len(y))
    n = int(counts.sum()) + 1
    known: Array = (counts * _s(X @ coef * y, loss) * y) @ X
    left = n * checks.positive("lam", lam) * coef - known
    (found,) = candidates(coef, left[None], loss=loss, n=n)
    return Reconstruction(left, found, _factors(left[None] @ coef, loss)[0])


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
    counts = np.ones(len(y)) if sample_weight is None else counts_of(sample_weight, len(y))
    n = int(counts.sum())
    pulls = (_s(X @ coef * y, loss) * y)[:, None] * X
    gradient = n * checks.positive("lam", lam) * coef - counts @ pulls
    return candidates(coef, gradient + pulls, loss=loss, n=n)


def candidates(coef: Array, left_over: Array, *, loss: Loss, n: int) -> list[Array]:
    """Return the records of the unit ball that leave each g, shape (n_roots, n_features).

    Parameters
    ----------
    coef : array (n_features,)
    left_over : array (m, n_features)
    loss : Loss
    n : int
        Records in all: a solver's tolerance is one of their mean gradient.
    """
    factors = _factors(left_over @ coef, loss)
    lengths = np.linalg.norm(left_over, axis=1)
    # At the tolerance of the solver nothing is left; g itself is known to that.
    traced = lengths > 10 * n * TOLERANCE
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
    negative, positive = a <= 0, (a > 0) & (a <= highest)
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
        rises = _s(z, loss) > z * float(loss.curvature_at(np.array([z]))[0])
        low, high = (z, high) if rises else (low, z)
    return low


def _s(margins: Array | float, loss: Loss) -> Array:
    return -loss.slope(np.asarray(margins, dtype=float))


def ceiling(epsilon: float, prior: float) -> float:
    """Return the most that ε-DP lets anybody believe in a suspect: e^ε p/(e^ε p + 1 - p).

    Parameters
    ----------
    epsilon : float
        Positive; for `objective_2008`, which is not ε-DP in general, the proven ceiling S.
    prior : float
        p, what was believed before; in [0, 1].
    """
    p = checks.between("prior", prior, 0, 1)
    return float(p / (p + (1 - p) * np.exp(-checks.positive("epsilon", epsilon, infinite=True))))


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
) -> Array:
    """Return what the best possible attacker believes after seeing each classifier.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
        Released classifiers, each by itself.
    X, y : array (n - 1, n_features), array (n - 1,)
        The known records and their labels.
    suspects : array (m, n_features)
        The values u = y x that are thought possible, at least two, ‖u‖₂ ≤ 1.
    plan : Plan
        What `calibrate` gave for the mechanism at this n.
    loss : Loss
    lam : float
        λ that the user set; Δ is in the plan.
    prior : array (m,), optional
        What was believed before, summing to 1; all suspects alike if left out.

    Returns
    -------
    array (n_draws, m)
        Each row sums to 1.

    Notes
    -----
    **Guarantee.** For a pure mechanism no entry exceeds `ceiling` of ε and its prior, whatever the
    records, the draws, and the other suspects are. It needs the true record among the suspects: the
    numbers are probabilities under that assumption only.

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """
    X, y = checks.records(X, y)
    lined_up = checks.finite("suspects", suspects, ndim=2)
    if len(lined_up) < 2:
        raise InvalidInput(f"A line-up needs at least 2 suspects; got {len(lined_up)}.")
    lined_up, _ = checks.records(lined_up, np.ones(len(lined_up)))
    log_prior = _log_prior(prior, len(lined_up))
    if not np.isfinite(plan.noise_rate):
        raise InvalidInput("Without noise there is no posterior: `reconstruct` reads the record.")
    known = X * y[:, None]
    seen = _log_densities if MECHANISMS[plan.mechanism].perturbs == "objective" else _log_distances
    return _normalised(seen(np.asarray(coefs), known, lined_up, plan, loss, lam) + log_prior)


def _log_prior(prior: npt.ArrayLike | None, m: int) -> Array:
    if prior is None:
        return np.zeros(m)
    given = checks.finite("prior", prior, ndim=1)
    if len(given) != m or (given < 0).any() or abs(given.sum() - 1) > 1e-6:
        raise InvalidInput(f"A prior over {m} suspects needs {m} probabilities that sum to 1.")
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(given))


def _normalised(logs: Array) -> Array:
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _log_distances(
    coefs: Array, known: Array, suspects: Array, plan: Plan, loss: Loss, lam: float
) -> Array:
    """Return log p(w | suspect) for output perturbation, up to a constant, shape (n_draws, m)."""
    ones = np.ones(len(known) + 1)
    centres = [
        minimiser((np.vstack([known, suspect]), ones, ones), loss, lam) for suspect in suspects
    ]
    return np.column_stack([_log_noise(coefs - centre, plan) for centre in centres])


def _log_densities(
    coefs: Array, known: Array, suspects: Array, plan: Plan, loss: Loss, lam: float
) -> Array:
    """Return the same for objective perturbation."""
    size = max(1, BLOCK_ELEMENTS // max(len(known), known.shape[1] ** 2))
    blocks = [coefs[start : start + size] for start in range(0, len(coefs), size)]
    found = [_of_block(block, known, suspects, plan, loss, lam) for block in blocks]
    return np.concatenate(found) if found else np.empty((0, len(suspects)))


def _of_block(
    coefs: Array, known: Array, suspects: Array, plan: Plan, loss: Loss, lam: float
) -> Array:
    pull = (len(known) + 1) * (lam + plan.extra_lam)
    base = _s(coefs @ known.T, loss) @ known - pull * coefs
    slopes = _s(coefs @ suspects.T, loss)
    noises = [
        _log_noise(base + slopes[:, [j]] * suspect, plan) for j, suspect in enumerate(suspects)
    ]
    return np.asarray(
        np.column_stack(noises) + _log_determinants(coefs, known, suspects, loss, pull)
    )


def _log_determinants(
    coefs: Array, known: Array, suspects: Array, loss: Loss, pull: float
) -> Array:
    """Return log det H_j - log det H₀ for each draw and suspect, shape (n_draws, m)."""
    bends = loss.curvature_at(coefs @ known.T)
    H = np.stack([(known * bend[:, None]).T @ known for bend in bends])
    H += pull * np.eye(known.shape[1])
    solved = np.linalg.solve(H, np.broadcast_to(suspects.T, (len(coefs), *suspects.T.shape)))
    reach = np.einsum("md,bdm->bm", suspects, solved)
    return np.asarray(np.log1p(loss.curvature_at(coefs @ suspects.T) * reach))


def _log_noise(noise: Array, plan: Plan) -> Array:
    """Return the log density of noise vectors, up to a constant, shape (n_draws,)."""
    length = np.linalg.norm(noise, axis=1)
    log = -plan.noise_rate * length
    pole = NORM_LAWS[plan.norm_law].pole_order(noise.shape[1])
    with np.errstate(divide="ignore"):
        return np.asarray(log - pole * np.log(length) if pole else log)
