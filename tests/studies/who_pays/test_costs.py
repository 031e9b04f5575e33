"""What each group pays: sums that agree, intervals that cover, and the numbers of the page."""

import dataclasses
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.dataset import training_rows
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import draw
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import costs
from dplab.studies.who_pays.costs import FEWEST, MISSED, wilson
from dplab.tables.groups.division import Division
from tests.house.some import some
from tests.privacy.oracles import OFTEN
from tests.studies.who_pays.cases import (
    GROUP,
    NOISY,
    answered,
    on_the_sphere,
    own,
    paid,
    sized,
    two_groups,
)

# --- Sums ---------------------------------------------------------------------------------------

ASKED = {
    "breast_cancer": (
        Settings(data="breast_cancer", lam=0.1, draws=6),
        Division("mean texture", (17.0, 20.0)),
    ),
    "two_groups": (two_groups(0.2, n=500, draws=6), GROUP),
}


@pytest.mark.parametrize("counted", costs.COUNTED)
@pytest.mark.parametrize("mechanism", ["output", "objective", "objective_gaussian"])
@pytest.mark.parametrize("name", ASKED)
def test_groups_weighted_by_their_sizes_sum_to_the_whole(name: str, mechanism: str, counted: str):
    settings, division = ASKED[name]
    found = paid(settings, mechanism, division, counted)
    sizes = np.array([group.n_test for group in found.groups])
    assert sizes.sum() == found.whole.n_test
    assert sum(group.n_train for group in found.groups) == found.n
    for part in ("without_noise", "at_epsilon", "cost", "disagreement"):
        each = np.array([getattr(group, part) for group in found.groups])
        assert each @ sizes / sizes.sum() == pytest.approx(getattr(found.whole, part))
    drawn = np.stack([group.errors for group in found.groups])
    assert sizes @ drawn / sizes.sum() == pytest.approx(found.whole.errors)


def test_missed_are_positives_that_are_answered_otherwise():
    settings, division = ASKED["breast_cancer"]
    found = paid(settings, "objective", division, MISSED)
    plain, noisy = answered(settings, "non_private"), answered(settings, "objective")
    positive = noisy.y > 0
    assert found.whole.n_test == positive.sum()
    assert found.whole.without_noise == pytest.approx(1 - plain.says[0][positive].mean())
    assert found.whole.at_epsilon == pytest.approx(1 - noisy.says[:, positive].mean())


def test_without_a_formula_the_mean_is_that_of_the_draws():
    settings, division = ASKED["two_groups"]
    drawn, exact = (paid(settings, name, division) for name in ("objective", "output"))
    for group in drawn.groups:
        assert group.at_epsilon == pytest.approx(group.errors.mean())
    assert exact.is_exact
    assert any(group.at_epsilon != group.errors.mean() for group in exact.groups)


def test_the_constant_rule_is_that_of_each_group():
    rng = np.random.default_rng(3)
    X, groups = on_the_sphere(2_000, 3, rng), rng.integers(2, size=2_000)
    y = np.where(rng.random(2_000) < np.array([0.1, 0.7])[groups], 1.0, -1.0)
    found = paid(Settings(data="upload", draws=2, lam=0.1), "output", records=own(X, y, groups))
    by_name = {group.name: group.constant for group in found.groups}
    # Binomial, 200 test records each: four standard errors are 8 and 13 points.
    assert by_name["0"] == pytest.approx(0.1, abs=0.08)
    assert by_name["1"] == pytest.approx(0.3, abs=0.13)


# --- Intervals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 29, 30, 250, 10_000])
@pytest.mark.parametrize("share", [0.0, 0.03, 0.5, 1.0])
def test_wilsons_interval_is_scipys(n: int, share: float):
    wrong = round(share * n)
    expected = stats.binomtest(wrong, n).proportion_ci(method="wilson")
    assert wilson(wrong / n, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_of_no_record_nothing_is_known():
    assert wilson(math.nan, 0) == (0.0, 1.0)


TABLES, TEST = 400, 250


@pytest.fixture(scope="module")
def world():
    """Return a law's records: 1,000 that all tables train on, and 60,000 to test on."""
    rng = np.random.default_rng(5)
    groups = (rng.random(61_000) < 0.3).astype(int)
    x = on_the_sphere(61_000, 2, rng)
    X = np.hstack([x * (groups == 0)[:, None], x * (groups == 1)[:, None]])
    y = np.where((x[:, 0] >= 0) != (rng.random(61_000) < 0.05), 1.0, -1.0)
    return X, y, groups


def table_of(world, seed: int, tested: np.ndarray) -> tuple[Settings, object]:
    """Return settings and records whose split trains on the first 1,000, and tests on these."""
    X, y, groups = world
    settings = Settings(data="upload", epsilon=0.3, lam=0.02, draws=20, seed=seed)
    n = 1_000 + TEST
    blank = own(X[:n], y[:n], groups[:n])
    train = training_rows(blank, 1_000, seed)
    rows = np.empty(n, dtype=int)
    rows[train] = np.arange(1_000)
    rows[np.setdiff1d(np.arange(n), train)] = tested
    return settings, own(X[rows], y[rows], groups[rows])


@pytest.mark.whole
@pytest.mark.parametrize("mechanism", ["output", "objective_tight"])
def test_the_interval_of_a_cost_covers_it_on_19_of_20_tables(world, mechanism: str):
    """Over 400 tables, each with test records (and draws) of its own: 95 ± 3.3 points.

    That is three standard errors. Intervals of 4/5 of the width cover 88 in 100, and fail.
    """
    X, y, groups = world
    settings, _ = table_of(world, 0, np.arange(1_000, 1_000 + TEST))
    loss, lam, draws = settings.make_loss(), settings.lam, 2_000
    coefs = draw(
        mechanism, X[:1_000], y[:1_000], loss=loss, lam=lam, epsilon=settings.epsilon,
        n_draws=draws, rng=np.random.default_rng(9),
    ).coefs  # fmt: skip
    plain = solve(X[:1_000], y[:1_000], loss, lam).coefs
    others = [slice(1_000, None) if g is None else 1_000 + np.flatnonzero(groups[1_000:] == g)
              for g in (0, 1)]  # fmt: skip
    true = [
        np.mean([error(each[None], X[rows], y[rows])[0] for each in coefs])
        - error(plain, X[rows], y[rows])[0]
        for rows in others
    ]
    rng, near, margins = np.random.default_rng(11), [], []
    for seed in range(TABLES):
        tested = 1_000 + rng.choice(60_000, TEST, replace=False)
        settings, records = table_of(world, seed, tested)
        found = {group.name: group for group in paid(settings, mechanism, records=records).groups}
        near.append([abs(found[str(g)].cost - true[g]) for g in (0, 1)])
        margins.append([found[str(g)].margin for g in (0, 1)])
    apart, margin = np.array(near), np.array(margins)
    assert (apart <= margin).mean(axis=0) == pytest.approx([0.95, 0.95], abs=0.033)
    assert np.all((apart <= 0.8 * margin).mean(axis=0) < 0.95 - 0.033)


def test_the_interval_of_a_gap_knows_that_both_groups_have_the_same_draws():
    found = paid(two_groups(0.5, angle=0.0, n=500, epsilon=0.2, draws=30), "objective")
    one, other = found.groups
    apart = one.errors - other.errors
    z, t = stats.norm.ppf(0.975), stats.t.ppf(0.975, len(apart) - 1)
    drawn = t**2 * apart.var(ddof=1) / len(apart)
    expected = math.sqrt(z**2 * (one.variance + other.variance) + drawn)
    assert found.gap_margin == pytest.approx(expected)
    # At one direction for both, what a draw costs one it costs the other.
    assert found.gap_margin < 0.7 * math.hypot(one.margin, other.margin)


def test_an_exact_mean_has_no_interval_for_its_draws():
    settings = two_groups(0.3, n=500, epsilon=0.5)
    few, many = (paid(dataclasses.replace(settings, draws=n), "output") for n in (2, 40))
    assert [group.margin for group in few.groups] == [group.margin for group in many.groups]
    assert few.gap_margin == many.gap_margin


def test_the_interval_of_the_gap_of_twelve_equal_groups_holds_nothing_in_19_of_20_tables():
    """Of 60 tables 3 on average, and more than 9 in 1 of 1,000 rounds; two groups' width has 45."""
    found = []
    for seed in range(60):
        rng = np.random.default_rng([7, seed])
        X = on_the_sphere(6_000, 4, rng)
        y = np.where((X[:, 0] > 0) != (rng.random(6_000) < 0.05), 1.0, -1.0)
        settings = Settings(data="upload", epsilon=0.1, lam=0.01, draws=2, seed=seed)
        records = own(X, y, rng.integers(12, size=6_000))
        found.append(paid(settings, "output", records=records))
    assert sum(costs.gap > costs.gap_margin for costs in found) <= 9


# --- Groups that are too small ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_a_group_of_fewer_than_30_is_neither_dearest_nor_cheapest(mechanism: str, seed: int):
    settings, records = sized(200, 30, 29, 3, 1, seed=seed)
    found = paid(settings, mechanism, records=records)
    sizes = {group.name: group.n_test for group in found.groups}
    assert sizes == {"0": 200, "1": 30, "2": 29, "3": 3, "4": 1}
    assert [group.name for group in found.known] == ["0", "1"]
    assert {found.dearest.name, found.cheapest.name} == {"0", "1"}
    first, second = found.known
    assert found.gap == pytest.approx(abs(first.cost - second.cost))
    assert not any(group.is_learned for group in found.groups if group.n_test < FEWEST)


@pytest.mark.parametrize("counted", costs.COUNTED)
@pytest.mark.parametrize("mechanism", ["output", "objective", "output_laplace_norm"])
def test_a_group_without_test_records_or_of_one_class_has_its_sizes(mechanism: str, counted: str):
    """Warnings are errors here: none comes from nothing, either."""
    settings, records = sized(120, 60)
    codes = records.beside["group"].to_numpy()
    test = np.setdiff1d(
        np.arange(len(codes)), training_rows(records, len(codes) - 180, settings.seed)
    )
    records.beside.loc[np.setdiff1d(np.arange(len(codes)), test)[:40], "group"] = "nobody"
    records.y[codes == "1"] = -1.0
    found = paid(settings, mechanism, counted=counted, records=records)
    by_name = {group.name: group for group in found.groups}
    nobody, negative = by_name["nobody"], by_name["1"]
    assert (nobody.n_train, nobody.n_test, nobody.is_known) == (40, 0, False)
    assert not nobody.is_learned
    assert negative.n_test == (0 if counted == MISSED else 60)
    for group in found.known:
        values = (group.cost, group.margin, group.constant, group.disagreement)
        assert np.isfinite(values).all()
    rows = costs.table(found)
    assert len(rows) == 3
    assert rows.loc[rows["n_test"] >= FEWEST].notna().all(axis=None)


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_of_one_test_record_no_interval_is_known_and_of_none_nothing(mechanism: str):
    settings, records = sized(120, 60)
    codes = records.beside["group"].to_numpy()
    train = training_rows(records, len(codes) - 180, settings.seed)
    test = np.setdiff1d(np.arange(len(codes)), train)
    records.beside.loc[train[:40], "group"] = "nobody"
    records.beside.loc[test[:1], "group"] = "alone"
    found = paid(settings, mechanism, records=records)
    by_name = {group.name: group for group in found.groups}
    nobody, alone = by_name["nobody"], by_name["alone"]
    assert (nobody.n_test, alone.n_test) == (0, 1)
    # Not 0: neither is certain of its cost.
    assert math.isnan(alone.margin)
    assert all(map(math.isnan, (nobody.cost, nobody.margin, nobody.low, nobody.high)))
    rows = costs.table(found).set_index("group")
    assert rows.loc[["nobody", "alone"], "cost_margin"].isna().all()
    # In a file such a cell is empty, and neither 0 nor a word that a program would trip over.
    csv = rows.loc[["nobody"], ["without_noise_low", "cost", "cost_margin"]].to_csv(index=False)
    assert csv.splitlines()[1] == ",,"


def test_where_no_group_is_large_enough_nobody_is_called_the_dearest(monkeypatch):
    monkeypatch.setattr(costs, "FEWEST", 10_000)
    found = paid(two_groups(0.3, n=100, draws=2, epsilon=0.1), "output")
    for ask in ("dearest", "cheapest", "gap"):
        with pytest.raises(InvalidInput, match="the fewest from which we measure who pays most"):
            getattr(found, ask)


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
@pytest.mark.parametrize(("n", "draws"), [(20, 2), (20_000, 2)])
def test_few_records_and_few_draws_have_numbers(mechanism: str, n: int, draws: int):
    found = paid(two_groups(0.3, n=n, draws=draws, epsilon=0.1), mechanism)
    for group in (*found.groups, found.whole):
        values = (group.cost, group.margin, group.constant, group.disagreement)
        assert np.isfinite(values).all()
    assert 0 <= found.gap <= 1


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_one_draw_has_costs_and_nothing_to_disagree_with(mechanism: str):
    found = paid(two_groups(0.3, n=100, draws=1, epsilon=0.1), mechanism)
    for group in (*found.groups, found.whole):
        assert np.isfinite((group.cost, group.constant)).all()
        # One draw tells nothing of the others.
        assert math.isinf(group.margin) == (not found.is_exact)
        assert math.isnan(group.disagreement) == (not found.is_exact)


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_without_noise_nobody_pays(mechanism: str):
    settings, division = ASKED["breast_cancer"]
    found = paid(settings.with_epsilon(math.inf), mechanism, division)
    assert [group.cost for group in found.groups] == [0.0] * len(found.groups)
    assert (found.gap, found.gap_margin) == (0.0, 0.0)
    assert [group.disagreement for group in found.groups] == [0.0] * len(found.groups)


def test_what_is_counted_is_one_of_two():
    with pytest.raises(InvalidInput, match="counted must be"):
        paid(two_groups(n=100, draws=2), counted="recall")


# --- The table ----------------------------------------------------------------------------------


def test_the_table_has_the_division_and_the_ends_of_every_interval():
    settings, division = ASKED["breast_cancer"]
    rows = costs.table(paid(settings, "objective_gaussian", division))
    assert rows["cuts"].unique() == ["17.0 20.0"]
    assert rows["group"].tolist() == ["below 17", "17 to below 20", "20 and above"]
    assert (rows["without_noise_low"] <= rows["without_noise"]).all()
    assert (rows["without_noise"] <= rows["without_noise_high"]).all()
    assert (rows["draws_low"] <= rows["draws_high"]).all()
    assert isinstance(rows, pd.DataFrame)
