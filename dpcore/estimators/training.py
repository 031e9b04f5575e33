"""One classifier of several classes within ε: one against the rest, each at a share of ε and δ.

k > 2 classes need k planes, and every record takes part in all of them, so that each plane is
drawn at (ε/k, δ/k) and all together are (ε, δ)-differentially private (sequential composition); δ
is 0 for a pure mechanism. Two classes need one plane, at (ε, δ).

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> way = Candidate("objective_tight", 0.01, Logistic())
>>> [Training(way, 1.5, n=100, n_classes=k, n_features=5).plan.epsilon for k in (2, 3)]
[1.5, 0.5]
"""

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import make_loss
from dpcore.erm.solver import LARGEST_LAM, SMALLEST_LAM, solve
from dpcore.estimators.conversion import Codes, signs
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.profile.spend import Spend
from dpcore.privacy.tuning import Candidate
from dpcore.release.entropy import Entropy
from dpcore.release.regularization import check_lam, public_lam
from dpcore.release.safe import (
    MissedTolerance,
    SafePlan,
    check_delta,
    draw_safely,
    plan_safely,
    released_mechanisms,
)
from dpcore.release.spending.laws import laws_of


def candidate(
    mechanism: str,
    lam: float | str,
    loss: str,
    h: float,
    epsilon: float,
    *,
    n: int,
    n_classes: int,
    n_features: int,
    delta: float = 0.0,
) -> Candidate:
    """Return one way to train, if it keeps what an estimator promises.

    ε and δ are those of all planes together: ε positive, or ∞, and δ above 0 and below 1/n for a
    mechanism that uses it, else 0. λ is positive, or `AUTO`: what `public_lam` says for one plane,
    from n, n_classes and n_features. Loss and h are as `dpcore.erm.losses.make_loss` takes them.

    Raises
    ------
    InvalidInput
        If the mechanism is not private at this ε and δ, or a parameter is out of range.
    """
    released = released_mechanisms()
    entry = MECHANISMS[checks.one_of("mechanism", mechanism, (*released, "non_private"))]
    epsilon = checks.positive("epsilon", epsilon, infinite=True)
    delta = check_delta(entry, delta, n)
    if not entry.is_noisy and np.isfinite(epsilon):
        raise InvalidInput(
            f"mechanism non_private keeps no ε; got epsilon = {checks.written(epsilon)}. Choose "
            f"one of {', '.join(released)}, or set epsilon=float('inf')."
        )
    made = make_loss(loss, h)
    lam = check_lam(lam)
    if isinstance(lam, str):
        share, of_delta = share_of(epsilon, n_classes), share_of(delta, n_classes)
        lam = public_lam(
            mechanism, share, n=n, n_features=n_features, loss=made, delta=of_delta
        ).lam
    return Candidate(mechanism, lam, made)


def planes_of(n_classes: int) -> int:
    """Return how many planes tell the classes apart: one for two, else one each."""
    return 1 if n_classes == 2 else n_classes


def share_of(epsilon: float, n_classes: int) -> float:
    """Return ε, or δ, of each plane, rounded down: every record takes part in all of them."""
    n_planes = planes_of(n_classes)
    share = epsilon / n_planes
    # Exactly: three thirds of a double may come to more than it.
    if math.isinf(share) or Fraction(share) * n_planes <= Fraction(epsilon):
        return share
    return math.nextafter(share, 0.0)


@dataclass(frozen=True)
class DrawnPlan(Plan):
    """What is promised for a plane that was drawn safely.

    `kept` is the ε that it keeps without its δ, with what hides the solver's residual; ∞ if none.
    """

    kept: float = math.inf

    @property
    def pure_epsilon(self) -> float:
        """The ε that the plane keeps without its δ; ∞ where none is kept."""
        return self.kept if self.delta else self.epsilon


@dataclass(frozen=True, eq=False)
class DrawnPlanes:
    """What came of one training.

    Parameters
    ----------
    planes : array (n_planes, n_features)
        In the unit ball's units.
    plans : tuple of Plan
        Of each plane.
    lam : float
        λ as it was given or suggested; the Δ that a proof adds stands in the plans.
    """

    planes: Array
    plans: tuple[Plan, ...]
    lam: float


@dataclass(frozen=True)
class Training:
    """One way to train on classes, within (ε, δ); it has refused already what cannot be drawn.

    ε and δ are those of all planes together: ε positive, or ∞, and δ 0 for a pure mechanism. n is
    public, there are two classes at least, and `n_features` counts the columns of the rows, a
    constant among them. `weights` are what the records of each class count, the largest 1; left
    out, all count alike.

    Raises
    ------
    InvalidInput
        If a parameter is out of range.
    """

    way: Candidate
    epsilon: float
    n: int
    n_classes: int
    n_features: int
    weights: tuple[float, ...] = ()
    delta: float = field(default=0.0, kw_only=True)
    # None where there is no noise to plan.
    safe: SafePlan | None = field(init=False)

    def __post_init__(self) -> None:
        way, found = self.way, None
        if math.isinf(self.share):
            checks.between("lam", way.lam, SMALLEST_LAM, LARGEST_LAM)
        else:
            found = plan_safely(
                way.mechanism,
                self.share,
                lam=way.lam,
                n=self.n,
                loss=way.loss,
                n_features=self.n_features,
                delta=share_of(self.delta, self.n_classes),
            )
        object.__setattr__(self, "safe", found)

    @property
    def n_planes(self) -> int:
        """How many planes tell the classes apart."""
        return planes_of(self.n_classes)

    @property
    def share(self) -> float:
        """ε of each plane."""
        return share_of(checks.positive("epsilon", self.epsilon, infinite=True), self.n_classes)

    @property
    def plan(self) -> Plan:
        """What is promised for each plane, and the noise that it is drawn with."""
        way = self.way
        delta = share_of(self.delta, self.n_classes)
        if self.safe is None:
            return calibrate(
                way.mechanism,
                math.inf,
                lam=way.lam,
                n=self.n,
                loss=way.loss,
                n_features=self.n_features,
                delta=delta,
            )
        hidden_by = "analytic Gaussian" if self.safe.delta_residual else "Gamma"
        planned = DrawnPlan(**vars(self.safe.plan), kept=self.safe.pure_epsilon)
        return replace(
            planned,
            epsilon=self.share,
            delta=delta,
            noise_rate=self.safe.noise_rate,
            theorem=f"{planned.theorem}; the {hidden_by} mechanism for what the solver leaves",
        )

    @property
    def spend(self) -> Spend | None:
        """The laws of all planes, which see the same records; None without noise."""
        return Spend((laws_of(self.safe) * self.n_planes,)) if self.safe else None

    def draw(self, X: Array, codes: Codes, entropy: Entropy) -> DrawnPlanes:
        """Draw one plane for each class against the rest; for two classes one plane.

        X (n, n_features) has rows of norm at most 1, and codes (n,) are the classes, from 0.

        Raises
        ------
        MissedTolerance
            If a minimiser is not certainly as exact as the guarantee needs.

        Guarantee
        ---------
        The planes together are (ε, δ)-differentially private, δ = 0 for a pure mechanism, for
        replace-one neighbours of public size n: each keeps (ε/n_planes, δ/n_planes) as
        `dpcore.release.safe.draw_safely` says, and they add up (sequential composition). With ε = ∞
        nothing is promised.
        """
        weight = self.weight(codes)
        planes = [self._one(X, y, weight, entropy) for y in signs(codes, self.n_classes)]
        return DrawnPlanes(np.array(planes), (self.plan,) * self.n_planes, self.way.lam)

    def weight(self, codes: Codes) -> Array:
        """Return what each record counts, in training and among mistakes, shape (n,)."""
        return np.array(self.weights or (1.0,) * self.n_classes)[codes]

    def _one(self, X: Array, y: Array, weight: Array, entropy: Entropy) -> Array:
        if self.safe is not None:
            return draw_safely(self.safe, X, y, entropy, weight)
        found = solve(X, y, self.way.loss, self.way.lam, record_weight=weight)
        if not found.converged.all():
            raise MissedTolerance(
                f"With lam = {checks.written(self.way.lam)} the minimiser was not found to its "
                "tolerance. A larger lam makes the problem easier."
            )
        return np.asarray(found.coefs[0])


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
