"""Test errors of the compared mechanisms, computed once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dpcore.simulation import comparison, sources
from dpcore.simulation.comparison import EPSILONS, Outcome
from dpcore.simulation.precedence import PriorityGate
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.simulation.sweeps.cells import Cell, cells
from pages.comparison import cached, own_table

Outcomes = dict[tuple[str, float], Outcome]
Summaries = dict[tuple[str, float], Summary]

MOST_OUTCOMES = 5_000

_ORDER = PriorityGate()


def first(settings: Settings) -> Outcomes:
    """Return the test errors at the settings' ε, before anybody's curve goes on."""
    if on_curve := _on_curve(settings):
        return on_curve
    with _ORDER.first():
        (found,) = outcomes(settings, (settings.epsilon,))
    return found


def _on_curve(settings: Settings) -> Outcomes | None:
    """Return the test errors at the settings' ε if the curve goes through it and has come there.

    They are the same: draw by draw, the curve takes the same random numbers.
    """
    of_curve = _cells_of_curve(settings.with_epsilon(EPSILONS[0]))
    there = [cell for cell in of_curve if settings.epsilon in cell.spec.epsilons]
    found: Outcomes = {}
    for cell in (of_curve[0], *there):  # the classifier without noise stands in the first
        known = _of_cell.known(cell)
        if known is None:
            return None
        found |= known
    return _measured(found, settings.measure) if there else None


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
        yield _measured(_of_cell(cell), settings.measure)


def at_once(settings: Settings, epsilons: Sequence[float]) -> Outcomes:
    """Return the same as one: those of the curve are remembered, and others are computed."""
    of_curve = [epsilon for epsilon in epsilons if epsilon in EPSILONS]
    rest = [epsilon for epsilon in epsilons if epsilon not in EPSILONS]
    batches = [EPSILONS] * bool(of_curve) + [rest] * bool(rest)
    return {
        place: outcome
        for batch in batches
        for each in outcomes(settings, batch)
        for place, outcome in each.items()
    }


def curve(settings: Settings) -> Iterator[Summaries]:
    """Yield the middle and spread of the errors along ε, batch by batch.

    Every move of ε asks for them, and none changes them.
    """
    anywhere = settings.with_epsilon(EPSILONS[0])
    for batch in range(len(_cells_of_curve(anywhere))):
        yield _summed(anywhere, batch)


def is_curve_known(settings: Settings) -> bool:
    """Tell whether `curve` has nothing left to compute."""
    anywhere = settings.with_epsilon(EPSILONS[0])
    batches = range(len(_cells_of_curve(anywhere)))
    return all(_summed.known(anywhere, batch) is not None for batch in batches)


@cached.memoized(MOST_OUTCOMES)
def _summed(settings: Settings, batch: int) -> Summaries:
    _ORDER.give_way()
    found = _measured(_of_cell(_cells_of_curve(settings)[batch]), settings.measure)
    return {place: Summary.of(outcome.errors) for place, outcome in found.items()}


def _cells_of_curve(settings: Settings) -> list[Cell]:
    return cells(comparison.sweep(settings, EPSILONS, cached.dataset(settings)))


def _measured(found: Outcomes, measure: str) -> Outcomes:
    """Return outcomes by a measure: the error and the balanced error are of the same cells."""
    if measure == "error":
        return found
    return {
        place: replace(each, errors=each.mistakes.measured(measure))
        for place, each in found.items()
    }


@cached.memoized(MOST_OUTCOMES)
def _of_cell(cell: Cell) -> Outcomes:
    own = own_table.required().data if cell.spec.data == sources.UPLOAD else None
    return comparison.outcomes(cell, own)
