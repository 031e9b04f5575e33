"""Where an estimator's noise comes from."""

from typing import Any

import numpy as np

from dpcore.estimators.signals import SimulationWarning, warn
from dpcore.release.entropy import Entropy


def source(random_state: Any) -> Entropy:
    """Return the source of one fit's noise: the operating system, or with a warning a seed.

    Parameters
    ----------
    random_state : int, numpy Generator or RandomState, or None
    """
    if random_state is None:
        return Entropy()
    warn(
        "A random_state makes this fit a simulation: whoever knows it can take the noise off. "
        "Leave it out for a classifier that is given away.",
        SimulationWarning,
    )
    return Entropy(np.random.default_rng(random_state).bytes)
