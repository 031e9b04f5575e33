"""Class weights: a loss under which the records of one class count less than those of the other.

    J(w) = (1/n) Σ a_{y_i} ℓ(y_i w·x_i) + (λ/2)‖w‖²,   max(a₋, a₊) = 1

Where one class is rare, the minimiser mostly names the other: mistakes on the rare one are too few
to matter. Weights make them matter. With the larger one 1, no record pulls harder or bends more
than before, |a_y ℓ'| ≤ 1 and 0 ≤ a_y ℓ'' ≤ c, so that every sensitivity, slack and noise stays as
it is; the price is that the other class counts a fraction, under noise as long as ever.

The sum is divided by n, which is public. Divided by Σ a_{y_i}, it would move with one label, and
all records with it. For the same reason weights are *declared*, most often by a share π of the
rare class that is known from elsewhere: they are then 1 and π/(1 - π), and both classes count alike
where π is true. Read off the table, as by scikit-learn's "balanced", they would be a fact of its
records that no ε covers.

**Prior art.** The R package DPpack weights records in output perturbation, and has the largest
weight in its sensitivity.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> by_share(Logistic(), 0.2).class_weights(np.array([-1.0, 1.0]))
array([0.25, 1.  ])
>>> by_share(Logistic(), 0.5)
Logistic()
"""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from dpcore import checks
from dpcore.checks import Array
from dpcore.erm.contract import Loss

EVEN = 0.5
"""The share of +1 at which both classes count alike."""

LEAST = 1e-4
"""Least weight, and least share: below, hardly a record of the other class counts."""


@dataclass(frozen=True)
class _WeightedLoss:
    """A loss whose records count by their class; all else is the loss's own."""

    loss: Loss
    negative: float
    positive: float

    def __getattr__(self, name: str) -> Any:
        """Return what the loss says of itself."""
        if name.startswith("__") or name == "loss":  # which is not there while it is unpickled
            raise AttributeError(name)
        return getattr(self.loss, name)

    def class_weights(self, y: Array) -> Array:
        """Return a_y."""
        return np.where(np.asarray(y) > 0, self.positive, self.negative)


def weighted(loss: Loss, negative: float, positive: float) -> Loss:
    """Return a loss under which records labelled -1 and +1 count a₋ and a₊.

    Both are from `LEAST` to 1, and the larger one is 1. The loss is one without weights; where both
    are 1, it is returned itself.

    Raises
    ------
    InvalidInput
        If they are others.
    """
    negative, positive = (
        checks.between(f"class weight of {label}", weight, LEAST, 1.0)
        for label, weight in (("-1", negative), ("+1", positive))
    )
    if max(negative, positive) != 1:
        raise checks.InvalidInput(
            "The larger class weight must be 1, which is what the noise is made for; got "
            f"{checks.written(negative)} for -1 and {checks.written(positive)} for +1. Divide both "
            "by the larger one."
        )
    if negative == positive:
        return loss
    # The cast: what a protocol asks for may come from `__getattr__`, which no checker can see.
    return cast(Loss, _WeightedLoss(loss, negative, positive))


def by_share(loss: Loss, positive_share: float) -> Loss:
    """Return a loss under which both classes count alike where a share π of the records is +1.

    The rarer class counts 1 and the other π/(1 - π), π being the rarer one's share. The share is
    from `LEAST` to 1 - `LEAST`, and *declared*: at `EVEN` nothing is weighted.

    Raises
    ------
    InvalidInput
        If it is another.
    """
    share = checks.between("share of +1", positive_share, LEAST, 1 - LEAST)
    if share <= EVEN:
        return weighted(loss, share / (1 - share), 1.0)
    return weighted(loss, 1.0, (1 - share) / share)


def weights_of(loss: Loss) -> tuple[float, float]:
    """Return a₋ and a₊."""
    negative, positive = loss.class_weights(np.array([-1.0, 1.0])).tolist()
    return negative, positive


def is_weighted(loss: Loss) -> bool:
    """Return whether one class counts less than the other."""
    return min(weights_of(loss)) < 1
