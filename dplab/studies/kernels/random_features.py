"""Private classifiers on features of a kernel: where no line separates, and what D costs.

A kernel's features are records of R^D (`erm.features`), so that output and objective perturbation
run unchanged, with D instead of d in all noise: more features fit better and cost more noise.
The errors are those of a sweep's cell on mapped records, with the same streams of random numbers;
every ε uses the same noise on another scale, every D the first of the same frequencies. That is
right for a simulation, and would be wrong for a release.

Which D or bandwidth is best is read from the test part: not private, unless chosen beforehand.

Examples
--------
>>> choice = Question(Settings(data="circles", n=500, d=2, epsilon=5.0, draws=5))
>>> found = compared(choice, (5.0,))
>>> found["objective", 5.0].errors.shape
(5,)
>>> errors = [compared(c, ())["non_private", np.inf].errors[0] for c in (choice, choice.linear())]
>>> bool(errors[0] < 0.1 < errors[1])
True
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split
from dpcore.erm.prediction import Flags, says_positive
from dpcore.privacy.mechanisms import MECHANISMS, Draws, Request, draw_all, in_order
from dpcore.privacy.regularization.suggested import AUTO
from dplab.features import FEATURE_MAPS, SIZES, make
from dplab.maps.contract import FeatureMap
from dplab.simulation import comparison, sources
from dplab.simulation.comparison import COMPARED, MAX_WORK, Outcome, as_draws
from dplab.simulation.measures import check_measured, mistakes
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import stream
from dplab.simulation.sweeps.cells import limit_threads

Drawn = Mapping[tuple[str, float], Draws]
"""Per mechanism and ε."""

PLANE = Settings(data="moons", d=2, n=2000, epsilon=1.0)
"""Where the page starts: a gap that no line finds."""

N_PLANE = 2
"""Features of records that have a picture."""

GRID = 61
"""Points along each side of a region's picture."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Settings of a simulation, and the kernel whose features it learns from.

    Parameters
    ----------
    settings : Settings
        Its seed is that of the frequencies too.
    kernel : str
        A key of `FEATURE_MAPS`.
    parameters : tuple of (name, value)
        Of the map; those that are left out take their defaults.
    """

    settings: Settings = field(default=PLANE)
    kernel: str = "gaussian"
    parameters: tuple[tuple[str, float], ...] = ()

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """The compared mechanisms, and those that the settings add."""
        return in_order((*COMPARED, *self.settings.also))

    def linear(self) -> "Question":
        """Return the same simulation without a kernel."""
        return replace(self, kernel="linear", parameters=())

    def of_size(self, n_features: int) -> "Question":
        """Return the same choice with D features."""
        others = tuple(pair for pair in self.parameters if pair[0] != "features")
        return replace(self, parameters=(*others, ("features", n_features)))

    def at_any_epsilon(self) -> "Question":
        """Return the choice without its ε: what is the same at every one is kept by it."""
        return replace(self, settings=self.settings.with_epsilon(1.0))

    @property
    def is_random(self) -> bool:
        """Whether the features are random, and D is chosen."""
        return FEATURE_MAPS[self.kernel].is_random

    def make_map(self, d: int) -> FeatureMap:
        """Return the feature map for records of d features."""
        return make(self.kernel, d, dict(self.parameters), self.settings.seed)


WORKS = Question(
    Settings(data="circles", d=2, n=20_000, epsilon=1.0, lam=AUTO),
    "gaussian",
    (("bandwidth", 8.0), ("features", 20)),
)
"""Where a kernel pays in spite of noise, and a line is of no use: few features, many records."""


@dataclass(frozen=True, eq=False)
class Mapped:
    """A split whose records are features of a kernel, in R^D."""

    part: Split
    feature_map: FeatureMap

    @cached_property
    def features_of_grid(self) -> Array:
        """Features of the picture's points, for records with two features: at every ε the same."""
        return self.feature_map(grid()[0])


@dataclass(frozen=True, eq=False)
class Region:
    """Where classifiers with two features before the map say +1.

    Parameters
    ----------
    share : array (GRID, GRID)
        Share of the draws that say +1, rows along the second feature, columns along the first; nan
        outside of the unit disc, where no record lies.
    one : array (GRID, GRID)
        The same of the first draw: 0 or 1.
    """

    share: Array
    one: Array


def mapped(question: Question, records: Dataset | None = None) -> Mapped:
    """Return training and test records of a choice in R^D.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        As in `sources.load`.

    Raises
    ------
    InvalidInput
        If a parameter is out of range, or the choice asks for too much memory or work.
    """
    settings = question.settings
    n = sources.n_used(sources.load(settings, records), settings)
    part = sources.part(settings, n, records=records)
    feature_map = question.make_map(part.X.shape[1])
    _check_work(settings.draws, len(part.y), feature_map.n_features)
    return Mapped(sources.mapped(part, feature_map), feature_map)


def compared(
    choice: Question,
    epsilons: Sequence[float],
    *,
    mechanisms: Sequence[str] | None = None,
    found: Mapped | None = None,
    records: Dataset | None = None,
    drawn: Drawn | None = None,
) -> dict[tuple[str, float], Outcome]:
    """Return test errors per mechanism and ε (non-private: ∞), all minimised in one batch.

    Parameters
    ----------
    choice : Question
    epsilons : sequence of float
        Positive.
    mechanisms : sequence of str
        Keys of `MECHANISMS`; those compared and those that the settings add, if left out.
    found : Mapped, optional
        What `mapped` returned for the choice: whoever moves ε has it already.
    records : Dataset, optional
        As in `mapped`.
    drawn : mapping, optional
        What `classifiers` returned for the same: where a picture of them is drawn besides.

    Raises
    ------
    InvalidInput
        As `mapped`, if a mechanism or ε is out of range, or the measure cannot be taken.
    """
    found = mapped(choice, records) if found is None else found
    check_measured(choice.settings.measure, [found.part])
    ranks = choice.settings.measure == "auc"
    outcomes = {}
    if drawn is None:
        drawn = classifiers(choice, epsilons, found=found, mechanisms=mechanisms)
    for (name, epsilon), draws in drawn.items():
        kept = MECHANISMS[name].distinct(len(draws.coefs))
        tested = mistakes(draws.coefs[:kept], found.part, ranks=ranks)
        outcomes[name, epsilon] = Outcome(
            tested.measured(choice.settings.measure),
            draws.converged[:kept],
            _lam(choice, name, epsilon, found.part),
            draws.plan,
            tested,
        )
    return outcomes


def sizes_within_reach(choice: Question, n: int) -> tuple[int, ...]:
    """Return the D of a curve that n records and the choice's draws leave affordable."""
    return tuple(size for size in SIZES if _work(choice.settings.draws, n, size) <= MAX_WORK)


def regions(
    choice: Question,
    epsilon: float,
    *,
    mechanisms: Sequence[str] | None = None,
    found: Mapped | None = None,
    drawn: Drawn | None = None,
) -> dict[str, Region]:
    """Return for each mechanism where its classifiers say +1, over the unit disc.

    Parameters
    ----------
    choice : Question
        Of records with two features.
    epsilon : float
    mechanisms, found, drawn
        As in `compared`.

    Raises
    ------
    InvalidInput
        As `compared`, or if the records have not two features.
    """
    found = mapped(choice) if found is None else found
    if found.feature_map.d != N_PLANE:
        raise InvalidInput(
            f"The picture needs records with two features; these have {found.feature_map.d}. "
            "Take moons, circles or XOR."
        )
    _, inside = grid()
    if drawn is None:
        drawn = classifiers(choice, (epsilon,), found=found, mechanisms=mechanisms)
    return {
        name: Region(_picture(said.mean(axis=0), inside), _picture(said[0], inside))
        for (name, _), draws in drawn.items()
        for said in [says_positive(draws.coefs, found.features_of_grid)]
    }


def grid() -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the points of the picture in the unit disc (m, 2), and which of the grid they are."""
    side = np.linspace(-1, 1, GRID)
    first, second = np.meshgrid(side, side)
    inside = np.hypot(first, second) <= 1
    return np.column_stack([first[inside], second[inside]]), inside


def _picture(values: Array | Flags, inside: npt.NDArray[np.bool_]) -> Array:
    picture = np.full(inside.shape, np.nan)
    picture[inside] = values
    return picture


def table_of_regions(found: Mapping[str, Region]) -> pd.DataFrame:
    """Return the share of the draws that say +1 at each point of the picture, by mechanism."""
    points, inside = grid()
    shares = {name: each.share[inside] for name, each in found.items()}
    first = {f"{name}, draw 0": each.one[inside] for name, each in found.items()}
    return pd.DataFrame({"x1": points[:, 0], "x2": points[:, 1], **shares, **first})


def classifiers(
    choice: Question,
    epsilons: Sequence[float],
    *,
    found: Mapped,
    mechanisms: Sequence[str] | None = None,
) -> Drawn:
    """Return the draws of each mechanism at each ε (non-private: ∞), minimised in one batch.

    Parameters and errors are those of `compared`.
    """
    limit_threads()
    settings, part = choice.settings, found.part
    points = [
        Request(name, epsilon, _lam(choice, name, epsilon, part), delta=settings.delta)
        for name in (choice.mechanisms if mechanisms is None else mechanisms)
        for epsilon in MECHANISMS[name].at(epsilons)
    ]
    # The streams of a sweep's cell at fold 0.
    batch = draw_all(
        part.X,
        part.y,
        loss=settings.make_loss(),
        requests=points,
        n_draws=settings.draws,
        stream=lambda point: stream(settings.seed, point.mechanism, 0, part.n),
        sample_weight=part.weight,
    )
    return {(p.mechanism, p.epsilon): draws for p, draws in zip(points, batch, strict=True)}


def _lam(choice: Question, mechanism: str, epsilon: float, part: Split) -> float:
    """Return λ of a mechanism at an ε: with random features, d of the rule is D."""
    settings, (n, d) = choice.settings.with_epsilon(epsilon), (part.n, part.X.shape[1])
    return comparison.lams(settings, (mechanism,), n=n, n_features=d)[mechanism]


def _check_work(n_draws: int, n_rows: int, n_features: int) -> None:
    if _work(n_draws, n_rows, n_features) > MAX_WORK:
        most = comparison.most_rows(as_draws(n_draws, n_features), n_features)
        fewer = ", fewer draws," if n_draws > as_draws(0, n_features) else ""
        raise InvalidInput(
            f"n = {n_rows:,} records with {n_features:,} features and {n_draws:,} draws take too "
            f"long to learn from. Take n up to {most:,}{fewer} or a smaller D."
        )


def _work(n_draws: int, n_rows: int, n_features: int) -> int:
    return as_draws(n_draws, n_features) * n_rows * n_features
