"""Generated data of two groups, a larger and a smaller one, each with a direction of its own.

A unit vector u of R^{d/2} is drawn once; then for each record x uniformly from the unit sphere
there, with the label ``sgn(u·x)``, flipped with probability `group_flip`. The features are two
blocks of d/2: a record of the larger group is ``(x, 0)``, one of the smaller group, whose
probability is `group_share`, ``(cos θ x, sin θ x)``. So every row has norm 1, and the directions
along which the labels of the groups differ, ``(u, 0)`` and ``(cos θ u, sin θ u)``, stand at the
angle θ, `group_angle`.

At 90° the blocks are separate, and the objective falls apart: with s the smaller group's share
among n records, its block of the minimiser of ``(1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖²`` minimises

    s [ (1/(sn)) Σ_{its records} ℓ(y_i v·x_i) + (λ/(2s)) ‖v‖² ],

which is the problem of its sn records alone at λ/s. At 0° both groups are one problem. The best
classifier errs on a share `group_flip` of either group at every angle.

Examples
--------
>>> data = two_groups(100, 4, 0.2, 90.0, 0.0, np.random.default_rng(0))
>>> smaller = np.array(data.beside["group"] == SMALLER)
>>> int(smaller.sum()), bool(data.X[smaller, :2].any()), bool(data.X[~smaller, 2:].any())
(19, False, False)
"""

import numpy as np
import pandas as pd
from numpy.random import Generator
from scipy import special

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset

COLUMN = "group"
LARGER, SMALLER = "larger group", "smaller group"

MOST_SHARE, MOST_ANGLE = 0.5, 90.0


def two_groups(
    n: int, d: int, group_share: float, group_angle: float, group_flip: float, rng: Generator
) -> Dataset:
    """Draw records of two groups whose labels follow directions at an angle.

    d is an even number: two blocks of d/2. A record belongs to the smaller group with probability
    `group_share`, in [0, 0.5]; the directions of the two groups are `group_angle` degrees apart,
    from 0 to 90; a label is flipped with probability `group_flip`. Beside the features stands the
    column "group": "larger group" or "smaller group".

    Raises
    ------
    InvalidInput
        If d is odd, or an argument is out of range.
    """
    if d % 2:
        raise InvalidInput(f"d must be an even number, for two groups of d/2 features; got {d}.")
    group_share = checks.between("group_share", group_share, 0, MOST_SHARE)
    group_angle = checks.between("group_angle", group_angle, 0, MOST_ANGLE)
    group_flip = checks.between("group_flip", group_flip, 0, 1)
    u = rng.standard_normal(d // 2)
    is_smaller = rng.random(n) < group_share
    x = rng.standard_normal((n, d // 2))
    x /= np.sqrt(np.einsum("ij,ij->i", x, x))[:, None]
    flipped = rng.random(n) < group_flip
    y = np.where((x @ u >= 0) != flipped, 1.0, -1.0)
    # In degrees, or the cosine of a right angle would be 6e-17 and the blocks not separate.
    cosine, sine = abs(float(special.cosdg(group_angle))), float(special.sindg(group_angle))
    X = np.hstack(
        [np.where(is_smaller, cosine, 1.0)[:, None] * x, (is_smaller * sine)[:, None] * x]
    )
    names = pd.Categorical.from_codes(is_smaller.astype(np.int8), [LARGER, SMALLER])
    features = tuple(f"x{j}" for j in range(1, d + 1))
    return Dataset(X, y, features, beside=pd.DataFrame({COLUMN: names}))
