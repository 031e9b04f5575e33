"""Summaries of test errors.

Examples
--------
>>> Summary.of(np.array([0.1, 0.2, 0.3, 0.4, 0.5])).median
0.3
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.recipes import RECIPES
from dpcore.erm.weighted import EVEN
from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.settings import Settings

QUARTILES = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class Summary:
    """Middle and spread of test errors.

    Parameters
    ----------
    median : float
    low, high : float
        The quartiles: between them is half of the draws.
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, errors: Array) -> "Summary":
        """Sum up errors of shape (n_draws,)."""
        low, median, high = np.quantile(errors, QUARTILES)
        return cls(float(median), float(low), float(high))

    def minus(self, baseline: float) -> "Summary":
        """Return the same as a cost over a baseline error."""
        return Summary(self.median - baseline, self.low - baseline, self.high - baseline)


def in_points(share: float) -> float:
    """Return an error in percentage points as all pages show it: to tenths.

    What costs are told of are differences of these, so that whoever subtracts two percentages on a
    screen finds the points beside them. 6.15 and 0.0615 are not rounded alike: in points, then.
    """
    return round(100 * share, 1)


def middle_error(summary: Summary, n_draws: int) -> float:
    """Return the standard error of the median of draws, from their quartiles.

    It is √(π/2)·σ/√n_draws for errors that are about normal, with σ the width between the quartiles
    over 1.349.
    """
    sigma = (summary.high - summary.low) / (2 * NormalDist().inv_cdf(0.75))
    return float(np.sqrt(np.pi / (2 * n_draws)) * sigma)


def labelled(rows: pd.DataFrame, source: Settings) -> pd.DataFrame:
    """Add columns that name the records of rows: data, features d, knobs of a recipe, seed.

    A table has no knobs and its own features, so that for it these columns are left out. Where λ
    follows ε a column says so, since that in `lam` is another one at each ε; and where classes have
    weights, one names the share of +1 that they are made from.
    """
    recipe = RECIPES.get(source.data)
    law = {"d": recipe.n_features(source.d), **dict(source.knobs)} if recipe else {}
    rule = {"lam_follows_epsilon": True} if source.lam == AUTO else {}
    weights = {"positive_share": source.positive_share} if source.positive_share != EVEN else {}
    names = {"data": source.data, **law, "seed": source.seed, **rule, **weights}
    return pd.concat([pd.DataFrame(names, index=rows.index), rows], axis=1)


def along(
    rows: pd.DataFrame, axis: str, spread: str
) -> dict[tuple[str, str], tuple[list[float], list[Summary]]]:
    """Sum a sweep's rows up along one of its axes.

    The middle is the median over the folds of each fold's median over its draws. With one fold it
    is what `Summary.of` gives, to the last bit, so that all pages show the same number.

    Parameters
    ----------
    rows : DataFrame
        Rows of a sweep, at one value of everything but `axis`, mechanism, loss, fold and draw.
    axis : str
        "epsilon", "lam" or "n".
    spread : str
        "draws": the quartiles over the draws of the noise in a fold, of each the median over folds.
        "folds": the quartiles over the folds of their medians; without width for one fold.

    Returns
    -------
    dict
        Per mechanism and loss its places on the axis, ascending, and the errors there.
    """
    point = ["mechanism", "loss", axis]
    folds = _quartiles(rows, [*point, "fold"])
    over_draws = spread == "draws"
    at = folds.groupby(point).median() if over_draws else _quartiles(folds, point, of="median")
    found: dict[tuple[str, str], tuple[list[float], list[Summary]]] = {}
    for (mechanism, loss, place), quartiles in at.to_dict("index").items():
        where, summaries = found.setdefault((mechanism, loss), ([], []))
        where.append(float(place))
        summaries.append(Summary(**quartiles))
    return found


def over(
    rows: pd.DataFrame, epsilons: Sequence[float], lams: Sequence[float]
) -> dict[tuple[str, str], tuple[Array, Array]]:
    """Return errors over the grid of ε and λ, nan where nothing is known yet.

    The rows are of one n; those without noise count at every ε. Returned are, per mechanism and
    loss, two arrays (n_lams, n_epsilons) of medians over the folds: of the medians over draws, as
    on curves (`along`), and of the upper quartiles.
    """
    point = ["mechanism", "loss", "lam", "epsilon"]
    at = _quartiles(rows, [*point, "fold"]).groupby(point)[["median", "high"]].median()
    found: dict[tuple[str, str], dict[tuple[float, float], list[float]]] = {}
    for (mechanism, loss, lam, epsilon), both in zip(at.index, at.to_numpy().tolist(), strict=True):
        found.setdefault((mechanism, loss), {})[lam, epsilon] = both
    return {key: _on_grid(errors, epsilons, lams) for key, errors in found.items()}


def _on_grid(
    errors: Mapping[tuple[float, float], list[float]],
    epsilons: Sequence[float],
    lams: Sequence[float],
) -> tuple[Array, Array]:
    unknown = [np.nan, np.nan]
    grid = [
        [errors.get((lam, e), errors.get((lam, np.inf), unknown)) for e in epsilons] for lam in lams
    ]
    median, high = np.moveaxis(np.array(grid), -1, 0)
    return median, high


def _quartiles(rows: pd.DataFrame, by: list[str], of: str = "error") -> pd.DataFrame:
    """Return `low`, `median` and `high` of a column in each group of rows.

    Groups of one size are one array: numpy's quantiles are then those of `Summary.of` to the last
    bit. Those of pandas are not, and now and then round to another tenth of a percent.
    """
    groups = rows.groupby(by)
    sizes = groups.size()
    values = rows[of].to_numpy()[np.argsort(groups.ngroup(), kind="stable")]
    found = pd.DataFrame(np.nan, sizes.index, ["low", "median", "high"])
    for size in sizes.unique():
        alike = sizes == size
        members = values[np.repeat(alike, sizes)].reshape(-1, size)
        found[alike] = np.quantile(members, QUARTILES, axis=1).T
    return found
