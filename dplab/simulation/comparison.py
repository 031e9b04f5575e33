"""Private beside non-private: test errors of many draws at one ε, and along a grid of ε.

A comparison is a small sweep on one split, computed by the same cells: the Trade-off page and a
sweep at the same settings show the same errors, draw by draw.

Every ε uses the same random numbers (the noise only changes its scale), so that a curve shows
the effect of ε and not that of other noise. That is right for a simulation and would be wrong for a
release: two outputs with the same noise at two values of ε reveal the classifier without noise.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> from dplab.simulation.sources import load
>>> from dplab.simulation.sweeps.cells import cells
>>> settings = Settings(data="uniform", n=2000, epsilon=1.0, knobs=(("separation", 0.1),))
>>> (cell,) = cells(sweep(settings, (settings.epsilon,), load(settings)))
>>> outcomes(cell)["objective", 1.0].errors.shape
(50,)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split, split
from dpcore.privacy.calibration import Plan
from dpcore.privacy.regularization.suggested import lam_used
from dplab.simulation import sources
from dplab.simulation.measures import Mistakes, check_measured
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps.cells import FAULTS, Cell, reason, tested, training_set
from dplab.simulation.sweeps.spec import SweepSpec, in_stored_order

COMPARED = ("non_private", "objective", "output")
"""The non-private reference and the two families."""

MAX_WORK = 400_000_000
"""Draws × records × features at one ε: some ten seconds of a core."""

HESSIAN = 10
"""Of so many features, a Hessian takes as long as a step of one draw more."""

EPSILONS = (
    0.001,
    0.002,
    0.005,
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.5,
    1.0,
    2.0,
    5.0,
    10.0,
    20.0,
    50.0,
    100.0,
)
"""Where a curve over ε is computed: 1, 2 and 5 of each decade."""

DECISIVE = tuple(epsilon for epsilon in EPSILONS if 0.01 <= epsilon <= 20)
"""Those of them to decide among: below, next to nothing is learned; above, next to nothing is
promised."""


LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 3)), 1.0)
"""Where errors along λ are computed: from where λ no longer matters to where it decides all."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Test errors of one mechanism at one ε.

    Errors (n_draws,) are those of the test by the settings' measure, in [0, 1]. `lam` is what it
    was trained with, before the plan's Δ; `by_folds` whether that was chosen by folds of the
    training records. `better` is, without noise and where λ follows ε, by measure the outcome at a
    λ chosen by folds where it does better (`simulation.baseline`).
    """

    errors: Array
    converged: npt.NDArray[np.bool_]
    lam: float
    plan: Plan
    mistakes: Mistakes
    better: Mapping[str, "Outcome"] = field(default_factory=dict)
    by_folds: bool = False


Outcomes = Mapping[tuple[str, float], Outcome]
"""By mechanism and ε; non-private stands at ∞."""


def part_of(data: Dataset, settings: Settings) -> Split:
    """Return the training and test records: n of the four fifths, or all if fewer are there.

    Raises
    ------
    InvalidInput
        If the settings' measure cannot be taken on the test records.
    """
    part = split(data, sources.n_used(data, settings), settings.seed)
    check_measured(settings.measure, [part])
    return part


def split_of(settings: Settings, records: Dataset | None = None) -> Split:
    """Return the training and test records that the settings name, as `part_of` cuts them.

    Raises
    ------
    InvalidInput
        As `sources.part`, or if the settings' measure cannot be taken on the test records.
    """
    part = sources.part(settings, records=records)
    check_measured(settings.measure, [part])
    return part


def lams(
    settings: Settings, mechanisms: Sequence[str], *, n: int, n_features: int
) -> dict[str, float]:
    """Return what each mechanism is trained with at the settings' ε, by its name.

    Parameters
    ----------
    settings : Settings
    mechanisms : sequence of str
        Keys of `MECHANISMS`; without noise the rule's λ is that of ε = ∞.
    n, n_features : int
        Of the training records.

    Raises
    ------
    InvalidInput
        As `suggested_lam`, where λ follows ε.
    """
    return {
        name: lam_used(
            settings.lam,
            name,
            settings.epsilon,
            n=n,
            n_features=n_features,
            loss=settings.make_loss(),
            delta=settings.delta,
        )
        for name in mechanisms
    }


def as_draws(n_draws: int, n_features: int) -> int:
    """Return the draws, or as many as the Hessian of wide records takes as long as."""
    return max(n_draws, n_features // HESSIAN)


def most_rows(n_draws: int, n_features: int) -> int:
    """Return how many rows of training records a comparison may take."""
    return max(1, MAX_WORK // (n_draws * n_features))


def check_work(settings: Settings, n: int, d: int) -> None:
    """Refuse settings that ask for too much work at one ε.

    Raises
    ------
    InvalidInput
        If draws times rows times features are more than `MAX_WORK`, with what to take instead.
    """
    rows = sources.n_rows(settings, n)
    if settings.draws * rows * d > MAX_WORK:
        raise InvalidInput(
            f"Draws times n times d must be at most {MAX_WORK:,}; got {settings.draws:,} times "
            f"{rows:,} times {d:,}. Take n up to {most_rows(settings.draws, d):,}, or fewer draws."
        )


def sweep(settings: Settings, epsilons: Sequence[float], data: Dataset) -> SweepSpec:
    """Return the sweep of the compared mechanisms over ε, on one split, `also` included.

    ε of the settings is not read; the data are the records that the settings name.

    Raises
    ------
    InvalidInput
        As `check_work`.
    """
    n = sources.n_used(data, settings)
    check_work(settings, n, data.X.shape[1])
    return SweepSpec(
        **settings.naming,
        mechanisms=in_stored_order((*COMPARED, *settings.also)),
        losses=((settings.loss, settings.h),),
        epsilons=tuple(epsilons),
        lams=(settings.lam,),
        sizes=(n,),
        draws=settings.draws,
        ranks=settings.measure == "auc",
        delta=settings.delta,
        positive_share=settings.positive_share,
    )


def outcomes(cell: Cell, records: Dataset | None = None) -> dict[tuple[str, float], Outcome]:
    """Compute a cell of `sweep` and return its plain errors, per mechanism and ε (non-private: ∞).

    `records` are those that the cell does not name.

    Raises
    ------
    InvalidInput
        If the cell failed, with its reason.
    """
    (loss,) = cell.spec.losses
    try:
        groups = tested(cell, training_set(cell, records), loss)
    except FAULTS as fault:
        raise InvalidInput(reason(fault)) from fault
    # Straight from the draws: a table of them, taken apart again, took a quarter of a move of ε.
    return {
        (group.request.mechanism, group.request.epsilon): Outcome(
            group.mistakes.measured("error"),
            group.converged.copy(),
            group.request.lam,
            group.plan,
            group.mistakes,
        )
        for group in groups
    }


def measured(outcomes: Outcomes, measure: str) -> Outcomes:
    """Return outcomes by a measure, for any but "auc" of the same cells: a key of `MEASURES`.

    The classifier without noise is the better one by that measure.
    """
    best = {place: each.better.get(measure, each) for place, each in outcomes.items()}
    if measure == "error":
        return best
    return {
        place: replace(each, errors=each.mistakes.measured(measure)) for place, each in best.items()
    }
