"""What the page shows, each computed once; only what is said of one ε depends on it."""

from collections.abc import Sequence
from dataclasses import replace

from dpcore.data.dataset import Dataset
from dpcore.simulation.comparison import Outcome
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import Summary
from dpcore.studies.kernels import random_features as core
from dpcore.studies.kernels import where_delta_helps
from dpcore.studies.kernels.random_features import FeatureChoice, Mapped, Region
from pages.comparison import cached

Outcomes = dict[tuple[str, float], Outcome]
Summaries = dict[tuple[str, float], Summary]

PLANE = 2
"""Features of records that have a picture."""

MOST_MAPPED, MOST_KEPT = 2, 500
"""The first hold their records in R^D: up to 200 MB each."""


def at(choice: FeatureChoice) -> Outcomes:
    """Return the errors of the compared mechanisms at the choice's ε."""
    return _at(choice)[0]


def regions(choice: FeatureChoice) -> dict[str, Region]:
    """Return where the classifiers of each mechanism say +1, at the choice's ε, in the plane."""
    return _at(choice)[1]


def of_size(choice: FeatureChoice, n_features: int) -> Summaries:
    """Return the errors at the choice's ε with D features of its kernel."""
    return _of_size(choice.of_size(n_features))


def along(choice: FeatureChoice, epsilons: Sequence[float]) -> Summaries:
    """Return the errors at some ε, whatever the ε of the choice."""
    return _along(_at_any_epsilon(choice), tuple(epsilons))


def _at_any_epsilon(choice: FeatureChoice) -> FeatureChoice:
    return replace(choice, settings=choice.settings.with_epsilon(1.0))


def _records(choice: FeatureChoice) -> Dataset | None:
    data = choice.settings
    return cached.dataset(data) if data.data == UPLOAD else None


@cached.memoized(MOST_MAPPED, copied=False)
def _mapped(choice: FeatureChoice) -> Mapped:
    return core.mapped(choice, _records(choice))


@cached.memoized(MOST_KEPT)
def _at(choice: FeatureChoice) -> tuple[Outcomes, dict[str, Region]]:
    """Return errors and, of the plane, regions: both of the same classifiers."""
    found, epsilon = _mapped(_at_any_epsilon(choice)), choice.settings.epsilon
    drawn = core.classifiers(choice, (epsilon,), found=found)
    outcomes = core.compared(choice, (epsilon,), found=found, drawn=drawn)
    if found.feature_map.d != PLANE:
        return outcomes, {}
    return outcomes, core.regions(choice, epsilon, found=found, drawn=drawn)


@cached.memoized(MOST_KEPT)
def _of_size(choice: FeatureChoice) -> Summaries:
    # Not kept in R^D: seven sizes would take far more than the one that is looked at.
    found = core.compared(choice, (choice.settings.epsilon,), records=_records(choice))
    return _summed(found)


@cached.memoized(MOST_KEPT)
def _along(choice: FeatureChoice, epsilons: tuple[float, ...]) -> Summaries:
    return _summed(_compared(choice, epsilons))


def _compared(choice: FeatureChoice, epsilons: tuple[float, ...]) -> Outcomes:
    return core.compared(choice, epsilons, found=_mapped(_at_any_epsilon(choice)))


def _summed(found: Outcomes) -> Summaries:
    return {place: Summary.of(outcome.errors) for place, outcome in found.items()}


@cached.memoized(MOST_KEPT)
def borders(epsilons: tuple[float, ...], delta: float) -> list[float]:
    """Return at each ε the number of features from which on a δ shortens the noise."""
    return [where_delta_helps.even(epsilon, delta) for epsilon in epsilons]
