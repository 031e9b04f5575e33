"""From how many features on (ε, δ) asks for less noise than ε: mean lengths of both, compared.

For sensitivity S in L2, ε-DP adds noise of density ∝ exp(-ε‖b‖/S), whose mean length is dS/ε;
(ε, δ)-DP adds Gaussian noise of standard deviation σ(ε, δ, S) in each feature, of mean length
√2 σ Γ((d+1)/2)/Γ(d/2), about σ√d. S cancels: the comparison is the same for noise on the minimiser
and in the objective, for any n, λ and loss, but for what the objective's curvature takes of ε.

Examples
--------
>>> [round(even(epsilon, 1e-6), 1) for epsilon in (0.1, 1.0, 10.0)]
[12.7, 17.3, 28.8]
>>> round(times_longer(105, 1.0, 1e-6), 1)
2.4
"""

import math
from collections.abc import Mapping, Sequence

import pandas as pd
from scipy.optimize import brentq
from scipy.special import gammaln

from dpcore import checks
from dpcore.privacy import gaussian

MOST_FEATURES = 1e9


def times_longer(d: float, epsilon: float, delta: float) -> float:
    """Return the mean length of the noise for ε in units of that for (ε, δ).

    Features d, at least 1, may be between whole numbers, by the same formula; δ is in (0, 1).

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    checks.between("d", d, 1, MOST_FEATURES)
    sigma = gaussian.sigma(checks.positive("epsilon", epsilon), delta, 1.0)
    root = math.sqrt(2) * math.exp(gammaln((d + 1) / 2) - gammaln(d / 2))
    return float(d / epsilon / (sigma * root))


def even(epsilon: float, delta: float) -> float:
    """Return the number of features at which both are equally long, and 1 where it is below.

    Parameters and errors are those of `times_longer`; with more features Gaussian noise is shorter.
    """
    if times_longer(1, epsilon, delta) >= 1:
        return 1.0
    return float(
        math.exp(
            brentq(
                lambda log: math.log(times_longer(math.exp(log), epsilon, delta)),
                0.0,
                math.log(MOST_FEATURES),
            )
        )
    )


def table(found: Mapping[float, Sequence[float]], epsilons: Sequence[float]) -> pd.DataFrame:
    """Return `borders` of several δ, one row each."""
    columns = ["delta", "epsilon", "features"]
    rows = [(delta, *each) for delta in found for each in zip(epsilons, found[delta], strict=True)]
    return pd.DataFrame(rows, columns=columns)


def borders(epsilons: tuple[float, ...], delta: float) -> list[float]:
    """Return at each ε the number of features from which on a δ shortens the noise."""
    return [even(epsilon, delta) for epsilon in epsilons]
