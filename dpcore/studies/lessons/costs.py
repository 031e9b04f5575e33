"""What privacy costs on the page Trade-off, in points: its tiles, and questions about them."""

from dpcore.simulation.comparison import measured, outcomes, sweep
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import load
from dpcore.simulation.summaries import Summary, in_points
from dpcore.simulation.sweeps.cells import cells

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
    (cell,) = cells(sweep(settings, (settings.epsilon,), load(settings)))
    errors = measured(outcomes(cell), settings.measure)
    plain = in_points(float(errors["non_private", float("inf")].errors[0]))
    return {
        name: round(in_points(Summary.of(errors[name, settings.epsilon].errors).median) - plain, 1)
        for name in ("output", "objective")
    }
