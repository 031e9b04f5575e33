"""How far noise goes along one direction: where a private effect or margin may lie.

Noise of a mechanism whose classifiers have an exact law (`dpcore.privacy.projection`) is symmetric
along every direction, and in proportion to the direction's length. `reach` inverts its distribution
function there.

Examples
--------
>>> from dpcore.privacy.noise import GAMMA, GAUSSIAN
>>> round(reach(GAUSSIAN, 1.0, 7, 0.975), 3), round(reach(GAMMA, 1.0, 7, 0.975), 3)
(1.96, 5.693)
"""

import math

import numpy as np
from scipy.optimize import brentq

from dpcore.privacy.noise import NormLaw


def reach(law: NormLaw, rate: float, d: int, p: float) -> float:
    """Return the p-quantile of noise along a direction of length 1, for p above a half.

    Parameters
    ----------
    law : NormLaw
        One that has a distribution function `along` a direction.
    rate : float
        β, positive or ∞.
    d : int
        Dimensions of the noise.
    p : float
        In (1/2, 1).
    """
    along = law.along
    if along is None:
        # A mistake of the program: only what has a law is asked for it.
        raise ValueError(f"Noise of the law {law.name} has no known law along a direction.")
    if math.isinf(rate):
        return 0.0
    # Along a direction noise is no longer than it is.
    most = law.exceeded(1 - p, d)
    return float(brentq(lambda t: float(along(np.array(t), d)) - p, 0, most)) / rate
