"""The series follows a minimiser to third order, and is left out where it does not hold."""

import numpy as np
import pytest

from dpcore.erm.losses import Logistic
from dpcore.erm.newton import series, warm_start
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows
from dpcore.erm.solver import solve
from tests.erm import oracles

N, D, N_DRAWS, LAM = 600, 4, 40, 0.1
DIRECTIONS = np.random.default_rng(4).standard_normal((N_DRAWS, D))


def missed(size, loss=None):
    """Return how far from the minimisers noise of a size leaves the response, per draw."""
    loss = loss or Logistic()
    X, y = oracles.labelled(N, D)
    lam = LAM * (1 + min(size, 0.5) * np.linspace(-1, 1, N_DRAWS))
    weight = np.random.default_rng(5).integers(0, 3, N).astype(float)
    rows = Rows(X * y[:, None], weight / weight.sum(), N_DRAWS)
    J = Objective(rows, loss, lam, size * DIRECTIONS)
    minimisers = solve(X, y, loss, lam, J.linear, weight, tol=1e-13).coefs
    return np.linalg.norm(warm_start.NoiselessProblem(J, [rows]).response(0) - minimisers, axis=1)


@pytest.fixture
def exact(monkeypatch):
    """Leave no error but the series's own, and use it at any noise."""
    monkeypatch.setattr(warm_start, "NOISELESS_TOLERANCE", 1e-13)
    monkeypatch.setattr(series, "FOURTH_STEP", 1)
    monkeypatch.setattr(series, "REACH", (0.0, np.inf))


def order(size):
    """Return how often the distance halves when the noise does."""
    return np.log2(np.median(missed(size) / missed(size / 2)))


@pytest.mark.usefixtures("exact")
def test_response_is_right_to_third_order():
    assert order(0.02) == pytest.approx(4, abs=0.15)


@pytest.mark.usefixtures("exact")
@pytest.mark.parametrize(("without", "left"), [("third", 2), ("fourth", 3)])
def test_each_tensor_is_needed_for_its_order(without, left, monkeypatch):
    class Lacking(series.DerivativeTensors):
        def visit(self, tile, position):
            super().visit(tile, position)
            setattr(self, without, 0 * getattr(self, without))

    monkeypatch.setattr(series, "DerivativeTensors", Lacking)
    assert order(0.005) == pytest.approx(left, abs=0.15)


def test_some_of_the_records_do_for_the_fourth_tensor():
    with_series = missed(0.05)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(series, "is_worthwhile", lambda *_: False)
        first = missed(0.05)
    assert np.median(with_series / first) < 0.3


@pytest.mark.usefixtures("exact")
def test_terms_that_grow_are_left_out(monkeypatch):
    size = 3.0  # b/n of such a length moves margins far beyond the transition
    with_series = missed(size)
    monkeypatch.setattr(series, "is_worthwhile", lambda *_: False)
    first = missed(size)
    assert np.mean(with_series == first) > 0.9
    assert np.all(with_series <= 1.5 * first)


def test_next_to_no_weight_does_no_harm():
    X, y = oracles.labelled(N, D)
    weight = np.ones(N)
    weight[:3] = 1e-38, 1e-42, 0.0
    rows = Rows(X * y[:, None], weight / weight.sum(), N_DRAWS).rounded
    J = Objective(rows, Logistic(), np.full(N_DRAWS, LAM), 0.05 * DIRECTIONS)
    one, tensors = np.zeros(1, dtype=np.intp), series.DerivativeTensors(Logistic(), rows)
    with np.errstate(all="raise", under="ignore"):
        J.gradient(np.ones((1, D)), one, tensors)
    assert np.isfinite(tensors.fourth).all()


@pytest.mark.parametrize(
    ("loss", "d", "n_draws", "widths", "wanted"),
    [
        (Logistic(), 10, 50, 0.5, False),
        (Logistic(), 20, 500, 0.5, False),
        (Logistic(), 26, 100_000, 0.5, False),
        (Logistic(), 10, 200, 1e-3, False),
        (Logistic(), 10, 200, 10.0, False),
        *((loss, 10, 200, 0.5, loss.has_series) for loss in oracles.DEFAULTS),
    ],
    ids=str,
)
def test_series_is_for_smooth_losses_many_draws_and_some_noise(loss, d, n_draws, widths, wanted):
    rows = Rows(np.zeros((5, d)), np.full(5, 0.2), n_draws)
    J = Objective(rows, loss, np.ones(n_draws), np.zeros((n_draws, d)))
    u = np.full((n_draws, d), widths * loss.width / np.sqrt(d))
    assert series.is_worthwhile(J, u) is wanted
