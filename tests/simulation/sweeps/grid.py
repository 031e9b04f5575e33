"""A small grid with every mechanism, and the rows of a sweep in one order."""

import pandas as pd

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.sweeps import SweepSpec, run
from dplab.simulation.sweeps.cells import COLUMNS

SPEC = SweepSpec(
    data="uniform",
    d=4,
    knobs=(("separation", 0.1),),
    mechanisms=tuple(MECHANISMS),
    losses=(("logistic", 0.5), ("huber", 0.3)),
    epsilons=(0.1, 1.0),
    lams=(0.01, 0.1),
    sizes=(200, 50),
    folds=2,
    draws=3,
)


def rows(spec: SweepSpec, executor=None) -> pd.DataFrame:
    """Return all rows of a sweep in one order, whatever order its cells completed in."""
    frames = [result.rows for result in run(spec, executor)]
    return pd.concat(frames).sort_values(list(COLUMNS), ignore_index=True)
