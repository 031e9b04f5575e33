"""Clouds of private classifiers on two features of the settings' records, at many ε.

What has no noise in it is the same at every ε: the records, their loss on a grid, and where the
picture of the classifiers ends. It is computed with the clouds of the grid of ε, as `Ground`; who
keeps that asks for one more plane where a visitor stands beside the grid.

Examples
--------
>>> clouds = run(Question(Settings(n=100, d=2, epsilon=0.3), epsilons=(1.0, 5.0)))
>>> clouds.epsilons, clouds.features
([0.3, 1.0, 5.0], ('x1', 'x2'))
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split
from dplab.simulation.comparison import part_of, split_of
from dplab.simulation.constant import constant_rule
from dplab.simulation.measures import BY_CLASS, MEASURES
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import labelled
from dplab.studies.geometry import plane as core
from dplab.studies.geometry.plane import SHARES, Cloud, Plane

GRID = (*(step * 10**k / 100 for k in range(3) for step in (1, 1.5, 2, 3, 5, 7)), 10.0)
"""Where the clouds are drawn: every ε of the slider from 0.01 to 10."""

DRAWS = 200
"""Classifiers in each cloud."""

USUAL_RECORDS = 2_000
"""Training records unless others are asked for: thousands more would show no more."""

MOST_WEIGHED = 5_000
"""Training records by which features are weighed."""

TILTS = 20
"""Draws of which each is shown tilting the objective."""

CELLS = 41
"""Of the grid on which the objective is known, on a side."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which records, which of their features, and at which ε.

    Parameters
    ----------
    settings : Settings
        Their ε is that of one more cloud; their draws count for nothing.
    features : tuple of int
        Places of two features, from 1.
    epsilons : tuple of float
        Of all other clouds; 1 has to be among them, from which the picture's reach is read.
    """

    settings: Settings
    features: tuple[int, int] = (1, 2)
    epsilons: tuple[float, ...] = GRID

    def only_at(self, *epsilons: float) -> "Question":
        """Return what the clouds at some ε depend on: not on the ε of the settings."""
        return replace(self, settings=self.settings.with_epsilon(1.0), epsilons=epsilons)


@dataclass(frozen=True, eq=False)
class Ground:
    """What is the same at every ε of the settings.

    The plane is at every other ε of the question. The grid (CELLS,) are values of w_1 and of w_2 at
    which the objective is known; `risk` (CELLS, CELLS) is the mean loss there: rows are values of
    w_2.
    """

    plane: Plane
    grid: Array
    risk: Array


@dataclass(frozen=True, eq=False)
class Clouds:
    """The clouds, and what stays while ε and draws change.

    The part has two features, whose names `features` are. The plane is at every ε of the question,
    and at that of its settings. Grid and risk are those of the ground.
    """

    question: Question
    part: Split
    features: tuple[str, ...]
    plane: Plane
    grid: Array
    risk: Array

    @property
    def settings(self) -> Settings:
        """Those that were asked about."""
        return self.question.settings

    @property
    def epsilons(self) -> list[float]:
        """Those of all clouds, ascending."""
        return sorted({epsilon for _, epsilon in self.plane.clouds})

    @property
    def excess(self) -> Array:
        """That of the objective without noise: (CELLS, CELLS)."""
        return np.asarray(self._excess(self.settings.given_lam, np.zeros((1, 2)))[0])

    def tilted(self) -> Array:
        """Return the excess of the objective under `TILTS` draws: (TILTS, CELLS, CELLS)."""
        cloud = self.plane.clouds["objective", self.settings.epsilon]
        lam = self.settings.given_lam + cloud.plan.extra_lam
        return self._excess(lam, cloud.noises[:TILTS] / self.part.n)

    def _excess(self, lam: float, linear: Array) -> Array:
        return core.excess(self.risk, lam, self.grid, self.grid, linear)


def plane_at(question: Question, records: Dataset | None = None) -> Plane:
    """Return the clouds at the question's ε alone, without that of its settings.

    Raises
    ------
    InvalidInput
        If the records have no such features, or a value is out of range.
    """
    settings = question.settings
    part, _ = _of_two(question, records)
    return core.clouds(
        part,
        settings.make_loss(),
        settings.given_lam,
        question.epsilons,
        n_draws=DRAWS,
        seed=settings.seed,
        measure=settings.measure,
    )


def ground_of(question: Question, records: Dataset | None = None) -> Ground:
    """Return what is the same at every ε of the settings.

    Raises
    ------
    InvalidInput
        As `plane_at`.
    """
    plane = plane_at(question, records)
    part, _ = _of_two(question, records)
    grid = np.linspace(-1, 1, CELLS) * _reach(plane)
    return Ground(plane, grid, core.risks(part, question.settings.make_loss(), grid, grid))


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Callable[[Question], Plane] | None = None,
    ask_ground: Callable[[Question], Ground] | None = None,
) -> Clouds:
    """Draw the clouds, and the objective without noise.

    `ask` is as `plane_at`, and `ask_ground` as `ground_of`: for whoever keeps what they return.

    Raises
    ------
    InvalidInput
        As `plane_at`.
    """
    ask = ask or partial(plane_at, records=records)
    ask_ground = ask_ground or partial(ground_of, records=records)
    settings, ground = question.settings, ask_ground(question.only_at(*question.epsilons))
    plane = ground.plane
    if settings.epsilon not in question.epsilons:
        beside = ask(question.only_at(settings.epsilon))
        plane = replace(plane, clouds={**plane.clouds, **beside.clouds})
    part, names = _of_two(question, records)
    return Clouds(question, part, names, plane, ground.grid, ground.risk)


def table(answer: Clouds, epsilons: Collection[float] | None = None) -> pd.DataFrame:
    """Return every classifier, one row each: of every ε, or of some."""
    frames = [
        _rows(answer, name, epsilon, cloud)
        for (name, epsilon), cloud in answer.plane.clouds.items()
        if epsilons is None or epsilon in epsilons
    ]
    majority = constant_rule([answer.part]).error
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=majority)
    return labelled(rows, answer.settings)


def table_of_draws(answer: Clouds) -> pd.DataFrame:
    """Return the classifiers at the ε of the settings, both mechanisms of a draw together."""
    rows = table(answer, [answer.settings.epsilon])
    return rows.sort_values(["draw", "mechanism"], ignore_index=True)


def table_of_tilts(answer: Clouds) -> pd.DataFrame:
    """Return each draw that tilts the objective, and the classifier that minimises it then."""
    cloud, names = answer.plane.clouds["objective", answer.settings.epsilon], answer.features
    tilts = cloud.noises[:TILTS] / answer.part.n
    columns = {f"tilt of {name}": tilts[:, k] for k, name in enumerate(names)}
    columns |= {f"w of {name}": cloud.coefs[:TILTS, k] for k, name in enumerate(names)}
    columns[_measured(answer)] = cloud.errors[:TILTS]
    return pd.DataFrame({"draw": range(len(tilts)), **columns})


def weighing(settings: Settings) -> Settings:
    """Return what `heaviest_of` depends on: no move of ε, λ, loss or n changes it."""
    return Settings(data=settings.data, n=MOST_WEIGHED, seed=settings.seed)


def heaviest_of(question: Settings, records: Dataset | None = None) -> tuple[int, ...]:
    """Return the places of a table's features, the one with the largest weight first."""
    return core.heaviest(split_of(question, records))


def _of_two(question: Question, records: Dataset | None) -> tuple[Split, tuple[str, ...]]:
    data = core.of_two(load(question.settings, records), *question.features)
    return part_of(data, question.settings), data.features


def _reach(plane: Plane) -> float:
    """Return where the picture of the classifiers ends: the same at every ε."""
    disc = core.quantile(SHARES[0]) / plane.clouds["output", 1.0].plan.noise_rate
    return max(2 * float(np.linalg.norm(plane.optimum)), disc)


def _rows(answer: Clouds, mechanism: str, epsilon: float, cloud: Cloud) -> pd.DataFrame:
    first, second = answer.features
    return pd.DataFrame(
        {
            "mechanism": mechanism,
            "epsilon": epsilon,
            "lam": answer.settings.given_lam,
            "n": answer.part.n,
            "draw": range(len(cloud.coefs)),
            f"w of {first}": cloud.coefs[:, 0],
            f"w of {second}": cloud.coefs[:, 1],
            **dict(zip(BY_CLASS, cloud.mistakes.shares, strict=True)),
            _measured(answer): cloud.errors,
        }
    )


def _measured(answer: Clouds) -> str:
    return MEASURES[answer.settings.measure].column
