"""What privacy costs on the page Trade-off, in points: its tiles, and questions about them."""

from dpcore.experiments.comparison import Outcome, outcomes, sweep
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import load
from dpcore.experiments.summaries import Summary
from dpcore.experiments.sweeps.cells import cells

POINT = 100.0
"""Points in a share of 1."""


def costs(settings: Settings) -> dict[str, float]:
    """Return what each mechanism costs against no noise, in points: medians over the draws.

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
    >>> {name: round(cost, 1) for name, cost in costs(Settings(n=2000, epsilon=1.0)).items()}
    {'output': 3.0, 'objective': 0.7}
    """
    (cell,) = cells(sweep(settings, (settings.epsilon,), load(settings)))
    found: dict[tuple[str, float], Outcome] = outcomes(cell, measure=settings.measure)
    plain = float(found["non_private", float("inf")].errors[0])
    return {
        name: POINT * (Summary.of(found[name, settings.epsilon].errors).median - plain)
        for name in ("output", "objective")
    }
