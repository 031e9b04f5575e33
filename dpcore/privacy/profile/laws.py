"""Laws of privacy losses: what one use of a mechanism promises, whole, as data.

A guarantee names one point of the *privacy profile* δ(ε), the smallest δ for which a mechanism is
(ε, δ)-differentially private at each ε. A law knows all of it. Its numbers are public and say
nothing of the records, so that a ledger can keep them and count by them.

| law | of | δ(ε), for every real ε |
| --- | --- | --- |
| `Promise` | whatever is (ε₀, δ₀)-DP | δ₀ + (1 - δ₀)(e^{ε₀} - e^ε)/(1 + e^{ε₀}) for abs(ε) ≤ ε₀ |
| `GammaNoise` | Gamma noise on an answer | `gamma.delta` |
| `GaussianNoise` | Gaussian noise on an answer | `gaussian.delta` |
| `GammaInObjective` | Gamma noise in the objective | the bound below |
| `GaussianInObjective` | Gaussian noise in the objective | the bound below |

**In the objective** the noise that leads to an output moves with the record by one of four corners
at most, of lengths up to 2g, g, g and 0 (`gaussian` says why; ‖b + v‖ is convex in both slopes,
too), and the Jacobian adds a slack s at most. So h(ε) = δ(ε - s; 2g) + 2 δ(ε - s; g) bounds δ(ε)
from ε = s on. It may exceed what the pure guarantee says: the smaller of both counts. Below s the
profile of a symmetric pair is bounded by

    |ε| < s:    h(s) + (1 - h(s))(e^s - e^ε)/(e^s + 1),
    ε ≤ -s:     1 - e^ε + e^ε h(-ε),

and all of it by its lower convex hull in e^ε.

Examples
--------
>>> noise = GammaNoise(epsilon=1.0, n_features=30)
>>> noise.profile(np.array([0.3])).round(5), noise.pure, round(noise.rho, 6)
(array([0.00411]), 1.0, 0.016662)
>>> noise.covers(GammaNoise(epsilon=0.5, n_features=30)), from_dict(noise.as_dict()) == noise
(True, True)
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol

import numpy as np

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.privacy import gamma, gaussian
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import GAUSSIAN
from dpcore.privacy.profile.hull import lower_hull

DENSE = 12.0
_ON_THE_WAY = np.union1d(
    np.linspace(0.0, 1.0, 150), np.sinh(np.linspace(0.0, DENSE, 250)) / math.sinh(DENSE)
)
"""Places at which a bound is looked at before its hull is taken, as shares of the end: even, and
dense about 0, where the hull cuts off what the slack leaves. Too few only leave it higher."""

HIGHEST = 300.0
"""The ε up to which a hull is taken: e^ε has to be a double, and differences of it, too."""


class Law(Protocol):
    """What one use of a mechanism promises, by public numbers alone."""

    @property
    def pure(self) -> float:
        """Its ε without a δ; ∞ where there is none."""

    @property
    def rho(self) -> float | None:
        """Its ρ of zero-concentrated differential privacy; None where none is proven here."""

    def profile(self, epsilon: Array) -> Array:
        """Return δ at every real ε, of any shape: it never rises."""

    def covers(self, other: "Law") -> bool:
        """Return whether another law is of this kind and d, with no number larger."""

    def as_dict(self) -> dict[str, Any]:
        """Return its kind and its numbers, as JSON holds them."""


@dataclass(frozen=True)
class _Numbers:
    """Laws of one or more numbers; where all are smaller, the promise is stronger."""

    def __post_init__(self) -> None:
        # A ledger's file may have been written by anybody: each number is checked.
        for name in asdict(self):
            object.__setattr__(self, name, CHECKED[name](f"{name} of a law", getattr(self, name)))

    def covers(self, other: Law) -> bool:
        """Return whether another law is of this kind and d, with no number larger."""
        if not isinstance(other, type(self)):
            return False
        mine, its = asdict(self), asdict(other)
        same_d = mine.pop("n_features", None) == its.pop("n_features", None)
        return bool(same_d and all(its[name] <= mine[name] for name in mine))

    def as_dict(self) -> dict[str, Any]:
        """Return its kind and its numbers, as JSON holds them."""
        return {"law": NAMES[type(self)], **asdict(self)}


@dataclass(frozen=True)
class Promise(_Numbers):
    """What (ε, δ) alone says.

    No mechanism of this promise tells more than one that tells everything with probability δ, and
    else answers a question of yes or no truly with probability e^ε/(1 + e^ε). A count with discrete
    Laplace noise has this law with δ = 0: its losses are ±ε.
    """

    epsilon: float
    delta: float = 0.0

    @property
    def pure(self) -> float:
        """ε; ∞ with a δ."""
        return math.inf if self.delta else self.epsilon

    @property
    def rho(self) -> float | None:
        """ε tanh(ε/2), as of every pure promise; None with a δ."""
        return None if self.delta else _rho_of_pure(self.epsilon)

    def profile(self, epsilon: Array) -> Array:
        """Return δ at every real ε, of any shape."""
        epsilons = np.asarray(epsilon, dtype=np.float64)
        kept = -np.expm1(np.minimum(epsilons, self.epsilon) - self.epsilon)
        # Below -ε₀ it is 1 - e^ε, as of every pair of laws that far down.
        far = -np.expm1(np.minimum(epsilons, 0.0))
        inner = np.where(epsilons < -self.epsilon, far, kept / (1 + math.exp(-self.epsilon)))
        return self.delta + (1 - self.delta) * inner


@dataclass(frozen=True)
class GammaNoise(_Numbers):
    """Gamma noise in d dimensions on an answer that one record moves; ε = βD is its pure ε."""

    epsilon: float
    n_features: int

    @property
    def pure(self) -> float:
        """βD."""
        return self.epsilon

    @property
    def rho(self) -> float | None:
        """The divergence of Kullback and Leibler (`gamma.rho`)."""
        return gamma.rho(self.epsilon, self.n_features)

    def profile(self, epsilon: Array) -> Array:
        """Return δ at every real ε, of any shape."""
        return gamma.delta(epsilon, self.epsilon, self.n_features)


@dataclass(frozen=True)
class GaussianNoise(_Numbers):
    """Gaussian noise on an answer that one record moves by D; μ = D/σ."""

    mu: float

    @property
    def pure(self) -> float:
        """∞: far away the loss has no bound."""
        return math.inf

    @property
    def rho(self) -> float | None:
        """μ²/2 (Bun and Steinke 2016, Proposition 1.6)."""
        return self.mu**2 / 2

    def profile(self, epsilon: Array) -> Array:
        """Return δ at every real ε, of any shape."""
        return _symmetric(lambda above: _gaussian(above, self.mu), epsilon)


class _InObjective(_Numbers):
    """Noise in the objective: the bound over the corners of both slopes, and its hull."""

    slack: float

    @property
    def pure(self) -> float:
        raise NotImplementedError

    def profile(self, epsilon: Array) -> Array:
        epsilons = np.asarray(epsilon, dtype=np.float64)
        top = min(self.pure, HIGHEST)
        inner = np.clip(epsilons, -top, top)
        # Of both signs: the pair is symmetric, and a chord may reach from one side to the other.
        above = np.unique([*(top * _ON_THE_WAY), min(self.slack, top), *np.abs(inner.flat)])
        places = np.concatenate([-above[:0:-1], above])
        deltas = self._above(above)
        below = -np.expm1(-above[:0:-1]) + np.exp(-above[:0:-1]) * deltas[:0:-1]
        hull = lower_hull(places, np.concatenate([below, deltas]))[np.searchsorted(places, inner)]
        found = np.asarray(np.maximum(hull, 0.0))
        if (inner != epsilons).any():
            found = np.where(inner == epsilons, found, _symmetric(self._above, epsilons))
        return found

    def _above(self, epsilon: Array) -> Array:
        """Return the bound at ε ≥ 0."""
        beyond = self._beyond(np.append(np.maximum(epsilon, self.slack), self.slack))
        at, at_slack = beyond[:-1].reshape(epsilon.shape), float(beyond[-1])
        if not self.slack:
            return at
        return np.where(epsilon < self.slack, Promise(self.slack, at_slack).profile(epsilon), at)

    def _beyond(self, epsilon: Array) -> Array:
        """Return the bound at ε from the slack on."""
        bound = np.minimum(self._corners(epsilon - self.slack), 1.0)
        if math.isinf(self.pure):
            return bound
        return np.where(
            epsilon < self.pure, np.minimum(bound, Promise(self.pure).profile(epsilon)), 0.0
        )

    def _corners(self, left: Array) -> Array:
        """Return δ(left; 2g) + 2 δ(left; g) of the noise alone, `left` 0 or more."""
        raise NotImplementedError


@dataclass(frozen=True)
class GammaInObjective(_InObjective):
    """Gamma noise in the objective: ε = 2βg is what the noise alone is pure at."""

    epsilon: float
    n_features: int
    slack: float

    @property
    def pure(self) -> float:
        """2βg + slack."""
        return self.epsilon + self.slack

    @property
    def rho(self) -> float | None:
        """That of its pure ε: what is proven for noise on an answer does not carry over."""
        return _rho_of_pure(self.pure)

    def _corners(self, left: Array) -> Array:
        return gamma.in_objective(left, self.epsilon, self.n_features)


@dataclass(frozen=True)
class GaussianInObjective(_InObjective):
    """Gaussian noise in the objective; μ = 2g/σ."""

    mu: float
    slack: float

    @property
    def pure(self) -> float:
        """∞."""
        return math.inf

    @property
    def rho(self) -> float | None:
        """None, and never μ²/2: the noise moves with the output, and the Jacobian adds to it."""
        return None

    def _corners(self, left: Array) -> Array:
        return _gaussian(left, self.mu) + 2 * _gaussian(left, self.mu / 2)


CHECKED: dict[str, Callable[[str, Any], float]] = {
    "epsilon": checks.positive,
    "mu": checks.positive,
    "n_features": checks.whole,
    "slack": lambda name, value: checks.between(name, value, 0.0, math.inf),
    "delta": lambda name, value: checks.between(name, value, 0.0, 1.0),
}
"""The numbers that laws have, and what checks each."""

NAMES: dict[type, str] = {
    Promise: "promise",
    GammaNoise: "gamma",
    GaussianNoise: "gaussian",
    GammaInObjective: "gamma_in_objective",
    GaussianInObjective: "gaussian_in_objective",
}
"""What a kind of law is called where it is kept; what was kept once keeps its name."""


def from_dict(numbers: Mapping[str, Any]) -> Law:
    """Return the law that `as_dict` wrote.

    Raises
    ------
    InvalidInput
        If it is none: a file may have been written by anybody.
    """
    given = dict(numbers)
    name = given.pop("law", None)
    kind = (
        {called: each for each, called in NAMES.items()}.get(name)
        if isinstance(name, str)
        else None
    )
    if kind is None or set(given) != {each.name for each in fields(kind)}:
        raise InvalidInput(f"{checks.cut(repr(dict(numbers)))} is not the law of a privacy loss.")
    law: Law = kind(**given)
    return law


def of_plan(plan: Plan, n_features: int) -> Law:
    """Return the law of what a plan releases once, in d dimensions of noise.

    Raises
    ------
    InvalidInput
        If the plan keeps no privacy: a historic mechanism, or no noise.
    """
    entry = MECHANISMS[plan.mechanism]
    if entry.guarantee not in ("pure", "approximate") or math.isinf(plan.epsilon):
        raise InvalidInput(
            f"{plan.mechanism} at ε = {checks.written(plan.epsilon)} promises nothing, so that it "
            "has no privacy profile. Take a mechanism that keeps its promise, at a finite ε."
        )
    moved = plan.noise_rate * plan.sensitivity
    # A pure plan's own ε', without the rounding of its rate.
    pure = plan.epsilon_noise if entry.guarantee == "pure" else moved
    in_objective, is_gaussian = entry.family.has_jacobian, entry.norm_law is GAUSSIAN
    if in_objective:
        slack = plan.epsilon_curvature
        return (
            GaussianInObjective(moved, slack)
            if is_gaussian
            else GammaInObjective(pure, n_features, slack)
        )
    return GaussianNoise(moved) if is_gaussian else GammaNoise(pure, n_features)


def _symmetric(above: Callable[[Array], Array], epsilon: Array) -> Array:
    """Return the profile of a symmetric pair at every real ε, from what it is at ε ≥ 0."""
    epsilons = np.asarray(epsilon, dtype=np.float64)
    size = np.abs(epsilons)
    at = above(size)
    return np.where(epsilons >= 0, at, -np.expm1(-size) + np.exp(-size) * at)


def _gaussian(epsilon: Array, mu: float) -> Array:
    """Return δ at ε ≥ 0 for noise of σ = 1 and an answer that moves by μ."""
    return gaussian.delta(epsilon, 1.0, mu)


def _rho_of_pure(epsilon: float) -> float:
    """Return the ρ of every ε-DP mechanism: randomised response reaches it."""
    return epsilon * math.tanh(epsilon / 2)
