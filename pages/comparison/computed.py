"""Test errors of the compared mechanisms, kept; somebody's first number before any curve."""

from collections.abc import Iterator

from dpcore.simulation.comparison import EPSILONS, Outcome
from dpcore.simulation.precedence import PriorityGate
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.simulation.sweeps.cells import Cell
from dpcore.studies.trade_off import errors
from dpcore.studies.trade_off.errors import Outcomes, measured
from pages.comparison import cached

Summaries = dict[tuple[str, float], Summary]

MOST_OUTCOMES = 5_000

_ORDER = PriorityGate()

of_batch = cached.study(errors.of_batch, MOST_OUTCOMES)


def first(settings: Settings) -> Outcomes:
    """Return the test errors at the settings' ε, before anybody's curve goes on."""
    if on_curve := _on_curve(settings):
        return on_curve
    with _ORDER.first():
        own = cached.own_records(settings)
        (batch,) = errors.batches(settings, (settings.epsilon,), own)
        return measured(of_batch(batch), settings.measure)


def _on_curve(settings: Settings) -> Outcomes | None:
    """Return the test errors at the settings' ε if the curve goes through it and has come there.

    They are the same: draw by draw, the curve takes the same random numbers.
    """
    of_curve = _batches_of_curve(settings)
    there = [batch for batch in of_curve if settings.epsilon in batch.spec.epsilons]
    # The classifier without noise stands in the first one.
    known = [of_batch.known(batch) for batch in (of_curve[0], *there)] if there else [None]
    outcomes: dict[tuple[str, float], Outcome] = {}
    for each in known:
        if each is None:
            return None
        outcomes |= each
    return measured(outcomes, settings.measure)


def curve(settings: Settings) -> Iterator[Summaries]:
    """Yield the middle and spread of the errors along ε, batch by batch.

    Every move of ε asks for them, and none changes them.
    """
    anywhere = settings.with_epsilon(EPSILONS[0])
    for batch in range(len(_batches_of_curve(anywhere))):
        yield _summed(anywhere, batch)


def is_curve_known(settings: Settings) -> bool:
    """Tell whether `curve` has nothing left to compute."""
    anywhere = settings.with_epsilon(EPSILONS[0])
    batches = range(len(_batches_of_curve(anywhere)))
    return all(_summed.known(anywhere, batch) is not None for batch in batches)


@cached.memoized(MOST_OUTCOMES)
def _summed(settings: Settings, batch: int) -> Summaries:
    _ORDER.give_way()
    outcomes = measured(of_batch(_batches_of_curve(settings)[batch]), settings.measure)
    return {place: Summary.of(each.errors) for place, each in outcomes.items()}


def _batches_of_curve(settings: Settings) -> list[Cell]:
    return errors.batches(settings, EPSILONS, cached.own_records(settings))
