"""Ways to serve predictions of a kernel minimiser, in one registry, run for a batch of draws.

`plans` says how much noise; here it is drawn. Each way takes the exact predictions f_t = w*·φ(z_t)
of the trusted learner at T public points and returns what the user gets.

- *Interactive* (PINP): questions come one by one; â_t = f_t + noise. If â_t is further than the
  threshold from what the public classifier w_t says, â_t is the answer and w_t moves by
  ±η φ(z_t); else the answer is w_t·φ(z_t).
- *Semi-interactive* (TDDL): all points are known before. The user gets the least squares fit to
  f + noise over ‖w‖ ≤ C in the span of the φ(z_t), a classifier for any point.
- *Non-interactive*: the learner knows no point. The functional Gaussian releases a function;
  TDIL, which asks itself, stands in `tdil`.

Examples
--------
>>> points = PublicPoints(np.eye(3))
>>> problem = KernelProblem(n=20_000, lam=0.01, epsilon=1.0, delta=1e-6, n_points=3)
>>> plan = plan_of("functional", problem, points)
>>> rng = np.random.default_rng(0)
>>> WAYS["functional"].serve(plan, problem, points, np.zeros(3), 2, rng).shape
(2, 3)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.kernels import plans
from dplab.kernels.plans import AnswerPlan, KernelProblem, UpdatePlan
from dplab.kernels.points import PublicPoints

FORMS = ("mended", "printed")
"""As it is private and useful, and as JT13 prints it."""


@dataclass(frozen=True, eq=False)
class Conversation:
    """What an interactive learner answers, question by question.

    `updated` (n_draws, T) is where the public classifier was updated, and the noisy prediction
    given.
    """

    answers: Array
    updated: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ServingWay:
    """One way to serve predictions.

    Parameters
    ----------
    name, label : str
        Key and name on screen.
    model : str
        "interactive", "semi-interactive" or "non-interactive".
    plans : mapping of str to callable
        Maps a form in `FORMS` on the function that plans it.
    serve : callable
        Called as ``serve(plan, problem, points, predictions, n_draws, rng)``; returns predictions,
        (n_draws, T). Each draw by itself has the plan's guarantee.
    """

    name: str
    label: str
    model: str
    plans: Mapping[str, Callable[[KernelProblem, PublicPoints], AnswerPlan]]
    serve: Callable[
        [AnswerPlan, KernelProblem, PublicPoints, Array, int, np.random.Generator], Array
    ]


def plan_of(
    way: str, problem: KernelProblem, points: PublicPoints, form: str = "mended"
) -> AnswerPlan:
    """Return the plan of a way to serve predictions.

    The way is a key of `WAYS`, the problem has as many points as there are, and the form is
    "mended", or "printed" where JT13 prints one.

    Raises
    ------
    InvalidInput
        If there is no such way or form, or the number of points differs.
    """
    entry = WAYS[checks.one_of("way", way, tuple(WAYS))]
    if problem.n_points != len(points):
        raise InvalidInput(
            f"n_points must be the number of test points, {len(points):,}; "
            f"got {problem.n_points:,}."
        )
    return entry.plans[checks.one_of("form", form, tuple(entry.plans))](problem, points)


def noise(plan: AnswerPlan, n_draws: int, n_points: int, rng: np.random.Generator) -> Array:
    """Return independent noise of a plan's law and scale, (n_draws, n_points).

    The draws do not depend on the scale but for the final product: the same generator gives the
    same noise on another scale, which a simulation may use and a release must not.
    """
    if plan.law == "laplace":
        return plan.scale * rng.laplace(size=(n_draws, n_points))
    return plan.scale * rng.standard_normal((n_draws, n_points))


def converse(
    plan: UpdatePlan,
    points: PublicPoints,
    predictions: Array,
    n_draws: int,
    rng: np.random.Generator,
) -> Conversation:
    """Run PINP on the points in their order.

    The plan is `plan_pinp`, or `plan_pinp_printed`. The predictions (T,) are exact ones, w*·φ(z_t),
    and private. After the last update that the plan allows, answers are the public classifier's.

    Guarantee
    ---------
    Each draw by itself: that of the plan.
    """
    K, T = checks.finite("kernel", points.kernel, 2), len(points)
    noisy = predictions + noise(plan, n_draws, T, rng)
    weights, answers = np.zeros((n_draws, T)), np.empty((n_draws, T))
    updated = np.zeros((n_draws, T), dtype=bool)
    for t in range(T):
        public = weights[:, :t] @ K[:t, t]
        off = noisy[:, t] - public
        goes_on = updated[:, :t].sum(axis=1) < plan.most_updates
        updated[:, t] = (np.abs(off) > plan.threshold) & goes_on
        weights[:, t] = np.where(updated[:, t], plan.step * np.sign(off), 0)
        answers[:, t] = np.where(updated[:, t], noisy[:, t], public)
    return Conversation(answers, updated)


def _interactive(
    plan: AnswerPlan,
    problem: KernelProblem,  # noqa: ARG001
    points: PublicPoints,
    predictions: Array,
    n_draws: int,
    rng: np.random.Generator,
) -> Array:
    if not isinstance(plan, UpdatePlan):
        raise TypeError("An interactive learner needs an UpdatePlan.")
    return converse(plan, points, predictions, n_draws, rng).answers


def _fit(
    plan: AnswerPlan,
    problem: KernelProblem,
    points: PublicPoints,
    predictions: Array,
    n_draws: int,
    rng: np.random.Generator,
) -> Array:
    noisy = predictions + noise(plan, n_draws, len(points), rng)
    return points.within(noisy, problem.bound).predictions


def _function(
    plan: AnswerPlan,
    problem: KernelProblem,
    points: PublicPoints,
    predictions: Array,
    n_draws: int,
    rng: np.random.Generator,
) -> Array:
    drawn = points.process(rng.standard_normal((n_draws, len(points))))
    return predictions + plan.scale / problem.radius * drawn


WAYS: Mapping[str, ServingWay] = {
    way.name: way
    for way in (
        ServingWay(
            "pinp",
            "PINP",
            "interactive",
            {
                "mended": lambda problem, _: plans.plan_pinp(problem),
                "printed": lambda problem, _: plans.plan_pinp_printed(problem),
            },
            _interactive,
        ),
        ServingWay(
            "tddl_laplace",
            "TDDL, Laplace noise",
            "semi-interactive",
            {
                "mended": lambda problem, _: plans.plan_laplace(problem),
                "printed": lambda problem, _: plans.plan_laplace(problem, plans.PRINTED_CONSTANT),
            },
            _fit,
        ),
        ServingWay(
            "tddl_gaussian",
            "TDDL, Gaussian noise",
            "semi-interactive",
            {"mended": lambda problem, z: plans.plan_gaussian(problem, z.largest_eigenvalue)},
            _fit,
        ),
        ServingWay(
            "functional",
            "Functional Gaussian",
            "non-interactive",
            {"mended": lambda problem, _: plans.plan_functional(problem)},
            _function,
        ),
    )
}
"""Every way by its name; figures and tests iterate over this registry."""
