"""What noise costs in records: how many of them with noise stand for one without, along n.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> from dplab.studies.trade_off import grid
>>> settings = Settings(data="gaussian", n=1000, draws=10, epsilon=2.0)
>>> sweep = grid.spec(grid.Question(settings, "n", ("non_private", "output")))
>>> prices = read_off(sweep, grid.rows_of(sweep), "error", grid.rule_of(sweep))
>>> prices["logistic"]["output"].factor > 1
True
"""

import numpy as np
import pandas as pd

from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import in_rows
from dplab.simulation.needed.crossing import Price, price
from dplab.simulation.needed.epsilon import of_rows
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.studies.trade_off.swept.accuracy import private

Prices = dict[str, Price | None]
"""By private mechanism; None where it does not come so low."""


def read_off(
    sweep: SweepSpec, rows: pd.DataFrame, measure: str, rule: ConstantRule
) -> dict[str, Prices | None]:
    """Return the prices by loss, of those that have an error without noise.

    None stands for a loss with which no size without noise beats a constant answer.

    The sweep is along n; of its rows those are missing that failed. The rule is by that measure.
    """
    rows, by_loss = in_rows(rows, measure), dict[str, Prices | None]()
    for loss, _ in sweep.losses:
        of_loss = rows[rows["loss"] == loss]
        plain = of_loss[of_loss["mechanism"] == "non_private"]
        if len(plain):
            by_loss[loss] = _prices(of_loss, plain, rule, sweep.seed)
    return by_loss


def _prices(
    rows: pd.DataFrame, plain: pd.DataFrame, rule: ConstantRule, seed: int
) -> Prices | None:
    sizes, errors, _ = of_rows(plain, "n")
    medians = np.median(errors, axis=(1, 2))
    if not rule.beaten(medians, medians).any():
        return None
    below, found = rule.error - rule.deviation, {}
    for name, each in private(rows).items():
        places, noisy, pieces = of_rows(each, "n")
        if np.array_equal(sizes, places):  # no part of it failed
            found[name] = price(sizes, errors, noisy, pieces, below=below, seed=seed)
    return found
