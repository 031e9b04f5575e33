"""Clouds of private classifiers on two features, computed once."""

from dpcore.data.dataset import Split
from dpcore.simulation import comparison
from dpcore.simulation.settings import Settings
from dpcore.studies import geometry as core
from dpcore.studies.geometry import Plane
from pages.comparison import cached

MOST_PLANES = 60
MOST_WEIGHED = 5_000
"""Training records by which features are weighed."""
DRAWS = 200
"""Classifiers in each cloud."""


def plane(settings: Settings, features: tuple[int, int], epsilons: tuple[float, ...]) -> Plane:
    """Return the clouds of private classifiers on two features, at many ε."""
    # What stands in the key decides: the ε of the settings does not.
    return _plane(settings.with_epsilon(1.0), features, epsilons)


def part(settings: Settings, features: tuple[int, int]) -> tuple[Split, tuple[str, ...]]:
    """Return the records with two of their features, and the names of these."""
    data = core.of_two(cached.dataset(settings), *features)
    return comparison.part_of(data, settings), data.features


def heaviest(settings: Settings) -> tuple[int, ...]:
    """Return the places of a table's features, the one with the largest weight first."""
    # No move of ε, λ, loss or n changes them.
    return _heaviest(Settings(data=settings.data, n=MOST_WEIGHED, seed=settings.seed))


@cached.memoized(MOST_PLANES)
def _heaviest(settings: Settings) -> tuple[int, ...]:
    return core.heaviest(cached.part(settings))


@cached.memoized(MOST_PLANES)
def _plane(settings: Settings, features: tuple[int, int], epsilons: tuple[float, ...]) -> Plane:
    records, _ = part(settings, features)
    return core.clouds(
        records,
        settings.make_loss(),
        settings.lam,
        epsilons,
        n_draws=DRAWS,
        seed=settings.seed,
        measure=settings.measure,
    )
