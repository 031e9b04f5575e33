"""What a whole plan of releases costs: the laws of their losses, convolved, and rounded up.

Each release is a `Spend`, whose laws know their profiles δ(e). A profile is convex in γ = e^e, and
a convex function lies below its chords. So the profile of a law, at the places e_j = jh of a grid,
joined by chords, is that of a pair that dominates it; the pair's privacy loss lies on the grid:

    its probability under Q is the change of slope at γ_j, under P γ_j times that; the rest of P is
    at ∞, and what lies below the grid is at its lowest place.

Nothing is rounded down. Losses of releases of the same records add, whatever was asked before, as
long as every law is the declared one or is dominated by it (Dong, Roth and Su 2022; Zhu, Dong and
Wang 2022, Theorem 10), so that the pairs' masses are convolved, by the fast Fourier transform on
arrays that are long enough not to wrap around. Tails too small to matter are cut: what lies above
goes to ∞, what lies below to the lowest place kept. What the transform may be wrong by is added to
δ. Parts of one release that share no records count as the largest of their profiles, which is a
profile.

A chord keeps the mean of e^{-loss}, so that a step h adds h²/4 at most to the variance of a loss,
and h²/8 to its mean. Rough grids tell how much; the last one adds a part in `CLOSE` to the total,
about, or has a step of `FINEST` of the total over the number of releases, where even losses rounded
up to the next place would cost no more than that share.

**It holds for a plan only**: for a list that was fixed, with its length, before its first release.
The order may be chosen on the way, and what is left out lowers nothing. Whoever chooses laws by
what came before needs a filter (`dpcore.privacy.proofs`, *Composition*).

Examples
--------
>>> from dpcore.privacy.profile.laws import GammaNoise
>>> plan = [Spend.of(GammaNoise(1.0, n_features=30))] * 10
>>> round(epsilon(plan, 1e-6), 2)  # ten times 1 is 10 where all is known is ε
2.6
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce

import numpy as np

from dpcore import checks
from dpcore.privacy.profile.laws import Law
from dpcore.privacy.profile.losses import (
    UNIT,
    Losses,
    largest,
    repeated,
    summed,
    summed_all,
)
from dpcore.privacy.profile.places import Profile
from dpcore.privacy.profile.spend import Spend

CLOSE = 20_000
"""One over the share of the total that a grid may add to it."""

FINEST = 0.001
"""Share of the total that the step of a grid is at least, times the number of releases."""

ROUGHLY = 1 / 200
"""Share of the total that a grid may add where what it adds grows with the step itself."""

ROUGHEST = 8
"""Places of the first grid up to where a usual law of the plan ends."""

LAST = 1e-9
"""Share by which the δ of all is raised, for what sums of masses are rounded by."""

SHORTEST = 1e-30
"""The shortest step: an ε of less is nobody's."""

MOST_PLACES = 2**20
"""Places of the loss of all from where on no grid is finer: a rough one promises less."""

NEAR = 0.9
"""Share of the sum of what the laws keep without a δ, from where on only the finest grid counts."""

CUT = 1e-5
"""Share of δ that may be lost to all tails that are cut."""


def epsilon(spends: Iterable[Spend], delta: float) -> float:
    """Return an ε for which all releases of a plan together are (ε, δ)-differentially private.

    Parameters
    ----------
    spends : iterable of Spend
        Of the whole plan, each as often as it may be released.
    delta : float
        In [0, 1).

    Returns
    -------
    float
        Never less than what holds; ∞ where their own δ come to more than `delta`. At δ = 0 the sum
        of what each keeps without any.

    Guarantee
    ---------
    Releases that keep these laws, or laws that those dominate, are together (ε, δ)-differentially
    private if the list was fixed before the first of them; their questions, their records' use and
    their order may follow what came before. Adaptive composition of dominating pairs (Zhu, Dong and
    Wang 2022, Theorem 10).
    """
    times = Counter(spends)
    delta = checks.between("delta", delta, 0.0, 1.0)
    plain, used = _added(times)
    plain = plain if used <= delta else math.inf
    if not (delta and times):
        return plain
    tail = CUT * delta / (4 * times.total())
    found = _refined(times, tail, lambda losses, step: _epsilon_at(losses, step, delta))
    return min(plain, found)


def delta(spends: Iterable[Spend], epsilon: float) -> float:
    """Return a δ for which all releases of a plan together are (ε, δ)-differentially private.

    It is that of `epsilon` at another ε, 0 or more: never less than what holds.
    """
    times = Counter(spends)
    at = checks.between("epsilon", epsilon, 0.0, math.inf)
    plain, used = _added(times)
    found = used if at >= plain else 1.0
    if not found:
        return found
    return min(found, _refined(times, UNIT, lambda losses, step: _delta_at(losses, step, at), at))


def _added(times: Counter[Spend]) -> tuple[float, float]:
    """Return the sums of ε and of δ as promises add up: ε rounded up, δ the nearest double.

    Of decimals as they are written, as a ledger adds them: ten times 1e-6 is 1e-5.
    """
    promised = [(spend.promise, n) for spend, n in times.items()]
    used = float(sum(n * Fraction(repr(delta)) for (_, delta), n in promised))
    if any(math.isinf(epsilon) for (epsilon, _), _ in promised):
        return math.inf, used
    exact = sum((n * Fraction(repr(epsilon)) for (epsilon, _), n in promised), Fraction())
    added = float(exact)
    return added if Fraction(repr(added)) >= exact else math.nextafter(added, math.inf), used


def _refined(
    times: Counter[Spend], tail: float, found_in: Callable[[Losses, float], float], at: float = 0.0
) -> float:
    """Return what is found in the convolution of all, on grids that are made finer as needed.

    `at` is the ε, where that is given and δ is what is looked for.
    """
    laws = {law for spend in times for part in spend.parts for law in part}
    profiles = {law: Profile.of(law).cut(tail) for law in laws}
    step = _first_step(times, profiles)
    most = math.fsum(spend.pure * n for spend, n in times.items())
    # A law that ends at a place of the grid has no loss that is rounded beyond its end.
    end = max((n * end, end) for spend, n in times.items() for end in [_ends(spend, profiles)])[1]

    def found_at(step: float) -> tuple[float, int]:
        step = end / math.ceil(end / step)
        losses = _convolved(times, profiles, step, tail)
        return found_in(losses, step), len(losses.mass)

    (before, _), ratio = found_at(step), 2.0
    while True:
        found, n_places = found_at(step / ratio)
        found = min(before, found)
        step /= ratio
        finest = max(FINEST * (at or found) / times.total(), SHORTEST)
        left = (before - found) / max(found, UNIT**2)
        # What a grid adds grows with the square of its step, or with the step where that is long
        # beside a law. Near the sum of what the laws keep without a δ it cannot grow: there nothing
        # is known of it.
        share = left / (ratio**2 - 1) * CLOSE
        is_close = left / (ratio - 1) <= ROUGHLY and share <= 1 and found < NEAR * most
        if is_close or step <= finest or n_places > MOST_PLACES or not 0 < found < math.inf:
            return found
        ratio = max(math.sqrt(share), 2.0) if found < NEAR * most else math.inf
        ratio = min(ratio, step / finest, max(2.0, MOST_PLACES / n_places))
        before = found


def _first_step(times: Counter[Spend], profiles: dict[Law, Profile]) -> float:
    """Return a step that is short beside where a usual law of the plan ends."""
    squares = [n * _ends(spend, profiles) ** 2 for spend, n in times.items()]
    return math.sqrt(math.fsum(squares) / times.total()) / ROUGHEST


def _ends(spend: Spend, profiles: dict[Law, Profile]) -> float:
    return max(max(profiles[law].end for law in part) for part in spend.parts)


def _convolved(
    times: Counter[Spend], profiles: dict[Law, Profile], step: float, tail: float
) -> Losses:
    """Return the loss of all releases together: equal ones by repeated squaring."""
    losses = {law: profile.on_grid(step) for law, profile in profiles.items()}

    def of_part(part: Sequence[Law]) -> Losses:
        return reduce(lambda one, other: summed(one, other, tail), [losses[law] for law in part])

    def of_spend(spend: Spend) -> Losses:
        return largest([of_part(part) for part in dict.fromkeys(spend.parts)], step)

    return summed_all([repeated(of_spend(spend), n, tail) for spend, n in times.items()], tail)


def _epsilon_at(losses: Losses, step: float, delta: float) -> float:
    """Return the smallest ε, 0 or more, at which δ is at most what is given; ∞ where none is."""
    last = losses.first + len(losses.mass)
    # No loss lies between 0 and the first place: of 100,000 releases that may be far.
    places = np.append(0, np.arange(max(losses.first, 1), max(last, 1) + 1))
    deltas = losses.deltas(step, places) * (1 + LAST)
    if deltas[-1] > delta:
        return math.inf
    place = int(np.argmax(deltas <= delta))
    if place == 0:
        return 0.0
    # Between two places δ is a line in e^ε.
    high, low = float(deltas[place - 1]), float(deltas[place])
    after = (delta - low) / (high - low)
    width = float(places[place] - places[place - 1]) * step
    return _upwards(float(places[place]) * step + math.log1p(after * math.expm1(-width)))


def _delta_at(losses: Losses, step: float, epsilon: float) -> float:
    place = math.floor(epsilon / step)
    high, low = losses.deltas(step, np.array([place, place + 1])) * (1 + LAST)
    share = math.expm1(epsilon - place * step) / math.expm1(step)
    return float(min(high + (low - high) * min(max(share, 0.0), 1.0), 1.0))


def _upwards(number: float) -> float:
    """Return a number that is larger by more than what it was rounded by."""
    return math.nextafter(number * (1 + 4 * UNIT), math.inf) if number else number
