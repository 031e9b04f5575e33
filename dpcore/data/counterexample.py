"""D_d(γ), the law on which noise on the classifier fails and noise in the objective does not.

Chaudhuri & Monteleoni, first version of 2008, Section 3.1: signs s are uniform on {-1, 1}^d, and

    x_1 = γ s_1,    x_j = s_j √((1-γ²)/(d-1))  for j ≥ 2,    y = s_1

so that every record has norm 1, the classes lie only 2γ apart, and the first feature alone tells
them apart without error. A classifier of moderate length is therefore lost as soon as noise of
any size turns it away from the first axis.

The law has 2^d points (the paper's text says 2d), all equally likely. They are listed once with
their probability; the split then draws counts over them, so that any n costs the same, and the
test error is exact.

Examples
--------
>>> data = points(3, gamma=0.1)
>>> data.X.shape, float(data.chance.sum()), data.y[:5].tolist()
((8, 3), 1.0, [-1.0, -1.0, -1.0, -1.0, 1.0])
"""

import numpy as np

from dpcore import checks
from dpcore.data.dataset import Dataset

FEWEST_FEATURES, MOST_FEATURES = 2, 14
"""With 14 features there are 16,384 points."""


def points(d: int, gamma: float) -> Dataset:
    """Return all points of D_d(γ) with their probabilities.

    Parameters
    ----------
    d : int
        Features, from 2 to 14.
    gamma : float
        Distance of each record from the plane between the classes, in (0, 1).

    Returns
    -------
    Dataset
        2^d rows of norm 1 with `chance` 2^-d.

    Raises
    ------
    InvalidInput
        If d or gamma is out of range.
    """
    d = checks.whole("d", d, low=FEWEST_FEATURES, high=MOST_FEATURES)
    if not 0 < checks.between("gamma", gamma, 0, 1) < 1:
        raise checks.InvalidInput(f"gamma must be above 0 and below 1; got {gamma}.")
    number = np.arange(2**d)[:, None] >> np.arange(d)[::-1]
    signs = np.where(number & 1, 1.0, -1.0)
    lengths = np.full(d, np.sqrt((1 - gamma**2) / (d - 1)))
    lengths[0] = gamma
    names = tuple(f"x{j}" for j in range(1, d + 1))
    return Dataset(signs * lengths, signs[:, 0], names, chance=np.full(2**d, 2.0**-d))
