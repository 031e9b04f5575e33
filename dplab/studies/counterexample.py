"""The counterexample D_d(γ): classifiers, their exact errors along n, and signal and noise.

A classifier w gives a record of `dpcore.data.counterexample` the margin ``γ w_1 ± …``: the first
feature tells the classes apart, and its whole share of the margin is the *signal* ``γ w_1``. The
other features carry no information. With enough records the minimiser of the objective lies along
the first axis, where its signal v solves

    -ℓ'(v) γ² = λ v.

*Output perturbation* adds η to it. A record's margin then moves by η·x, with mean square E‖η‖²/d,
since the noise has no direction and every record has norm 1. For the Gamma length that is
(d+1)/β² with β = nλε/2: λ is so small that the noise is long, also in directions in which the
records alone would hold the classifier.

*Objective perturbation* lets the records resist: to first order w moves by -H⁻¹ b/n, and their
curvature stands in H beside λ,

    H = diag(κγ² + λ, κ(1-γ²)/(d-1) + λ, …),    κ = ℓ''(v).

In the d-1 directions across, κ/d is many times λ, and almost none of the noise is left.

Examples
--------
>>> example = Example(n=100_000, draws=20)
>>> runs = runs_of(example, ("non_private", "objective", "output"))
>>> {name: round(float(np.median(each.errors)), 1) for name, each in runs.items()}
{'non_private': 0.0, 'objective': 0.0, 'output': 0.4}
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
from scipy.optimize import brentq

from dpcore.checks import Array
from dpcore.data.counterexample import points
from dpcore.data.dataset import Dataset, split
from dpcore.erm.losses import Logistic
from dpcore.erm.prediction import error
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, Draws, Request, calibrate, draw_all
from dpcore.privacy.noise import NORM_LAWS
from dplab.simulation.sources import stream

LOSS = Logistic()
"""That of the paper's example."""

SIZES = (
    *range(100, 800, 100),
    *(int(step * 10**k) for k in (3, 4, 5) for step in (1, 2, 5)),
    10**6,
)
"""Where the curves along n are computed: the printed n first."""

COMPARED = {
    "gamma": ("non_private", "objective", "output", "objective_tight", "objective_2008"),
    "laplace": ("non_private", "objective_laplace_norm", "output_laplace_norm"),
}
"""What a page compares, per law of the noise's length: the baseline, then the two that it draws:
noise in the question, and noise on the answer."""


@dataclass(frozen=True)
class Example:
    """The law, the problem and the draws.

    Parameters
    ----------
    d : int
        Features, from 2 to 14.
    gamma : float
        Distance of each record from the plane between the classes, in (0, 1).
    lam : float
        Regularization; γ² in the paper.
    epsilon : float
        Privacy parameter, positive or ∞.
    n : int
        Training records, up to a million.
    draws : int
        Runs of each mechanism on the same records.
    seed : int
        Of records and noise.
    """

    d: int = 10
    gamma: float = 0.01
    lam: float = 1e-4
    epsilon: float = 0.2
    n: int = 100_000
    draws: int = 50
    seed: int = 0


@dataclass(frozen=True, eq=False)
class MechanismRun:
    """All draws of one mechanism.

    Errors (n_draws,) are exact probabilities of a wrong label, in [0, 1]; `converged` says whether
    every minimisation met the tolerance.
    """

    coefs: Array
    errors: Array
    plan: Plan
    converged: bool


Runs = dict[str, MechanismRun]
"""By mechanism."""


@dataclass(frozen=True)
class Question:
    """What is compared, on which example.

    Parameters
    ----------
    example : Example
        The errors along n are those at each n of `SIZES` in place of its own.
    mechanisms : tuple of str
        Keys of `MECHANISMS`.
    """

    example: Example
    mechanisms: tuple[str, ...] = ("non_private", "objective", "output")


@dataclass(frozen=True, eq=False)
class LearningCurves:
    """What is known of the errors along n: the runs by n, ascending."""

    question: Question
    runs: Mapping[int, Runs]


def at_one_n(question: Question, records: Dataset | None = None) -> Runs:  # noqa: ARG001
    """Return what each mechanism gives at the example's n; nobody's own records count."""
    return runs_of(question.example, question.mechanisms)


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Callable[[Question], Runs] | None = None,
) -> Iterator[LearningCurves]:
    """Yield the errors along n, as far as they are computed, after each n.

    No question is about `records`. `ask` answers at one n: for whoever keeps such answers.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    ask, runs = ask or partial(at_one_n, records=records), dict[int, Runs]()
    for n in SIZES:
        runs[n] = ask(replace(question, example=replace(question.example, n=n)))
        yield LearningCurves(question, dict(runs))


def table(answer: LearningCurves) -> pd.DataFrame:
    """Return every draw behind the curves, one row each."""
    example = answer.question.example
    frames = [
        pd.DataFrame(
            {
                "d": example.d,
                "gamma": example.gamma,
                "lam": example.lam,
                "epsilon": each.plan.epsilon,
                "seed": example.seed,
                "n": n,
                "mechanism": name,
                "draw": range(len(each.errors)),
                "error": each.errors,
            }
        )
        for n, runs in answer.runs.items()
        for name, each in runs.items()
    ]
    return pd.concat(frames, ignore_index=True)


def table_of_lines(example: Example, runs: Runs) -> pd.DataFrame:
    """Return each classifier as a figure shows it: its parts along x₁, times γ, and across."""
    frames = [
        pd.DataFrame(
            {
                "mechanism": name,
                "draw": range(len(each.errors)),
                "along": example.gamma * along,
                "across": across,
                "error": each.errors,
            }
        )
        for name, each in runs.items()
        for along, across in [section(each.coefs).T]
    ]
    return pd.concat(frames, ignore_index=True)


def runs_of(example: Example, mechanisms: Sequence[str]) -> Runs:
    """Run mechanisms on n records of the law and return the draws of each.

    The noise of a mechanism comes from the same random stream as in a sweep at this n.

    Parameters
    ----------
    example : Example
    mechanisms : sequence of str
        Keys of `MECHANISMS`; the non-private one gives a single draw.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    law = points(example.d, example.gamma)
    part = split(law, example.n, example.seed)
    batch = draw_all(
        part.X,
        part.y,
        loss=LOSS,
        requests=[_request(name, example) for name in mechanisms],
        n_draws=example.draws,
        stream=lambda request: stream(example.seed, request.mechanism, 0, example.n),
        sample_weight=part.weight,
    )
    kept = [MECHANISMS[name].distinct(example.draws) for name in mechanisms]
    return {
        name: MechanismRun(
            draws.coefs[:k],
            error(draws.coefs[:k], law.X, law.y, law.chance),
            draws.plan,
            _converged(draws),
        )
        for name, draws, k in zip(mechanisms, batch, kept, strict=True)
    }


def signal(example: Example, extra_lam: float = 0.0) -> float:
    """Return the margin γ w_1 of the first feature, in the limit of many records.

    Parameters
    ----------
    example : Example
    extra_lam : float
        Δ of the mechanism, added to λ.
    """
    ratio = example.gamma**2 / (example.lam + extra_lam)
    return float(brentq(lambda v: v + ratio * float(LOSS.slope(np.array(v))), 0.0, ratio))


def noise_in_margin(example: Example, mechanism: str) -> float:
    """Return how far the noise moves a record's margin: root mean square, by theory.

    Exact for output perturbation; to first order in the noise, and in the limit of many records,
    for objective perturbation. 0 without noise.

    Parameters
    ----------
    example : Example
    mechanism : str
        A key of `MECHANISMS`.
    """
    plan = plan_of(example, mechanism)
    if np.isinf(plan.noise_rate):
        return 0.0
    law = NORM_LAWS[plan.norm_law]
    per_feature = np.sqrt(law.mean_square(example.d) / example.d) / plan.noise_rate
    if not MECHANISMS[mechanism].family.has_jacobian:
        return float(per_feature)
    first, other = curvatures(example, mechanism)
    squares = (example.gamma / first) ** 2 + (1 - example.gamma**2) / other**2
    return float(per_feature / example.n * np.sqrt(squares))


def curvatures(example: Example, mechanism: str) -> tuple[float, float]:
    """Return H along the first axis and across it, at a mechanism's minimiser."""
    extra_lam = plan_of(example, mechanism).extra_lam
    lam, square = example.lam + extra_lam, example.gamma**2
    kappa = float(LOSS.curvature_at(np.array(signal(example, extra_lam))))
    return kappa * square + lam, kappa * (1 - square) / (example.d - 1) + lam


def noise_seen(coefs: Array, gamma: float) -> float:
    """Return how far drawn classifiers move a record's margin from its mean.

    Root mean square over draws and over the law, whose signs are independent.

    Parameters
    ----------
    coefs : array (n_draws, d)
        At least two draws.
    gamma : float
    """
    moved = coefs - coefs.mean(axis=0)
    rest = (moved[:, 1:] ** 2).sum(axis=1) / (moved.shape[1] - 1)
    squares = gamma**2 * moved[:, 0] ** 2 + (1 - gamma**2) * rest
    return float(np.sqrt(squares.sum() / (len(coefs) - 1)))


def plan_of(example: Example, mechanism: str) -> Plan:
    """Return the plan of a mechanism on this example."""
    return calibrate(
        mechanism,
        example.epsilon,
        lam=example.lam,
        n=example.n,
        loss=LOSS,
        n_features=example.d,
    )


def all_records(example: Example) -> Dataset:
    """Return all records that there can be, with their chances."""
    return points(example.d, example.gamma)


def section(coefs: Array) -> Array:
    """Return each classifier in the plane of the first axis and its own direction across it.

    Parameters
    ----------
    coefs : array (n_draws, d)

    Returns
    -------
    array (n_draws, 2)
        Its parts along and across, the second with the sign of the second coefficient: a record
        with part t in the direction across has the margin ``y (along x_1 + across t)``.
    """
    rest = coefs[:, 1:]
    return np.column_stack([coefs[:, 0], _side(rest) * np.linalg.norm(rest, axis=1)])


def parts_across(coef: Array, X: Array) -> Array:
    """Return the part t of each record in one classifier's direction across the first axis.

    Parameters
    ----------
    coef : array (d,)
    X : array (n, d)

    Returns
    -------
    array (n,)
        In [-1, 1]; 0 for a classifier that lies along the first axis.
    """
    _, length = section(coef[None])[0]
    return np.asarray(X[:, 1:] @ (coef[1:] / length if length else coef[1:]))


def _side(rest: Array) -> Array:
    return np.where(rest[:, 0] < 0, -1.0, 1.0)


def _request(mechanism: str, example: Example) -> Request:
    (epsilon,) = MECHANISMS[mechanism].at((example.epsilon,))
    return Request(mechanism, epsilon, example.lam)


def _converged(draws: Draws) -> bool:
    return bool(draws.converged.all())
