"""How much noise a mechanism needs: decided here, drawn in `noise`.

`calibrate` returns a frozen `Plan` that the mechanisms, the pages and every account of privacy
read. There is no randomness and no data in it: only ε, λ, the public number of records n, and
the loss's curvature bound c. Neighbouring data sets differ in one record; n stays the same.

| mechanism | noise rate β | extra regularization Δ |
| --- | --- | --- |
| output | nλε/2 | 0 |
| objective | ε'/2 with ε' = ε - 2 log(1 + c/(nλ)) | 0 |
| where that is ≤ 0 | ε'/2 with ε' = ε/2 | c/(n(e^{ε/4} - 1)) - λ |
| objective_tight | ε'/2 with ε' = ε - log(1 + c/(n(λ+Δ))) | max(0, c/(n(e^{ε/2} - 1)) - λ) |
| objective_2008 | ε/2 | 0; not ε-DP |
| output_laplace_norm | √2 nλε/2 | 0; not ε-DP |
| objective_laplace_norm | √2 ε/2 | 0; not ε-DP |

CMS11's slack 2 log(1 + c/(nλ)) = log(1 + 2c/(nλ) + c²/(nλ)²) bounds the change of the log
Jacobian determinant. Ours is half of it: with A the Hessian without the changed record, both
determinants lie between det A and det A · (1 + c/(n(λ+Δ))), since the record adds one matrix of
rank one. CM08a gives the Laplace law by its *standard deviation* S/ε, hence scale S/(√2 ε).

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> plan = calibrate("output", 0.5, lam=0.01, n=1000, loss=Logistic())
>>> plan.noise_rate
2.5
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from dpcore import checks
from dpcore.erm.losses import Loss

LEAST_NOISE_SHARE = 0.25
"""Below this share of ε for the noise, a user should know where the rest goes."""

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
        β of the noise, in 1/length; ∞ for no noise.
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


def calibrate(mechanism: str, epsilon: float, *, lam: float, n: int, loss: Loss) -> Plan:
    """Return the plan of a mechanism at ε.

    Parameters
    ----------
    mechanism : str
        A key of `PLANS`.
    epsilon : float
        Privacy parameter, positive or ∞.
    lam : float
        Regularization, positive.
    n : int
        Public number of training records.
    loss : Loss

    Raises
    ------
    InvalidInput
        If a parameter is out of range or too extreme for floating point.
    """
    plan = PLANS[checks.one_of("mechanism", mechanism, tuple(PLANS))]
    setting = _Setting(
        checks.positive("epsilon", epsilon, infinite=True),
        checks.positive("lam", lam),
        checks.whole("n", n),
        loss,
    )
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        result = plan(setting)
    if not _fits_floating_point(result):
        raise checks.InvalidInput(
            f"epsilon = {setting.epsilon:g} with lam = {setting.lam:g} asks for noise beyond what "
            "floating point can carry. Take less extreme values."
        )
    return result


def _fits_floating_point(plan: Plan) -> bool:
    # A finite ε whose rate overflows would be served without noise.
    noisy = np.isfinite(plan.noise_rate) or np.isinf(plan.epsilon)
    return bool(plan.noise_rate > 0 and noisy and 0 <= plan.extra_lam < np.inf)


@dataclass(frozen=True)
class _Setting:
    epsilon: float
    lam: float
    n: int
    loss: Loss

    @property
    def curvature_ratio(self) -> float:
        """c/(nλ): how far one record can bend the objective, relative to λ's pull."""
        return float(np.float64(self.loss.curvature) / (self.n * np.float64(self.lam)))


def _non_private(setting: _Setting) -> Plan:
    theorem = "None: the minimiser itself is released"
    return _plan("non_private", replace(setting, epsilon=np.inf), _of_minimiser(setting), theorem)


def _output(setting: _Setting) -> Plan:
    return _plan("output", setting, _of_minimiser(setting), "CM08 Theorem 1, CMS11 Theorem 1")


def _objective(setting: _Setting) -> Plan:
    slack, extra_lam = 2 * np.log1p(setting.curvature_ratio), 0.0
    if not setting.epsilon > slack:
        # Enough regularization for a slack of ε/2; the other half pays for the noise.
        total = setting.loss.curvature / (setting.n * np.expm1(setting.epsilon / 4))
        slack, extra_lam = setting.epsilon / 2, total - setting.lam
    theorem = "CMS11 Theorem 2" + (", Corollary 4" if setting.loss.name == "huber" else "")
    return _plan("objective", setting, _of_gradient(setting), theorem, slack, extra_lam)


def _objective_tight(setting: _Setting) -> Plan:
    # The smallest Δ whose slack is at most ε/2, so that ε' is never near 0.
    total = setting.loss.curvature / (setting.n * np.expm1(setting.epsilon / 2))
    extra_lam = max(0.0, total - setting.lam)
    slack = setting.epsilon / 2 if extra_lam else np.log1p(setting.curvature_ratio)
    theorem = "CMS11 Theorem 2 with the rank-one bound of the Jacobian, our improvement on it"
    return _plan("objective_tight", setting, _of_gradient(setting), theorem, slack, extra_lam)


def _objective_2008(setting: _Setting) -> Plan:
    theorem = "CM08 Theorem 2, whose proof leaves out the Jacobian"
    plan = _plan("objective_2008", setting, _of_gradient(setting), theorem)
    return replace(plan, warnings=("Not ε-DP: no part of ε pays for the curvature.",))


def _output_laplace_norm(setting: _Setting) -> Plan:
    return _laplace_norm("output_laplace_norm", setting, _of_minimiser(setting), theorem=1)


def _objective_laplace_norm(setting: _Setting) -> Plan:
    return _laplace_norm("objective_laplace_norm", setting, _of_gradient(setting), theorem=2)


def _laplace_norm(mechanism: str, setting: _Setting, sensitivity: float, *, theorem: int) -> Plan:
    flawed = f"CM08a Theorem {theorem}, which takes the law of the length for that of the vector"
    plan = _plan(mechanism, setting, sensitivity, flawed)
    return replace(
        plan,
        norm_law="laplace",
        noise_rate=float(np.sqrt(2) * plan.noise_rate),
        warnings=(
            "Not ε-DP: for one feature the printed standard deviation gives at least √2 ε, "
            "and for more the density has no bound at 0.",
        ),
    )


def _plan(
    mechanism: str,
    setting: _Setting,
    sensitivity: float,
    theorem: str,
    slack: float = 0.0,
    extra_lam: float = 0.0,
) -> Plan:
    epsilon_noise = setting.epsilon - slack
    return Plan(
        mechanism=mechanism,
        epsilon=setting.epsilon,
        noise_rate=float(epsilon_noise / np.float64(sensitivity)),
        norm_law="gamma",
        sensitivity=sensitivity,
        epsilon_noise=float(epsilon_noise),
        epsilon_curvature=float(slack),
        extra_lam=float(extra_lam),
        theorem=theorem,
        warnings=_warnings(setting, float(epsilon_noise), extra_lam),
    )


def _of_minimiser(setting: _Setting) -> float:
    """Return 2/(nλ), how far one record can move the minimiser (CM08 Corollary 2)."""
    return float(_of_gradient(setting) / (setting.n * np.float64(setting.lam)))


def _of_gradient(setting: _Setting) -> float:
    """Return how far one record can move the sum of gradients: each is at most lipschitz long."""
    return 2 * setting.loss.lipschitz


def _warnings(setting: _Setting, epsilon_noise: float, extra_lam: float) -> tuple[str, ...]:
    if extra_lam > 0:
        return (
            f"At this ε the proof needs more regularization than your λ = {setting.lam:.3g}: "
            f"the mechanism uses λ + Δ = {setting.lam + extra_lam:.3g}.",
        )
    if epsilon_noise < setting.epsilon * LEAST_NOISE_SHARE:
        return (
            f"Only ε' = {epsilon_noise:.2g} of ε = {setting.epsilon:.3g} is left for the noise, "
            "the rest pays for the curvature. A larger λ, or even a slightly smaller ε, errs less.",
        )
    return ()


PLANS: dict[str, Callable[[_Setting], Plan]] = {
    "non_private": _non_private,
    "output": _output,
    "objective": _objective,
    "objective_tight": _objective_tight,
    "objective_2008": _objective_2008,
    "output_laplace_norm": _output_laplace_norm,
    "objective_laplace_norm": _objective_laplace_norm,
}
"""How each mechanism plans, by its name."""
