"""What a ρ still pays for: the largest ε of each mechanism that fits.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> for each in room(0.0167, n=1000, n_features=30, loss=Logistic()):
...     print(each.mechanism, each.epsilon)
objective 0.184
output 1.0
objective_tight 0.184
"""

from bisect import bisect_left
from dataclasses import dataclass

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Loss
from dpcore.ledger.terms import rho_of
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release.orders import plan_training
from dpcore.release.safe import released_mechanisms
from dpcore.release.spending.laws import spend_of

SHOWN = (
    *(round(digits * 10.0**power, 6) for power in (-5, -4, -3, -2) for digits in range(100, 1_000)),
    *(digits / 10 for digits in range(100, 501)),
)
"""Every ε that is looked at, from 0.001 to 50, as people write it."""


@dataclass(frozen=True)
class LargestRelease:
    """The largest ε of a mechanism that a ρ pays for, to three digits, rounded down; its δ."""

    mechanism: str
    epsilon: float
    delta: float = 0.0


def room(
    rho: float, *, n: int, n_features: int, loss: Loss, delta: float = 0.0
) -> tuple[LargestRelease, ...]:
    """Return the largest release of each mechanism, at the λ of the public rule.

    δ is that of each release by a mechanism that uses one; 0 leaves those out, and so is left out
    what has no ρ, or fits at no ε that is looked at.
    """
    found = []
    for name in released_mechanisms():
        own = delta if MECHANISMS[name].uses_delta else 0.0
        if MECHANISMS[name].uses_delta and not delta:
            continue
        largest = _largest(name, rho, own, n, n_features, loss)
        if largest:
            found.append(LargestRelease(name, largest, own))
    return tuple(found)


def _largest(
    mechanism: str, rho: float, delta: float, n: int, n_features: int, loss: Loss
) -> float:
    """Return the largest ε, to three digits and rounded down; 0 where none fits."""

    def fits(epsilon: float) -> bool:
        try:
            plan, _ = plan_training(
                mechanism, epsilon, AUTO, n=n, loss=loss, n_features=n_features, delta=delta
            )
            return rho_of(spend_of([plan]), mechanism) <= rho
        except InvalidInput:  # of noise that no double carries, or without a ρ
            return False

    n_fitting = bisect_left(SHOWN, True, key=lambda epsilon: not fits(epsilon))
    return SHOWN[n_fitting - 1] if n_fitting else 0.0
