"""What the best possible attacker gains at each ε: how often the right suspect is named.

The true record is one of the m suspects, each with the same probability; a mechanism runs on it
and the known records; the attacker names the suspect of the largest posterior. Given w, that one is
right with the probability that the posterior gives it. So the mean of the *largest posterior* over
draws is the probability of a right name: unbiased, with less noise than a count of hits and, for a
mechanism that keeps an ε without a δ, in no draw above the ceiling of that ε. The hits are counted
too, as a check.

Truths are spread evenly. Each has its own random numbers, which are the same at every ε but for
their scale: right for a simulation, wrong for a release.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.real.tables import load
>>> from dplab.studies.adversary.line_up import held_out
>>> from dplab.simulation.settings import Settings
>>> part = split(load("breast_cancer"), n=455, seed=0)
>>> attack = Attack(held_out(part, 0, m=10, seed=0), Settings(lam=0.01))
>>> named(attack, "objective", (1.0, 100.0)).named.round(2)
array([0.1 , 0.42])
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.rows import MAX_SPARSE_PRODUCTS, n_pairs
from dpcore.privacy import noise
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, family_of
from dpcore.privacy.regularization.suggested import AUTO
from dplab.instruments.adversary import ceiling, success_ceiling
from dplab.instruments.informed import Informed
from dplab.instruments.worst_case import bound
from dplab.simulation.comparison import lams
from dplab.simulation.settings import Settings
from dplab.simulation.sources import stream
from dplab.studies.adversary.line_up import LineUp

EPSILONS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
"""Where the curve is computed: two points a decade, from next to nothing to nearly all."""

HALVES = EPSILONS[:6], EPSILONS[6:]
"""The same in two parts, of about the same work: strong noise takes longer to minimise under."""

N_DRAWS = 200

SURE = 0.0025
"""Standard error at which a point needs no more draws, whatever the records are: 0.25 points.

The largest posterior lies between 1/m and the ceiling, so that its standard deviation is at most
half of their distance (Popoviciu). Where ε is small that is next to nothing: a few draws say as
much there as hundreds where it is large. It looks at no draw, so that the mean stays unbiased.
"""

FEW = 10
"""Draws below which a standard error is the largest that it can be."""


class Attack:
    """A line-up, the mechanisms that run on it, and the attacker who judges what they release.

    What depends on the records alone is made once, for all mechanisms and every ε.

    Parameters
    ----------
    line_up : LineUp
    settings : Settings
        Loss, λ and seed; the ε of a draw is an argument of its own.

    Notes
    -----
    Where λ follows ε there is another problem at each λ: `at` has it. All others are asked there.
    """

    def __init__(self, line_up: LineUp, settings: Settings) -> None:
        self.line_up, self.settings, self.loss = line_up, settings, settings.make_loss()
        self._last: Attack | None = None

    @property
    def lam(self) -> float:
        """λ of the problem; where it follows ε, that of a question about a given one."""
        return self.settings.given_lam

    def at(self, mechanism: str, epsilon: float) -> "Attack":
        """Return the attack at the λ in use there: itself, where one is given."""
        if self.settings.lam != AUTO:
            return self
        n, d = self.line_up.n, self.line_up.X.shape[1]
        settings = self.settings.with_epsilon(epsilon)
        (lam,) = lams(settings, (mechanism,), n=n, n_features=d).values()
        # The last one alone is kept: each has the records in a form of its own.
        if self._last is None or self._last.lam != lam:
            self._last = Attack(self.line_up, replace(settings, lam=lam))
        return self._last

    @property
    def n_bytes(self) -> int:
        """Memory that it takes at most, once its parts are made: they are, when first needed."""
        rows, d = self.line_up.X.shape
        # The known records as they come, twice, in order, in tiles with their transposes, and part
        # of them for the first rounds of a minimisation; then the products of their features.
        products = min(MAX_SPARSE_PRODUCTS, rows * n_pairs(d)) * self.line_up.X.itemsize
        return int(8 * self.line_up.X.nbytes + products)

    @cached_property
    def attacker(self) -> Informed:
        """The adversary who knows all records but one."""
        return Informed(
            self.line_up.X,
            self.line_up.y,
            self.line_up.suspects,
            loss=self.loss,
            lam=self.lam,
            sample_weight=self.line_up.weight,
        )

    def plan(self, mechanism: str, epsilon: float) -> Plan:
        """Return the plan of a mechanism at ε for these records.

        Raises
        ------
        InvalidInput
            As `mechanisms.calibrate`; and if there is no noise, since the record is then
            reconstructed.
        """
        n, d, delta = self.line_up.n, self.line_up.X.shape[1], self.settings.delta
        plan = calibrate(
            mechanism, epsilon, lam=self.lam, n=n, loss=self.loss, delta=delta, n_features=d
        )
        if math.isinf(plan.noise_rate):
            raise InvalidInput(
                "Without noise nothing is left to guess: the record is reconstructed from the "
                "classifier. Choose a private mechanism and a finite ε."
            )
        return plan

    def ceiling(self, mechanism: str, epsilon: float, m: int = 0) -> float | None:
        """Return the most often that who knows all others names the right suspect, or None.

        Of `m` of them, where it is not 0: whoever knows that it is one of those. For all but a
        mechanism with a δ, it is the most that they believe in one; with a δ it is a mean over
        releases, by ε and δ, or by the ε that is kept without the δ: the smaller counts.
        """
        plan, m = self.plan(mechanism, epsilon), m or self.line_up.m
        believed = self.most_believed(mechanism, epsilon, m)
        if not plan.delta:
            return believed
        on_average = success_ceiling(epsilon, plan.delta, m)
        return on_average if believed is None else min(believed, on_average)

    def most_believed(self, mechanism: str, epsilon: float, m: int = 0) -> float | None:
        """Return the most that who knows all others believes in one suspect after any release.

        None where that has no limit, as by Gaussian noise, or none is proven; m is as in `ceiling`.
        A mechanism's follows from the ε that it keeps without a δ; that of one that is not ε-DP in
        general from the proven ceiling S of its privacy loss, where there is one.
        """
        plan, m = self.plan(mechanism, epsilon), m or self.line_up.m
        most = plan.pure_epsilon
        if MECHANISMS[mechanism].guarantee == "broken":
            n, d = self.line_up.n, self.line_up.X.shape[1]
            most = bound.ceiling(plan, self.loss, lam=self.lam, n=n, n_features=d)
        return ceiling(most, 1 / m) if math.isfinite(most) else None

    def noises(self, plan: Plan, truth: int, n_draws: int) -> Array:
        """Return a truth's noise vectors, shape (n_draws, n_features).

        The first of them are the same however many there are.
        """
        rng = stream(self.settings.seed, f"line-up {plan.mechanism}", truth)
        law, rate, d = plan.norm_law, plan.noise_rate, self.line_up.X.shape[1]
        return np.vstack([noise.sample(law, rate, 1, d, rng) for _ in range(n_draws)])

    def released(self, plans: Sequence[Plan], noises: Array, truths: npt.NDArray[np.intp]) -> Array:
        """Run one mechanism many times, at any ε; every minimisation is in one batch.

        Parameters
        ----------
        plans : sequence of Plan
            Each draw's, all of one mechanism.
        noises : array (n_draws, n_features)
        truths : int array (n_draws,)
            The true suspect of each draw.

        Returns
        -------
        array (n_draws, n_features)

        Notes
        -----
        **Guarantee.** That of `mechanisms.draw` for each draw by itself; draws that share noise, or
        its direction, are for simulations only.
        """
        if not family_of(plans[0]).solves_each_draw:
            return self.attacker.centres[truths] + noises
        lam = np.array([self.lam + plan.extra_lam for plan in plans])
        own = self.line_up.suspects[truths]
        return self.attacker.minimisers(lam, noises / self.line_up.n, own)


@dataclass(frozen=True, eq=False)
class Named:
    """How often one mechanism's releases let the attacker name the right suspect, at each ε.

    Parameters
    ----------
    named : array (n_epsilons,)
        Probability that the right one is named, the mean of the largest posterior.
    standard_error : array (n_epsilons,)
        Of that mean.
    n_draws : int array (n_epsilons,)
        Draws behind each mean.
    hits : int array (n_epsilons,)
        In how many draws the suspect named was the true one.
    ceilings : array (n_epsilons,) or None
        What nobody who knows all others exceeds on any records; None where nothing is proven.
    """

    named: Array
    standard_error: Array
    n_draws: npt.NDArray[np.int64]
    hits: npt.NDArray[np.int64]
    ceilings: Array | None


def named(
    attack: Attack,
    mechanism: str,
    epsilons: Sequence[float] = EPSILONS,
    n_draws: int = N_DRAWS,
) -> Named:
    """Let a mechanism run at each ε, and count how often the attacker is right.

    `n_draws` is at each ε, rounded up to the same number for each suspect; fewer where fewer are
    `SURE` to be enough.

    Raises
    ------
    InvalidInput
        If the mechanism or a number is out of range.
    """
    if attack.settings.lam == AUTO:
        at = [named(attack.at(mechanism, e), mechanism, (e,), n_draws) for e in epsilons]
        return joined(at)
    m = attack.line_up.m
    most = math.ceil(checks.whole("n_draws", n_draws) / m)
    plans = [attack.plan(mechanism, epsilon) for epsilon in epsilons]
    proven = [attack.ceiling(mechanism, epsilon) for epsilon in epsilons]
    ceilings = None if None in proven else np.array(proven, dtype=float)
    # With a δ the ceiling is one of the mean: a single posterior may be larger.
    believed = [attack.most_believed(mechanism, epsilon) for epsilon in epsilons]
    highest = np.array([1.0 if most is None else most for most in believed])
    most_spread = (highest - 1 / m) / 2
    each = np.clip(np.ceil((most_spread / SURE) ** 2 / m), 1, most).astype(int)
    largest, hits = zip(*_judged(attack, plans, each), strict=True)
    spread = [
        # What a few draws spread by says little; by what they can at most is known.
        limit if len(some) < FEW else some.std(ddof=1)
        for some, limit in zip(largest, most_spread, strict=True)
    ]
    return Named(
        np.array([some.mean() for some in largest]),
        np.array(spread) / np.sqrt(m * each),
        m * each,
        np.array(hits),
        ceilings,
    )


def elsewhere(
    line_up: LineUp, settings: Settings, parts: Sequence[tuple[str, tuple[float, ...]]]
) -> list[Named]:
    """Return what `named` does for mechanisms and their ε, of records from another process."""
    attack = Attack(line_up, settings)
    return [named(attack, mechanism, epsilons) for mechanism, epsilons in parts]


def joined(parts: Sequence[Named]) -> Named:
    """Return one curve, made of those over one ε after the other."""
    ceilings = [part.ceilings for part in parts if part.ceilings is not None]
    return Named(
        np.concatenate([part.named for part in parts]),
        np.concatenate([part.standard_error for part in parts]),
        np.concatenate([part.n_draws for part in parts]),
        np.concatenate([part.hits for part in parts]),
        np.concatenate(ceilings) if len(ceilings) == len(parts) else None,
    )


def _judged(
    attack: Attack, plans: Sequence[Plan], each: npt.NDArray[np.intp]
) -> Iterator[tuple[Array, int]]:
    """Yield the largest posteriors under each plan, and in how many draws they are the truth's.

    The plans are of one mechanism; `each` (len(plans),) counts draws of each truth under each plan.
    """
    m, d = attack.line_up.suspects.shape
    # The same noise at every ε but for its scale.
    longest = min(plans, key=lambda plan: plan.noise_rate)
    unscaled = np.array([attack.noises(longest, truth, each.max()) for truth in range(m)])
    truths = [np.repeat(np.arange(m), count) for count in each]
    noises = [
        longest.noise_rate / plan.noise_rate * unscaled[:, :count].reshape(-1, d)
        for plan, count in zip(plans, each, strict=True)
    ]
    of_draws = [plan for plan, some in zip(plans, truths, strict=True) for _ in some]
    coefs = attack.released(of_draws, np.concatenate(noises), np.concatenate(truths))
    released = np.split(coefs, np.cumsum(m * each)[:-1])
    for plan, some, right in zip(plans, released, truths, strict=True):
        beliefs = attack.attacker.posterior(some, plan)
        yield beliefs.max(axis=1), int((beliefs.argmax(axis=1) == right).sum())


@dataclass(frozen=True, eq=False)
class OfPerson:
    """What one mechanism's releases about one person let the attacker believe, at one ε.

    Parameters
    ----------
    coefs : array (n_draws, n_features)
        What was released, the person's record being the true one.
    beliefs : array (n_draws, m)
        The posterior over suspects after each.
    truth : int
        The true suspect.
    """

    coefs: Array
    beliefs: Array
    truth: int

    @property
    def in_truth(self) -> float:
        """The belief in the true suspect, the mean over draws."""
        return float(self.beliefs[:, self.truth].mean())


def of_person(attack: Attack, mechanism: str, epsilon: float, n_draws: int = 1) -> OfPerson:
    """Let a mechanism run on the true record, and return what is believed after each draw.

    The first of many draws is the one draw: bars and mean belong together.

    Raises
    ------
    InvalidInput
        If the mechanism or a number is out of range, or there is no noise.
    """
    attack = attack.at(mechanism, epsilon)
    plan, truth = attack.plan(mechanism, epsilon), attack.line_up.truth
    noises = attack.noises(plan, truth, checks.whole("n_draws", n_draws))
    coefs = attack.released([plan] * n_draws, noises, np.full(n_draws, truth))
    return OfPerson(coefs, attack.attacker.posterior(coefs, plan), truth)
