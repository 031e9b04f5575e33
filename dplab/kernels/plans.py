"""How much noise a way of serving predictions needs, as printed in JT13 and mended.

A trusted learner has the kernel minimiser w* = argmin (1/n) Σ ℓ(y_i w·φ(x_i)) + (λ/2)‖w‖², with
‖φ‖ ≤ R and |ℓ'| ≤ L. One record moves w* by at most 2LR/(nλ), one prediction w*·φ(z) by at most
s = 2LR²/(nλ), and the predictions at T public points together by at most (2LR/(nλ)) √λmax(K_ZZ).
Always ‖w*‖ ≤ √(2ℓ(0)/λ), since J(w*) ≤ J(0) (JT13 takes 2LR/λ).

| way | as printed | mended |
| --- | --- | --- |
| PINP (Algorithm 1) | B, ε₀, σ: private, but no update | T Gaussian answers, then the loop |
| TDDL (Algorithm 2) | LR²√(T log(1/δ))/(λnε), constant 1: not (ε, δ)-DP | the constant 4√2 |
| TDDL, Gaussian | - | standard deviation σ (2LR/(nλ)) √λmax(K_ZZ) |
| functional | - | a Gaussian process of covariance K, 2LR²σ/(nλ) at a point |
| TDIL (Algorithm 3) | exponent ε₀nλ/(8LR²): nλ/(LR²) twice, not (ε, δ)-DP | ε₀/8 |

The functional Gaussian is that of Hall, Rinaldo and Wasserman (2013), not of JT13. σ is that of the
analytic Gaussian mechanism (`gaussian`) at sensitivity 1. There is no randomness and no data in a
plan, but for K_ZZ, which is public.

Examples
--------
>>> problem = KernelProblem(n=20_000, lam=0.01, epsilon=1.0, delta=1e-6, n_points=200)
>>> round(plan_functional(problem).scale, 4)
0.0422
>>> round(plan_laplace(problem, constant=PRINTED_CONSTANT).scale, 3)
0.263
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.erm.losses import Loss
from dpcore.privacy import gaussian
from dpcore.privacy.calibration import REPLACE_ONE
from dplab.kernels.composition import advanced, epsilon_of_each, upper_delta

PRINTED_CONSTANT = 1.0
"""Of TDDL's noise, which JT13 prints as O(…)."""

MOST_POINTS = 2_000
"""Test points: their kernel matrix is decomposed, which takes the third power."""


@dataclass(frozen=True)
class KernelProblem:
    """What a plan is made from; all of it public.

    The number of test points or questions, T or `n_points`, is known beforehand. ε is positive and
    finite, δ above 0 and below 1/n. `lipschitz` and `radius` are L and R, 1 for every loss and
    feature map here; `loss_at_zero` is ℓ(0), log 2 of the logistic loss. `norm_bound` is C, within
    which a fit to noisy predictions stays; `proven_norm_bound` if left out. No guarantee rests on
    it: what was typed may be shorter than w*. `failure` is β, with which the bounds of error may
    fail; no part of the guarantee.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """

    n: int
    lam: float
    epsilon: float
    delta: float
    n_points: int = 200
    lipschitz: float = 1.0
    radius: float = 1.0
    norm_bound: float | None = None
    failure: float = 0.05
    loss_at_zero: float = float(np.log(2))

    def __post_init__(self) -> None:
        """Check what was given."""
        checks.whole("n", self.n)
        for name in ("lam", "epsilon", "lipschitz", "radius", "loss_at_zero"):
            checks.positive(name, getattr(self, name))
        gaussian.checked_delta(self.delta, self.n)
        checks.whole("n_points", self.n_points, high=MOST_POINTS)
        if self.norm_bound is not None:
            checks.positive("norm_bound", self.norm_bound)
        checks.between("failure", self.failure, 1e-12, 0.5)

    @property
    def of_minimiser(self) -> float:
        """2LR/(nλ): how far one record can move w*."""
        return 2 * self.lipschitz * self.radius / (self.n * self.lam)

    @property
    def of_prediction(self) -> float:
        """The s = 2LR²/(nλ): how far it can move one prediction."""
        return self.of_minimiser * self.radius

    @property
    def bound(self) -> float:
        """C."""
        return self.proven_norm_bound if self.norm_bound is None else self.norm_bound

    @property
    def proven_norm_bound(self) -> float:
        """√(2ℓ(0)/λ) ≥ ‖w*‖, for any data: J(w*) ≤ J(0) = ℓ(0)."""
        return float(np.sqrt(2 * self.loss_at_zero / self.lam))


def loss_at_zero(loss: Loss) -> float:
    """Return ℓ(0)."""
    return float(loss.value(np.zeros(1))[0])


def norm_bound(loss: Loss, lam: float) -> float:
    """Return √(2ℓ(0)/λ) ≥ ‖w*‖, for any data: J(w*) ≤ J(0) = ℓ(0)."""
    return float(np.sqrt(2 * loss_at_zero(loss) / checks.positive("lam", lam)))


def paper_norm_bound(problem: KernelProblem) -> float:
    """Return JT13's 2LR/λ, true and far larger (LR/λ is, too: λw* is a mean of slopes times φ)."""
    return 2 * problem.lipschitz * problem.radius / problem.lam


@dataclass(frozen=True)
class AnswerPlan:
    """Noise of a way to serve predictions, and why that much.

    Parameters
    ----------
    epsilon, delta : float
        The claim.
    law : str
        Of the noise on one prediction: "laplace" or "gaussian".
    scale : float
        Its scale (Laplace), or its standard deviation at most (Gaussian).
    sensitivity : float
        How far one record moves what the noise is added to.
    bound : float
        With probability 1 - β no answer's noise is larger.
    guarantee : str
        "approximate", "pure" (δ is not used), or "broken".
    theorem : str
        Why it is private, or what is wrong.
    warnings : tuple of str
        What the screen says besides.
    neighbours : str
        Which data sets the claim is about.
    """

    epsilon: float
    delta: float
    law: str
    scale: float
    sensitivity: float
    bound: float
    guarantee: str
    theorem: str
    warnings: tuple[str, ...] = ()
    neighbours: str = REPLACE_ONE


@dataclass(frozen=True)
class UpdatePlan(AnswerPlan):
    """An `AnswerPlan` of a loop that updates its own classifier where it is off.

    Parameters
    ----------
    most_updates : float
        B: the loop ends there (TDIL: its rounds); ∞ for no end.
    threshold : float
        σ of JT13: how far off the classifier must seem to be updated.
    step : float
        η.
    exponent : float
        Of TDIL's selection: rounds ask at z with probability ∝ exp(exponent |φ(z)·(w_t - w*)|).
    selection_loss : float
        What one selection may cost, in ε.
    """

    most_updates: float = np.inf
    threshold: float = 0.0
    step: float = 0.0
    exponent: float = 0.0
    selection_loss: float = 0.0


def plan_laplace(problem: KernelProblem, constant: float | None = None) -> AnswerPlan:
    """Return TDDL's plan with Laplace noise on each of T predictions.

    Without a `constant`, the noise is what composition needs: 4√2 for usual ε. With one, it is
    constant·LR²√(T log(1/δ))/(λnε), as JT13 prints it with O(…): 1 is not enough.

    Guarantee
    ---------
    Without `constant`, all T predictions and what is computed from them are (ε, δ)-DP together for
    neighbours that differ in one record, n, the points, C and K public, w* exact: the theorem is
    composition as in `theorem`. A `constant` for which T answers that all move by s are not (ε, δ)
    by `composition.upper_delta` is marked "broken": points that are all equal reach it.
    """
    s, T = problem.of_prediction, problem.n_points
    if constant is None:
        each, theorem = epsilon_of_each(problem.epsilon, T, problem.delta)
        guarantee = "pure" if "pure" in theorem else "approximate"
    else:
        root = np.sqrt(T * np.log(1 / problem.delta))
        each = 2 * problem.epsilon / (checks.positive("constant", constant) * root)
        # Exact where every answer moves by s, as where all points are equal: nothing is worse.
        proven = (
            advanced(each, T, problem.delta) <= problem.epsilon
            or upper_delta(T, each, problem.epsilon) <= problem.delta
        )
        guarantee = "approximate" if proven else "broken"
        theorem = "JT13 Theorem 4, whose O(…) hides the constant: 4√2 is enough, 1 is not"
    tail = np.log(T / problem.failure)
    return _plan(problem, "laplace", s / each, s, tail, guarantee, theorem)


def plan_gaussian(problem: KernelProblem, largest_eigenvalue: float) -> AnswerPlan:
    """Return TDDL's plan with Gaussian noise on all T predictions at once.

    λmax, the largest eigenvalue of the points' kernel matrix K_ZZ, is at most TR²; public.

    Guarantee
    ---------
    All T predictions and what is computed from them are (ε, δ)-DP for neighbours that differ in one
    record, n, the points and K public, w* exact: Balle and Wang 2018, Theorem 8, at the
    L2 sensitivity (2LR/(nλ)) √λmax(K_ZZ).
    """
    root = np.sqrt(checks.positive("largest_eigenvalue", largest_eigenvalue))
    theorem = "Balle and Wang 2018, Theorem 8, at sensitivity (2LR/(nλ)) √λmax(K_ZZ)"
    return _gaussian(problem, problem.of_minimiser * float(root), theorem)


def plan_functional(problem: KernelProblem) -> AnswerPlan:
    """Return the plan of a Gaussian process added to the prediction function.

    Guarantee
    ---------
    The whole function w*·φ(·) + (2LR/(nλ)) σ G, G a Gaussian process of covariance K, is
    (ε, δ)-DP for neighbours that differ in one record, n and K public, w* exact, whatever
    and however many points are asked: Hall, Rinaldo and Wasserman 2013, for functions of a
    reproducing kernel space, with the exact σ of Balle and Wang 2018. `scale` is its standard
    deviation where K(z, z) = R².
    """
    theorem = "Hall, Rinaldo and Wasserman 2013, with Balle and Wang's σ"
    return _gaussian(problem, problem.of_prediction, theorem)


def plan_pinp(problem: KernelProblem) -> UpdatePlan:
    """Return PINP's calibrated plan: T noisy answers, the loop is post-processing.

    The threshold is the noise's standard deviation, the step a tenth of it: where most answers are
    updates, w_t averages their noise away. (JT13's 4 log(2T/β) times the scale would leave every
    answer 0 where the noise is as large as the predictions.) Neither costs privacy.

    Guarantee
    ---------
    All T answers, at points that may depend on the answers before, and what is computed from them
    are (ε, δ)-DP together, for neighbours that differ in one record, n, T and K public, w* exact:
    T Gaussian answers of sensitivity s are no worse than one of sensitivity s√T, also where each
    depends on those before (Dong, Roth and Su 2022, composition of Gaussian privacy).
    """
    theorem = "Dong, Roth and Su 2022: T adaptive Gaussian answers are as one of sensitivity s√T"
    plan = _gaussian(problem, problem.of_prediction * np.sqrt(problem.n_points), theorem)
    return UpdatePlan(**vars(plan), threshold=plan.scale, step=plan.scale / 10)


def plan_pinp_printed(problem: KernelProblem) -> UpdatePlan:
    """Return PINP's plan as JT13 Algorithm 1 prints it.

    Guarantee
    ---------
    (ε, δ)-DP by JT13 Theorem 2, for neighbours that differ in one record, n, T and K public, w*
    exact, with C no smaller than what always bounds ‖w*‖. Its proof stands in a supplement; where
    T ε₀s ≤ ε, basic composition of T answers proves it (T up to 2,000 at usual settings), and
    `theorem` says so.
    """
    L, R, T = problem.lipschitz, problem.radius, problem.n_points
    # Its noise falls with C: one that w* may exceed would give w* away.
    C = max(problem.bound, problem.proven_norm_bound)
    n_lam_epsilon = problem.n * problem.lam * problem.epsilon
    tail, log_delta = np.log(2 * T / problem.failure), np.log(4 / problem.delta)
    updates = n_lam_epsilon * C**2 / (200 * L * R * np.sqrt(2 * tail) * log_delta)
    rate = n_lam_epsilon / (200 * L * R**2 * np.sqrt(updates) * log_delta)
    threshold = 4 / rate * tail
    by_basic = T * rate * problem.of_prediction <= problem.epsilon
    theorem = "JT13 Theorem 2" + (
        ", here also by basic composition of T answers" if by_basic else ""
    )
    plan = _plan(problem, "laplace", 1 / rate, problem.of_prediction, tail, "approximate", theorem)
    useless = (
        f"An answer must be off by σ = {checks.shortened(f'{threshold:.3g}')} to be updated, and "
        f"no prediction is larger than CR = {checks.shortened(f'{C * R:.3g}')}: answers stay 0."
    )
    warnings = (useless,) if threshold > C * R else ()
    return UpdatePlan(
        **(vars(plan) | {"warnings": warnings}),
        most_updates=float(updates),
        threshold=float(threshold),
        step=float(threshold / (4 * R**2)),
    )


def plan_tdil(problem: KernelProblem, *, printed: bool = False) -> UpdatePlan:
    """Return TDIL's plan (JT13 Algorithm 3), its selection as printed or mended.

    Guarantee
    ---------
    Mended, all that the loop says, the selected points included, is (ε, δ)-DP for neighbours that
    differ in one record, n, R and K public, w* exact: a round costs ε₀s/4 for its selection
    (exponential mechanism) and 2ε₀s for each of two Laplace answers; B rounds by composition.
    As printed, a selection may cost ε₀/2, which grows with √n: nothing is promised.

    Raises
    ------
    InvalidInput
        If ε is so large that composition does not prove it.
    """
    L, R, s = problem.lipschitz, problem.radius, problem.of_prediction
    log_delta = np.log(4 / problem.delta)
    rounds = problem.n * problem.epsilon / (100 * L * R * log_delta)
    rate = problem.n * problem.epsilon * problem.lam / (10 * L * R**2 * np.sqrt(rounds) * log_delta)
    tail = max(np.log(2 * rounds / problem.failure), 0.0)
    exponent = rate / 8 * (problem.n * problem.lam / (L * R**2) if printed else 1)
    # Below one round, none is run, and nothing is spent.
    together = advanced(17 / 4 * rate * s, int(rounds), problem.delta)
    if not printed and together > problem.epsilon:
        raise InvalidInput(
            f"epsilon must be smaller for TDIL: its rounds cost {together:.3g} together, more than "
            f"ε = {checks.written(problem.epsilon)}."
        )
    guarantee, theorem = (
        ("broken", "JT13 Theorem 7: the exponent counts nλ/(LR²), which is in ε₀, again")
        if printed
        else ("approximate", "exponential mechanism and Laplace answers, composed over B rounds")
    )
    plan = _plan(problem, "laplace", 1 / (2 * rate), s, tail, guarantee, theorem)
    return UpdatePlan(
        **vars(plan),
        most_updates=float(rounds),
        threshold=float(4 / rate * tail),
        step=float(tail / (rate * R**2)),
        exponent=float(exponent),
        selection_loss=float(2 * exponent * s),
    )


def _gaussian(problem: KernelProblem, sensitivity: float, theorem: str) -> AnswerPlan:
    sigma = gaussian.sigma(problem.epsilon, problem.delta, sensitivity)
    tail = float(stats.norm.isf(problem.failure / (2 * problem.n_points)))
    return _plan(problem, "gaussian", sigma, sensitivity, tail, "approximate", theorem)


def _plan(
    problem: KernelProblem,
    law: str,
    scale: float,
    sensitivity: float,
    tail: float,
    guarantee: str,
    theorem: str,
) -> AnswerPlan:
    return AnswerPlan(
        epsilon=problem.epsilon,
        delta=problem.delta,
        law=law,
        scale=float(scale),
        sensitivity=float(sensitivity),
        bound=float(scale * tail),
        guarantee=guarantee,
        theorem=theorem,
    )
