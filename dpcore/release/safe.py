"""One draw whose guarantee holds for the minimiser that was *computed*, not the exact one.

A minimiser is only as private as it is exact: a solver's last digits may depend on a record in a
way that no theorem covers. So a bound τ on the gradient is fixed *before* solving, from public
quantities alone, and a draw counts only if its gradient is below it with all that doubles may hide:

    q = the 1 - 1e-12 quantile of ‖b‖ (0 for `output`),   W = (1 + q/n)/(λ+Δ),
    hidden(w, b) = 1e-15 (1 + (c+λ+Δ) w + b/n) + 2^-53 (n + c d w + 2b/n),
    τ = 1e-9 max(1, q/n) + hidden(W, q),
    measured ‖∇‖ + hidden(‖w‖, ‖b‖) ≤ τ.

`hidden` is what doubles hide of a gradient at the *real* noise b: what each term is off by; what a
sum over n records or a margin of d products may round, in any order; and that b enters as the
nearest doubles (`exact.vectors`), divided by n. A point whose gradient is at most τ lies within
τ/(λ+Δ) of the exact minimiser, so that at each exact w the computed ones of two neighbouring data
sets are at most 2τ/(λ+Δ) apart. Gamma noise of rate ε₂(λ+Δ)/(2τ), independent of b, hides that at
ε₂ = ε/100, and the mechanism runs at ε - ε₂: ε in all. `output` has noise on the minimiser anyway;
there the sensitivity becomes 2/(nλ) + 2τ/λ.

With Gaussian noise (*approximate minima perturbation*, Iyengar, Near, Song, Thakkar, Thakurta and
Wang 2019) σ₂ is that of `gaussian.sigma` at (ε₂, δ₂ = δ/100) for 2τ/(λ+Δ), whatever the exact w is,
and the mechanism runs at (ε - ε₂, δ - δ₂): (ε, δ) by basic composition. For `output_gaussian` σ is
that at (ε, δ) for 2/(nλ) + 2τ/λ. With Gamma noise for (ε, δ) what hides the residual is pure, δ₂ is
0, and the whole is private without the δ, too (`SafePlan.pure_epsilon`).

The measured residual must never set the noise: its size tells of the data. And a refusal is an
output too: if a draw can miss τ with probability at most δ_F on every data set, the guarantee is
(ε, δ + (1 + e^ε) δ_F). A refused draw is charged, and not repeated. Where Newton's method does not
reach τ, plain steps do, whose number is proven to be enough on every table (`exact.descent`), for
‖b‖ up to 4q: then δ_F is below 1e-40, and 0 for `output`. Where that is not proven (`n_steps` is
None), no experiment bounds δ_F, and for `output`, whose solver sees no noise, it is 0 or 1.

Coefficients are multiples of a grid, a power of two fixed from public quantities, 2^-20 of the
noise on one of them. Which multiple is decided by a real number, the computed minimiser plus noise
of which as many digits are drawn as that takes (`exact.vectors`): the guarantee holds for the bits
that are released, and attacks on floating-point noise (Mironov 2012) find nothing.

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> plan = plan_safely("objective", 1.0, lam=0.01, n=1_000, loss=Logistic(), n_features=5)
>>> plan.epsilon_residual, plan.tau < 2e-9
(0.01, True)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.erm.solver import LARGEST_LAM, SMALLEST_LAM
from dpcore.privacy import gaussian
from dpcore.privacy.calibration import Plan
from dpcore.privacy.families import Family
from dpcore.privacy.mechanisms import MECHANISMS, Mechanism, calibrate, family_of
from dpcore.privacy.noise import GAUSSIAN, LONGEST
from dpcore.release.entropy import Entropy
from dpcore.release.exact import minimisers, vectors
from dpcore.release.exact.vectors import Noise

Noises = tuple[Noise, Noise | None]

RESIDUAL_SHARE = 100
"""ε over ε₂, and δ over δ₂."""

SPARED = 2.0**-36
"""Share of ε, and of δ, that no noise is calibrated to.

It is more than what doubles round on the way to a rate, a few times 2^-53 of ε; than what rows may
be longer than 1, 1e-12, which makes sensitivities larger by as much and the curvature by twice; and
than what the double of an ε is larger than the decimal that the ledger is charged. That is 3e-12
at most. A charged law has twelve digits, and an item of a plan may be short of it by 2e-12 of each:
together less than 1e-11 of ε, and this is 1.5e-11. Where σ/D is short by η of itself, δ(ε) is too
small by φ(x) η t, in the terms of `gaussian`, and a share s of ε and of δ gives back at least φ(x)
s t/2: η may be s/2, where rows make it 1e-12. Gamma noise for (ε, δ) gives back eight times what
1e-12 costs, by its profile at corners of ε from 0.001 to 50, d to 10,000 and δ from 1e-12 to 0.15.
"""

TAIL = 1e-12
"""How rarely ‖b‖ is beyond q. Such a draw may still count; τ just was not made for it."""

FINENESS = 20
"""Bits by which the grid is finer than the noise."""


class MissedTolerance(InvalidInput):
    """The computed minimiser was not certainly within τ: it is refused, and stays charged."""


@dataclass(frozen=True)
class SafePlan:
    """How a draw is made, from public quantities alone.

    Parameters
    ----------
    plan : Plan
        Of the mechanism, at ε less ε₂.
    loss : Loss
        Whose curvature the plan rests on.
    lam : float
        λ that the user set.
    n, n_features : int
        Public; features after encoding.
    tau : float
        Largest gradient of a draw that counts.
    noise_rate : float
        β of the mechanism's noise; 1/σ where it is Gaussian.
    residual_rate : float
        Rate of the noise that hides the residual, of the same law; ∞ for `output`, where β covers
        it.
    epsilon_residual, delta_residual : float
        ε₂ and δ₂; 0 for `output`, and δ₂ with Gamma noise.
    grid : float
        Coefficients are multiples of it.
    n_steps : int or None
        So many steps down the gradient reach τ on every table, where ‖b‖ is at most 4q; None where
        that is not proven.
    """

    plan: Plan
    loss: Loss
    lam: float
    n: int
    n_features: int
    tau: float
    noise_rate: float
    residual_rate: float
    epsilon_residual: float
    delta_residual: float
    grid: float
    n_steps: int | None

    @property
    def lam_used(self) -> float:
        """λ + Δ."""
        return self.lam + self.plan.extra_lam

    @property
    def family(self) -> Family:
        """How the noise becomes a classifier."""
        return family_of(self.plan)

    @property
    def pure_epsilon(self) -> float:
        """The ε that the draw keeps without its δ, what pays for doubles included; ∞ if none."""
        return self.plan.pure_epsilon / (1 - SPARED) + self.epsilon_residual


def plan_safely(
    mechanism: str,
    epsilon: float,
    *,
    lam: float,
    n: int,
    loss: Loss,
    n_features: int,
    delta: float = 0.0,
) -> SafePlan:
    """Return how one draw of a mechanism is made so that (ε, δ) holds for what is computed.

    ε is positive and finite, for one record, and n the public number of records trained on;
    `n_features` counts those after encoding. δ is above 0 and below 1/n where the mechanism, one
    whose guarantee is "pure" or "approximate", uses it, else 0.

    Raises
    ------
    InvalidInput
        If the mechanism keeps no privacy, a parameter is out of range, or the solver is not
        reliable there (`STEEPEST`).
    """
    entry = MECHANISMS[checks.one_of("mechanism", mechanism, released_mechanisms())]
    epsilon = checks.positive("epsilon", epsilon)
    delta = check_delta(entry, delta, n)
    family = entry.family
    # Noise that comes after the minimisation hides what the solver leaves, too: nothing apart.
    epsilon_residual = 0.0 if family.hides_residual else epsilon / RESIDUAL_SHARE
    # Gamma noise hides a residual without a δ, so that the draw keeps its pure ε, too.
    has_delta = entry.norm_law is GAUSSIAN and not family.hides_residual
    delta_residual = delta / RESIDUAL_SHARE if has_delta else 0.0
    left, delta_left = spared(epsilon - epsilon_residual), spared(delta - delta_residual)
    plan = calibrate(
        mechanism, left, lam=lam, n=n, loss=loss, delta=delta_left, n_features=n_features
    )
    total = checks.between("λ + Δ", lam + plan.extra_lam, SMALLEST_LAM, LARGEST_LAM)
    minimisers.check_steepness(loss, total)
    # q of the formula for τ. `output` solves a problem without noise, and q is 0 there.
    q = entry.norm_law.exceeded(TAIL, n_features) / plan.noise_rate
    longest = q if family.solves_each_draw else 0.0
    # W: (λ+Δ)‖w‖ is the length of a mean of slopes, at most 1, less b/n.
    sizes = (n, n_features, loss.curvature, total)
    most_hidden = float(minimisers.hidden(*sizes, (1 + longest / n) / total, longest))
    # Ten times `solver.TOLERANCE`, so that a draw that converged counts with room to spare.
    tau = 1e-9 * max(1.0, longest / n) + most_hidden
    rate, residual_rate = plan.noise_rate, math.inf
    # Each of two neighbours' computed minimisers may be τ/(λ+Δ) off the exact one.
    if family.hides_residual:
        rate *= plan.sensitivity / (plan.sensitivity + 2 * tau / total)
    else:
        residual_rate = _rate(epsilon_residual, delta_residual, 2 * tau / total)
    # How long noise on the classifier is on the whole; where it is added to the gradient, less by
    # the largest curvature of J, so that the grid is fine enough in every direction.
    unit = math.sqrt(entry.norm_law.mean_square(n_features))
    usual = unit / rate / family.stiffness(n, loss.curvature + total)
    # What cannot be carried is refused before it is divided by.
    lengths = (usual, longest, tau, unit / rate, unit / max(residual_rate, 1e-300))
    if not all(length < LONGEST for length in lengths) or usual < 1 / LONGEST:
        raise InvalidInput(
            f"ε = {checks.written(epsilon)} with λ = {checks.written(lam)} needs noise too large "
            "to compute. Take less extreme values."
        )
    # A power of two: dividing by it and multiplying with it are exact, so that the last bits are
    # those of the rounding alone. Of one coefficient: d of them make up the length.
    grid = 2.0 ** (math.floor(math.log2(usual / math.sqrt(n_features))) - FINENESS)
    n_steps = minimisers.n_steps(loss, sizes, tau, 4 * longest)
    return SafePlan(plan, loss, lam, n, n_features, tau, rate, residual_rate, epsilon_residual,
                    delta_residual, grid, n_steps)  # fmt: skip


def pure_mechanisms() -> tuple[str, ...]:
    """Return the mechanisms that keep ε-differential privacy."""
    return tuple(name for name, each in MECHANISMS.items() if each.guarantee == "pure")


def released_mechanisms() -> tuple[str, ...]:
    """Return the mechanisms that a release may use: pure ones, then those that need a δ."""
    return *pure_mechanisms(), *(name for name, each in MECHANISMS.items() if each.uses_delta)


def check_delta(mechanism: Mechanism, delta: float, n: int) -> float:
    """Return the δ of a release: 0 for a pure mechanism, else above 0 and below 1/n.

    Raises
    ------
    InvalidInput
        If it is another. Below 1e-100 doubles do not carry all that σ is computed from.
    """
    if mechanism.uses_delta:
        if not delta:
            raise InvalidInput(
                f"{mechanism.name} needs a δ above 0 and below 1/n, here 1/{n:,}: it is private "
                "only with a δ. Name one, or take a mechanism without δ."
            )
        return checks.between("δ", gaussian.checked_delta(delta, n), 1 / LONGEST, 1.0)
    if checks.between("δ", delta, 0.0, 1.0):
        raise InvalidInput(
            f"δ must be 0 for {mechanism.name}, which needs none; got {checks.written(delta)}."
        )
    return 0.0


def check_person(mechanism: Mechanism, m: int) -> None:
    """Refuse a mechanism with a δ where a person has up to m records, more than one.

    Raises
    ------
    InvalidInput
        If it is so.
    """
    if mechanism.uses_delta and m > 1:
        raise InvalidInput(
            f"{mechanism.name} cannot be released where a person has up to {m:,} records: its δ "
            "grows faster than m over them. Take a mechanism without δ."
        )


def draw_safely(
    plan: SafePlan, X: Array, y: Array, entropy: Entropy, weight: Array | None = None
) -> Array:
    """Draw one classifier, shape (n_features,), from rows of norm at most 1 with labels -1 or +1.

    `weight` (n,) is what each record counts, from above 0 to 1 and by declared facts and its own
    cells alone; left out, what its class does by the plan's loss.

    Raises
    ------
    MissedTolerance
        If the minimiser is not certainly as exact as the plan needs.

    Notes
    -----
    **Guarantee.** (ε, δ)-differentially private, δ = 0 for a pure mechanism, for replace-one
    neighbours of public size n: by `plan.plan.theorem` at (ε - ε₂, δ - δ₂), and at (ε₂, δ₂), for
    what the solver leaves, by the Gamma mechanism or, where there is a δ₂, by the analytic Gaussian
    mechanism (Balle and Wang 2018, Theorem 8); with Gamma noise it is `plan.pure_epsilon`-DP, too;
    for the bits that are returned (`exact.vectors`), if
    the operating system's bits are fair and no draw can miss τ. If one can, with probability at
    most δ_F on every data set, it is (ε, δ + (1 + e^ε) δ_F)-differentially private; δ_F is below
    1e-40 where `plan.n_steps` is a number. Elsewhere, with `output`, a refusal is decided by the
    records alone: δ_F is 0 or 1, and a table that misses τ voids the guarantee.
    """
    # Both before anything is solved: the records decide neither how much is drawn nor when.
    coefs, exact = finished(plan, X, y, [noises(plan, entropy)], weight)
    # Not drawn again: to repeat until it counts would condition the noise on the records.
    if not exact[0]:
        raise MissedTolerance(
            "The minimiser could not be computed as exactly as the guarantee needs, so that "
            "nothing is released. Its budget is spent: the failure may reveal something about the "
            "data. A larger λ makes the problem easier."
        )
    return np.asarray(coefs[0])


def noises(plan: SafePlan, entropy: Entropy) -> Noises:
    """Return the noise of the mechanism, and that which hides the residual, if it has its own."""
    law, d = plan.plan.norm_law, plan.n_features
    noise = vectors.draw(entropy, law, d, plan.noise_rate)
    if math.isinf(plan.residual_rate):
        return noise, None
    return noise, vectors.draw(entropy, law, d, plan.residual_rate)


def finished(
    plan: SafePlan,
    X: Array,
    y: Array,
    drawn: Sequence[Noises],
    weight: Array | None = None,
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the classifiers that noises lead to, and which of them may be released.

    There is one pair of noises for each draw, from `noises`; the weight is as in `draw_safely`.
    """
    linear = np.zeros((len(drawn), plan.n_features))
    if plan.family.solves_each_draw:
        noise = np.array([noise.nearest() for noise, _ in drawn])
        linear = np.asarray(plan.family.linear_terms(noise, plan.n))
    bounds = (plan.tau, plan.n_steps)
    minima, exact = minimisers.minimised(X, y, plan.loss, plan.lam_used, linear, bounds, weight)
    # What hides the residual is added last, and as a real number: the noise itself, or its own.
    last = [noise if residual is None else residual for noise, residual in drawn]
    rounded = [noise.rounded(coef, plan.grid) for noise, coef in zip(last, minima, strict=True)]
    return np.array(rounded), exact


def _rate(epsilon: float, delta: float, sensitivity: float) -> float:
    """Return the rate of noise that hides a residual: Gamma noise, Gaussian with a δ."""
    return 1 / gaussian.sigma(epsilon, delta, sensitivity) if delta else epsilon / sensitivity


def spared(epsilon: float) -> float:
    """Return the ε that a mechanism computes with, where it is charged `epsilon`: a hair less."""
    return epsilon * (1 - SPARED)
