"""The mechanisms: seven ways from a table to a linear classifier, in one registry.

Two families. *Output perturbation* (the papers' "sensitivity method") solves the problem and adds
noise to the answer. *Objective perturbation* (their "new method") adds a random linear term to
the question, b·w/n, and gives the exact answer. Both are bijections from noise to classifier, so
that their privacy can be computed and not only proved.

Three historic mechanisms are kept because the 2008 papers ran them. They are not ε-DP and say
so: they can be simulated, never released. `non_private` is the yardstick.

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

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.solver import Solution, solve
from dpcore.privacy import noise
from dpcore.privacy.calibration import Plan, calibrate


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
    """

    coefs: Array
    plan: Plan
    grad_norm: Array
    converged: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Mechanism:
    """One entry of the registry.

    Parameters
    ----------
    name : str
        Key of the registry and of `calibration.PLANS`.
    label : str
        Name on screen.
    guarantee : str
        "pure" (ε-DP by `reason`), "broken" (claimed in a paper, false by `reason`) or "none".
    reason : str
        Theorem or flaw, in a sentence.
    run : callable
        From problem, plan and generator to coefficients and the solver's report.
    """

    name: str
    label: str
    guarantee: str
    reason: str
    run: "Callable[[_Problem, Plan, int, np.random.Generator], tuple[Array, Solution]]"


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
    minimiser and real arithmetic; k draws together are kε-DP. Seeds, test errors and anything else
    computed from the data are outside of it. Mechanisms marked "broken" or "none" promise nothing.
    """
    X, y = checks.records(X, y)
    n_draws = checks.whole("n_draws", n_draws)
    plan = calibrate(mechanism, epsilon, lam=lam, n=len(y), loss=loss)
    problem = _Problem(X, y, loss, float(lam))
    coefs, solution = MECHANISMS[mechanism].run(problem, plan, n_draws, rng)
    return Draws(
        coefs,
        plan,
        np.broadcast_to(solution.grad_norm, (n_draws,)),
        np.broadcast_to(solution.converged, (n_draws,)),
    )


@dataclass(frozen=True, eq=False)
class _Problem:
    X: Array
    y: Array
    loss: Loss
    lam: float


def _perturb_output(
    problem: _Problem, plan: Plan, n_draws: int, rng: np.random.Generator
) -> tuple[Array, Solution]:
    """Solve once and add noise to the answer; with infinite rate, the answer itself."""
    solution = solve(problem.X, problem.y, problem.loss, problem.lam)
    return solution.coefs + _noise(problem, plan, n_draws, rng), solution


def _perturb_objective(
    problem: _Problem, plan: Plan, n_draws: int, rng: np.random.Generator
) -> tuple[Array, Solution]:
    """Solve once per draw with the linear term b·w/n and the plan's regularization."""
    b = _noise(problem, plan, n_draws, rng)
    lam = problem.lam + plan.extra_lam
    solution = solve(problem.X, problem.y, problem.loss, lam, linear=b / len(problem.y))
    return solution.coefs, solution


def _noise(problem: _Problem, plan: Plan, n_draws: int, rng: np.random.Generator) -> Array:
    return noise.sample(plan.norm_law, plan.noise_rate, n_draws, problem.X.shape[1], rng)


_JACOBIAN = "The proof leaves out how the objective's curvature changes with a record."
_LENGTH = (
    "The length has the right law for one feature only, there with a scale √2 too small; "
    "for more features its density has no bound at 0."
)

MECHANISMS: dict[str, Mechanism] = {
    entry.name: entry
    for entry in (
        Mechanism("non_private", "Non-private", "none", "No noise is added.", _perturb_output),
        Mechanism(
            "output",
            "Output perturbation",
            "pure",
            "One record moves the minimiser by at most 2/(nλ).",
            _perturb_output,
        ),
        Mechanism(
            "objective",
            "Objective perturbation",
            "pure",
            "Part of ε pays for the noise, the rest for the Jacobian.",
            _perturb_objective,
        ),
        Mechanism(
            "objective_tight",
            "Objective perturbation, tight",
            "pure",
            "A record changes the Hessian by rank one, so that half of the slack is enough.",
            _perturb_objective,
        ),
        Mechanism(
            "objective_2008",
            "Objective perturbation of 2008",
            "broken",
            _JACOBIAN,
            _perturb_objective,
        ),
        Mechanism(
            "output_laplace_norm",
            "Output perturbation, Laplace length",
            "broken",
            _LENGTH,
            _perturb_output,
        ),
        Mechanism(
            "objective_laplace_norm",
            "Objective perturbation, Laplace length",
            "broken",
            _LENGTH + " " + _JACOBIAN,
            _perturb_objective,
        ),
    )
}
"""Every mechanism by its name; sweeps, pages and tests iterate over this registry."""
