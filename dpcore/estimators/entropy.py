"""Where an estimator's noise comes from."""

from typing import Any

import numpy as np

from dpcore.checks import InvalidInput, cut
from dpcore.estimators.signals import SimulationWarning, warn
from dpcore.release.entropy import Entropy


def source(random_state: Any) -> Entropy:
    """Return the source of one fit's noise: the operating system, or with a warning a seed.

    A seed is a whole number, or numpy's Generator or RandomState.

    Raises
    ------
    InvalidInput
        If it is none of these.
    """
    if random_state is None:
        return Entropy()
    warn(
        "A random_state makes this fit a simulation: anyone who knows it can subtract the noise. "
        "Leave it out for a classifier that you release.",
        SimulationWarning,
    )
    if isinstance(random_state, np.random.RandomState):
        random_state = random_state._bit_generator  # as numpy itself does from 2.2 on
    try:
        return Entropy(np.random.default_rng(random_state).bytes)
    except (TypeError, ValueError):
        raise InvalidInput(
            "random_state must be left out, or a whole number of at least 0, a numpy Generator or "
            f"a RandomState; got {cut(repr(random_state))}."
        ) from None
