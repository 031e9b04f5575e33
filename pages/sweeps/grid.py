"""What is swept: from the settings to a `SweepSpec`, and what it will cost."""

from collections.abc import Sequence
from dataclasses import replace

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.privacy.calibration import DELTA
from dpcore.simulation.comparison import EPSILONS
from dpcore.simulation.settings import Settings
from dpcore.simulation.sweeps import SweepSpec
from dpcore.simulation.sweeps.spec import most_features, most_records, n_fits, seconds
from dpcore.studies.kernels.random_features import SIZES
from pages.comparison import settings
from pages.comparison.kernels import NONE, Kernel
from pages.kit import address, words
from pages.sweeps import choices, sentences

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 3)), 1.0)
N_SIZES = 14
"""As many as the learning curves of CM08, Figure 2."""

FEWEST = 50
"""Where a learning curve in equal ratios starts."""

SMALL = 2.0
"""Estimated seconds up to which a sweep starts by itself."""


def spec(
    chosen: Settings,
    axis: str,
    mechanisms: tuple[str, ...],
    losses: tuple[str, ...],
    folds: int,
    records: Dataset | None,
    kernel: Kernel = NONE,
) -> SweepSpec:
    """Return the sweep along one axis or over the map, with everything else as the settings say.

    Parameters
    ----------
    chosen : Settings
    axis : str
        A key of `choices.AXES`.
    mechanisms, losses : tuple of str
    folds : int
    records : Dataset or None
        The visitor's own table, if the settings name it.
    kernel : tuple
        Its name, and the parameters of its map, D included.

    Raises
    ------
    InvalidInput
        If nothing is compared, or D varies and the kernel has none.
    """
    if not mechanisms:
        raise InvalidInput("Nothing is compared: choose at least one method under “Compare”.")
    called, parameters = kernel
    sweep = SweepSpec(
        data=chosen.data,
        d=chosen.d,
        knobs=chosen.knobs,
        seed=chosen.seed,
        mechanisms=mechanisms,
        losses=tuple((name, chosen.h) for name in losses),
        epsilons=EPSILONS if axis in ("epsilon", "map") else (chosen.epsilon,),
        lams=LAMS if axis in ("lam", "map") else (chosen.lam,),
        sizes=_sizes(chosen, axis, records),
        folds=folds,
        draws=chosen.draws,
        ranks=chosen.measure == "auc",
        # Where nothing uses it, another δ is no other sweep.
        delta=chosen.delta if any(map(settings.uses_delta, mechanisms)) else DELTA,
        kernel=called,
        parameters=tuple(pair for pair in parameters if pair[0] != "features"),
        features=tuple(int(value) for name, value in parameters if name == "features"),
    )
    return _along_features(sweep, records) if axis == "features" else sweep


def _along_features(sweep: SweepSpec, records: Dataset | None) -> SweepSpec:
    """Return a sweep at one D as one along D, as far as memory carries the features."""
    if not sweep.features:
        raise InvalidInput(sentences.NO_D)
    most = most_features(sweep, records)
    return replace(sweep, features=tuple(size for size in SIZES if size <= most))


def measure_of(sweep: SweepSpec, chosen: Settings) -> str:
    """Return what a sweep's figure measures: what is chosen, if that is among its rows.

    The figure of other settings stays until the new sweep has a point, and its pairs may not be
    ranked.
    """
    return "error" if chosen.measure == "auc" and not sweep.ranks else chosen.measure


def _sizes(chosen: Settings, axis: str, records: Dataset | None) -> tuple[int, ...]:
    most = most_records(SweepSpec(data=chosen.data, d=chosen.d), records)
    n = min(chosen.n or most, most)
    if axis != "n":
        return (n,)
    if address.get(choices.SPACING) == "steps":
        steps: Sequence[float] = [n * k / N_SIZES for k in range(1, N_SIZES + 1)]
    else:
        fewest = min(FEWEST, n)
        steps = [fewest * (n / fewest) ** (k / (N_SIZES - 1)) for k in range(N_SIZES)]
    return tuple(sorted({max(1, round(step)) for step in steps}))


def axis_of(sweep: SweepSpec) -> str:
    """Return what a sweep varies."""
    if len(sweep.epsilons) > 1 and len(sweep.lams) > 1:
        return "map"
    if len(sweep.epsilons) > 1:
        return "epsilon"
    if len(sweep.features) > 1:
        return "features"
    return "lam" if len(sweep.lams) > 1 else "n"


def is_small(sweep: SweepSpec, records: Dataset | None) -> bool:
    """Tell whether a sweep may start by itself."""
    return seconds(sweep, records=records) <= SMALL


def estimate(sweep: SweepSpec, records: Dataset | None) -> str:
    """Return what a sweep will cost, in words."""
    return (
        f"{words.counted(n_fits(sweep), 'private classifier')}: about "
        f"{words.duration(seconds(sweep, records=records))} on two quiet cores."
    )
