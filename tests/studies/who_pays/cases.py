"""What several tests ask: two groups, own records, and draws from the engine without studies."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split, training_rows
from dpcore.privacy.mechanisms import MECHANISMS, draw
from dplab.simulation.comparison import split_of
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import answers, costs
from dplab.studies.who_pays.costs import Costs
from dplab.tables.groups.division import Division

GROUP = Division("group")
EXACT = ("output", "output_gaussian")
NOISY = tuple(name for name, each in MECHANISMS.items() if each.is_noisy)
SOURCES = {
    "breast_cancer": Settings(data="breast_cancer", lam=0.1, epsilon=1.0, draws=4),
    "gaussian": Settings(data="gaussian", n=200, d=4, lam=0.1, epsilon=0.5, draws=4),
}


def two_groups(share: float = 0.05, angle: float = 90.0, **settings: Any) -> Settings:
    """Return two groups at λ = 1e-3, 5 % of the labels flipped."""
    knobs = (("group_share", share), ("group_angle", angle), ("group_flip", 0.05))
    return Settings(**{"data": "two_groups", "lam": 1e-3, "knobs": knobs} | settings)


def answered(settings: Settings, mechanism: str, records: Dataset | None = None) -> Any:
    """Return what the draws of a mechanism answer."""
    return answers.run(answers.Question(settings, mechanism), records).answers


def paid(
    settings: Settings,
    mechanism: str = "objective_tight",
    division: Division = GROUP,
    counted: str = costs.ERROR,
    records: Dataset | None = None,
) -> Costs:
    """Return what each group pays."""
    return costs.run(costs.Question(settings, mechanism, division, counted), records)


def own(X: Array, y: Array, groups: npt.ArrayLike) -> Dataset:
    """Return records of a visitor's own with a column "group" beside them."""
    beside = pd.DataFrame({"group": np.asarray(groups).astype(str)})
    return Dataset(X, y, tuple(f"x{j}" for j in range(X.shape[1])), beside=beside)


def on_the_sphere(n: int, d: int, rng: np.random.Generator) -> Array:
    """Return n rows of norm 1 in R^d."""
    X = rng.standard_normal((n, d))
    return X / np.linalg.norm(X, axis=1)[:, None]


def sized(*sizes: int, seed: int = 0) -> tuple[Settings, Dataset]:
    """Return settings and records of groups that have so many test records."""
    n = 5 * sum(sizes)
    rng = np.random.default_rng(seed)
    X = on_the_sphere(n, 3, rng)
    y = np.where((X[:, 0] >= 0) != (rng.random(n) < 0.1), 1.0, -1.0)
    settings = Settings(data="upload", epsilon=0.2, lam=0.05, draws=10, seed=seed)
    train = training_rows(own(X, y, np.zeros(n)), n - sum(sizes), seed)
    groups = np.zeros(n, dtype=int)
    groups[np.setdiff1d(np.arange(n), train)] = np.repeat(np.arange(len(sizes)), sizes)
    return settings, own(X, y, groups)


@dataclass(frozen=True, eq=False)
class Tally:
    """What many draws of the engine answer, counted in blocks.

    Parameters
    ----------
    votes : array (n_test,)
        Draws that answer +1.
    errors : array (n_draws, n_groups + 1)
        Of each draw on each group, and on all records.
    disagreement : array (n_blocks,)
        Mean over the records, of each block of draws on its own: by pairs of its draws.
    """

    votes: Array
    errors: Array
    disagreement: Array


def tally(
    mechanism: str, settings: Settings, codes: npt.NDArray[np.intp], n_draws: int, block: int
) -> Tally:
    """Draw classifiers, with another seed than the study's, and count what they answer."""
    part = split_of(settings)
    coefs = draws_of(mechanism, settings, part, n_draws)
    members = [codes == code for code in range(codes.max() + 1)] + [np.ones(len(codes), bool)]
    votes, errors, disagreement = np.zeros(len(codes)), [], []
    for start in range(0, n_draws, block):
        says = coefs[start : start + block] @ part.X_test.T >= 0
        wrong = says != (part.y_test > 0)
        errors.append(np.stack([wrong[:, each].mean(axis=1) for each in members], axis=1))
        count = says.sum(axis=0)
        votes += count
        disagreement.append((2 * count * (block - count) / (block * (block - 1))).mean())
    return Tally(votes, np.concatenate(errors), np.array(disagreement))


def draws_of(mechanism: str, settings: Settings, part: Split, n_draws: int) -> Array:
    """Return classifiers of a mechanism, straight from the engine."""
    assert settings.lam != "auto"
    return draw(
        mechanism,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=settings.lam,
        epsilon=settings.epsilon,
        n_draws=n_draws,
        rng=np.random.default_rng(20_000 + settings.seed),
        delta=settings.delta,
    ).coefs
