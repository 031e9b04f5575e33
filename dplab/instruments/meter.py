"""The privacy loss of an output, computed exactly.

Both families of mechanisms are bijections from noise to classifier, so that the density of an
output w under a data set D is that of the one noise vector b(w; D) that leads to it, times the
Jacobian of the way there. The privacy loss

    L(w) = log p(w | D) - log p(w | D')

is then a formula, no estimate. ε-differential privacy says |L(w)| ≤ ε for every w and all
neighbours D, D'. The mechanism's family (`families`) has the way back and its Jacobian.

The density of b is ∝ exp(-β‖b‖)/‖b‖^k, with k = d - 1 where its *length* has the Laplace law and
k = 0 otherwise (`noise.NormLaw.pole_order`). That of Gaussian noise is ∝ exp(-(β‖b‖)²/2): its loss
has no largest value, and (ε, δ)-differential privacy bounds E(1 - e^{ε-L})₊ by δ in place of |L|.
`dpcore.privacy.profile` gives that δ for every ε, by theory; `delta_of` from the losses of draws.

Neighbours share all records but one. What they share cancels before anything is subtracted:
the difference of lengths is (b' - b)·(b' + b)/(‖b'‖ + ‖b‖), so that the loss keeps its digits where
both noises are long.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.privacy.mechanisms import calibrate
>>> pair = Neighbours(np.empty((0, 1)), np.empty(0), np.ones(1), np.zeros(1), n=600)
>>> plan = calibrate("objective_2008", 0.2, lam=1e-6, n=600, loss=Logistic())
>>> Meter(pair, plan, Logistic(), lam=1e-6).at(np.zeros((1, 1))).round(2)
array([5.98])
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.erm.losses import Loss
from dpcore.erm.objective import row_dot
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import draw, family_of
from dpcore.privacy.noise import NORM_LAWS
from dplab.instruments.inverses import inverse
from dplab.instruments.neighbours import Neighbours

# Margins, and entries of Hessians, worked on at a time: 16 MiB of doubles.
BLOCK_ELEMENTS = 2**21


@dataclass(frozen=True, eq=False)
class Reading:
    """Outputs of a mechanism, (n_draws, n_features), and their privacy losses."""

    coefs: Array
    privacy_loss: Array


class Meter:
    """The privacy loss of one mechanism on one pair of neighbours.

    Parameters
    ----------
    neighbours : Neighbours
    plan : Plan
        What `calibrate` gave for the mechanism at the neighbours' n.
    loss : Loss
    lam : float
        Regularization that the user set; Δ is in the plan.
    """

    def __init__(self, neighbours: Neighbours, plan: Plan, loss: Loss, lam: float) -> None:
        self.neighbours, self.plan, self.loss, self.lam = neighbours, plan, loss, lam
        self.inverse = inverse(family_of(plan), neighbours, loss, lam + plan.extra_lam)

    def at(self, coefs: Array) -> Array:
        """Return L(w) = log p(w | first) - log p(w | second) of each row, shape (n_draws,).

        It is ±∞ where one data set cannot give the output at all.
        """
        size = max(1, BLOCK_ELEMENTS // self.inverse.width)
        starts = range(0, len(coefs), size)
        if not starts:
            return np.empty(0)
        return np.concatenate([self._block(coefs[start : start + size]) for start in starts])

    def read(self, n_draws: int, rng: np.random.Generator) -> Reading:
        """Run the mechanism on the first data set and return the losses of what it gave."""
        # On the first: the losses of its own outputs are what (ε, δ) takes the mean over.
        X, y, counts = self.neighbours.first
        drawn = draw(
            self.plan.mechanism,
            X,
            y,
            loss=self.loss,
            lam=self.lam,
            epsilon=self.plan.epsilon,
            n_draws=n_draws,
            rng=rng,
            sample_weight=counts,
            delta=self.plan.delta,
        )
        return Reading(drawn.coefs, self.at(drawn.coefs))

    def _block(self, coefs: Array) -> Array:
        noise, gap, log_jacobians = self.inverse.noise_for(coefs)
        other = noise + gap
        length, other_length = np.linalg.norm(noise, axis=1), np.linalg.norm(other, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            # ‖b'‖ - ‖b‖ without subtracting two long lengths of which all digits agree.
            longer = row_dot(gap, noise + other) / (length + other_length)
            # 0/0 where both are zero: equal noises are equally probable.
            longer = np.where(np.any(gap, axis=1), longer, 0.0)
            law, rate = NORM_LAWS[self.plan.norm_law], self.plan.noise_rate
            # (‖b'‖² - ‖b‖²)/2 for a Gaussian: the same difference times the mean length.
            steep = rate if law.power == 1 else rate**2 * (length + other_length) / 2
            # Not ∞ · 0, where the rate is infinite and the noise is the same.
            loss = np.where(longer, steep * longer, 0.0)
            pole = law.pole_order(self.neighbours.n_features)
            if pole:
                loss += pole * np.where(longer, np.log(other_length / length), 0.0)
        return np.asarray(loss + log_jacobians)


def delta_of(losses: Array, epsilons: npt.ArrayLike) -> Array:
    """Return E(1 - e^{ε-L})₊ at each ε from privacy losses of draws: the δ that this pair needs.

    Losses (n_draws,) are L of draws on the first data set, as `Meter.read` gives them; ±∞ allowed.
    Returned are means over the draws, unbiased; each draw counts between 0 and 1, so that the
    standard error is at most √(δ/n_draws).
    """
    # expm1 keeps the digits of losses just above ε; the minimum is the + of (1 - e^{ε-L})₊.
    beyond = np.asarray(epsilons, dtype=np.float64)[:, None] - losses
    return np.asarray(np.mean(-np.expm1(np.minimum(beyond, 0.0)), axis=1))
