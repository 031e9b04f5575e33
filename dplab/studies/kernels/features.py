"""What the page shows of random features: errors and regions at one ε, and errors along D and ε.

Curves grow: each step asks for some `summaries`, and whoever keeps results hands in what keeps
them.

Examples
--------
>>> question = Question(parameters=(("features", 10),))
>>> at_epsilon(question, mapped(question)).errors["non_private"].median < 0.2
True
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation import sources
from dplab.simulation.comparison import EPSILONS, Outcome
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.random_features import (
    N_PLANE,
    Mapped,
    Question,
    Region,
    classifiers,
    compared,
    mapped,
    regions,
    sizes_within_reach,
)

Summaries = dict[tuple[str, float], Summary]
"""Per mechanism and ε."""

Errors = dict[str, dict[float, Summary]]
"""Per mechanism, and along ε or D."""

BATCH = 4
"""Values of ε that are computed at a time where curves grow."""


@dataclass(frozen=True, eq=False)
class AtEpsilon:
    """What a choice gives at its ε.

    Parameters
    ----------
    n, d, n_features : int
        Training records, features before the map, and D.
    outcomes : mapping
        Per mechanism, its test errors.
    regions : mapping
        Per mechanism, where its classifiers say +1; empty where records lie in no plane.
    """

    n: int
    d: int
    n_features: int
    outcomes: Mapping[str, Outcome]
    regions: Mapping[str, Region]

    @property
    def errors(self) -> dict[str, Summary]:
        """Middle and spread of the errors of each mechanism."""
        return {name: Summary.of(each.errors) for name, each in self.outcomes.items()}


@dataclass(frozen=True, eq=False)
class FeatureCurves:
    """Errors along D at the choice's ε, and along ε with the kernel and with a line.

    `n_features` is of the kernel, and `d` of the line; `sizes` is empty where no D is chosen.
    """

    question: Question
    n_features: int
    d: int
    sizes: Errors
    kernel: Errors
    line: Errors


def at_epsilon(question: Question, found: Mapped) -> AtEpsilon:
    """Return errors at the choice's ε and, in the plane, regions of the same classifiers."""
    epsilon, d = question.settings.epsilon, found.feature_map.d
    drawn = classifiers(question, (epsilon,), found=found)
    outcomes = compared(question, (epsilon,), found=found, drawn=drawn)
    return AtEpsilon(
        found.part.n,
        d,
        found.feature_map.n_features,
        {name: each for (name, _), each in outcomes.items()},
        regions(question, epsilon, found=found, drawn=drawn) if d == N_PLANE else {},
    )


def summaries(question: Question, epsilons: Sequence[float], found: Mapped) -> Summaries:
    """Return middle and spread of the errors at some ε, whatever the ε of the choice."""
    outcomes = compared(question, epsilons, found=found)
    return {place: Summary.of(outcome.errors) for place, outcome in outcomes.items()}


Ask = Callable[[Question, tuple[float, ...]], Summaries]
"""Returns the `summaries` of a choice: whoever keeps results hands in what keeps them."""


def along_sizes(question: Question, n: int, ask: Ask) -> Iterator[Errors]:
    """Yield the errors along D, one D more each time."""
    curves: Errors = {name: {} for name in question.mechanisms}
    for size in sizes_within_reach(question, n):
        for (name, _), at in ask(question.of_size(size), (question.settings.epsilon,)).items():
            curves[name] = curves[name] | {size: at}
        yield dict(curves)


def best_sizes(curves: Errors) -> dict[str, int]:
    """Return per private mechanism the D of the smallest median error; not private."""
    return {
        name: int(min(at, key=lambda size: at[size].median))
        for name, at in curves.items()
        if MECHANISMS[name].is_noisy
    }


def along_epsilons(question: Question, ask: Ask) -> Iterator[tuple[Errors, Errors]]:
    """Yield the errors along ε of the kernel, some ε more each time, and those of a line."""
    question = question.at_any_epsilon()
    line, kernel = _by_name(ask(question.linear(), EPSILONS)), Summaries()
    for start in range(0, len(EPSILONS), BATCH):
        kernel = kernel | ask(question, EPSILONS[start : start + BATCH])
        yield _by_name(kernel), line


def _by_name(places: Summaries) -> Errors:
    errors: Errors = {}
    for (name, epsilon), at in places.items():
        errors.setdefault(name, {})[epsilon] = at
    return errors


def run(
    question: Question,
    records: Dataset | None = None,
    *,
    of_size: Ask | None = None,
    of_epsilons: Ask | None = None,
) -> FeatureCurves:
    """Return the errors along D and along ε.

    `of_size` and `of_epsilons` are what keeps the `summaries` of one D, and those along ε.

    Raises
    ------
    InvalidInput
        As `mapped`.
    """

    def ask(asked: Question, epsilons: tuple[float, ...]) -> Summaries:
        return summaries(asked, epsilons, mapped(asked, records))

    settings = question.settings
    n = sources.n_used(sources.load(settings, records), settings)
    d = sources.part(settings, n, records=records).X.shape[1]
    sizes: Errors = {}
    if question.is_random:
        *_, sizes = along_sizes(question, n, of_size or ask)
    *_, (kernel, line) = along_epsilons(question, of_epsilons or ask)
    return FeatureCurves(question, question.make_map(d).n_features, d, sizes, kernel, line)


def table(found: FeatureCurves) -> pd.DataFrame:
    """Return the errors along D and along ε, one row each."""
    epsilon = found.question.settings.epsilon
    rows = [
        ("features of the kernel", name, size, epsilon, each)
        for name, sizes in found.sizes.items()
        for size, each in sizes.items()
    ]
    for what, errors, n_features in (
        ("kernel", found.kernel, found.n_features),
        ("line", found.line, found.d),
    ):
        rows += [
            (what, name, n_features, at, each)
            for name, points in errors.items()
            for at, each in points.items()
        ]
    return pd.DataFrame(
        [(*first, each.low, each.median, each.high) for *first, each in rows],
        columns=["what", "mechanism", "features", "epsilon", "low", "median", "high"],
    )
