"""How much noise a mechanism needs: decided here, drawn in `noise`.

One function for each mechanism turns `PlanInputs` into a frozen `Plan` that the mechanisms, the
pages and every account of privacy read. The registry, `mechanisms.MECHANISMS`, names the function,
and `mechanisms.calibrate` calls it. There is no randomness and no data in a plan: only ε, λ, the
public number of records n, and the loss's constants. Neighbouring data sets differ in one record; n
stays the same.

| mechanism | noise rate β | extra regularization Δ |
| --- | --- | --- |
| output | nλε/2 | 0 |
| objective | ε'/2 with ε' = ε - 2 log(1 + c/(nλ)) | 0 |
| where that is ≤ 0 | ε'/2 with ε' = ε/2 | c/(n(e^{ε/4} - 1)) - λ |
| objective_tight | ε'/2 with ε' = ε - log(1 + c/(n(λ+Δ))) | max(0, c/(n(e^{ε/2} - 1)) - λ) |
| objective_2008 | ε/2 | 0; not ε-DP in general |
| output_laplace_norm | √2 nλε/2 | 0; not ε-DP in general |
| objective_laplace_norm | √2 ε/2 | 0; not ε-DP in general |
| output_gaussian | 1/σ, σ by `gaussian.sigma` at sensitivity 2/(nλ) | 0; (ε, δ) |
| objective_gaussian | 1/σ, σ by `gaussian.sigma_in_objective` at ε' | as objective_tight; (ε, δ) |
| output_gamma | nλε_p/2, ε_p by `gamma.pure_for` in d dimensions | 0; (ε, δ) |
| objective_gamma | ε_p/2, ε_p by `gamma.pure_for_objective` at ε' | as objective_tight; (ε, δ) |

CMS11's slack 2 log(1 + c/(nλ)) = log(1 + 2c/(nλ) + c²/(nλ)²) bounds the change of the log
Jacobian determinant. Ours is half of it: with A the Hessian without the changed record, both
determinants lie between det A and det A · (1 + c/(n(λ+Δ))), since the record adds one matrix of
rank one. CM08a gives the Laplace law by its *standard deviation* S/ε, hence scale S/(√2 ε). The
Gaussian mechanisms came after 2011: they are (ε, δ)-differentially private, and δ is a setting of
its own, never a part of ε. So are `output_gamma` and `objective_gamma`, ours: with a δ the Gamma
noise of the papers may be shorter, by as much more as it has coefficients, and is still private
without the δ, at an ε that is a little larger (`Plan.pure_epsilon`).

**Prior art.** Objective perturbation with Gaussian noise, for (ε, δ): Kifer, Smith and Thakurta
(2012). That a minimiser need not be exact: *approximate minima perturbation* (Iyengar, Near, Song,
Thakkar, Thakurta and Wang 2019), where a point with a gradient that is short enough counts, and
Gaussian noise on it hides what it is off by; `dpcore.release.safe` does so, with Gamma noise where
there is no δ. Redberg, Koskela and Wang (2023) bound the privacy profile and Rényi divergence of
objective perturbation for linear models, with the slack of one record's matrix of rank one, for
records that are added or removed; that for replaced ones is ours. `dpcore.privacy.proofs` has the
proofs, with sources.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> plan_output(PlanInputs("output", "gamma", 0.5, lam=0.01, n=1000, loss=Logistic())).noise_rate
2.5
"""

from dataclasses import dataclass, replace

import numpy as np

from dpcore import checks
from dpcore.erm.losses import Loss
from dpcore.privacy import gamma, gaussian
from dpcore.privacy.noise import GAMMA

DELTA = 1e-6
"""δ of the approximate mechanisms where none is named: below 1/n up to a million records."""

# Below this share of ε for the noise, a user should know where the rest goes: the alternative, more
# regularization, always leaves half of ε.
LEAST_NOISE_SHARE = 0.25

PROFILED = 1e-100, 1e5
"""ε at which the profile of Gamma noise is computed. Beyond them its pure rate is taken, which
keeps every δ."""

MOST_PROFILED = 100_000
"""Coefficients up to which it is: the time grows with them."""

REPLACE_ONE = "replace_one"
"""One record is exchanged for another; the number of records n is public."""


@dataclass(frozen=True)
class Plan:
    """What a mechanism will do with its ε.

    Parameters
    ----------
    mechanism : str
        Its name in the registry.
    epsilon : float
        Claimed privacy parameter; ∞ for no privacy.
    noise_rate : float
        β of the noise, in 1/length, 1/σ where it is Gaussian; ∞ for no noise.
    norm_law : str
        Law of the noise's length, a key of `noise.NORM_LAWS`.
    sensitivity : float
        What one record can move: the minimiser (output) or the sum of gradients (objective), in L2.
    epsilon_noise, epsilon_curvature : float
        ε' that pays for the noise, and the rest, which pays for the Jacobian.
    extra_lam : float
        Δ, added to λ.
    theorem : str
        Why it is private, or where the flawed claim was made.
    warnings : tuple of str
        What a user must know, in sentences.
    neighbours : str
        The neighbouring relation of the claim.
    delta : float
        δ of the claim; 0 where it is pure.
    """

    mechanism: str
    epsilon: float
    noise_rate: float
    norm_law: str
    sensitivity: float
    epsilon_noise: float
    epsilon_curvature: float
    extra_lam: float
    theorem: str
    warnings: tuple[str, ...] = ()
    neighbours: str = REPLACE_ONE
    delta: float = 0.0

    @property
    def promise(self) -> str:
        """The claim as a sentence names it: ε-DP, or (ε, δ)-DP with its δ."""
        return f"(ε, δ)-DP with δ = {_short(self.delta)}" if self.delta else "ε-DP"

    @property
    def pure_epsilon(self) -> float:
        """The ε of the claim without its δ, which the same noise keeps; ∞ where none is kept."""
        if not self.delta:
            return self.epsilon
        if self.norm_law != GAMMA.name:
            return float(np.inf)
        return self.noise_rate * self.sensitivity + self.epsilon_curvature


@dataclass(frozen=True)
class PlanInputs:
    """What a plan is made from.

    ε is positive, or ∞, and λ positive; `norm_law` is the law of the noise's length, a key of
    `noise.NORM_LAWS`; n is public; δ is above 0 and below 1/n for a mechanism that uses it;
    `n_features` is the number of coefficients, d, which noise of some mechanisms depends on.
    """

    mechanism: str
    norm_law: str
    epsilon: float
    lam: float
    n: int
    loss: Loss
    delta: float = DELTA
    n_features: int | None = None

    @property
    def curvature_ratio(self) -> float:
        """c/(nλ): how much one record can add to the Hessian, relative to what λ adds."""
        return float(np.float64(self.loss.curvature) / (self.n * np.float64(self.lam)))


def checked(plan: Plan, inputs: PlanInputs) -> Plan:
    """Return the plan if its noise and its Δ are numbers that floating point can carry.

    Raises
    ------
    InvalidInput
        If they are not: a finite ε whose rate overflows would be served without noise.
    """
    # A rate of ∞ is noise of length 0: right at ε = ∞, and no protection at any other.
    noisy = np.isfinite(plan.noise_rate) or np.isinf(plan.epsilon)
    if plan.noise_rate > 0 and noisy and 0 <= plan.extra_lam < np.inf:
        return plan
    raise checks.InvalidInput(
        f"ε = {checks.written(inputs.epsilon)} with λ = {checks.written(inputs.lam)} needs "
        "noise too large to compute. Take less extreme values."
    )


def lam_for_half(loss: Loss, n: float, epsilon: float, *, times: int) -> float:
    """Return the λ, Δ included, at which the slack is ε/2: the other half pays for the noise.

    ``times · log(1 + c/(nλ)) = ε/2``, solved for λ: twice the logarithm is CMS11's slack, once
    is ours.

    Where ε is ∞ it is 0; where floating point cannot carry it, ∞.
    """
    with np.errstate(over="ignore", divide="ignore"):
        # expm1 keeps its digits where ε is below 1e-8.
        return float(loss.curvature / (n * np.expm1(np.float64(epsilon) / (2 * times))))


def shortest_gamma(epsilon: float, delta: float, n_features: int, *, in_objective: bool) -> float:
    """Return the ε that the shortest Gamma noise for (ε, δ) keeps without the δ; ε_p of the rule.

    ε is positive, or ∞; in the objective it is what the slack leaves.
    """
    least, most = PROFILED
    if not least <= epsilon <= most or n_features > MOST_PROFILED:
        return epsilon
    largest = gamma.pure_for_objective if in_objective else gamma.pure_for
    return largest(epsilon, delta, n_features)


def plan_non_private(inputs: PlanInputs) -> Plan:
    """Return the plan without noise: ε = ∞, whatever was asked for."""
    theorem = "None: the minimiser itself is released"
    return _plan(replace(inputs, epsilon=np.inf), _of_minimiser(inputs), theorem)


def plan_output(inputs: PlanInputs) -> Plan:
    """Return β = nλε/2: one record moves the minimiser by at most 2/(nλ)."""
    return _plan(inputs, _of_minimiser(inputs), "CM08 Theorem 1, CMS11 Theorem 1")


def plan_objective(inputs: PlanInputs) -> Plan:
    """Return CMS11 Algorithm 2's plan: a slack for the Jacobian, or a larger λ for a small ε.

    Corollary 4 extends Theorem 2 to losses whose second derivative does not exist everywhere.
    """
    slack, extra_lam = 2 * np.log1p(inputs.curvature_ratio), 0.0
    # CMS11's own condition, ε' > 0: just above it hardly anything is left for the noise, so that
    # the error is not monotone in ε. Here the paper is kept to; `objective_tight` mends it.
    if not inputs.epsilon > slack:
        # Enough regularization for a slack of ε/2; the other half pays for the noise.
        total = lam_for_half(inputs.loss, inputs.n, inputs.epsilon, times=2)
        slack, extra_lam = inputs.epsilon / 2, total - inputs.lam
    theorem = "CMS11 Theorem 2" + ("" if inputs.loss.is_twice_differentiable else ", Corollary 4")
    return _plan(inputs, _of_gradient(inputs), theorem, slack, extra_lam)


def plan_objective_tight(inputs: PlanInputs) -> Plan:
    """Return the plan with half of CMS11's slack, by the rank-one bound of the Jacobian."""
    slack, extra_lam = _rank_one_slack(inputs)
    theorem = "CMS11 Theorem 2 with the rank-one bound of the Jacobian, our improvement on it"
    return _plan(inputs, _of_gradient(inputs), theorem, slack, extra_lam)


def plan_output_gaussian(inputs: PlanInputs) -> Plan:
    """Return the analytic Gaussian mechanism's plan at the minimiser's sensitivity 2/(nλ)."""
    # σ is proportional to the sensitivity, and the one at 1 is the same for every λ and n.
    unit = gaussian.sigma(inputs.epsilon, inputs.delta, 1.0)
    plan = _plan(inputs, _of_minimiser(inputs), "CM08 Corollary 2 with Balle and Wang 2018, Thm. 8")
    return replace(plan, noise_rate=_rate(unit * plan.sensitivity), delta=inputs.delta)


def plan_objective_gaussian(inputs: PlanInputs) -> Plan:
    """Return the plan of Gaussian noise in the objective, by our bound over the slopes."""
    # The Jacobian's bound holds for every b, so that it costs ε and no δ.
    slack, extra_lam = _rank_one_slack(inputs)
    theorem = "Balle and Wang 2018, Thm. 8, over the corners of both slopes, our own bound"
    plan = _plan(inputs, _of_gradient(inputs), theorem, slack, extra_lam)
    if not plan.epsilon_noise >= 0:
        return plan  # for `checked` to refuse: c/(nλ) overflows
    sigma = gaussian.sigma_in_objective(
        plan.epsilon_noise, inputs.delta, gradient=inputs.loss.lipschitz
    )
    return replace(plan, noise_rate=_rate(sigma), delta=inputs.delta)


def plan_output_gamma(inputs: PlanInputs) -> Plan:
    """Return the shortest Gamma noise that keeps (ε, δ) at the minimiser's sensitivity 2/(nλ)."""
    pure = _pure_for(inputs, inputs.epsilon, in_objective=False)
    plan = _plan(inputs, _of_minimiser(inputs), "CM08 Corollary 2 with the profile of Gamma noise")
    return replace(plan, noise_rate=_over(pure, plan.sensitivity), delta=inputs.delta)


def plan_objective_gamma(inputs: PlanInputs) -> Plan:
    """Return the plan of Gamma noise in the objective for (ε, δ), by our bound over the slopes."""
    slack, extra_lam = _rank_one_slack(inputs)
    theorem = "The profile of Gamma noise, over the corners of both slopes, our own bound"
    plan = _plan(inputs, _of_gradient(inputs), theorem, slack, extra_lam)
    if not plan.epsilon_noise >= 0:
        return plan  # for `checked` to refuse: c/(nλ) overflows
    pure = _pure_for(inputs, plan.epsilon_noise, in_objective=True)
    return replace(plan, noise_rate=_over(pure, plan.sensitivity), delta=inputs.delta)


def plan_objective_2008(inputs: PlanInputs) -> Plan:
    """Return CM08's plan: all of ε for the noise, none for the Jacobian."""
    theorem = "CM08 Theorem 2, whose proof leaves out the Jacobian"
    plan = _plan(inputs, _of_gradient(inputs), theorem)
    return replace(plan, warnings=("Not ε-DP in general: no part of ε pays for the curvature.",))


def plan_output_laplace_norm(inputs: PlanInputs) -> Plan:
    """Return CM08a's plan for noise on the minimiser, its length Laplace."""
    one = "the printed standard deviation may lose up to √2 ε."
    return _laplace_norm(inputs, _of_minimiser(inputs), 1, one)


def plan_objective_laplace_norm(inputs: PlanInputs) -> Plan:
    """Return CM08a's plan for noise in the objective, its length Laplace."""
    # Beyond √2 ε: no part of ε pays for the Jacobian either.
    one = "with a hinge the printed standard deviation may lose √2 ε, and the curvature adds to it."
    return _laplace_norm(inputs, _of_gradient(inputs), 2, one)


def _laplace_norm(inputs: PlanInputs, sensitivity: float, theorem: int, one: str) -> Plan:
    flawed = (
        f"CM08a Theorem {theorem}, which takes the distribution of the length for that of the "
        "vector"
    )
    plan = _plan(inputs, sensitivity, flawed)
    return replace(
        plan,
        # The paper gives the standard deviation S/ε; that of a Laplace variable is √2 of its scale.
        noise_rate=float(np.sqrt(2) * plan.noise_rate),
        warnings=(
            "Not ε-DP in general: for more than one feature the density has no bound at 0; for "
            f"one, {one}",
        ),
    )


def _plan(
    inputs: PlanInputs,
    sensitivity: float,
    theorem: str,
    slack: float = 0.0,
    extra_lam: float = 0.0,
) -> Plan:
    epsilon_noise = inputs.epsilon - slack
    # Divided as numpy's doubles: what overflows becomes ∞, for `checked` to refuse in a sentence.
    return Plan(
        mechanism=inputs.mechanism,
        epsilon=inputs.epsilon,
        noise_rate=float(epsilon_noise / np.float64(sensitivity)),
        norm_law=inputs.norm_law,
        sensitivity=sensitivity,
        epsilon_noise=float(epsilon_noise),
        epsilon_curvature=float(slack),
        extra_lam=float(extra_lam),
        theorem=theorem,
        warnings=_warnings(inputs, float(epsilon_noise), extra_lam),
    )


def _rank_one_slack(inputs: PlanInputs) -> tuple[float, float]:
    """Return the slack log(1 + c/(n(λ+Δ))) and the smallest Δ for which it is at most ε/2.

    So ε' is never near 0. log1p keeps its digits where c/(nλ) is below 1e-8.
    """
    total = lam_for_half(inputs.loss, inputs.n, inputs.epsilon, times=1)
    extra_lam = max(0.0, total - inputs.lam)
    # With Δ it is ε/2 by definition; computed, rounding could put it above.
    slack = inputs.epsilon / 2 if extra_lam else np.log1p(inputs.curvature_ratio)
    return float(slack), extra_lam


def _pure_for(inputs: PlanInputs, epsilon: float, *, in_objective: bool) -> float:
    if inputs.n_features is None:
        raise checks.InvalidInput(
            f"{inputs.mechanism} needs n_features, the number of coefficients: how long its noise "
            "has to be depends on it."
        )
    return shortest_gamma(epsilon, inputs.delta, inputs.n_features, in_objective=in_objective)


def _rate(sigma: float) -> float:
    """Return 1/σ; ∞ without noise."""
    return _over(1.0, sigma)


def _over(number: float, other: float) -> float:
    return float(np.float64(number) / other)


def _of_minimiser(inputs: PlanInputs) -> float:
    """Return 2/(nλ), how far one record can move the minimiser (CM08 Corollary 2)."""
    return float(_of_gradient(inputs) / (inputs.n * np.float64(inputs.lam)))


def _of_gradient(inputs: PlanInputs) -> float:
    """Return how far one record can move the sum of gradients: each is at most lipschitz long."""
    # Twice: under replace-one a gradient goes and another comes, perhaps the opposite one.
    return 2 * inputs.loss.lipschitz


def _warnings(inputs: PlanInputs, epsilon_noise: float, extra_lam: float) -> tuple[str, ...]:
    # With Δ, half of ε is left for the noise: only one of the two can be worth a warning.
    if extra_lam > 0:
        return (
            f"At this ε the proof needs more regularization than your λ = {_short(inputs.lam)}: "
            f"the mechanism uses λ + Δ = {_short(inputs.lam + extra_lam)}.",
        )
    if epsilon_noise < inputs.epsilon * LEAST_NOISE_SHARE:
        return (
            f"Only ε' = {epsilon_noise:.2g} of ε = {_short(inputs.epsilon)} is left for the noise, "
            "the rest pays for the curvature. A larger λ, or even a slightly smaller ε, gives a "
            "smaller error.",
        )
    return ()


def _short(number: float) -> str:
    return checks.shortened(f"{number:.3g}")
