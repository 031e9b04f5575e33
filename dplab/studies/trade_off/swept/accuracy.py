"""What an accuracy takes: along ε the smallest ε, along n the fewest records.

The accuracy is an error at most so far above the one without noise, at the largest n. Where the
table is too small for it, its noise at larger ε tells of more records (`needed.beyond`).

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> settings = Settings(data="gaussian", n=400, draws=10, epsilon=2.0)
>>> sweep = grid.spec(grid.Question(settings, "n", ("non_private", "output")))
>>> enough = read_off(sweep, grid.rows_of(sweep), 0.1, "error", grid.rule_of(sweep), grid.rows_of)
>>> 50 < enough.reached["output", "logistic"].at.place < 400
True
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import in_rows
from dplab.simulation.needed.beyond import larger, standing_for
from dplab.simulation.needed.crossing import LevelCrossing, level_crossing
from dplab.simulation.needed.epsilon import of_rows
from dplab.simulation.summaries import along
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.grid import Curve, Key

More = Callable[[SweepSpec], pd.DataFrame | None]
"""Computes a further sweep, or not where that takes too long."""


@dataclass(frozen=True)
class Reached:
    """What is known of one curve.

    Parameters
    ----------
    allowed : float
        The error that is allowed.
    at : LevelCrossing or None
        The smallest ε, or the fewest records, at which the curve comes so low.
    beyond : Curve
        Where that is more records than the table has: its end, and what stands for more of them.
    unknown : str
        Why nothing can be said of more records, "too long" or "other noise"; else nothing.
    """

    allowed: float
    at: LevelCrossing | None
    beyond: Curve = ((), ())
    unknown: str = ""


@dataclass(frozen=True, eq=False)
class Enough:
    """What the accuracy takes.

    `within` is how far an error may be above the one without noise, as a share. `errors` are those
    without noise by loss; nan where none was computed. `reached` is by private mechanism and loss,
    where a constant answer is not allowed, too.
    """

    sweep: SweepSpec
    within: float
    errors: Mapping[str, float]
    reached: Mapping[Key, Reached]

    def of_loss(self, loss: str) -> dict[str, Reached]:
        """Return by mechanism what is known of the curves of a loss."""
        return {name: each for (name, of), each in self.reached.items() if of == loss}


def read_off(
    sweep: SweepSpec,
    rows: pd.DataFrame,
    within: float,
    measure: str,
    rule: ConstantRule,
    more: More,
) -> Enough:
    """Return what an accuracy takes.

    The sweep is along ε or n; of its rows those are missing that failed. `within` is as in
    `Enough`; what the rule errs, by that measure, is no accuracy. `more` returns the rows of a
    further sweep, or None where that takes too long.
    """
    axis, rows, reached = grid.axis_of(sweep), in_rows(rows, measure), {}
    by_loss = {loss[0]: rows[rows["loss"] == loss[0]] for loss in sweep.losses}
    errors = {loss: without_noise(of_loss, axis) for loss, of_loss in by_loss.items()}
    for loss in sweep.losses:
        allowed = errors[loss[0]] + within
        if not allowed < rule.error:  # nor where it is not known
            continue
        for name, of_curve in private(by_loss[loss[0]]).items():
            larger_table = partial(_larger_table, sweep, name, loss, measure, more)
            reached[name, loss[0]] = _reached(sweep, of_curve, allowed, larger_table)
    return Enough(sweep, within, errors, reached)


def without_noise(rows: pd.DataFrame, axis: str) -> float:
    """Return the median error without noise, at the largest n; or nan where none was computed."""
    plain = rows[rows["mechanism"] == "non_private"]
    errors = of_rows(plain, axis)[1] if len(plain) else np.empty((0, 1, 1))
    return float(np.median(errors[-1])) if len(errors) else np.nan


def private(rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of each private mechanism that has any, in the registry's order."""
    groups = dict(iter(rows.groupby("mechanism")))
    return {
        name: groups[name]
        for name, entry in MECHANISMS.items()
        if name in groups and entry.is_noisy
    }


def _reached(
    sweep: SweepSpec,
    rows: pd.DataFrame,
    allowed: float,
    larger_table: Callable[[], pd.DataFrame | None],
) -> Reached:
    axis, find = grid.axis_of(sweep), partial(level_crossing, target=allowed, seed=sweep.seed)
    at = find(*of_rows(rows, axis))
    if at or axis != "n":
        return Reached(allowed, at)
    computed = larger_table()
    if computed is None:
        return Reached(allowed, None, unknown="too long")
    at_end = rows[rows["n"] == max(sweep.sizes)]
    lam = float(at_end["lam"].iloc[0]) if sweep.follows_epsilon and len(at_end) else None
    beyond = standing_for(computed, sweep, lam)
    if beyond.empty:
        return Reached(allowed, None, unknown="other noise")
    both = pd.concat([rows, beyond], ignore_index=True)
    at = find(*of_rows(both, "n"))
    return Reached(allowed, at, _up_to(both, sweep, at)) if at else Reached(allowed, None)


def _larger_table(
    sweep: SweepSpec, mechanism: str, loss: tuple[str, float], measure: str, more: More
) -> pd.DataFrame | None:
    rows = more(larger(sweep, mechanism, loss))
    return None if rows is None else in_rows(rows, measure)


def _up_to(rows: pd.DataFrame, sweep: SweepSpec, at: LevelCrossing) -> Curve:
    """Return the curve from the end of the table up to where it comes so low, and its interval."""
    end = at.high if np.isfinite(at.high) else at.place
    (curve,) = along(rows[rows["n"] >= max(sweep.sizes)], "n", "draws").values()
    last = int(np.searchsorted(curve[0], max(end, at.place))) + 1
    return curve[0][:last], curve[1][:last]
