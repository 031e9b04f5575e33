"""Summaries of test errors, and what ε means as a risk.

Examples
--------
>>> Summary.of(np.array([0.1, 0.2, 0.3, 0.4, 0.5])).median
0.3
>>> round(best_guess(0.5), 2)
0.62
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.recipes import RECIPES
from dpcore.experiments.settings import Settings


@dataclass(frozen=True)
class Summary:
    """Middle and spread of test errors.

    Parameters
    ----------
    median : float
        The middle: the median of draws, or the mean where a sweep says so.
    low, high : float
        Ends of the band: quartiles, or mean ± standard deviation where a sweep says so.
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, errors: Array) -> "Summary":
        """Sum up errors of shape (n_draws,)."""
        low, median, high = np.quantile(errors, (0.25, 0.5, 0.75))
        return cls(float(median), float(low), float(high))

    def minus(self, baseline: float) -> "Summary":
        """Return the same as a cost over a baseline error."""
        return Summary(self.median - baseline, self.low - baseline, self.high - baseline)


def middle_error(summary: Summary, n_draws: int) -> float:
    """Return the standard error of the median of draws, from their quartiles.

    It is √(π/2)·σ/√n_draws for errors that are about normal, with σ the width of the middle half
    over 1.349.
    """
    sigma = (summary.high - summary.low) / (2 * NormalDist().inv_cdf(0.75))
    return float(np.sqrt(np.pi / (2 * n_draws)) * sigma)


def best_guess(epsilon: float) -> float:
    """Return the best chance to guess a record rightly between two values, e^ε/(1 + e^ε).

    That is for somebody who knows everything else, holds both values for equally likely and sees
    one ε-differentially private output; randomised response reaches it.
    """
    return float(1 / (1 + np.exp(-epsilon)))


def labelled(rows: pd.DataFrame, source: Settings) -> pd.DataFrame:
    """Add columns that name the records of rows: data, features d, knobs of a recipe, seed.

    A table has no knobs and its own features, so that for it these columns are left out.
    """
    recipe = RECIPES.get(source.data)
    law = {"d": recipe.n_features(source.d), **dict(source.knobs)} if recipe else {}
    names = {"data": source.data, **law, "seed": source.seed}
    return pd.concat([pd.DataFrame(names, index=rows.index), rows], axis=1)


def along(
    rows: pd.DataFrame, axis: str, spread: str
) -> dict[tuple[str, str], tuple[list[float], list[Summary]]]:
    """Sum a sweep's rows up along one of its axes.

    Parameters
    ----------
    rows : DataFrame
        Rows of a sweep, at one value of everything but `axis`, mechanism, loss, fold and draw.
    axis : str
        "epsilon", "lam" or "n".
    spread : str
        "draws": ± one standard deviation over the draws of the noise, averaged over the folds.
        "folds": ± one standard deviation over the folds of the mean over draws; 0 for one fold.

    Returns
    -------
    dict
        Per mechanism and loss its places on the axis, ascending, and the mean error there with
        mean ± sd as `low` and `high`.
    """
    per_fold = rows.groupby(["mechanism", "loss", axis, "fold"]).error.agg(["mean", "std"])
    places = per_fold.fillna(0.0).groupby(level=["mechanism", "loss", axis])
    mean = places["mean"].mean()
    sd = places["std"].mean() if spread == "draws" else places["mean"].std().fillna(0.0)
    found: dict[tuple[str, str], tuple[list[float], list[Summary]]] = {}
    for key, middle in mean.items():
        mechanism, loss, place = key
        where, summaries = found.setdefault((mechanism, loss), ([], []))
        where.append(float(place))
        width = float(sd[key])
        summaries.append(Summary(float(middle), float(middle) - width, float(middle) + width))
    return found


def over(rows: pd.DataFrame, epsilons: Sequence[float], lams: Sequence[float]) -> Array:
    """Return mean errors over the grid of ε and λ, nan where nothing is known yet.

    Parameters
    ----------
    rows : DataFrame
        Rows of one mechanism, one loss and one n; those without noise count at every ε.
    epsilons, lams : sequence of float

    Returns
    -------
    array (n_lams, n_epsilons)
        Means over folds of the means over draws.
    """
    per_fold = rows.groupby(["lam", "epsilon", "fold"]).error.mean()
    found = per_fold.groupby(level=["lam", "epsilon"]).mean().to_dict()
    return np.array(
        [[found.get((lam, e), found.get((lam, np.inf), np.nan)) for e in epsilons] for lam in lams]
    )
