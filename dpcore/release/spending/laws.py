"""The laws of a release's losses: what it draws on each part of the records.

Numbers are those that are charged: noise is calibrated to a hair less (`safe.SPARED`), which pays
for the rounding of doubles. The minimiser's noise and what hides the solver's residual run on the
same records, one after the other; the judge of CMS11 Algorithm 4 and the test error on parts of
their own. The exponential mechanism keeps ε alone; discrete Laplace noise on a count that one
record moves by 1 has exactly that law.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> from dpcore.release.safe import plan_safely
>>> plan = plan_safely("objective_tight", 1.0, lam=0.1, n=1000, loss=Logistic(), n_features=5)
>>> for law in laws_of(plan):
...     print(law)
GammaInObjective(epsilon=0.987503119801, n_features=5, slack=0.00249688019862)
GammaNoise(epsilon=0.01, n_features=5)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from dpcore.privacy import gaussian
from dpcore.privacy.noise import GAUSSIAN
from dpcore.privacy.profile.laws import GammaNoise, GaussianNoise, Law, Promise, of_plan
from dpcore.privacy.profile.spend import Spend, reals
from dpcore.release.safe import SPARED, SafePlan


def spend_of(plans: Sequence[SafePlan], *, judge: float = 0.0, test: float = 0.0) -> Spend:
    """Return the laws of a release, for one record.

    Parameters
    ----------
    plans : sequence of SafePlan
        One per training, each on a part of its own.
    judge, test : float
        ε of the choice among them and of the test error; 0 without one.
    """
    others = [(cast(Law, Promise(epsilon)),) for epsilon in (judge, test) if epsilon]
    return Spend(tuple(dict.fromkeys([*map(laws_of, plans), *others])))


def laws_of(plan: SafePlan) -> tuple[Law, ...]:
    """Return the laws of one training: the mechanism's, and that of the residual's noise."""
    law = _charged(of_plan(plan.plan, plan.n_features))
    return (law, _of_residual(plan)) if plan.epsilon_residual else (law,)


def _of_residual(plan: SafePlan) -> Law:
    if plan.plan.norm_law == GAUSSIAN.name:
        return GaussianNoise(1 / gaussian.sigma(plan.epsilon_residual, plan.delta_residual, 1.0))
    return GammaNoise(plan.epsilon_residual, plan.n_features)


def _charged(law: Law) -> Law:
    """Return a law with the numbers that are charged, to twelve digits: the hair pays for those."""
    numbers = {name: float(f"{number / (1 - SPARED):.12g}") for name, number in reals(law).items()}
    return cast(Law, replace(cast(Any, law), **numbers))
