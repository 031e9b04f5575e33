"""What classifiers with noise answer the test records, record by record.

A record x is answered +1 with the chance ``p(x) = Pr[w·x ≥ 0]`` over the noise: exactly known where
noise is added to the finished classifier (`dpcore.privacy.projection`), elsewhere the share of the
draws that say so. Two independent releases answer it differently with the chance ``2p(1 - p)``,
its *disagreement*, which a test error hides.

All of it is computed from the true records, and none of it is private.

Examples
--------
>>> y = np.array([1.0, 1.0, -1.0])
>>> answers = Answers(np.packbits([[1, 0, 0], [1, 1, 0]], axis=1), y)
>>> answers.share, answers.wrong
(array([1. , 0.5, 0. ]), array([0. , 0.5, 0. ]))
>>> answers.disagreement
array([0., 1., 0.])
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.prediction import Flags, says_positive
from dpcore.erm.solver import solve
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, Draws
from dplab.instruments.chances import (
    FEWEST_TO_DISAGREE,
    chance_wrong,
    chances,
    disagreement,
    disagreement_from,
)


@dataclass(frozen=True, eq=False)
class Answers:
    """What the draws of one mechanism answer.

    `bits` (n_draws, bytes) say which test records each draw answers +1, eight in a byte. `exact`
    (n_test,) is the chance of +1 over the noise, where it has a formula, and `weight` (n_test,) the
    probability of each record, where the test part is a law.
    """

    bits: npt.NDArray[np.uint8]
    y: Array
    exact: Array | None = None
    weight: Array | None = None

    @property
    def n_draws(self) -> int:
        """How many draws there are."""
        return len(self.bits)

    @property
    def is_exact(self) -> bool:
        """Whether chances are exact, not counted over draws."""
        return self.exact is not None

    @property
    def says(self) -> Flags:
        """Whether each draw answers +1: (n_draws, n_test)."""
        return np.unpackbits(self.bits, axis=1, count=len(self.y)).astype(bool)

    @property
    def votes(self) -> Array:
        """How many of the draws answer +1: (n_test,)."""
        return np.asarray(self.says.sum(axis=0))

    @property
    def share(self) -> Array:
        """Share of the draws that answer +1: (n_test,)."""
        return self.votes / self.n_draws

    @property
    def chance(self) -> Array:
        """Chance of +1: exact where it is known, else the share of the draws: (n_test,)."""
        return self.share if self.exact is None else self.exact

    @property
    def wrong(self) -> Array:
        """Chance of a wrong answer: (n_test,)."""
        return chance_wrong(self.chance, self.y)

    @property
    def disagreement(self) -> Array:
        """Chance that two independent releases answer each record differently: (n_test,).

        From draws without bias; nan from a single one, which has nothing to disagree with.
        """
        if self.exact is not None:
            return disagreement(self.exact)
        if self.n_draws < FEWEST_TO_DISAGREE:
            return np.full(len(self.y), np.nan)
        return disagreement_from(self.votes, self.n_draws)

    @property
    def mean_error(self) -> float:
        """Mean test error over the noise."""
        return float(np.average(self.wrong, weights=self.weight))

    @property
    def mean_disagreement(self) -> float:
        """Mean disagreement over the test records."""
        return float(np.average(self.disagreement, weights=self.weight))


def of_draws(mechanism: str, draws: Draws, part: Split, *, loss: Loss, lam: float) -> Answers:
    """Let draws answer the test records of the split on which they were trained.

    `lam` is what they were trained with, before the plan's Δ.
    """
    entry = MECHANISMS[mechanism]
    coefs = draws.coefs[: entry.distinct(len(draws.coefs))]
    said = says_positive(coefs, part.X_test)
    exact = None
    if not entry.is_noisy:
        exact = said[0].astype(np.float64)
    elif entry.has_exact_chances:
        exact = exact_chances(draws.plan, part, loss=loss, lam=lam)
    return Answers(np.packbits(said, axis=1), part.y_test, exact, part.test_weight)


def exact_chances(plan: Plan, part: Split, *, loss: Loss, lam: float) -> Array:
    """Return the chance that a release answers each test record +1, (n_test,), without a draw.

    Parameters
    ----------
    plan : Plan
        Of a mechanism that `has_exact_chances`.
    part, loss, lam
        As in `of_draws`.
    """
    coef = minimiser(plan, part, loss=loss, lam=lam)
    return chances(part.X_test, coef, plan, _no_hessian)


def _no_hessian() -> Array:
    # A mistake of the program: what is exact depends on no curvature.
    raise ValueError("Exact chances need no Hessian.")


def minimiser(plan: Plan, part: Split, *, loss: Loss, lam: float) -> Array:
    """Return the classifier without a plan's noise: the minimiser at λ + Δ, (n_features,)."""
    total = lam + plan.extra_lam
    return np.asarray(solve(part.X, part.y, loss, total, sample_weight=part.weight).coefs[0])
