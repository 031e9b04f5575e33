"""Private beside non-private: test errors of many draws at one ε, and along a grid of ε.

Every ε uses the same random numbers (the noise only changes its scale), so that a curve shows
what ε does and not how the dice fell. That is right for a simulation and would be wrong for a
release: two outputs with the same noise at two values of ε reveal the classifier without noise.

Examples
--------
>>> from dpcore.experiments.settings import Settings
>>> from dpcore.experiments.sources import load
>>> settings = Settings(data="uniform", n=2000, epsilon=1.0, knobs=(("separation", 0.1),))
>>> part = part_of(load(settings), settings)
>>> outcome(part, "objective", settings).errors.shape
(50,)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split, n_training, split
from dpcore.erm.prediction import error
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import stream
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import draw

COMPARED = ("non_private", "output", "objective")
"""The yardstick and the two families, in the order of the papers."""

MAX_WORK = 400_000_000
"""Draws × records × features at one ε: some ten seconds of a core."""

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


@dataclass(frozen=True, eq=False)
class Outcome:
    """Test errors of one mechanism at one ε.

    Parameters
    ----------
    errors : array (n_draws,)
        0-1 test errors in [0, 1].
    converged : bool array (n_draws,)
    plan : Plan
    """

    errors: Array
    converged: npt.NDArray[np.bool_]
    plan: Plan


def part_of(data: Dataset, settings: Settings) -> Split:
    """Return the training and test records: n of the four fifths, or all if fewer are there."""
    available = n_training(data.n_records)
    n = available if settings.n is None else min(settings.n, available)
    return split(data, n, settings.seed)


def outcome(part: Split, mechanism: str, settings: Settings) -> Outcome:
    """Draw classifiers at the settings' ε and test them.

    Parameters
    ----------
    part : Split
    mechanism : str
        A key of `MECHANISMS`.
    settings : Settings
        Its ε, λ, loss, draws and seed.

    Raises
    ------
    InvalidInput
        If a setting is out of range, or all of them together ask for too much work.
    """
    work = settings.draws * part.X.size
    if work > MAX_WORK:
        raise InvalidInput(
            f"draws times n times d may be at most {MAX_WORK:,}; got {settings.draws:,} times "
            f"{len(part.X):,} times {part.X.shape[1]:,}. Take fewer draws or records."
        )
    draws = draw(
        mechanism,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=settings.lam,
        epsilon=settings.epsilon,
        n_draws=1 if mechanism == "non_private" else settings.draws,
        rng=stream(settings.seed, mechanism),
        sample_weight=part.weight,
    )
    errors = error(draws.coefs, part.X_test, part.y_test, part.test_weight)
    return Outcome(errors, draws.converged, draws.plan)
