"""What privacy costs on the page Trade-off, in points: its tiles, and questions about them."""

import math

from dplab.simulation.comparison import measured
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary, in_points
from dplab.studies.trade_off.errors import batches, of_batch

POINT = 100.0
"""Points in a share of 1."""


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
