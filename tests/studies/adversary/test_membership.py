"""Membership by a threshold on the loss: what it gets, and that no mean passes its limit."""

import math
from itertools import product

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.data.real import places
from dplab.instruments.neighbours import in_ball
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.sources import load
from dplab.studies.adversary.membership import NO_NOISE, _margins, attacked, n_members, run
from dplab.studies.adversary.rates import (
    Membership,
    Question,
    advantages,
    interval,
    most,
    promised,
    table,
)
from tests.house.some import every

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


@pytest.mark.parametrize(
    ("settings", "mechanism"),
    every(
        3,
        product(
            (
                Settings(data="breast_cancer", n=150, lam=0.003),
                Settings(data="gaussian", n=100, lam=0.01),
            ),
            ("output_gaussian", "objective_tight", "output", "objective"),
        ),
    ),
)
def test_no_mean_over_splits_is_above_a_limit_by_more_than_its_interval(mechanism, settings):
    found = found_at(mechanism, settings)
    low, _ = interval(found.areas)
    assert (low <= found.area_limits).all()
    assert all(each.limit <= each.alone + 1e-9 for every in found.measured for each in every)
    lows, _ = interval(np.moveaxis(found.paired, 1, -1))
    # Of 32 places of each curve some interval may miss; by as much again none does.
    spread = found.paired.std(axis=1, ddof=1) / math.sqrt(found.areas.shape[1])
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
    lows, _ = interval(np.moveaxis(found.paired, 1, -1))
    spread = found.paired.std(axis=1, ddof=1) / math.sqrt(found.areas.shape[1])
    assert (lows - 2 * spread <= found.curve_limits).all()


@pytest.mark.parametrize("mechanism", ["objective", "output_gaussian"])
def test_no_path_has_a_larger_area_than_the_diagonal(mechanism):
    question = Question(Settings(data="breast_cancer", n=100, delta=1e-3), mechanism, (1.0,), 2)
    *_, found = run(question)
    area = found.measured[0][0]
    for law, limit in ((found.laws[0], area.limit), (promised(question, 1.0), area.alone)):
        rates = np.linspace(0, 1, 401)
        values = most(law, rates)
        whole = float(np.trapezoid(values, rates))
        assert whole == pytest.approx(limit, abs=1e-3)
        # Pairs of one classifier are right less often than pairs of two.
        assert (1 + np.max(values - rates)) / 2 <= whole
        rng = np.random.default_rng(0)
        for _ in range(200):
            x, y = (np.sort(rng.beta(*rng.uniform(0.2, 3, 2), 400)) for _ in range(2))
            x, y = (np.concatenate([[0.0], each, [1.0]]) for each in (x, y))
            one, other = (np.interp(each, rates, values) for each in (x, y))
            assert np.trapezoid(one, y) + np.trapezoid(other, x) <= 2 * whole + 1e-3


def test_epsilon_and_delta_alone_allow_what_the_design_says():
    found = found_at("output_gaussian", Settings(data="breast_cancer", n=20, delta=0.01), (1.0,), 2)
    area, advantage, _, ten = (each.alone for each in found.measured[0])
    assert area == pytest.approx(1 - 0.99**2 / (1 + math.e), abs=1e-6)
    assert advantage == pytest.approx((math.e - 1 + 0.02) / (math.e + 1))
    assert ten == pytest.approx(math.e * 0.1 + 0.01)
    pure = found_at("output", Settings(data="breast_cancer", n=20), (1.0,), 2).measured[0][0]
    assert pure.alone == pytest.approx(math.e / (1 + math.e), abs=1e-6)
    historic = found_at("objective_2008", Settings(data="breast_cancer", n=20), (1.0,), 2)
    assert {(each.limit, each.alone) for each in historic.measured[0]} == {(1.0, 1.0)}


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
    assert found.at(false[0] / 2)[0].mean() == pytest.approx(
        found.true_positives[0][:, 0].mean() / 2
    )
    assert found.at(false[5])[0].mean() == pytest.approx(found.true_positives[0][:, 5].mean())
    assert [each.name for each in found.measured[0]][2:] == [
        "true_positives_at_0.01", "true_positives_at_0.1",
    ]  # fmt: skip


def test_intervals_of_the_advantage_of_a_guess_hold_nothing_as_often_as_they_say():
    rng, thresholds, held = np.random.default_rng(0), np.linspace(2, -2, 32), []
    for _ in range(300):
        rates = [(rng.standard_normal((40, 60, 1)) >= thresholds).mean(axis=1)[None] for _ in "mn"]
        found = Membership(None, 60, (None,), thresholds, np.zeros((1, 40)), *rates)
        (low,), (high,) = interval(advantages(found))
        held.append(low <= 0 <= high)
    assert 0.91 < np.mean(held) < 0.98


@pytest.mark.parametrize("towards", [1, -1])
def test_an_interval_knows_that_each_split_has_false_positives_of_its_own(towards):
    """Of one draw, noise moves a stranger's margin as a member's, or against it."""
    rng, spread, rate = np.random.default_rng(0), 0.5, 0.1
    thresholds = np.linspace(3, -5, 40)
    # A member's margin is 1 + the noise, a stranger's -1 ± the noise; its law is known.
    there = -1 - spread * math.log(2 * rate)
    true = 1 - math.exp(-(1 - there) / spread) / 2
    held = []
    for _ in range(300):
        noise = rng.laplace(0, spread, (40, 20, 1))
        flagged = [
            (each >= thresholds).mean(axis=1)[None] for each in (1 + noise, towards * noise - 1)
        ]
        found = Membership(None, 1, (None,), thresholds, np.zeros((1, 40)), *flagged[::-1])
        (low,), (high,) = interval(found.at(rate))
        held.append(low <= true <= high)
    assert 0.9 < np.mean(held) < 0.99
    np.testing.assert_allclose(found.paired.mean(axis=1), found.true_positives.mean(axis=1))


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
