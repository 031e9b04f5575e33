"""The meter gives the log ratio of the densities, and the search finds what breaks a claim."""

import numpy as np
import pytest
from scipy import integrate

from dpcore.checks import InvalidInput
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.calibration import calibrate
from dpcore.privacy.mechanisms import MECHANISMS, draw
from dpcore.privacy.meter import Meter
from dpcore.privacy.neighbours import Neighbours, exchange
from dpcore.privacy.search import ceiling, worst_case, worst_with_a_crowd
from tests.erm.oracles import DEFAULTS, labelled
from tests.privacy.oracles import PURE, privacy_loss, promise

NOISY = [name for name in MECHANISMS if name != "non_private"]
BROKEN = [name for name in NOISY if MECHANISMS[name].guarantee == "broken"]
over_noisy = pytest.mark.parametrize("mechanism", NOISY)
over_losses = pytest.mark.parametrize("loss", DEFAULTS, ids=repr)


def metered(mechanism, data, x, label, *, epsilon=0.5, lam=0.01, loss=DEFAULTS[0]):
    pair = exchange(*data, x, label)
    return Meter(pair, calibrate(mechanism, epsilon, lam=lam, n=pair.n, loss=loss), loss, lam)


def alone(n, d=1, *, after=0.0):
    """Return neighbours that are at the origin but for one record: e1 against a multiple of it."""
    e = np.eye(d)[0]
    return Neighbours(np.empty((0, d)), np.empty(0), e, after * e, n)


# --- The formula --------------------------------------------------------------------------------


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
            [meter.family.centre, meter.family.centre - meter.family.gap]
            if (MECHANISMS[mechanism].perturbs == "output")
            else None
        )
        promised = promise(mechanism, 0.5, lam, n, loss)
        expected = privacy_loss(w, (X, y), other, promised, loss, lam, centres)
        np.testing.assert_allclose(meter.at(w), expected, rtol=1e-7, atol=1e-9)


@over_noisy
def test_swapping_the_data_sets_turns_the_sign(mechanism):
    X, y = labelled(30, 2)
    pair = exchange(X, y, -X[0], y[0])
    back = Neighbours(pair.common, pair.counts, pair.after, pair.before, pair.n)
    plan, w = calibrate(mechanism, 0.5, lam=0.01, n=30, loss=Logistic()), X[:9] * 3
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
    plan = calibrate(mechanism, 0.5, lam=0.01, n=21, loss=Logistic())
    found = [Meter(pair, plan, Logistic(), 0.01).at(X) for pair in (many, few)]
    np.testing.assert_allclose(*found, rtol=1e-6, atol=1e-9)


def test_laplace_length_is_a_gamma_length_in_one_dimension_even_without_noise():
    pair, loss, lam = alone(50, after=-1.0), Logistic(), 0.01
    plan = calibrate("output_laplace_norm", 0.5, lam=lam, n=50, loss=loss)
    meter = Meter(pair, plan, loss, lam)
    at_its_centre = meter.at(meter.family.centre[None])[0]
    assert at_its_centre == pytest.approx(plan.noise_rate * abs(meter.family.gap[0]))


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


# --- The search ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "lam", "epsilon", "reached"), [
    (600, 1e-6, 0.2, 5.98), (100, 1e-3, 0.1, 1.23),
])  # fmt: skip
def test_search_finds_what_the_missing_jacobian_costs(n, lam, epsilon, reached):
    plan = calibrate("objective_2008", epsilon, lam=lam, n=n, loss=Logistic())
    at_origin = Meter(alone(n), plan, Logistic(), lam).at(np.zeros((1, 1)))[0]
    assert abs(at_origin) == pytest.approx(reached, rel=0.01)
    for d in (1, 2):
        found = worst_case(plan, Logistic(), lam=lam, n=n, n_features=d)
        assert found.privacy_loss >= reached * 0.99
        assert found.privacy_loss <= ceiling(plan, Logistic(), lam=lam, n=n, n_features=d)


def test_objective_2008_was_harmless_at_its_own_settings():
    plan = calibrate("objective_2008", 0.1, lam=0.01, n=14_000, loss=Logistic())
    bound = ceiling(plan, Logistic(), lam=0.01, n=14_000, n_features=10)
    assert bound == pytest.approx(0.1018, rel=1e-3)
    assert worst_case(plan, Logistic(), lam=0.01, n=14_000, n_features=10).privacy_loss <= bound


@pytest.mark.parametrize("mechanism", ["objective", "objective_tight", "objective_2008"])
def test_huber_hinge_reaches_the_ceiling(mechanism):
    # At the band's lower end slope and curvature are both at their largest: the search is sharp.
    for n, lam, epsilon in ((600, 1e-6, 0.2), (1000, 1e-3, 1.0), (14_000, 0.01, 0.1)):
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=HuberHinge())
        found = worst_case(plan, HuberHinge(), lam=lam, n=n, n_features=1).privacy_loss
        assert found == pytest.approx(
            ceiling(plan, HuberHinge(), lam=lam, n=n, n_features=1), rel=1e-3
        )


@pytest.mark.parametrize("mechanism", PURE)
@over_losses
def test_optimised_search_keeps_pure_mechanisms_within_epsilon(mechanism, loss):
    grid = [(50, 1e-5, 0.1, 1), (50, 0.1, 3.0, 2), (2000, 1e-4, 0.5, 2), (2000, 0.01, 0.05, 20)]
    for n, lam, epsilon, d in grid:
        plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss)
        found = worst_case(plan, loss, lam=lam, n=n, n_features=d)
        assert found.privacy_loss <= epsilon * (1 + 1e-9)
        assert ceiling(plan, loss, lam=lam, n=n, n_features=d) <= epsilon * (1 + 1e-12)


@pytest.mark.parametrize("mechanism", BROKEN)
def test_search_catches_every_broken_mechanism(mechanism):
    n, lam, epsilon = 100, 1e-3, 0.1
    plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=HuberHinge())
    found = worst_case(plan, HuberHinge(), lam=lam, n=n, n_features=2)
    assert found.privacy_loss > 1.2 * epsilon
    # Anybody may check it.
    again = Meter(found.neighbours, plan, HuberHinge(), lam).at(found.coefs[None])[0]
    assert abs(again) == found.privacy_loss


@pytest.mark.parametrize("mechanism", NOISY)
def test_random_pairs_never_pass_the_ceiling(mechanism):
    # 300 pairs of every shape, 40 outputs each, beside the optimised search.
    random = rng(5)
    for trial in range(100):
        n, d = int(random.choice([2, 7, 50])), int(random.integers(1, 6))
        lam, epsilon = 10 ** random.uniform(-5, 0), 10 ** random.uniform(-1.5, 1)
        loss = DEFAULTS[trial % 3]
        X, y = labelled(n, d, trial)
        x = random.standard_normal(d)
        x /= np.linalg.norm(x) * random.choice([1.0, 3.0])
        meter = metered(mechanism, (X, y), x, 1.0, epsilon=epsilon, lam=lam, loss=loss)
        w = random.standard_normal((40, d)) * 10 ** random.uniform(-3, 4, (40, 1))
        highest = ceiling(meter.plan, loss, lam=lam, n=n, n_features=d)
        assert np.abs(meter.at(w)).max() <= highest * (1 + 1e-9)


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("mechanism", ["objective", "objective_tight", "objective_2008"])
@over_losses
def test_a_crowd_near_the_origin_is_the_limit_of_the_search(mechanism, loss, d):
    # The limit misses at most 3 % of what the search finds among 10^5 records; the search stays
    # below the limit, by a third at most, where it needs a crowd in a place that it rarely tries.
    n, epsilons, pulls = 10**5, np.array([0.1, 1.0]), np.array([1e-3, 0.1, 10.0])
    grid = worst_with_a_crowd(mechanism, epsilons, pulls, loss, n_features=d)
    for (row, column), worst in np.ndenumerate(grid):
        lam = pulls[row] / n
        plan = calibrate(mechanism, epsilons[column], lam=lam, n=n, loss=loss)
        found = worst_case(plan, loss, lam=lam, n=n, n_features=d).privacy_loss
        assert 0.97 * found <= worst <= 1.5 * found
        assert worst <= ceiling(plan, loss, lam=lam, n=n, n_features=d) * (1 + 1e-9)


@pytest.mark.parametrize(("pull", "epsilon"), [(0.1, 1.0), (1.0, 0.2), (10.0, 0.1)])
def test_tilted_records_reach_the_limit_of_the_plane(pull, epsilon):
    # The neighbours of the docstring, written out and metered: w is long, u longer, and a record
    # has any margin by a small tilt. The claim is broken in all three; to 0.1 % by the limit.
    loss, n, length = Logistic(), 10**15, 300.0
    plan = calibrate("objective_2008", epsilon, lam=pull / n, n=n, loss=loss)
    limit = worst_with_a_crowd(
        "objective_2008", np.array([epsilon]), np.array([pull]), loss, n_features=2
    )[0, 0]
    shift = max(100.0, 30 * pull * length)
    crowd, many = np.array([[2 * shift / n, 0.0]]), np.array([n - 1.0])
    after, w = tilted(1.0, -12 / length), np.array([[0.0, length]])
    found = max(
        abs(Meter(Neighbours(crowd, many, before, after, n), plan, loss, pull / n).at(w)[0])
        for before in (tilted(-1.0, margin / length) for margin in np.linspace(-10, 3, 131))
    )
    assert epsilon < 0.999 * limit < found <= limit * (1 + 1e-9)


def tilted(along, across):
    z = np.array([along, across])
    return z / (np.linalg.norm(z) * (1 + 1e-12))
