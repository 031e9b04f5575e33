"""Test errors of the compared mechanisms, computed once."""

from collections.abc import Iterator, Sequence

from dpcore.experiments import comparison, sources
from dpcore.experiments.comparison import Outcome
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import Summary
from dpcore.experiments.sweeps.cells import Cell, cells
from pages.shared import cached, own_table

Outcomes = dict[tuple[str, float], Outcome]
Summaries = dict[tuple[str, float], Summary]

MOST_OUTCOMES = 5_000


def outcomes(settings: Settings, epsilons: Sequence[float]) -> Iterator[Outcomes]:
    """Yield the test errors of the compared mechanisms at each ε, as far as each batch brings them.

    Parameters
    ----------
    settings : Settings
        All but its ε.
    epsilons : sequence of float

    Yields
    ------
    dict
        Per mechanism and ε an `Outcome`; non-private stands at ∞, in the first batch.
    """
    for cell in cells(comparison.sweep(settings, epsilons, cached.dataset(settings))):
        yield _of_cell(cell)


def summaries(settings: Settings, epsilons: Sequence[float]) -> Iterator[Summaries]:
    """Yield the middle and spread of the same errors: a curve asks for them at every move of ε."""
    for cell in cells(comparison.sweep(settings, epsilons, cached.dataset(settings))):
        yield _summed(cell)


@cached.remembered(MOST_OUTCOMES)
def _summed(cell: Cell) -> Summaries:
    return {place: Summary.of(outcome.errors) for place, outcome in _of_cell(cell).items()}


@cached.remembered(MOST_OUTCOMES)
def _of_cell(cell: Cell) -> Outcomes:
    own = own_table.required().data if cell.spec.data == sources.UPLOAD else None
    return comparison.outcomes(cell, own)
