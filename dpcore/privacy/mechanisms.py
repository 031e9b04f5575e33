"""The mechanisms: eleven ways from a table to a linear classifier, in one registry.

A mechanism is one entry of `MECHANISMS`: what it guarantees and why, how its noise becomes a
classifier (`families`), the function that plans it (`calibration`) and the law of its noise's
length (`noise`). `calibrate` plans, `draw` runs.

Two with Gaussian noise stand for what came after 2011: they are (ε, δ)-differentially private. So
are two with the papers' noise, made shorter, and at a larger ε without the δ. Three historic
mechanisms are kept because the 2008 papers ran them. They are not ε-DP in general and say so: they
can be simulated, never released. `non_private` is the baseline.

Every claim here is about exact minimisers in real numbers, about replace-one neighbours with a
public n, and about records inside the unit ball. `draw` simulates; it does not make the small
correction for the solver's tolerance that a release has to make.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> X, y = np.array([[0.6, 0.8], [0.8, -0.6]]), np.array([1.0, -1.0])
>>> rng = np.random.default_rng(0)
>>> draw("output", X, y, loss=Logistic(), lam=0.1, epsilon=1.0, n_draws=3, rng=rng).coefs.shape
(3, 2)
>>> MECHANISMS["objective_2008"].guarantee
'broken'
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.solver import Solution, solve
from dpcore.privacy import calibration, gaussian, noise
from dpcore.privacy.calibration import DELTA, Plan, PlanInputs
from dpcore.privacy.families import OBJECTIVE, OUTPUT, Family
from dpcore.privacy.noise import GAMMA, GAUSSIAN, LAPLACE, NormLaw


@dataclass(frozen=True, eq=False)
class Draws:
    """A batch of classifiers from one mechanism on one data set.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
    plan : Plan
        What was promised and how the noise was set.
    grad_norm : array (n_draws,)
        Residual of each minimisation.
    converged : bool array (n_draws,)
        Whether the residual met the tolerance; a draw that did not is never released.
    n_iter : array (n_draws,)
        Newton steps of each minimisation.
    """

    coefs: Array
    plan: Plan
    grad_norm: Array
    converged: npt.NDArray[np.bool_]
    n_iter: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Mechanism:
    """One entry of the registry.

    Parameters
    ----------
    name, label : str
        Key of the registry, and name on screen.
    guarantee : str
        "pure" (ε-DP by `reason`), "approximate" ((ε, δ)-DP by `reason`), "broken" (claimed in a
        paper, false by `reason`) or "none".
    reason : str
        Theorem or flaw, in a sentence.
    family : Family
        How its noise becomes a classifier.
    plan : callable
        Maps `PlanInputs` on the `Plan`: how much noise, by which theorem.
    norm_law : NormLaw
        Law of the noise's length.
    jumps : bool
        Whether its Δ jumps from 0, CMS11's two cases: just above the λ at which it enters hardly
        any ε is left for the noise. Elsewhere Δ fills λ up, and half of ε always is.
    """

    name: str
    label: str
    guarantee: str
    reason: str
    family: Family
    plan: Callable[[PlanInputs], Plan]
    norm_law: NormLaw = GAMMA
    jumps: bool = False

    @property
    def is_noisy(self) -> bool:
        """Whether it adds noise: all do but the baseline, whose draws would all be the same."""
        return self.guarantee != "none"

    def at(self, epsilons: Sequence[float]) -> Sequence[float]:
        """Return the ε at which it is run for a comparison at some: without noise, ∞ alone."""
        return epsilons if self.is_noisy else (np.inf,)

    def distinct(self, n_draws: int) -> int:
        """Return how many of its draws can differ: without noise, one is all of them."""
        return n_draws if self.is_noisy else 1

    @property
    def uses_delta(self) -> bool:
        """Whether it promises (ε, δ)-differential privacy: no other mechanism looks at δ."""
        return self.guarantee == "approximate"

    @property
    def has_exact_chances(self) -> bool:
        """Whether what its classifiers answer is known without a draw (`projection.chances`)."""
        return self.family.reach_is_exact and self.norm_law.along is not None


@dataclass(frozen=True)
class Request:
    """A mechanism at one ε, λ and, where it uses it, δ; its records are named elsewhere."""

    mechanism: str
    epsilon: float
    lam: float
    delta: float = field(default=DELTA, kw_only=True)


AnyRequest = TypeVar("AnyRequest", bound=Request)


def calibrate(
    mechanism: str,
    epsilon: float,
    *,
    lam: float,
    n: int,
    loss: Loss,
    delta: float = DELTA,
    n_features: int | None = None,
) -> Plan:
    """Return the plan of a mechanism at ε.

    Parameters
    ----------
    mechanism : str
        A key of `MECHANISMS`.
    epsilon : float
        Privacy parameter, positive or ∞.
    lam : float
        Regularization, positive.
    n : int
        Public number of training records.
    loss : Loss
    delta : float
        δ of a mechanism that uses it, above 0 and below 1/n; the others do not look at it.
    n_features : int, optional
        d, coefficients after encoding, on which the rate of `output_gamma` and `objective_gamma`
        depends: every level and the constant count, and random features their number D.

    Raises
    ------
    InvalidInput
        If a parameter is out of range or too extreme for floating point, or d is missing where the
        noise depends on it.
    """
    entry = MECHANISMS[checks.one_of("mechanism", mechanism, tuple(MECHANISMS))]
    inputs = PlanInputs(
        entry.name,
        entry.norm_law.name,
        checks.positive("epsilon", epsilon, infinite=True),
        checks.positive("lam", lam),
        checks.whole("n", n),
        loss,
        gaussian.checked_delta(delta, n) if entry.uses_delta else delta,
        None if n_features is None else checks.whole("n_features", n_features),
    )
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        return calibration.checked(entry.plan(inputs), inputs)


def draw(
    mechanism: str,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    loss: Loss,
    lam: float,
    epsilon: float,
    n_draws: int,
    rng: np.random.Generator,
    sample_weight: npt.ArrayLike | None = None,
    delta: float = DELTA,
) -> Draws:
    """Run a mechanism `n_draws` times on the same records.

    Parameters
    ----------
    mechanism : str
        A key of `MECHANISMS`.
    X : array (n, n_features)
        Records of norm at most 1.
    y : array (n,)
        Labels, -1 or +1.
    loss : Loss
    lam : float
        Regularization, positive.
    epsilon : float
        Privacy parameter of *each* draw, positive or ∞ (then the result is the non-private one).
    n_draws : int
    rng : numpy.random.Generator
        Source of the noise. In a simulation it may be seeded.
    sample_weight : array (n,), optional
        How many equal records each row stands for, whole numbers; one each if left out. The n of
        the guarantee is then their sum.
    delta : float
        δ of *each* draw of a mechanism that uses it, as in `calibrate`.

    Returns
    -------
    Draws

    Raises
    ------
    InvalidInput
        If an argument is out of range.

    Guarantee
    ---------
    One draw of a mechanism marked "pure" is ε-differentially private for data sets of the same
    public size n that differ in one record, by the theorem in `plan.theorem`, assuming the exact
    minimiser and real arithmetic; k draws together are kε-DP. One draw of a mechanism marked
    "approximate" is (ε, δ)-differentially private in the same sense; k draws together are
    (kε, kδ)-DP. Seeds, test errors and anything else computed from the data are outside of it.
    Mechanisms marked "broken" or "none" promise nothing.
    """
    request = Request(mechanism, epsilon, lam, delta=delta)
    (draws,) = draw_all(X, y, loss=loss, requests=[request], n_draws=n_draws,
                        stream=lambda _: rng, sample_weight=sample_weight)  # fmt: skip
    return draws


def draw_all(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    loss: Loss,
    requests: Sequence[AnyRequest],
    n_draws: int,
    stream: Callable[[AnyRequest], np.random.Generator],
    sample_weight: npt.ArrayLike | None = None,
) -> list[Draws]:
    """Run many mechanisms, at many ε and λ, on the same records: every minimisation in one batch.

    X, y, loss, n_draws and sample_weight are as in `draw`. `stream` returns the source of a
    request's noise. One that starts anew each time and depends on the mechanism only gives all its
    ε the same noise on another scale: right for comparing them in a simulation, never for a
    release.

    Raises
    ------
    InvalidInput
        If an argument is out of range.

    Guarantee
    ---------
    That of `draw` for each request by itself.
    """
    X, y = checks.records(X, y)
    n_draws = checks.whole("n_draws", n_draws)
    weight = None
    if sample_weight is not None:
        weight = checks.counts("sample_weight", sample_weight, len(y))
    n = len(y) if weight is None else int(weight.sum())  # the theorems' n: of records, not of rows
    d = X.shape[1]
    planned = partial(calibrate, n=n, loss=loss, n_features=d)
    plans = [planned(r.mechanism, r.epsilon, lam=r.lam, delta=r.delta) for r in requests]
    pairs = list(zip(requests, plans, strict=True))
    sample = noise.sample
    noises = [sample(p.norm_law, p.noise_rate, n_draws, d, stream(r)) for r, p in pairs]
    terms = [family_of(p).linear_terms(b, n) for p, b in zip(plans, noises, strict=True)]
    lams = [np.full(len(b), r.lam + p.extra_lam) for b, (r, p) in zip(terms, pairs, strict=True)]
    solution = solve(X, y, loss, np.concatenate(lams), np.concatenate(terms), weight)
    ends = np.cumsum([len(term) for term in terms])
    parts = [slice(end - len(term), end) for end, term in zip(ends, terms, strict=True)]
    return [_draws(*each, solution) for each in zip(plans, noises, parts, strict=True)]


def _draws(plan: Plan, noises: Array, part: slice, solution: Solution) -> Draws:
    # Draws that share one minimisation have its residual each.
    return Draws(
        family_of(plan).coefs(solution.coefs[part], noises),
        plan,
        np.broadcast_to(solution.grad_norm[part], (len(noises),)),
        np.broadcast_to(solution.converged[part], (len(noises),)),
        np.broadcast_to(solution.n_iter[part], (len(noises),)),
    )


def family_of(plan: Plan) -> Family:
    """Return how the noise of a plan becomes a classifier."""
    return MECHANISMS[plan.mechanism].family


_JACOBIAN = (
    "The proof leaves out how the objective's curvature changes with a record. With the logistic "
    "loss the claim holds where nλ ≥ 2/ε all the same; below that in two features or more, and "
    "with a hinge of h < 1 at every nλ, enough records break it."
)
_LENGTH = (
    "The length has the right distribution for one feature only, there with a scale √2 too small; "
    "for more features its density has no bound at 0."
)

MECHANISMS: dict[str, Mechanism] = {
    entry.name: entry
    for entry in (
        Mechanism(
            "non_private", "Non-private", "none",
            "No noise is added.",
            OUTPUT, calibration.plan_non_private,
        ),
        Mechanism(
            "objective", "Objective perturbation", "pure",
            "Part of ε pays for the noise, the rest for the Jacobian.",
            OBJECTIVE, calibration.plan_objective, jumps=True,
        ),
        Mechanism(
            "output", "Output perturbation", "pure",
            "One record moves the minimiser by at most 2/(nλ).",
            OUTPUT, calibration.plan_output,
        ),
        Mechanism(
            "objective_tight", "Objective perturbation, tight", "pure",
            "A record changes the Hessian by rank one, so that half of the slack is enough.",
            OBJECTIVE, calibration.plan_objective_tight,
        ),
        Mechanism(
            "objective_gaussian", "Objective perturbation, Gaussian", "approximate",
            "Part of ε pays for the Jacobian; Gaussian noise keeps (ε, δ) with the rest.",
            OBJECTIVE, calibration.plan_objective_gaussian, GAUSSIAN,
        ),
        Mechanism(
            "output_gaussian", "Output perturbation, Gaussian", "approximate",
            "One record moves the minimiser by at most 2/(nλ); Gaussian noise keeps (ε, δ).",
            OUTPUT, calibration.plan_output_gaussian, GAUSSIAN,
        ),
        Mechanism(
            "objective_gamma", "Objective perturbation, Gamma (ε, δ)", "approximate",
            "Part of ε pays for the Jacobian; shorter Gamma noise keeps (ε, δ) with the rest.",
            OBJECTIVE, calibration.plan_objective_gamma,
        ),
        Mechanism(
            "output_gamma", "Output perturbation, Gamma (ε, δ)", "approximate",
            "One record moves the minimiser by at most 2/(nλ); shorter Gamma noise keeps (ε, δ).",
            OUTPUT, calibration.plan_output_gamma,
        ),
        Mechanism(
            "objective_2008", "Objective perturbation of 2008", "broken",
            _JACOBIAN,
            OBJECTIVE, calibration.plan_objective_2008,
        ),
        Mechanism(
            "objective_laplace_norm", "Objective perturbation, Laplace length", "broken",
            # What saves the claim of 2008 at some settings, the right law and scale, is missing.
            _LENGTH + " Besides, the proof leaves out the Jacobian.",
            OBJECTIVE, calibration.plan_objective_laplace_norm, LAPLACE,
        ),
        Mechanism(
            "output_laplace_norm", "Output perturbation, Laplace length", "broken",
            _LENGTH + " For one feature, a hinge turns the scale into a loss of up to √2 ε.",
            OUTPUT, calibration.plan_output_laplace_norm, LAPLACE,
        ),
    )
}  # fmt: skip
"""Every mechanism by its name; sweeps, pages and tests iterate over this registry.

Their order is that of every list, tile, legend and sentence: first what has no noise, then each
objective perturbation before its output perturbation. See `in_order`."""


def in_order(names: Collection[str]) -> tuple[str, ...]:
    """Return mechanisms in the order in which they are shown: that of the registry.

    Examples
    --------
    >>> in_order({"output", "non_private", "objective"})
    ('non_private', 'objective', 'output')
    """
    return tuple(name for name in MECHANISMS if name in names)
