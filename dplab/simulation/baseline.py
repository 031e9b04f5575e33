"""The classifier without noise that private ones are compared with, where λ follows ε.

The rule gives it nλ = 0.1 (`suggested_lam`): nearly no regularization. With few records and many
features it then learns the noise in its records by heart, and what is compared with a poor baseline
looks cheap. So a λ is looked for by five folds of the *training* records, and where it does better
on the test part, it is the baseline's. The better of two, by the very records that judge: if by
luck, then at the private classifiers' expense.

Nobody would notice where records are many: the search is left out from `ENOUGH` records a feature
on. It reads the data and is not private, as all of a simulation.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> rng = np.random.default_rng(1)
>>> X, y = rng.normal(size=(480, 40)) / 20, rng.choice([-1.0, 1.0], 480)
>>> X[:, 0] += y / 5
>>> y[::3] *= -1  # Every third label is wrong.
>>> part = Split(X[:80], y[:80], X[80:], y[80:])
>>> better_lams(part, Logistic(), 0.1 / 80)["error"] > 0.1 / 80
True
"""

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from dpcore.checks import Array
from dpcore.data.dataset import FOLDS, Split
from dpcore.erm.losses import Loss
from dpcore.erm.solver import solve
from dplab.simulation.measures import mistakes
from dplab.simulation.suggestions.baselines import head_of

STEPS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
"""nλ of each candidate, up to λ = `LARGEST`."""

LARGEST = 1.0

ENOUGH = 200
"""Training records a feature from which on regularization no longer matters without noise."""

FEWEST = 2 * FOLDS
"""Training records to cut into folds."""

MOST_WORK = 500_000_000
"""Records × features² of a Hessian in folds: a second of a core, or two."""

VISIBLE = 0.001
"""The least difference that a page shows: a tenth of a point."""


def better_lams(
    part: Split, loss: Loss, lam: float, measures: Sequence[str] = ("error",)
) -> dict[str, float]:
    """Return, by measure, a λ chosen by folds of the training records where it does better.

    Parameters
    ----------
    part : Split
    loss : Loss
    lam : float
        That of the rule, which stands where none does better.
    measures : sequence of str
        Keys of `MEASURES`: by each a λ is chosen, and judged on the test part.
    """
    n, d = part.X.shape
    # The points of a law have no order and no folds, and its test part is exact.
    if part.weight is not None or n < FEWEST or n >= ENOUGH * d:
        return dict.fromkeys(measures, lam)
    steps = _by_folds(head_of(part, MOST_WORK // d), loss, measures)
    chosen = {measure: step / n for measure, step in steps.items()}
    candidates = np.unique([lam, *chosen.values()])
    tested = _measured(part, loss, candidates, measures)
    errors = {
        measure: dict(zip(candidates.tolist(), each, strict=True))
        for measure, each in tested.items()
    }
    # nan is not known, and no better.
    return {
        measure: other if errors[measure][other] <= errors[measure][lam] - VISIBLE else lam
        for measure, other in chosen.items()
    }


def _by_folds(part: Split, loss: Loss, measures: Sequence[str]) -> dict[str, float]:
    """Return the nλ whose measure over the folds is least; of equal ones, the largest."""
    n = len(part.y)
    steps = np.array(list(takewhile(lambda step: step <= LARGEST * n, STEPS)))
    # By row number: the split is a permutation that looks at no value.
    fold_of = np.arange(n) % FOLDS
    folds = []
    for fold in range(FOLDS):
        test = fold_of == fold
        cut = Split(part.X[~test], part.y[~test], part.X[test], part.y[test])
        folds.append(_measured(cut, loss, steps / n, measures))
    return {
        measure: _least(steps, np.array([fold[measure] for fold in folds])) for measure in measures
    }


def _least(steps: Array, measured: Array) -> float:
    # A fold without one of the classes has no balanced error: the others have.
    known = measured[~np.isnan(measured).all(axis=1)]
    if not len(known) or np.isnan(mean := known.mean(axis=0)).all():
        return float(steps[0])
    return float(steps[mean <= np.nanmin(mean) + 1e-12][-1])


def _measured(part: Split, loss: Loss, lams: Array, measures: Sequence[str]) -> dict[str, Array]:
    """Return the classifier without noise at ascending λ, measured; nan where that is not known."""
    solution = solve(part.X, part.y, loss, lams, np.zeros((len(lams), part.X.shape[1])))
    found = mistakes(solution.coefs, part, ranks="auc" in measures)
    return {
        measure: np.where(solution.converged, found.measured(measure), np.nan)
        for measure in measures
    }
