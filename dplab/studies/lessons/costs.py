"""What privacy costs on the page Trade-off: its tiles, and the curve that a reader draws."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from dplab.simulation.comparison import DECISIVE, measured
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, n_used
from dplab.simulation.summaries import Summary, in_points
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import batches, of_batch

POINT = 100.0
"""Points in a share of 1."""

DRAWN_OF = "objective"

CURVE = tuple(sorted({*DECISIVE, 0.3, 3.0}))


def costs(settings: Settings) -> dict[str, float]:
    """Return what each mechanism costs against no noise, in points: medians over the draws.

    Differences of errors that are rounded to tenths, as on the tiles: a lesson that rounds the
    difference would now and then name another tenth than the page.

    Parameters
    ----------
    settings : Settings
        With a finite ε.

    Returns
    -------
    dict
        By "output" and "objective".

    Examples
    --------
    >>> costs(Settings(n=2000, epsilon=1.0))
    {'output': 3.0, 'objective': 0.6}
    """
    # As the page: against the λ without noise that its folds find, where that does better.
    found = {
        place: outcome
        for cell in batches(settings, (settings.epsilon,))
        for place, outcome in measured(of_batch(cell), settings.measure).items()
    }
    plain = in_points(float(found["non_private", math.inf].errors[0]))
    return {
        name: round(in_points(Summary.of(found[name, settings.epsilon].errors).median) - plain, 1)
        for name in ("output", "objective")
    }


@dataclass(frozen=True)
class DrawnCurve:
    """Mean shares of wrong labels by ε, with objective perturbation; and the share without noise.

    `n` counts the training records.
    """

    errors: Mapping[float, float]
    plain: float
    n: int


def drawn(at: At) -> DrawnCurve:
    """Return the curve at the settings of a step.

    Examples
    --------
    >>> found = drawn({"n": 500, "draws": 2, "lam": 0.01})
    >>> found.errors[0.01] > found.errors[20.0], found.n
    (True, 500)
    """
    settings = settings_of(at)
    found = errors.at(settings, CURVE, None, partial(errors.of_batch))
    means = {epsilon: float(found[DRAWN_OF, epsilon].errors.mean()) for epsilon in CURVE}
    plain = float(found["non_private", math.inf].errors[0])
    return DrawnCurve(means, plain, n_used(load(settings), settings))
