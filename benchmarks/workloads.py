"""What is measured: three sweeps, as parts (a training and a test set) and batches of problems.

A part is one fold of one size; everything else that a sweep asks of it is one batch per loss:
first the non-private problem, then `draws` problems of each mechanism that perturbs the
objective at each ε. Output perturbation adds its noise to the first answer.

W1 is Figure 2a of Chaudhuri & Monteleoni 2008: N = 1000, 2000 … 14,000 records, uniform with
separation 0.03, 5-fold cross-validation (so n = 4N/5), 200 draws of both mechanisms.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from dpcore import Plan, calibrate, generate, make_loss
from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.privacy import noise

SEED = 2008
FOLDS = 5

LEVELS = (7, 16, 7, 14, 6, 5, 2, 42)
"""Levels of each category of the one-hot table: as in the census table that papers use."""

NUMBERS = 6
"""Numeric columns beside them; with the levels, 105 columns."""


@dataclass(frozen=True)
class Workload:
    """One sweep, and how large a share of it the peers solve.

    Parameters
    ----------
    name, title : str
    parts : callable
        Makes the training and test sets, one after the other.
    lam : float
    epsilons : tuple of float
    losses, mechanisms : tuple of str
    draws : int
        Draws of each mechanism at each ε on each part.
    repetitions : int
        How often engine and peers take turns.
    peer_draws, peer_stride : int
        A peer fits so many draws of each ε, on every so many-th part; its time is scaled up.
    targets : mapping of str to float
        The ratio to reach against each peer.
    """

    name: str
    title: str
    parts: Callable[[], Iterator[Split]]
    lam: float
    epsilons: tuple[float, ...]
    losses: tuple[str, ...]
    mechanisms: tuple[str, ...]
    draws: int
    repetitions: int
    peer_draws: int
    peer_stride: int = 1
    targets: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Batch:
    """All problems of one part and loss.

    Parameters
    ----------
    loss : Loss
    lam : array (n_problems,)
    linear : array (n_problems, n_features)
        Row 0 is the non-private problem.
    added : array (n_outputs, n_features)
        What output perturbation adds to the answer of row 0.
    plans : tuple of Plan
        One per block of `draws` rows after row 0.
    """

    loss: Loss
    lam: Array
    linear: Array
    added: Array
    plans: tuple[Plan, ...]


@dataclass(frozen=True, eq=False)
class Case:
    """A part of a workload, its number, and the name of one of the losses."""

    part: Split
    number: int
    loss: str


def cases(workload: Workload) -> Iterator[Case]:
    """Yield every part with every loss."""
    for number, part in enumerate(workload.parts()):
        for loss in workload.losses:
            yield Case(part, number, loss)


def batch(workload: Workload, case: Case) -> Batch:
    """Draw the noise of every mechanism and ε, and stack the problems; always the same."""
    rng = np.random.default_rng([SEED, case.number, workload.losses.index(case.loss)])
    part, made = case.part, make_loss(case.loss)
    n, d = part.X.shape
    asked = [(name, epsilon) for name in workload.mechanisms for epsilon in workload.epsilons]
    plans = [calibrate(name, eps, lam=workload.lam, n=n, loss=made) for name, eps in asked]
    vectors = [noise.sample(p.norm_law, p.noise_rate, workload.draws, d, rng) for p in plans]
    output = [plan.mechanism.startswith("output") for plan in plans]
    inside = [(p, b) for p, b, outside in zip(plans, vectors, output, strict=True) if not outside]
    outside = [b for b, is_output in zip(vectors, output, strict=True) if is_output]
    return Batch(
        loss=made,
        lam=workload.lam + np.repeat([0.0, *(p.extra_lam for p, _ in inside)], _sizes(inside)),
        linear=np.vstack([np.zeros((1, d)), *(b / n for _, b in inside)]),
        added=np.vstack([np.empty((0, d)), *outside]),
        plans=tuple(p for p, _ in inside),
    )


def _sizes(inside: list[tuple[Plan, Array]]) -> list[int]:
    return [1, *(len(b) for _, b in inside)]


def folds(X: Array, y: Array) -> Iterator[Split]:
    """Yield the five parts of a cross-validation over records in random order."""
    fold = np.arange(len(y)) % FOLDS
    for k in range(FOLDS):
        yield Split(X[fold != k], y[fold != k], X[fold == k], y[fold == k])


def learning_curve() -> Iterator[Split]:
    """Yield the folds of N = 1000 … 14,000 records, uniform in R^10 with separation 0.03."""
    data = generate("uniform", np.random.default_rng(SEED), n=14_000, d=10, separation=0.03)
    for size in range(1000, 15_000, 1000):
        yield from folds(data.X[:size], data.y[:size])


def census() -> Iterator[Split]:
    """Yield folds that train on 25,600 rows of 105 columns: eight categories, six numbers."""
    yield from folds(*one_hot(32_000, np.random.default_rng(SEED)))


def one_click() -> Iterator[Split]:
    """Yield folds that train on 1000 records in R^20."""
    data = generate("uniform", np.random.default_rng(SEED), n=1250, d=20, separation=0.1)
    yield from folds(data.X, data.y)


def one_hot(n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return rows of unequal categories and numbers in the unit ball, and logistic labels."""
    columns = [_category(n, levels, rng) for levels in LEVELS] + [rng.random((n, NUMBERS))]
    X = np.hstack(columns) / np.sqrt(len(LEVELS) + NUMBERS)
    score = X @ rng.normal(scale=4.0, size=X.shape[1])
    chance = 1 / (1 + np.exp(np.median(score) - score))
    return X, np.where(rng.random(n) < chance, 1.0, -1.0)


def _category(n: int, levels: int, rng: np.random.Generator) -> Array:
    # Zipf's law: the first level is common, the last is rare.
    frequency = 1 / np.arange(1, levels + 1)
    drawn = rng.choice(levels, size=n, p=frequency / frequency.sum())
    return np.asarray(drawn[:, None] == np.arange(levels), dtype=np.float64)


WORKLOADS: Mapping[str, Workload] = {
    workload.name: workload
    for workload in (
        Workload(
            name="w1",
            title="W1: CM08 Figure 2a, 14 sizes × 5 folds × 200 draws × 2 mechanisms, d = 10",
            parts=learning_curve,
            lam=0.01,
            epsilons=(0.1,),
            losses=("logistic",),
            mechanisms=("output", "objective_2008"),
            draws=200,
            repetitions=5,
            peer_draws=20,
            targets={"scipy": 15, "diffprivlib": 40},
        ),
        Workload(
            name="w2",
            title="W2: 25,600 × 105 one-hot rows, 5 ε × 50 draws × 5 folds × {logistic, Huber}",
            parts=census,
            lam=1e-3,
            epsilons=(0.05, 0.1, 0.2, 0.5, 1.0),
            losses=("logistic", "huber"),
            mechanisms=("objective",),
            draws=50,
            repetitions=3,
            peer_draws=10,
            peer_stride=5,
            targets={"scipy": 25, "diffprivlib": 35},
        ),
        Workload(
            name="w3",
            title="W3: one click, n = 1000, d = 20, 10 draws × 5 folds × 2 mechanisms",
            parts=one_click,
            lam=0.01,
            epsilons=(0.2,),
            losses=("logistic",),
            mechanisms=("output", "objective"),
            draws=10,
            repetitions=9,
            peer_draws=10,
        ),
    )
}
"""The workloads by name."""
