"""Exact features: all monomials of the polynomial kernel, and the records as they are.

The formulas stand in `dplab.features`, which makes them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.maps.contract import FeatureMap, blocks, in_the_ball, probability, rows, space

MOST_DEGREE = 10
"""At two features 66 monomials, at ten 184,756."""

MOST_MONOMIALS = 20_000
"""Their list takes a tenth of a second."""


class _Exact:
    """What exact features say of their error."""

    def standard_error(self: FeatureMap, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return zeros."""
        return np.zeros((len(rows(X, self.d)), len(rows(Y, self.d))))

    def error_bound(self, beta: float) -> float:
        """Return 0."""
        probability(beta)
        return 0.0


@dataclass(frozen=True)
class PolynomialMap(_Exact):
    """All monomials of the polynomial kernel ((x·y + 1)/2)^p on the unit ball.

    p, the degree, is from 1 to `MOST_DEGREE`.
    """

    d: int
    degree: int
    name: str = field(default="polynomial", init=False)

    @property
    def n_features(self) -> int:
        """C(d + p, p)."""
        return math.comb(self.d + self.degree, self.degree)

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return the weighed monomials, (n, D)."""
        X = in_the_ball(X, self.d)
        made = space(len(X), self.n_features)
        steps, weights = self._steps(), self._weights()
        for block in blocks(len(X), self.n_features):
            part = X[block]
            z = np.column_stack([part, np.ones(len(part))]) / math.sqrt(2)
            monomials = z
            for parents, factors in steps:
                monomials = monomials[:, parents] * z[:, factors]
            np.multiply(monomials, weights, out=made[block])
        return made

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return ((x·y + 1)/2)^p."""
        products = in_the_ball(X, self.d) @ in_the_ball(Y, self.d).T
        return np.asarray(((products + 1) / 2) ** self.degree)

    def _monomials(self, degree: int) -> list[tuple[int, ...]]:
        return list(combinations_with_replacement(range(self.d + 1), degree))

    def _steps(self) -> list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
        """Return for each degree above 1 which monomial, times which variable, gives each one."""
        steps, lower = [], self._monomials(1)
        for degree in range(2, self.degree + 1):
            place, higher = {word: k for k, word in enumerate(lower)}, self._monomials(degree)
            parents = np.array([place[word[:-1]] for word in higher])
            steps.append((parents, np.array([word[-1] for word in higher])))
            lower = higher
        return steps

    def _weights(self) -> Array:
        """Return √(p!/Π k_e!), with k_e the power of variable e."""
        powers = (np.bincount(word) for word in self._monomials(self.degree))
        orders = (math.prod(math.factorial(int(k)) for k in each) for each in powers)
        return np.sqrt([math.factorial(self.degree) / order for order in orders])


@dataclass(frozen=True)
class LinearMap(_Exact):
    """The records as they are: kernel x·y."""

    d: int
    name: str = field(default="linear", init=False)

    @property
    def n_features(self) -> int:
        """Return d."""
        return self.d

    def __call__(self, X: npt.ArrayLike) -> Array:
        """Return X."""
        return in_the_ball(X, self.d)

    def kernel(self, X: npt.ArrayLike, Y: npt.ArrayLike) -> Array:
        """Return x·y."""
        return np.asarray(in_the_ball(X, self.d) @ in_the_ball(Y, self.d).T)


def make_polynomial(d: int, values: Mapping[str, float]) -> PolynomialMap:
    """Return the map of a degree; see `dplab.features.make`."""
    made = PolynomialMap(d, checks.whole("degree", values["degree"], high=MOST_DEGREE))
    if made.n_features > MOST_MONOMIALS:
        raise InvalidInput(
            f"A polynomial kernel of degree {made.degree} in {d:,} features has "
            f"{made.n_features:,} monomials; at most {MOST_MONOMIALS:,} are computed. Take a "
            "smaller degree, or random features."
        )
    return made
