"""What an ε costs with the records that are there, and with many more like them.

The cost is the mean test error over the draws, of the better of the compared mechanisms, less the
error without noise. With kn records at ε it is that of the n at kε, where both get the same noise
(`dplab.simulation.needed.extrapolation`). So the noise alone is extrapolated: a larger table would
have a better classifier without noise, too, of which this one knows nothing.

Where the noise is another one, nothing is said: with a δ, where a Δ is added for either size, or
where its length differs by more than `NEARLY`. Output perturbation has the same noise at any λ that
is given. Noise in the objective has it where c/(nλ) is small, which the λ that follows ε sees to:
on the patients its length differs by 4 in 100 at most. From ε = 3 on, the rule stands at its floor
for the 455; that λ is larger than for 20,000, and still next to none.

Examples
--------
>>> settings = Settings(data="breast_cancer", lam="auto", draws=20)
>>> found = run(Question(settings, 0.5))
>>> found.n, found.cost > 2 * found.with_more, found.is_dear_of_few
(455, True, True)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from dpcore.data.dataset import Dataset
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.simulation.comparison import Outcome, Outcomes, lams
from dplab.simulation.needed.extrapolation import shortened
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, n_used
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Ask

MORE = 20_000
"""Records like these, for whom the cost is extrapolated."""

NEARLY = 0.05
"""By how much the noise's length may differ: costs are told in whole people of 1,000, "about"."""

ONE_IN_1000 = 0.0005
"""From half of one person in 1,000 on, a cost is rounded to one."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """On which records, at which ε; that of the settings counts for nothing."""

    settings: Settings
    epsilon: float


@dataclass(frozen=True, eq=False)
class PricedEpsilon:
    """The better mechanism at an ε, and what it costs.

    Parameters
    ----------
    epsilon : float
    n : int
        Training records that are used.
    without_noise : float
        Test error without noise.
    mechanism : str
        Whose mean error is the least here.
    outcome : Outcome
        Its draws.
    error_with_more : float or None
        The least mean error with `MORE` records like these, extrapolated; None where nothing is
        known of it. Of more records than that, the error here.
    """

    epsilon: float
    n: int
    without_noise: float
    mechanism: str
    outcome: Outcome
    error_with_more: float | None

    @property
    def error(self) -> float:
        """Mean test error over the draws."""
        return float(self.outcome.errors.mean())

    @property
    def cost(self) -> float:
        """What is lost, as a share of the test records."""
        return self.error - self.without_noise

    @property
    def with_more(self) -> float | None:
        """What would be lost with `MORE` records like these; None where nothing is known of it."""
        more = self.error_with_more
        return None if more is None else more - self.without_noise

    @property
    def is_dear_of_few(self) -> bool:
        """Whether the cost shows, and is known to fall by half at least with more records."""
        more = self.with_more
        return self.cost >= ONE_IN_1000 and more is not None and more <= self.cost / 2


def along(
    settings: Settings,
    epsilons: Sequence[float],
    records: Dataset | None = None,
    ask: Ask | None = None,
) -> list[PricedEpsilon]:
    """Return what each of some ε costs; all that is not known is computed at once.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    # Only the plain error counts people, each alike.
    settings = replace(settings, measure="error")
    data = load(settings, records)
    n = n_used(data, settings)
    times = max(1.0, MORE / n)
    asked = sorted({each * k for each in epsilons for k in (1.0, times)})
    outcomes = errors.at(settings, asked, records, ask or partial(errors.of_batch, records=records))
    plain = float(outcomes["non_private", math.inf].errors[0])
    priced = list[PricedEpsilon]()
    for epsilon in epsilons:
        mechanism, outcome = _best(outcomes, epsilon)
        best, beyond = _best(outcomes, epsilon * times)
        plans = {name: each.plan for (name, at), each in outcomes.items() if at == epsilon * times}
        is_known = times == 1 or _is_known(settings, best, plans, epsilon, n, data.X.shape[1])
        more = float(beyond.errors.mean()) if is_known else None
        priced.append(PricedEpsilon(epsilon, n, plain, mechanism, outcome, more))
    return priced


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> PricedEpsilon:
    """Return what an ε costs.

    `ask` is as `errors.of_batch`: for whoever keeps batches.

    Raises
    ------
    InvalidInput
        As `errors.batches`.
    """
    (priced,) = along(question.settings, (question.epsilon,), records, ask)
    return priced


def _is_known(
    settings: Settings, best: str, few: Mapping[str, Plan], epsilon: float, n: int, d: int
) -> bool:
    """Return whether `MORE` records at an ε get the noise that these get by the plans given."""
    if any(MECHANISMS[name].uses_delta for name in few):
        return False
    lam = lams(settings.with_epsilon(epsilon), tuple(few), n=MORE, n_features=d)
    loss = settings.make_loss()
    many = {
        name: calibrate(name, epsilon, lam=lam[name], n=MORE, loss=loss, n_features=d)
        for name in few
    }
    # Of each, since with Δ one that is worse here may be the better one there.
    if any(plan.extra_lam > 0 for plan in (*few.values(), *many.values())):
        return False
    return abs(shortened(few[best], many[best], n, MORE) - 1) <= NEARLY


def _best(outcomes: Outcomes, epsilon: float) -> tuple[str, Outcome]:
    """Return the mechanism with the least mean error at an ε, and what came of it."""
    at = {name: each for (name, place), each in outcomes.items() if place == epsilon}
    noisy = [name for name in at if MECHANISMS[name].is_noisy]
    name = min(noisy, key=lambda each: float(at[each].errors.mean()))
    return name, at[name]
