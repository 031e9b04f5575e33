"""What cells cost: an estimate beforehand, corrected by what finished cells of their kind took.

`spec.seconds` knows how many classifiers are trained on how much; how many steps each takes it
does not know, and a round corner of the hinge that is narrow, or a small λ, makes it wrong by a
factor of up to thirty. So what was measured is remembered by *kind*: the data, the kernel and its
number of features, the losses and the order of magnitude of λ.

All times are of one core's processor, never of the clock on the wall: on a busy machine a short
sweep is still a short one.

Examples
--------
>>> from dplab.simulation.sweeps.spec import SweepSpec
>>> pace, spec = CostModel(), SweepSpec(data="uniform")
>>> pace.learn(spec, expected=1.0, measured=3.0)
>>> round(pace.factor(spec), 6)
3.0
"""

import math
from collections import OrderedDict
from dataclasses import replace
from itertools import product
from statistics import mean

from dpcore.data.dataset import Dataset
from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.sweeps.cells import Cell
from dplab.simulation.sweeps.spec import SweepSpec, seconds

MOST_KINDS = 500
"""Kinds that are remembered: visitors choose their names, so that there is no end of them."""

MEMORY = 0.7
"""Weight of what was known before in the (geometric) mean with what was measured."""

SLOWEST, FASTEST = 100.0, 0.01
"""A factor beyond these is an accident, such as a table that had to be read first."""


Kind = tuple[str, int, str, int, str, float, float]
"""Data, their features, kernel, its features, loss, half-width and decade of λ.

Where λ follows ε the decade is ∞: cells differ in it, but a sweep's have much the same.
"""


def seconds_of(cell: Cell, records: Dataset | None = None) -> float:
    """Return about how long a cell takes on one core."""
    sizes = () if cell.n is None else (cell.n,)
    return seconds(replace(cell.spec, sizes=sizes, folds=1), workers=1, records=records)


class CostModel:
    """By what factor the cells of each kind take longer than estimated."""

    def __init__(self) -> None:
        self._known: OrderedDict[Kind, float] = OrderedDict()

    def factor(self, spec: SweepSpec) -> float:
        """Return the factor for the cells of a sweep, on average; 1 for kinds that none was of."""
        return mean(self._known.get(kind, 1.0) for kind in _kinds(spec))

    def learn(self, spec: SweepSpec, *, expected: float, measured: float) -> None:
        """Note what a cell took.

        Parameters
        ----------
        spec : SweepSpec
            The cell's.
        expected, measured : float
            Seconds of one core.
        """
        ratio = _ratio(expected, measured)
        for kind in set(_kinds(spec)) if ratio else ():
            # The first of a kind is all that is known of it. Factors multiply, so that 1/3 and 3
            # have the mean 1.
            before = self._known.pop(kind, ratio)
            self._set(kind, before**MEMORY * ratio ** (1 - MEMORY))

    def overrun(self, spec: SweepSpec, *, expected: float, measured: float) -> None:
        """Note that a cell was not done after what it took so far."""
        ratio = _ratio(expected, measured)
        for kind in set(_kinds(spec)) if ratio else ():
            # A bound from below, and no measurement: it may raise what is known and not lower it.
            self._set(kind, max(self._known.pop(kind, ratio), ratio))

    def _set(self, kind: Kind, factor: float) -> None:
        # Always popped before: what was measured last stands last, and is forgotten last.
        self._known[kind] = factor
        while len(self._known) > MOST_KINDS:
            self._known.popitem(last=False)


def _ratio(expected: float, measured: float) -> float:
    """Return the factor within bounds; 0 where nothing can be said."""
    if expected <= 0 or measured <= 0:
        return 0.0
    return min(max(measured / expected, FASTEST), SLOWEST)


def _kinds(spec: SweepSpec) -> list[Kind]:
    # By decades: within one a solver takes about as many steps, and kinds stay few.
    decades = [math.inf if lam == AUTO else round(math.log10(lam)) for lam in spec.lams]
    records = [(spec.data, spec.d, spec.kernel, size) for size in spec.features or (0,)]
    grid = product(records, spec.losses, decades)
    return [(*which, *loss, decade) for which, loss, decade in grid]
