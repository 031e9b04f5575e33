"""Errors over ε and λ: a map for each mechanism and loss, and the best λ at an ε.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> from dplab.studies.trade_off import grid
>>> sweep = grid.spec(grid.Question(Settings(n=100, draws=2), "map", ("output",)))
>>> (panel,) = read_off(sweep, grid.rows_of(sweep), "error", grid.rule_of(sweep))
>>> panel.errors.shape
(13, 16)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS, in_order
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import in_rows
from dplab.simulation.summaries import Summary, over
from dplab.simulation.sweeps.spec import SweepSpec


@dataclass(frozen=True, eq=False)
class ErrorMap:
    """Errors of a mechanism with a loss over the grid; nan where nothing is known yet.

    `errors` and `high` (n_lams, n_epsilons) are medians and upper quartiles; `of_use` is where they
    beat the constant rule by more than the spread.
    """

    mechanism: str
    loss: str
    errors: Array
    high: Array
    of_use: npt.NDArray[np.bool_]

    def is_known(self, at: int) -> bool:
        """Whether the errors are known at every λ, at an ε by its place."""
        return not bool(np.isnan(self.errors[:, at]).any())

    def is_of_use(self, at: int) -> bool:
        """Whether any λ beats the constant rule there."""
        return bool(self.of_use[:, at].any())

    def best(self, at: int) -> int:
        """Return the place of the λ of the least error there, among those of use if any is."""
        column = self.errors[:, at]
        usable = self.of_use[:, at] if self.is_of_use(at) else np.ones(len(column), bool)
        return int(np.where(usable, column, np.inf).argmin())

    def least(self, at: int) -> Summary:
        """Return the errors at the best λ there; nothing asks for their lower quartile."""
        place = self.best(at), at
        error = float(self.errors[place])
        return Summary(error, error, float(self.high[place]))


def read_off(
    sweep: SweepSpec, rows: pd.DataFrame, measure: str, rule: ConstantRule
) -> list[ErrorMap]:
    """Return a map for each mechanism and loss; non-private, the same at every ε, only alone.

    The sweep is over ε and λ, its rows as far as they are computed, and the rule by that measure.
    """
    compared = in_order(sweep.mechanisms)
    private = [name for name in compared if MECHANISMS[name].is_noisy]
    unknown = np.full((len(sweep.lams), len(sweep.epsilons)), np.nan)
    known: dict[tuple[str, str], tuple[Array, Array]] = (
        over(in_rows(rows, measure), sweep.epsilons, sweep.given_lams) if len(rows) else {}
    )
    return [
        ErrorMap(name, loss, median, high, rule.beaten(median, high))
        for name in private or compared
        for loss, _ in sweep.losses
        for median, high in (known.get((name, loss), (unknown, unknown)),)
    ]


def nearest(values: Sequence[float], value: float) -> int:
    """Return the place of the nearest of some values, by their ratio."""
    bounded = min(max(value, values[0]), values[-1])
    return min(range(len(values)), key=lambda k: abs(math.log(values[k] / bounded)))
