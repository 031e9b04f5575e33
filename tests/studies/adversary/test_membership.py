"""Membership by a threshold on the loss: what it gets, and that no mean passes its limit."""

import math

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.data.real import places
from dplab.instruments.neighbours import in_ball
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.sources import load
from dplab.studies.adversary.membership import (
    NO_NOISE,
    Question,
    _margins,
    advantages,
    alone,
    attacked,
    interval,
    most,
    n_members,
    run,
    table,
)

EPSILONS = (0.1, 1.0, 10.0, math.inf)


def found_at(mechanism, settings, epsilons=EPSILONS, n_splits=30):
    *_, found = run(Question(settings, mechanism, epsilons, n_splits))
    return found


def test_the_area_is_that_of_all_pairs_and_the_rates_those_at_the_thresholds():
    rng = np.random.default_rng(0)
    members, others = rng.normal(0.4, 1, (3, 50)).round(1), rng.normal(0, 1, (3, 70)).round(1)
    thresholds = np.array([2.0, 0.3, -9.0])
    area, false, true = attacked(members, others, thresholds)
    labels = np.append(np.ones(150), np.zeros(210))
    scores = np.append(members.ravel(), others.ravel())
    assert area == pytest.approx(roc_auc_score(labels, scores), abs=1e-12)
    np.testing.assert_allclose(false, [(others >= each).mean() for each in thresholds])
    np.testing.assert_allclose(true, [(members >= each).mean() for each in thresholds])


@pytest.mark.parametrize("mechanism", ["output", "objective_tight", "output_gaussian"])
@pytest.mark.parametrize(
    "settings",
    [Settings(data="breast_cancer", n=150, lam=0.003), Settings(data="gaussian", n=100, lam=0.01)],
    ids=["breast cancer", "generated"],
)
def test_no_mean_over_splits_is_above_a_limit_by_more_than_its_interval(mechanism, settings):
    found = found_at(mechanism, settings)
    low, _ = interval(found.areas)
    assert (low <= found.area_limits).all()
    by_promise = [alone(found.question, each) for each in EPSILONS]
    assert (found.area_limits <= [each.area + 1e-9 for each in by_promise]).all()
    assert (found.advantage_limits <= [each.advantage + 1e-9 for each in by_promise]).all()
    lows, _ = interval(np.moveaxis(found.true_positives, 1, -1))
    # Of 32 places of each curve some interval may miss; by as much again none does.
    spread = found.true_positives.std(axis=1, ddof=1) / math.sqrt(found.areas.shape[1])
    assert (lows - 2 * spread <= found.curve_limits).all()
    rows = table(found)
    assert list(rows.epsilon) == list(EPSILONS)
    assert (rows.area_low <= rows.area).all()


@pytest.mark.whole
@pytest.mark.parametrize("mechanism", ["output", "objective"])
@pytest.mark.parametrize("data", ["breast_cancer", "adult", "covertype", "learnt by heart"])
def test_at_thirty_settings_of_tables_and_ten_more_no_limit_is_passed(
    data, mechanism, tables_folder, monkeypatch
):
    monkeypatch.setenv(places.FOLDER, str(tables_folder))
    settings = Settings(data=data, n=100, lam=0.01)
    if data == "learnt by heart":
        settings = Settings(data="gaussian", d=100, n=50, lam=0.01)
    found = found_at(mechanism, settings, (0.1, 0.5, 1.0, 3.0, 10.0, math.inf), n_splits=40)
    rows = table(found)
    print(rows[["data", "mechanism", "epsilon", "area", "area_low", "area_high", "area_limit"]])
    assert (rows.area_low <= rows.area_limit).all()
    lows, _ = interval(np.moveaxis(found.true_positives, 1, -1))
    spread = found.true_positives.std(axis=1, ddof=1) / math.sqrt(found.areas.shape[1])
    assert (lows - 2 * spread <= found.curve_limits).all()


def limits_of(law_of):
    """Return the largest true positive rates as a function, and their area."""
    rates = np.linspace(0, 1, 401)
    values = law_of(rates)
    return lambda x: np.interp(x, rates, values), float(np.trapezoid(values, rates))


@pytest.mark.parametrize("mechanism", ["objective", "output_gaussian"])
def test_no_path_has_a_larger_area_than_the_diagonal(mechanism):
    question = Question(Settings(data="breast_cancer", n=100, delta=1e-3), mechanism, (1.0,), 2)
    *_, found = run(question)
    (law,), promise = found.laws, alone(question, 1.0)
    for allowed, limit in ((lambda x: most(law, x), found.area_limits[0]),
                           (promise.most, promise.area)):  # fmt: skip
        g, whole = limits_of(allowed)
        assert whole == pytest.approx(limit, abs=1e-3)
        # Pairs of one classifier are right less often than pairs of two.
        assert (1 + np.max(g(np.linspace(0, 1, 999)) - np.linspace(0, 1, 999))) / 2 <= whole + 1e-9
        rng = np.random.default_rng(0)
        for _ in range(200):
            x, y = (np.sort(rng.beta(*rng.uniform(0.2, 3, 2), 400)) for _ in range(2))
            x, y = (np.concatenate([[0.0], each, [1.0]]) for each in (x, y))
            area = np.trapezoid(g(x), y) + np.trapezoid(g(y), x)
            assert area <= 2 * whole + 1e-3


def test_alone_allows_what_every_test_between_both_sides_keeps():
    promise = alone(Question(Settings(delta=0.01), "output_gaussian", (1.0,)), 1.0)
    g, whole = limits_of(promise.most)
    assert promise.area == pytest.approx(1 - 0.99**2 / (1 + math.e), abs=1e-9)
    assert promise.area == pytest.approx(whole, abs=1e-4)
    rates = np.linspace(0, 1, 1001)
    assert promise.advantage == pytest.approx((g(rates) - rates).max(), abs=1e-3)
    assert promise.most(0.0) == pytest.approx(0.01)
    assert alone(Question(Settings(), "objective_2008", (1.0,)), 1.0).area == 1.0


def test_without_noise_whoever_is_learnt_by_heart_is_found():
    # More coefficients than records: each member is answered right, whatever its label is.
    rng = np.random.default_rng(1)
    X = in_ball(rng.standard_normal((80, 300)))
    data = Dataset(X, np.where(rng.random(80) < 0.5, 1.0, -1.0), tuple(map(str, range(300))))
    settings = Settings(data=UPLOAD, n=20, lam=1e-4, loss="huber")
    *_, found = run(Question(settings, "output", (1.0, math.inf), 5), data)
    assert (found.areas[1] > 0.95).all()
    assert found.at(0.1)[1].mean() > 0.5
    # With noise that is long beside what was learnt, nobody is.
    assert abs(found.areas[0].mean() - 0.5) < 0.05


def test_members_margins_are_hardly_larger_where_records_are_many():
    def told(**settings):
        """Return by how much members' margins are larger, and how those of strangers spread."""
        question = Question(Settings(lam=0.01, **settings), NO_NOISE, (math.inf,))
        data, n = load(question.settings), question.settings.n
        each = [_margins(question, data, n, number)[0] for number in range(1, 41)]
        return np.mean([(m[0].mean() - s[0].mean(), s[0].std()) for m, s in each], axis=0)

    assert told(data="breast_cancer", n=100).round(2) == pytest.approx([0.02, 1.01])
    assert told(data="gaussian", n=50, d=100).round(2) == pytest.approx([0.29, 0.31])


def test_a_rate_between_two_thresholds_is_that_of_a_coin_which_one_counts():
    found = found_at("output", Settings(data="breast_cancer", n=50), (1.0,), n_splits=3)
    false = found.false_positives[0].mean(axis=0)
    # Below the smallest rate that was met, a coin decides whether anybody is flagged at all.
    assert found.at(0.0)[0] == pytest.approx(0)
    assert found.at(1.0)[0] == pytest.approx(1)
    assert found.at(false[0] / 2)[0] == pytest.approx(found.true_positives[0][:, 0] / 2)
    assert found.at(false[5])[0] == pytest.approx(found.true_positives[0][:, 5])
    assert [each.name for each in found.measured[0]][2:] == [
        "true_positives_at_0.01", "true_positives_at_0.1",
    ]  # fmt: skip


def test_a_guess_has_no_advantage_by_the_choice_of_the_threshold():
    found = found_at("output", Settings(data="gaussian", n=100, lam=0.01), epsilons=(0.01,))
    low, high = interval(advantages(found))
    assert low[0] < 0.0 < high[0] < 0.01


@pytest.mark.parametrize(("settings", "says"), [
    (Settings(data="breast_cancer", n=569), "none is left to compare with"),
    (Settings(data="counterexample"), "given by its points"),
])  # fmt: skip
def test_somebody_has_to_be_left_out(settings, says):
    with pytest.raises(InvalidInput, match=says):
        next(run(Question(settings, "output", (1.0,))))
    assert n_members(Settings(), load(Settings(data="breast_cancer"))) == 100
