"""What a batch of test errors comes to, and what ε means as a risk.

Examples
--------
>>> Summary.of(np.array([0.1, 0.2, 0.3, 0.4, 0.5])).median
0.3
>>> round(best_guess(0.5), 2)
0.62
"""

from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array


@dataclass(frozen=True)
class Summary:
    """Middle and spread of test errors over draws, all in [0, 1].

    Parameters
    ----------
    median : float
    low, high : float
        Quartiles: the middle half of the draws lies between them.
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, errors: Array) -> "Summary":
        """Sum up errors of shape (n_draws,)."""
        low, median, high = np.quantile(errors, (0.25, 0.5, 0.75))
        return cls(float(median), float(low), float(high))

    def minus(self, baseline: float) -> "Summary":
        """Return the same as a cost over a baseline error."""
        return Summary(self.median - baseline, self.low - baseline, self.high - baseline)


def best_guess(epsilon: float) -> float:
    """Return the best chance to guess a record rightly between two values, e^ε/(1 + e^ε).

    That is for somebody who knows everything else, holds both values for equally likely and sees
    one ε-differentially private output; randomised response reaches it.
    """
    return float(1 / (1 + np.exp(-epsilon)))
