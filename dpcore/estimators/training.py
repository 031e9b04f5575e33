"""One classifier of two or more classes within ε: one against the rest, each at a share of ε.

k > 2 classes need k planes, and every record takes part in all of them, so that each plane is
drawn at ε/k and all together are ε-differentially private (sequential composition). Two classes
need one plane, at ε.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> way = Candidate("objective_tight", 0.01, Logistic())
>>> [plan.epsilon for plan in Training(way, 1.5, n=100, n_classes=3).plans]
[0.5, 0.5, 0.5]
>>> [plan.epsilon for plan in Training(way, 1.5, n=100, n_classes=2).plans]
[1.5]
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import make_loss
from dpcore.erm.solver import LARGEST_LAM, SMALLEST_LAM
from dpcore.estimators.records import Codes, signs
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dpcore.privacy.tuning import Candidate

PURE = tuple(name for name, entry in MECHANISMS.items() if entry.guarantee == "pure")
"""Mechanisms that an estimator runs; beside them the non-private one, with ε = ∞ alone."""


def candidate(mechanism: str, lam: float, loss: str, h: float, epsilon: float) -> Candidate:
    """Return one way to train, if it keeps what an estimator promises.

    Raises
    ------
    InvalidInput
        If the mechanism is not ε-differentially private at this ε, or a parameter is out of range.
    """
    checks.one_of("mechanism", mechanism, (*PURE, "non_private"))
    if mechanism == "non_private" and np.isfinite(
        checks.positive("epsilon", epsilon, infinite=True)
    ):
        raise InvalidInput(
            f"mechanism non_private keeps no ε; got epsilon = {checks.written(epsilon)}. Take "
            f"one of {', '.join(PURE)}, or say epsilon=float('inf')."
        )
    return Candidate(mechanism, checks.positive("lam", lam), make_loss(loss, h))


@dataclass(frozen=True, eq=False)
class Released:
    """What came of one training.

    Parameters
    ----------
    planes : array (n_planes, n_features)
        In the unit ball's units.
    plans : tuple of Plan
        Of each plane.
    lam : float
        λ as it was given; the Δ that a proof adds stands in the plans.
    """

    planes: Array
    plans: tuple[Plan, ...]
    lam: float


@dataclass(frozen=True)
class Training:
    """One way to train on classes, within ε; it has refused already what cannot be drawn.

    Parameters
    ----------
    way : Candidate
    epsilon : float
        Of all planes together; positive, or ∞.
    n : int
        Public number of records.
    n_classes : int
        At least 2.

    Raises
    ------
    InvalidInput
        If a parameter is out of range.
    """

    way: Candidate
    epsilon: float
    n: int
    n_classes: int
    plans: tuple[Plan, ...] = field(init=False)

    def __post_init__(self) -> None:
        plan = calibrate(
            self.way.mechanism, self.share, lam=self.way.lam, n=self.n, loss=self.way.loss
        )
        # What the solver would refuse later, when ε has been charged.
        checks.between("lam", self.way.lam + plan.extra_lam, SMALLEST_LAM, LARGEST_LAM)
        object.__setattr__(self, "plans", (plan,) * self.n_planes)

    @property
    def n_planes(self) -> int:
        """How many planes tell the classes apart: one for two, else one each."""
        return 1 if self.n_classes == 2 else self.n_classes

    @property
    def share(self) -> float:
        """ε of each plane, rounded down: every record takes part in all of them."""
        epsilon = checks.positive("epsilon", self.epsilon, infinite=True)
        share = epsilon / self.n_planes
        # Exactly: three thirds of a double may come to more than it.
        if math.isinf(share) or Fraction(share) * self.n_planes <= Fraction(epsilon):
            return share
        return math.nextafter(share, 0.0)

    def draw(self, X: Array, codes: Codes, rng: np.random.Generator) -> Released:
        """Draw one plane for each class against the rest; for two classes one plane.

        Parameters
        ----------
        X : array (n, n_features)
            Rows of norm at most 1.
        codes : int array (n,)
            Classes, from 0.
        rng : numpy.random.Generator

        Raises
        ------
        InvalidInput
            If a minimiser was not found to its tolerance: such a draw is never released.

        Guarantee
        ---------
        The planes together are ε-differentially private for replace-one neighbours of public size
        n, if the mechanism is "pure": each keeps ε/n_planes by the theorem in its plan, and they
        add up (sequential composition). It assumes the exact minimiser and real arithmetic.
        """
        planes = [self._one(X, y, rng) for y in signs(codes, self.n_classes)]
        return Released(np.concatenate(planes), self.plans, self.way.lam)

    def _one(self, X: Array, y: Array, rng: np.random.Generator) -> Array:
        drawn = draw(
            self.way.mechanism,
            X,
            y,
            loss=self.way.loss,
            lam=self.way.lam,
            epsilon=self.share,
            n_draws=1,
            rng=rng,
        )
        if not drawn.converged.all():
            raise InvalidInput(
                f"With lam = {checks.written(self.way.lam)} a minimiser was not found to the "
                "tolerance that privacy asks for, so that no classifier is released; a charged ε "
                "is spent all the same. Take a larger lam."
            )
        return drawn.coefs


def scores(planes: Array, X: Array) -> Array:
    """Return how far each row lies on the side of each class, shape (n, n_planes)."""
    return np.asarray(X @ planes.T)


def chosen(found: Array) -> Codes:
    """Return the class that scores (n, n_planes) name: of one plane +1 from 0 on, else the largest.

    A score of 0 names the second of two classes, as `dpcore.erm.prediction` does.
    """
    if found.shape[1] == 1:
        return (found[:, 0] >= 0).astype(np.intp)
    return np.asarray(np.argmax(found, axis=1))
