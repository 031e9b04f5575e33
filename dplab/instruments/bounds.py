"""What the papers promise in advance: bounds on the cost, to be held beside what is measured.

J is the regularised empirical risk, w* its minimiser. "With probability 1 - δ" is over the
mechanism's noise. The bounds are right and loose: they hold for the worst data in the worst
direction, and add up a union over coordinates that a real draw does not pay.

| what | bound | source |
| --- | --- | --- |
| length of the noise | (d/β) log(d/δ) | Gamma law |
| J(w) - J(w*), output | 2d²(c+λ) log²(d/δ)/(λ²n²ε²) | CM08 Lemma 3, with c for 1 |
| J(w) - J(w*), objective | 8d² log²(d/δ)/(λn²ε²) | CM08 Lemma 4 |
| one output draw, noise η | (λ+c)/2 ‖η‖² | Taylor |
| one objective draw | ‖b‖²/(2n²(λ+Δ)) + (Δ/2)(‖w*‖² - ‖w‖²) | strong convexity |

CM08 has 1 in place of c, which is right for c ≤ 1 only: a narrow hinge breaks it.

Records that are enough for an excess loss ε_g over a reference w0 are known up to a constant C
only; `sample_sizes` takes C = 1 and gives the order, no more.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> round(output_excess(d=10, n=20_000, lam=0.01, epsilon=0.1, delta=0.05, loss=Logistic()), 1)
3.6
"""

import numpy as np

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import family_of
from dpcore.privacy.noise import NORM_LAWS


def noise_length(*, d: int, noise_rate: float, delta: float) -> float:
    """Return the length that Gamma noise exceeds with probability at most δ, for δ in (0, 1)."""
    return float(d / noise_rate * _log_share(d, delta))


def output_excess(*, d: int, n: int, lam: float, epsilon: float, delta: float, loss: Loss) -> float:
    """Return the bound of CM08's Lemma 3 on J(w) - J(w*) for output perturbation, for any c.

    With probability `delta` over the noise, in (0, 1), the bound fails.
    """
    # By Taylor at w*, J rises by at most half of the largest curvature times ‖η‖², which is at most
    # ((d/β) log(d/δ))² with β = nλε/2. CM08 writes 1 + λ for c + λ, as its losses have c ≤ 1.
    bend = loss.curvature + lam
    return float(2 * bend * (d * _log_share(d, delta) / (lam * n * epsilon)) ** 2)


def objective_excess(*, d: int, n: int, lam: float, epsilon: float, delta: float) -> float:
    """Return CM08 Lemma 4's bound on J(w) - J(w*) for objective perturbation of 2008."""
    return float(8 / lam * (d * _log_share(d, delta) / (n * epsilon)) ** 2)


def output_draw_excess(noise: Array, *, lam: float, loss: Loss) -> Array:
    """Return the most that J can rise by for each noise vector η added, shape (n_draws,)."""
    return np.asarray((lam + loss.curvature) / 2 * np.einsum("ij,ij->i", noise, noise))


def objective_draw_excess(noise: Array, *, lam: float, n: int) -> Array:
    """Return the most that J can rise by for each noise vector b, without Δ, shape (n_draws,)."""
    # w minimises J + b·w/n, and J is λ-strongly convex: b·(w* - w)/n - (λ/2)‖w* - w‖², at its most.
    return np.asarray(np.einsum("ij,ij->i", noise, noise) / (2 * n**2 * lam))


def plan_excess(plan: Plan, *, d: int, n: int, lam: float, delta: float, loss: Loss) -> float:
    """Return the bound on J(w) - J(w*) that follows from a plan's own noise and Δ.

    The bounds of a draw at the length that Gamma noise exceeds with probability at most `delta`, in
    (0, 1), by the papers' union over coordinates; of other noise at its exact quantile. For
    `output` it is CM08's Lemma 3 for any c. In the objective it has the constant that the papers'
    proof gives (2 for CM08's 8), ε' for ε, and Δ's part, with ‖w*‖² ≤ min(2ℓ(0)/λ, (L/λ)²).
    """
    law = NORM_LAWS[plan.norm_law]
    if plan.norm_law == "gamma":
        length = noise_length(d=d, noise_rate=plan.noise_rate, delta=delta)
    else:
        length = law.exceeded(delta, d) / plan.noise_rate
    if not family_of(plan).solves_each_draw:
        return float((lam + loss.curvature) / 2 * length**2)
    longest = min(2 * float(loss.value(np.zeros(1))[0]) / lam, (loss.lipschitz / lam) ** 2)
    stiff = lam + plan.extra_lam
    return float(length**2 / (2 * n**2 * stiff) + plan.extra_lam / 2 * longest)


def regularised_risk(
    coefs: Array, X: Array, y: Array, loss: Loss, lam: float, weight: Array | None = None
) -> Array:
    """Return J of each classifier, (n_draws,); records count as `weight` (n,) says, and classes."""
    values = loss.value(y * (coefs @ X.T)) * loss.class_weights(y)
    means = np.average(values, axis=1, weights=weight)
    return np.asarray(means + lam / 2 * np.einsum("ij,ij->i", coefs, coefs))


def sample_sizes(
    *, d: int, norm: float, excess: float, epsilon: float, delta: float, loss: Loss
) -> dict[str, float]:
    """Return the order of n that each theorem asks for, with its unknown constant set to 1.

    `norm` is ‖w0‖ of the reference classifier, `excess` ε_g, how much more loss than the reference
    is accepted, and `delta` the probability that the bound fails, in (0, 1). The theorems are "CM08
    Theorem 4" (objective), "CM08 Theorem 5" (output), "CMS11 output" and "CMS11 objective".
    """
    # The first term is what learning costs without privacy, the others what the noise adds.
    spread = d * _log_share(d, delta)
    plain = norm**2 / excess**2
    confident = plain * np.log(1 / delta)
    pull = spread * norm / (excess * epsilon)
    far = spread * norm**2 / (excess**1.5 * epsilon)
    bent = loss.curvature * norm**2 / (excess * epsilon)
    return {
        "CM08 Theorem 4": float(max(plain, pull)),
        "CM08 Theorem 5": float(max(plain, pull, far)),
        "CMS11 output": float(max(confident, pull, np.sqrt(loss.curvature) * far)),
        "CMS11 objective": float(max(confident, bent, pull)),
    }


def _log_share(d: int, delta: float) -> float:
    """Return log(d/δ)."""
    d = checks.whole("d", d)
    if not 0 < checks.between("delta", delta, 0.0, 1.0) < 1:
        raise checks.InvalidInput(f"delta must be above 0 and below 1; got {delta}.")
    return float(np.log(d / delta))
