"""JT13's semi-interactive learner over the grid of a sweep: a classifier by way of test points.

A trusted learner has w*, the minimiser over n private records. T records of the test part are
public and unlabelled, and the user gets a ŵ that predicts about what w* predicts there (TDDL, JT13
Algorithm 2). What counts is its error on the *whole* test part, of which the T are a sample. The
same executors run it as a sweep, and its rows are those of a sweep: a cell is one training set, a
row one draw of one mechanism at one ε.

| mechanism | what the user gets |
| --- | --- |
| non_private | w* |
| tddl_printed | TDDL with LR²√(T log(1/δ))/(λnε), as printed with the constant 1: not (ε, δ)-DP |
| tddl_laplace | TDDL with what composition needs: 4√2 times that at usual ε |
| tddl_gaussian | TDDL with Gaussian noise on all T predictions at once |
| functional | w* with Gaussian noise in the space of features; T is not asked |
| objective | CMS11 Algorithm 2; regression only |

Where the data are `regression.DATA`, the learner is that of `regression`, its error relative; else
it is the minimiser of a loss of the margin over exact features of a kernel, and the error is the
share of wrong labels. Every ε uses the same noise on another scale.

Examples
--------
>>> names = ("non_private", "functional")
>>> spec = SweepSpec("cubic", d=4, mechanisms=names, sizes=(2000,), epsilons=(0.5, 2.0), draws=3)
>>> (result,) = serve(spec, Questions(points=50))
>>> result.rows.groupby(["mechanism", "epsilon"]).size().tolist()
[3, 3, 1]
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Dataset
from dpcore.erm.losses import make_loss
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dplab.features import make
from dplab.kernels.plans import KernelProblem, norm_bound
from dplab.kernels.points import PublicPoints
from dplab.kernels.serving import noise, plan_of
from dplab.simulation.sources import stream
from dplab.simulation.sweeps.cells import Cell, CellResult, training_set
from dplab.simulation.sweeps.running import run_cells
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.studies.papers import regression
from dplab.studies.papers.regression import LinearProblem

KERNEL, DEGREE = "polynomial", 3
"""JT13's kernel, (x·y + 1)³. Ours has norm 1: it is an eighth of that, and so is its λ."""

TDDL: Mapping[str, tuple[str, str]] = {
    "tddl_printed": ("tddl_laplace", "printed"),
    "tddl_laplace": ("tddl_laplace", "mended"),
    "tddl_gaussian": ("tddl_gaussian", "mended"),
}
"""The way to serve and its form, of each mechanism that fits to the points."""

SERVED = ("non_private", *TDDL, "functional", "objective")
"""Every mechanism; the last one knows no kernel, and needs `regression.DATA`."""


@dataclass(frozen=True)
class Questions:
    """What is asked of the learner, public.

    Parameters
    ----------
    points : int
        T, how many of the test records are public.
    delta : float
        δ, below 1/n.
    """

    points: int = 200
    delta: float = 1e-6


@dataclass(frozen=True, eq=False)
class Task:
    """One training set, learned from without noise, and what asks.

    The optimum (D,), w*, is private. `features` (m, D) and `labels` are the test part; its first T
    rows are the public points. `lipschitz` is L, the steepest slope of the loss; `ball` is C ≥
    ‖w*‖, public; n counts private records; `linear` is of a regression.
    """

    optimum: Array
    features: Array
    labels: Array
    lipschitz: float
    ball: float
    n: int
    converged: bool = True
    linear: LinearProblem | None = None


def serve(
    spec: SweepSpec,
    questions: Questions,
    executor: Executor | None = None,
    records: Dataset | None = None,
) -> Iterator[CellResult]:
    """Serve the test records of a sweep's grid and yield its cells as they complete.

    The sweep is of one loss and one λ; its mechanisms are of `SERVED`. The executor and records are
    as in `sweeps.run`.

    Raises
    ------
    InvalidInput
        Before anything runs, if a mechanism is not known.
    """
    for name in spec.mechanisms:
        checks.one_of("mechanism", name, SERVED if is_regression(spec) else SERVED[:-1])
    # One for each training set, since all else begins with its minimiser.
    cells = [
        Cell(replace(spec, sizes=(), folds=1), fold, n)
        for n in spec.sizes or (None,)
        for fold in range(spec.folds)
    ]
    return run_cells(cells, executor, records=records, rows=partial(_rows, questions))


def is_regression(spec: SweepSpec) -> bool:
    """Tell whether real outcomes are predicted, and the error is relative."""
    return spec.data == regression.DATA


def _rows(questions: Questions, cell: Cell, records: Dataset | None) -> pd.DataFrame:
    spec = cell.spec
    task = _regressed(cell) if is_regression(spec) else _classified(cell, records)
    measure = regression.relative_error if is_regression(spec) else error
    frames = []
    for name in spec.mechanisms:
        for epsilon in (np.inf,) if name == "non_private" else spec.epsilons:
            # Forms of one way share their noise, on another scale.
            rng = stream(spec.seed, TDDL.get(name, (name,))[0], cell.fold, task.n)
            coefs = _coefs(name, epsilon, task, questions, spec, rng)
            errors = measure(coefs, task.features, task.labels)
            columns = {"mechanism": name, "epsilon": epsilon, "draw": range(len(errors))}
            frames.append(pd.DataFrame(columns | {"error": errors}))
    ((loss, h),) = spec.losses
    return pd.concat(frames, ignore_index=True).assign(
        converged=task.converged, loss=loss, h=h, lam=spec.given_lams[0], n=task.n, fold=cell.fold
    )


def _coefs(
    name: str,
    epsilon: float,
    task: Task,
    questions: Questions,
    spec: SweepSpec,
    rng: np.random.Generator,
) -> Array:
    """Return what the user gets, (n_draws, D)."""
    if name == "non_private":
        return task.optimum[None]
    if task.linear and name == "objective":
        return regression.objective(task.linear, epsilon, spec.draws, rng)
    asked = task.features[: questions.points]
    points = PublicPoints(asked @ asked.T)
    problem = KernelProblem(
        n=task.n,
        lam=spec.given_lams[0],
        epsilon=epsilon,
        delta=questions.delta,
        n_points=len(asked),
        lipschitz=task.lipschitz,
        norm_bound=task.ball,
    )
    way, form = TDDL.get(name, (name, "mended"))
    plan = plan_of(way, problem, points, form)
    if name == "functional":
        normals = rng.standard_normal((spec.draws, len(task.optimum)))
        return np.asarray(task.optimum + plan.scale / problem.radius * normals)
    noisy = asked @ task.optimum + noise(plan, spec.draws, len(asked), rng)
    return np.asarray(points.within(noisy, problem.bound).weights @ asked)


def _classified(cell: Cell, records: Dataset | None) -> Task:
    part, ((name, h),), (lam,) = training_set(cell, records), cell.spec.losses, cell.spec.given_lams
    loss = make_loss(name, h)
    phi = make(KERNEL, part.X.shape[1], {"degree": DEGREE}, cell.spec.seed)
    found = solve(phi(part.X), part.y, loss, lam, sample_weight=part.weight)
    return Task(
        found.coefs[0],
        phi(part.X_test),
        part.y_test,
        loss.lipschitz,
        norm_bound(loss, lam),
        part.n,
        bool(found.converged[0]),
    )


def _regressed(cell: Cell) -> Task:
    spec = cell.spec
    problem = regression.make_problem(
        n=cell.n or regression.TRAINED,
        d=spec.d,
        spread=dict(spec.knobs).get("spread", 0.0),
        lam=spec.given_lams[0],
        seed=spec.seed,
        fold=cell.fold,
    )
    return Task(
        problem.optimum,
        problem.tested,
        problem.outcomes,
        regression.LIPSCHITZ,
        regression.BALL,
        problem.n,
        linear=problem,
    )
