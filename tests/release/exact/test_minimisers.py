"""What doubles may hide is counted whole, in each of its terms, where it is asked for."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.erm.solver import solve
from dpcore.release.exact import descent, minimisers
from tests.release.test_safe import X, Y, hidden

SIZES = (3, 2, 0.25, 0.5)
"""n, d, c and λ+Δ, such that every term of what is hidden is a good part of it."""


@pytest.mark.parametrize("w", [0.0, 7.0])
@pytest.mark.parametrize("b", [0.0, 5.0])
def test_what_doubles_hide_is_the_sum_of_its_terms(w, b):
    assert minimisers.hidden(*SIZES, w, b) == pytest.approx(hidden(*SIZES, w, b), rel=1e-12, abs=0)


def test_plain_steps_are_proven_by_what_is_hidden_where_their_points_may_lie():
    n, d, c, lam, q = 3, 50, 0.25, 0.01, 20
    longest, few = descent.longest(Logistic(), lam, q / n), descent.roundings(n)
    least = e = 0.0
    for _ in range(9):  # what is hidden depends on τ a little
        far = 2 * longest + least / (c + lam)
        e = float(minimisers.hidden(n, d, c, lam, far, q, roundings=few))
        least = 4 * (c + lam) / lam * (e + 2.0**-49 * (c + lam) * longest)
    at = Logistic(), (n, d, c, lam)
    assert minimisers.n_steps(*at, least * (1 - 1e-9), q) is None
    tau = least * (1 + 1e-9)
    facts = {"curvature": c, "lam": lam, "longest": longest, "hidden": e * (1 - 1e-9)}
    assert minimisers.n_steps(*at, tau, q) == descent.n_steps(tau, **facts)


def test_steps_are_not_proven_where_the_check_of_what_they_reach_supposes_more_to_be_hidden():
    # Sums in blocks hide little of a million records; the check of a draw takes any order.
    n, d, c, lam = 10**6, 50, 0.25, 10.0
    least = 4 * hidden(n, d, c, lam, 2 / lam, 0)  # no minimiser is longer than 1/λ
    at = Logistic(), (n, d, c, lam)
    assert minimisers.n_steps(*at, least * (1 - 1e-9), 0) is None
    assert minimisers.n_steps(*at, least * (1 + 1e-9), 0) is not None


def test_a_draw_counts_if_what_was_measured_and_what_is_hidden_are_within_tau(monkeypatch):
    measured = 1e-15

    def as_if(*given, **also):
        solution = solve(*given, **also)
        return replace(solution, grad_norm=np.full(2, measured))

    monkeypatch.setattr(minimisers, "solve", as_if)
    linear = np.array([[0.3, 0.4], [3.0, 4.0]])
    coefs, _ = minimisers.minimised(X, Y, Logistic(), 0.1, linear, (1.0, None))
    for k, b in enumerate((5 * 0.5, 5 * 5.0)):
        tau = measured + hidden(5, 2, 0.25, 0.1, np.linalg.norm(coefs[k]), b)
        for hair, counts in ((1e-9, True), (-1e-9, False)):
            bounds = (tau * (1 + hair), None)
            assert minimisers.minimised(X, Y, Logistic(), 0.1, linear, bounds)[1][k] == counts


def test_steepness_is_the_curvature_squared_over_lam():
    loss = HuberHinge(0.1)
    least = loss.curvature**2 / minimisers.STEEPEST
    minimisers.check_steepness(loss, least * (1 + 1e-9))
    with pytest.raises(InvalidInput, match="would reveal something about the records"):
        minimisers.check_steepness(loss, least * (1 - 1e-9))
