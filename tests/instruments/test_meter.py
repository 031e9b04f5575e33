"""The meter gives the log ratio of the densities."""

import numpy as np
import pytest
from scipy import integrate

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dplab.instruments.meter import Meter
from dplab.instruments.minimisers import minimisers, minimisers_of_each
from dplab.instruments.neighbours import Neighbours, exchange
from tests.erm.oracles import DEFAULTS, labelled
from tests.house.some import some
from tests.privacy.oracles import NOISY, OFTEN, privacy_loss, promise
from tests.privacy.pairs import alone, metered

over_noisy = pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
over_losses = pytest.mark.parametrize("loss", DEFAULTS, ids=repr)


@over_losses
@over_noisy
def test_meter_is_the_formula_written_out(mechanism, loss):
    for seed in range(6):
        n, d, lam = (2, 10, 300)[seed % 3], 1 + seed % 4, (1e-3, 0.1)[seed % 2]
        X, y = labelled(n, d, seed)
        x = np.random.default_rng(seed).standard_normal(d)
        x /= np.linalg.norm(x)
        meter = metered(mechanism, (X, y), x, -1.0, lam=lam, loss=loss)
        other = np.vstack([x, X[1:]]), np.r_[-1.0, y[1:]]
        w = 5 * np.random.default_rng(9).standard_normal((30, d))
        centres = (
            [meter.inverse.centre, meter.inverse.centre - meter.inverse.gap]
            if (not MECHANISMS[mechanism].family.has_jacobian)
            else None
        )
        promised = promise(mechanism, 0.5, lam, n, loss, d)
        expected = privacy_loss(w, (X, y), other, promised, loss, lam, centres)
        np.testing.assert_allclose(meter.at(w), expected, rtol=1e-7, atol=1e-9)


@over_noisy
def test_swapping_the_data_sets_turns_the_sign(mechanism):
    X, y = labelled(30, 2)
    pair = exchange(X, y, -X[0], y[0])
    back = Neighbours(pair.common, pair.counts, pair.after, pair.before, pair.n)
    plan = calibrate(mechanism, 0.5, lam=0.01, n=30, loss=Logistic(), n_features=2)
    w = X[:9] * 3
    there, here = (Meter(one, plan, Logistic(), 0.01).at(w) for one in (pair, back))
    np.testing.assert_allclose(there, -here, rtol=1e-9, atol=1e-12)


@over_noisy
def test_the_same_record_again_loses_nothing(mechanism):
    X, y = labelled(30, 2)
    meter = metered(mechanism, (X, y), X[0], y[0])
    np.testing.assert_array_equal(meter.at(X), 0.0)


@over_noisy
def test_counts_are_as_many_equal_records(mechanism):
    X, y = labelled(6, 2)
    repeated = np.repeat(X[1:], 4, axis=0), np.repeat(y[1:], 4)
    rows, labels = np.vstack([X[:1], repeated[0]]), np.r_[y[0], repeated[1]]
    many = exchange(rows, labels, -X[0], y[0])
    few = Neighbours((X * y[:, None])[1:], np.full(5, 4.0), many.before, many.after, many.n)
    plan = calibrate(mechanism, 0.5, lam=0.01, n=21, loss=Logistic(), n_features=2)
    found = [Meter(pair, plan, Logistic(), 0.01).at(X) for pair in (many, few)]
    np.testing.assert_allclose(*found, rtol=1e-6, atol=1e-9)


def test_laplace_length_is_a_gamma_length_in_one_dimension_even_without_noise():
    pair, loss, lam = alone(50, after=-1.0), Logistic(), 0.01
    plan = calibrate("output_laplace_norm", 0.5, lam=lam, n=50, loss=loss)
    meter = Meter(pair, plan, loss, lam)
    at_its_centre = meter.at(meter.inverse.centre[None])[0]
    assert at_its_centre == pytest.approx(plan.noise_rate * abs(meter.inverse.gap[0]))


def test_without_noise_the_loss_is_infinite_unless_nothing_changes():
    X, y = labelled(20, 2)
    assert np.all(np.isinf(metered("non_private", (X, y), -X[0], y[0]).read(3, rng()).privacy_loss))
    assert np.all(metered("non_private", (X, y), X[0], y[0]).read(3, rng()).privacy_loss == 0)


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("mechanism", ["output", "objective", "objective_2008"])
def test_privacy_loss_has_the_mean_that_densities_must_have(mechanism):
    # E[e^-L] = ∫ p(w|D') dw = 1 over outputs of D, whatever the mechanism: 40,000 draws, and five
    # standard errors of their own mean. With the Jacobian left out it fails where it matters.
    X, y = labelled(30, 2)
    meter = metered(mechanism, (X, y), -X[0], y[0], epsilon=0.8, lam=0.003)
    ratio = np.exp(-meter.read(40_000, rng(3)).privacy_loss)
    allowed = 5 * ratio.std() / np.sqrt(len(ratio))
    assert abs(ratio.mean() - 1) < allowed < 0.02


@pytest.mark.parametrize("mechanism", ["objective_2008", "output_laplace_norm"])
@pytest.mark.parametrize(("d", "bins"), [(1, 60), (2, 16)])
def test_meter_agrees_with_densities_estimated_from_draws(mechanism, d, bins):
    # In each cell of a histogram of 400,000 outputs, p(w|D')/p(w|D) on average: counted, and as
    # the mean of e^-L over the outputs of D. Five standard errors of both, 200 cells at most.
    pair, loss, lam, epsilon = alone(8, d, after=-1.0), Logistic(), 0.02, 2.0
    plan = calibrate(mechanism, epsilon, lam=lam, n=8, loss=loss)
    here, there = (outputs(mechanism, records, loss, lam, epsilon, seed)
                   for seed, records in enumerate((pair.first, pair.second)))  # fmt: skip
    ratios = np.exp(-Meter(pair, plan, loss, lam).at(here))
    edges = [np.linspace(-15, 15, bins + 1)] * d
    count, other, ratio = (
        np.histogramdd(w, edges, weights=weights)[0]
        for w, weights in ((here, None), (there, None), (here, ratios))
    )
    full = (count > 1000) & (other > 1000)
    assert full.sum() > 10
    counted, metered_ratio = other[full] / count[full], ratio[full] / count[full]
    allowed = 5 * np.sqrt(1 / count[full] + 1 / other[full])
    assert np.all(np.abs(np.log(counted / metered_ratio)) < allowed)
    # The claim itself would not pass: these data sets are told apart.
    assert np.any(np.abs(np.log(counted)) > allowed)


def outputs(mechanism, records, loss, lam, epsilon, seed):
    X, y, counts = records
    drawn = draw(
        mechanism, X, y, loss=loss, lam=lam, epsilon=epsilon, n_draws=400_000, rng=rng(seed),
        sample_weight=counts,
    )  # fmt: skip
    return drawn.coefs


def test_densities_integrate_to_one_in_one_dimension():
    # p(w|D') = p(w|D) e^-L, with p(w|D) from the noise's own density and the Jacobian.
    pair, loss, lam, epsilon, n = alone(8, 1), Logistic(), 0.02, 2.0, 8
    plan = calibrate("objective_2008", epsilon, lam=lam, n=n, loss=loss)
    meter, beta = Meter(pair, plan, loss, lam), plan.noise_rate

    def density(w):
        b = -n * lam * w - loss.slope(np.array([w]))[0]
        jacobian = loss.curvature_at(np.array([w]))[0] + n * lam
        return 0.5 * beta * np.exp(-beta * abs(b)) * jacobian

    def other(w):
        return density(w) * np.exp(-meter.at(np.array([[w]]))[0])

    for p in (density, other):
        total = sum(integrate.quad(p, low, low + 20, limit=200)[0] for low in range(-200, 200, 20))
        assert total == pytest.approx(1.0, abs=1e-5)


@over_noisy
def test_no_output_has_no_loss(mechanism):
    X, y = labelled(5, 2)
    assert metered(mechanism, (X, y), -X[0], y[0]).at(np.empty((0, 2))).shape == (0,)


def test_impossible_neighbours_get_a_sentence():
    e = np.eye(2)
    with pytest.raises(InvalidInput, match="leave room for one record more among n = 5"):
        Neighbours(e[:1], np.array([5.0]), e[0], e[1], 5)
    with pytest.raises(InvalidInput, match="norm at most 1"):
        Neighbours(e[:1], np.array([1.0]), 2 * e[0], e[1], 5)


@over_losses
@pytest.mark.parametrize("n", [1, 2, 50, 10**6])
def test_pairs_with_the_same_others_have_in_one_batch_the_minimisers_of_each(loss, n):
    rng = np.random.default_rng(n)
    others, counts = -np.eye(2)[-1:], np.array([float(n // 2)]) if n > 1 else np.zeros(1)
    records = [each / np.linalg.norm(each) for each in rng.standard_normal((6, 2))]
    pairs = [
        Neighbours(others, counts, before, after, n)
        for before, after in zip(records[::2], records[1::2], strict=True)
    ]
    for lam in (1e-4, 0.1):
        found = minimisers_of_each(pairs, loss, lam)
        # Both are polished to rounding, which moves a minimiser by a few times 1e-16/λ.
        for each, pair in zip(found, pairs, strict=True):
            np.testing.assert_allclose(each, minimisers(pair, loss, lam), atol=1e-13 / lam)
