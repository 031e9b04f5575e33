"""What the best possible attacker gains at each ε: how often the right suspect is named.

The true record is one of the m suspects, each with the same probability; a mechanism runs on it
and the known records; the attacker names the suspect of the largest posterior. Given w, that one is
right with the probability that the posterior gives it. So the mean of the *largest posterior* over
draws is the probability of a right name: unbiased, with less noise than a count of hits and, for a
mechanism that keeps its ε, in no draw above the ceiling. The hits are counted too, as a check.

Truths are spread evenly. Each has its own random numbers, which are the same at every ε but for
their scale: right for a simulation, wrong for a release.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.tables import load
>>> from dpcore.experiments.adversary.line_up import held_out
>>> from dpcore.experiments.settings import Settings
>>> part = split(load("breast_cancer"), n=455, seed=0)
>>> attack = Attack(held_out(part, 0, m=10, seed=0), Settings(lam=0.01))
>>> *_, last = curve(attack, ("objective",), (1.0, 100.0))
>>> last.chance, last.found["objective"].named.round(2)
(0.1, array([0.1 , 0.42]))
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.records import MAX_SPARSE_PRODUCTS, n_pairs
from dpcore.experiments.adversary.line_up import LineUp
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import stream
from dpcore.privacy import noise
from dpcore.privacy.adversary import ceiling, success_ceiling
from dpcore.privacy.calibration import Plan
from dpcore.privacy.informed import Informed
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.worst_case import bound

EPSILONS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
"""Where the curve is computed: two points a decade, from next to nothing to nearly all."""

COMPARED = ("output", "objective", "objective_tight", "objective_2008")
"""Three mechanisms that keep their ε, and a historic one that does not in general."""

N_DRAWS = 200

GROWTH = 5
"""After each round there are so many times the draws as before: the first state is there early."""

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
    """

    def __init__(self, line_up: LineUp, settings: Settings) -> None:
        self.line_up, self.settings, self.loss = line_up, settings, settings.make_loss()

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
            lam=self.settings.lam,
            sample_weight=self.line_up.weight,
        )

    def plan(self, mechanism: str, epsilon: float) -> Plan:
        """Return the plan of a mechanism at ε for these records.

        Raises
        ------
        InvalidInput
            As `mechanisms.calibrate`; and if there is no noise, since the record is read off then.
        """
        lam, n = self.settings.lam, self.line_up.n
        delta = self.settings.delta
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=self.loss, delta=delta)
        if math.isinf(plan.noise_rate):
            raise InvalidInput(
                "Without noise nothing is left to guess: the record is read off the classifier. "
                "Choose a private mechanism and a finite ε."
            )
        return plan

    def ceiling(self, mechanism: str, epsilon: float) -> float | None:
        """Return the most often that anybody could name the right one of these suspects, or None.

        For all but a mechanism with a δ, it is the most that anybody could believe in one. A pure
        mechanism's follows from its ε; that of one that is not ε-DP in general from the proven
        ceiling S of its privacy loss, where there is one.
        """
        plan, most = self.plan(mechanism, epsilon), epsilon
        if plan.delta:
            return success_ceiling(epsilon, plan.delta, self.line_up.m)
        if MECHANISMS[mechanism].guarantee != "pure":
            lam, n, d = self.settings.lam, self.line_up.n, self.line_up.X.shape[1]
            most = bound.ceiling(plan, self.loss, lam=lam, n=n, n_features=d)
        return ceiling(most, 1 / self.line_up.m) if math.isfinite(most) else None

    def noises(self, plan: Plan, truth: int, n_draws: int) -> Array:
        """Return a truth's noise vectors, shape (n_draws, n_features).

        The first of them are the same however many there are.
        """
        rng = stream(self.settings.seed, f"line-up {plan.mechanism}", truth)
        law, rate, d = plan.norm_law, plan.noise_rate, self.line_up.X.shape[1]
        return np.vstack([noise.sample(law, rate, 1, d, rng) for _ in range(n_draws)])

    def released(self, plans: Sequence[Plan], noises: Array, truths: npt.NDArray[np.intp]) -> Array:
        """Run one mechanism at many ε; every minimisation is in one batch.

        Parameters
        ----------
        plans : sequence of Plan
            Of one mechanism.
        noises : array (len(plans), n_draws, n_features)
        truths : int array (n_draws,)
            The true suspect of each draw.

        Returns
        -------
        array (len(plans), n_draws, n_features)

        Notes
        -----
        **Guarantee.** That of `mechanisms.draw` for each draw by itself; draws that share noise, or
        its direction, are for simulations only.
        """
        if MECHANISMS[plans[0].mechanism].perturbs == "output":
            return self.attacker.centres[truths] + noises
        lam = np.repeat([self.settings.lam + plan.extra_lam for plan in plans], len(truths))
        linear = (noises / self.line_up.n).reshape(len(lam), -1)
        own = np.tile(self.line_up.suspects[truths], (len(plans), 1))
        return self.attacker.minimisers(lam, linear, own).reshape(noises.shape)


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
        Draws so far.
    hits : int array (n_epsilons,)
        In how many draws the suspect named was the true one.
    ceilings : array (n_epsilons,) or None
        What no attacker exceeds on any records; None where nothing is proven.
    """

    named: Array
    standard_error: Array
    n_draws: npt.NDArray[np.int64]
    hits: npt.NDArray[np.int64]
    ceilings: Array | None


@dataclass(frozen=True, eq=False)
class Curve:
    """What is known so far.

    Parameters
    ----------
    epsilons : tuple of float
    chance : float
        1/m: the probability of naming the right one without any classifier.
    share : float
        Share of the draws that is done, in (0, 1].
    found : mapping
        By the mechanisms' names.
    """

    epsilons: tuple[float, ...]
    chance: float
    share: float
    found: Mapping[str, Named]


def curve(
    attack: Attack,
    mechanisms: Sequence[str] = COMPARED,
    epsilons: Sequence[float] = EPSILONS,
    n_draws: int = N_DRAWS,
) -> Iterator[Curve]:
    """Yield the whole curve again and again, from more and more draws.

    Parameters
    ----------
    attack : Attack
    mechanisms : sequence of str
        Keys of `MECHANISMS`.
    epsilons : sequence of float
        Positive and finite.
    n_draws : int
        Of each mechanism at each ε, rounded up to the same number for each suspect; fewer where
        fewer are `SURE` to be enough.

    Raises
    ------
    InvalidInput
        If a mechanism or a number is out of range.
    """
    each = math.ceil(checks.whole("n_draws", n_draws) / attack.line_up.m)
    judged = {name: _Judged(attack, name, epsilons, each) for name in mechanisms}
    done = 0
    while done < each:
        start, done = done, min(each, max(1, GROWTH * done))
        for mechanism in judged.values():
            mechanism.go_on(start, done)
        yield Curve(
            tuple(epsilons),
            1 / attack.line_up.m,
            done / each,
            {name: mechanism.so_far() for name, mechanism in judged.items()},
        )


def whole(
    line_up: LineUp, settings: Settings, mechanisms: Sequence[str], epsilons: Sequence[float]
) -> dict[str, Named]:
    """Return what `curve` yields last, of records that come from another process."""
    *_, last = curve(Attack(line_up, settings), mechanisms, epsilons)
    return dict(last.found)


class _Judged:
    """One mechanism's draws, judged by the attacker."""

    def __init__(self, attack: Attack, name: str, epsilons: Sequence[float], each: int) -> None:
        self.attack = attack
        self.plans = [attack.plan(name, epsilon) for epsilon in epsilons]
        # The same noise at every ε but for its scale.
        longest = min(self.plans, key=lambda plan: plan.noise_rate)
        self.noises = np.array(
            [attack.noises(longest, truth, each) for truth in range(attack.line_up.m)]
        )
        self.scales = np.array([longest.noise_rate / plan.noise_rate for plan in self.plans])
        ceilings = [attack.ceiling(name, epsilon) for epsilon in epsilons]
        self.ceilings = None if None in ceilings else np.array(ceilings, dtype=float)
        m = attack.line_up.m
        # With a δ the ceiling is one of the mean: a single posterior may come up to 1.
        each_posterior = None if self.plans[0].delta else self.ceilings
        room = np.ones(len(self.plans)) if each_posterior is None else each_posterior - 1 / m
        self.most_spread = room / 2
        self.wanted = (self.most_spread / SURE) ** 2 / m
        self.largest: list[Array] = [np.empty(0) for _ in self.plans]
        self.hits = np.zeros(len(self.plans), dtype=np.int64)

    def go_on(self, start: int, stop: int) -> None:
        """Take in the draws from `start` to `stop` of each truth."""
        truths = np.repeat(np.arange(self.attack.line_up.m), stop - start)
        places = [k for k, wanted in enumerate(self.wanted) if start == 0 or start < wanted]
        if not places:
            return
        plans = [self.plans[k] for k in places]
        unscaled = self.noises[:, start:stop].reshape(len(truths), -1)
        noises = self.scales[places, None, None] * unscaled
        coefs = self.attack.released(plans, noises, truths)
        for k, plan, some in zip(places, plans, coefs, strict=True):
            beliefs = self.attack.attacker.posterior(some, plan)
            self.largest[k] = np.append(self.largest[k], beliefs.max(axis=1))
            self.hits[k] += (beliefs.argmax(axis=1) == truths).sum()

    def so_far(self) -> Named:
        """Return what the draws so far say."""
        spread = [
            # What a few draws spread by says little; by what they can at most is known.
            most if len(each) < FEW else each.std(ddof=1)
            for each, most in zip(self.largest, self.most_spread, strict=True)
        ]
        return Named(
            np.array([each.mean() for each in self.largest]),
            np.array(spread) / np.sqrt([len(each) for each in self.largest]),
            np.array([len(each) for each in self.largest]),
            self.hits.copy(),
            self.ceilings,
        )


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
    plan, truth = attack.plan(mechanism, epsilon), attack.line_up.truth
    noises = attack.noises(plan, truth, checks.whole("n_draws", n_draws))
    (coefs,) = attack.released([plan], noises[None], np.full(n_draws, truth))
    return OfPerson(coefs, attack.attacker.posterior(coefs, plan), truth)
