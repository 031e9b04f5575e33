"""What must hold of one training, and of two on neighbours, whoever asks for it.

Formulas are written a second time, from the papers and from what `dpcore.release.safe` declares.
"""

import math
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from dpcore.erm.losses import Loss
from dpcore.release.safe import SafePlan
from tests.erm.oracles import formulas
from tests.privacy.oracles import PROMISES, Promise, implied_noise, length_law
from tests.release.replay.trace import Question, Trace

ROUNDING = 1e-12

Solved = dict[str, Any]


class Asked(Protocol):
    """How to train; a release's order is one."""

    @property
    def mechanism(self) -> str: ...
    @property
    def loss(self) -> Loss: ...
    @property
    def delta(self) -> float: ...


def drawn(
    order: Asked, plan: SafePlan, solved: Solved, vectors: Iterator[Question], epsilon: float
) -> np.ndarray:
    """Return the classifier that one training and its noise lead to, by the formulas alone."""
    n, d = solved["X"].shape
    lam, c = plan.lam, formulas(order.loss, 0.0)[-1]
    noise = next(vectors)
    is_output = order.mechanism.startswith("output")
    share = 0.0 if is_output else 0.01
    is_gamma = order.mechanism.endswith("gamma")
    # Gamma noise hides what the solver leaves without a δ: all of it is the mechanism's.
    delta, of_d = order.delta * (1 - share * (not is_gamma)), {"d": d} if is_gamma else {}
    printed = _promise(order.mechanism, (1 - share) * epsilon, delta, lam, n, c, **of_d)
    total = lam + printed.extra_lam
    assert math.isclose(solved["lam"], total, rel_tol=1e-9), "another λ + Δ"
    q = 0.0 if is_output else length_law(printed.law, d, printed.rate).isf(1e-12) / n
    longest = (1 + q) / total
    tau = 1e-9 * max(1, q) + 1e-15 * (1 + (c + total) * longest + q)
    tau += 2**-53 * (n + c * d * longest + 2 * q)
    assert math.isclose(plan.tau, tau, rel_tol=1e-6), "another τ"
    # At the sensitivity 2/(nλ) + 2τ/λ, as if nλ were so much smaller.
    rate = printed.rate / (1 + n * tau) if is_output else printed.rate
    assert noise.size == d, "another number of coefficients"
    # What is spared of ε weighs more where the slack leaves little of it for noise.
    spared = 2.0**-36 * epsilon / min(epsilon, printed.rate)
    has_scale = _has_scale(noise, printed.law, rate, 1e-9 + 2 * spared)
    assert has_scale, "the mechanism's noise has another scale"
    linear = np.zeros(d) if is_output else noise.answer.nearest() / n
    assert np.allclose(solved["linear"], linear, rtol=1e-12, atol=0), "noise in another place"
    # What the solver left, without trust in its own word.
    pulls = _pulls(solved, solved["coef"], order.loss, total)
    left = float(np.linalg.norm(pulls - n * linear)) / n
    assert left <= tau * (1 + 1e-6), "a draw beyond τ was released"
    last = noise if is_output else next(vectors)
    if not is_output:
        # One number that moves by 2τ/(λ+Δ), as a minimiser by 2/(nλ).
        name = "output_gaussian" if order.delta and not is_gamma else "output"
        of_delta = share * order.delta if name == "output_gaussian" else 0.0
        hides = _promise(name, share * epsilon, of_delta, total / tau, 1, c)
        assert _has_scale(last, hides.law, hides.rate, 1e-6), "what hides the residual"
    return np.asarray(last.answer.rounded(solved["coef"], plan.grid))


def _pulls(solved: Solved, coef: np.ndarray, loss: Loss, lam: float) -> np.ndarray:
    """Return the noise that leads to a classifier on the records of a training."""
    return implied_noise(coef, solved["X"], solved["y"], loss, lam, solved["weight"])


def _promise(mechanism, epsilon, delta, lam, n, c, **of_d) -> Promise:
    """Return what a mechanism needs at ε and δ, by the papers."""
    return PROMISES[mechanism](epsilon, lam, n, c, **of_d, **({"delta": delta} if delta else {}))


def _has_scale(noise, law: str, rate: float, rel_tol: float) -> bool:
    return noise.scale[0] == law and math.isclose(noise.scale[1], rate, rel_tol=rel_tol)


def mistakes_of(coefs, X, y, weight=1.0) -> np.ndarray:
    return (weight * (np.where(coefs @ X.T >= 0, 1.0, -1.0) != y)).sum(axis=1)


def moved_at_most(order: Asked, tau: float, both: tuple[Solved, Solved], changed: int) -> None:
    """Assert that what the noise of one training is added to keeps its sensitivity."""
    mine, yours = both
    n = len(mine["y"])
    assert mine["lam"] == yours["lam"], "Δ follows what cells hold"
    if not changed:
        assert np.array_equal(mine["coef"], yours["coef"]), "a record moved another part"
        return
    if order.mechanism.startswith("output"):
        moved = float(np.linalg.norm(mine["coef"] - yours["coef"]))
        assert moved <= changed * (2 / (n * mine["lam"]) + 2 * tau / mine["lam"]) * (1 + ROUNDING)
        return
    implied = [_pulls(run, mine["coef"], order.loss, mine["lam"]) for run in both]
    moved = float(np.linalg.norm(implied[0] - implied[1]))
    assert moved <= 2 * changed * (1 + ROUNDING) + ROUNDING * n, "more than 2 a record"


def asked_alike(one: Trace, other: Trace) -> None:
    """Assert that two runs ask the same of chance, at the same scales, and get the same."""
    asked = [[(each.kind, each.size) for each in run.questions] for run in (one, other)]
    assert asked[0] == asked[1], "chance was asked otherwise"
    drawn_from = [[each.bits for each in run.questions if each.bits] for run in (one, other)]
    assert drawn_from[0] == drawn_from[1], "chance was asked from another place"
    assert len(set(drawn_from[0])) == len(drawn_from[0]), "bits were used twice"
    for mine, yours in zip(one.questions, other.questions, strict=True):
        if mine.kind == "choice":
            continue
        # Candidates are all drawn, so that no scale follows the choice.
        assert mine.scale == yours.scale, "a scale of noise follows what cells hold"
        # A vector is a real number: how many of its digits a run has fetched does not matter.
        both = [
            each.answer.nearest() if each.kind == "vector" else each.answer
            for each in (mine, yours)
        ]
        assert np.array_equal(*both), "the same bits gave other noise"
