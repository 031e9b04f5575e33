"""What classifiers with noise answer: the draws of other pages, and exact chances beside draws."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.simulation.comparison import COMPARED, outcomes, split_of, sweep
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells
from dplab.studies.who_pays import answers, members
from tests.house.some import some
from tests.privacy.oracles import OFTEN
from tests.studies.who_pays.cases import (
    EXACT,
    GROUP,
    NOISY,
    SOURCES,
    answered,
    on_the_sphere,
    own,
    paid,
    tally,
    two_groups,
)

DRAWS, BLOCK = 10_000, 200

every_source = pytest.mark.parametrize("settings", SOURCES.values(), ids=SOURCES)


@every_source
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_errors_agree_with_the_comparison_draw_by_draw(settings: Settings, mechanism: str):
    also = () if mechanism in COMPARED else (mechanism,)
    (cell,) = cells(sweep(replace(settings, also=also), (settings.epsilon,), load(settings)))
    at = settings.epsilon if MECHANISMS[mechanism].is_noisy else np.inf
    expected = outcomes(cell)[mechanism, at].errors
    found = answered(settings, mechanism)
    errors = (found.says != (found.y > 0)).mean(axis=1)
    assert errors == pytest.approx(expected[: len(errors)], abs=1e-12)
    assert len(errors) == (settings.draws if MECHANISMS[mechanism].is_noisy else 1)


@every_source
def test_answers_go_into_bits_and_come_back(settings: Settings):
    found = answered(settings, "objective")
    assert found.says.shape == (settings.draws, len(found.y))
    assert np.array_equal(np.packbits(found.says, axis=1), found.bits)
    assert np.array_equal(found.says, np.unpackbits(found.bits, axis=1)[:, : len(found.y)] == 1)
    assert found.share == pytest.approx(found.says.mean(axis=0))


@pytest.fixture(
    scope="module",
    params=[(mechanism, name) for mechanism in EXACT for name in ("breast_cancer", "two_groups")],
    ids=lambda param: "-".join(param),
)
def beside_draws(request):
    """Return settings, mechanism, its chances, the groups, and 10,000 draws."""
    mechanism, name = request.param
    if name == "two_groups":
        settings, division = two_groups(0.3, n=500, lam=0.05, epsilon=1.0, draws=4), GROUP
    else:
        settings = SOURCES[name]
        division = members.columns(members.Choosing(settings.source)).division
    codes = members.run(members.Question(settings.source, division)).test
    counted = tally(mechanism, settings, codes, DRAWS, BLOCK)
    return settings, mechanism, division, answered(settings, mechanism), counted


def test_each_exact_chance_is_that_of_10_000_draws(beside_draws):
    """Within three standard errors but for 1 record in 100, and none beyond five.

    By chance 2.7 in 1,000 are beyond three, and 6 in ten million beyond five. A chance at 9/10 of
    the noise's rate fails.
    """
    settings, mechanism, _, found, counted = beside_draws
    assert found.is_exact
    apart = standardised(counted.votes, found.chance)
    assert (apart > 3).mean() <= 0.01
    assert apart.max() < 5
    weaker = answered(settings.with_epsilon(0.9 * settings.epsilon), mechanism).chance
    assert (standardised(counted.votes, weaker) > 3).mean() > 0.05


def standardised(votes: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """Return how many standard errors of 10,000 draws votes are from what a chance expects."""
    deviation = np.sqrt(DRAWS * chance * (1 - chance))
    return np.abs(votes - DRAWS * chance) / np.maximum(deviation, 1.0)


def test_exact_mean_errors_and_costs_by_group_are_those_of_10_000_draws(beside_draws):
    """Within three standard errors of the mean over the draws, for each group and the whole."""
    settings, mechanism, division, found, counted = beside_draws
    costs = paid(settings, mechanism, division)
    mean, error = counted.errors.mean(axis=0), counted.errors.std(axis=0) / np.sqrt(DRAWS)
    exact = np.array([group.at_epsilon for group in (*costs.groups, costs.whole)])
    assert np.all(np.abs(exact - mean) < 3 * error)
    assert costs.whole.at_epsilon == pytest.approx(found.wrong.mean())
    plain = np.array([group.without_noise for group in (*costs.groups, costs.whole)])
    cost = np.array([group.cost for group in (*costs.groups, costs.whole)])
    assert np.all(np.abs(cost - (mean - plain)) < 3 * error)


def test_exact_disagreement_is_that_of_10_000_draws(beside_draws):
    """Within three standard errors, from 50 blocks of 200 draws each."""
    *_, found, counted = beside_draws
    blocks = counted.disagreement
    error = blocks.std(ddof=1) / np.sqrt(len(blocks))
    assert found.disagreement.mean() == pytest.approx(blocks.mean(), abs=3 * error)
    assert found.disagreement == pytest.approx(2 * found.chance * (1 - found.chance))


@pytest.mark.parametrize("mechanism", ["objective", "objective_gaussian"])
def test_disagreement_from_draws_is_the_share_of_pairs_that_differ(mechanism: str):
    """All 15 pairs of six draws, one by one; the variance with K in place of K - 1 fails."""
    found = answered(replace(SOURCES["gaussian"], draws=6), mechanism)
    pairs = list(combinations(found.says, 2))
    counted = np.mean([one != other for one, other in pairs], axis=0)
    assert len(pairs) == 15
    assert not found.is_exact
    assert found.disagreement == pytest.approx(counted)
    near_miss = 2 * found.share * (1 - found.share)
    assert counted.mean() > 0.01
    assert found.disagreement.mean() == pytest.approx(6 / 5 * near_miss.mean())
    assert found.disagreement.mean() != pytest.approx(near_miss.mean(), rel=0.1)


def test_for_one_feature_the_chance_is_laplaces():
    settings = Settings(data="gaussian", d=1, n=100, lam=0.1, epsilon=0.7, draws=4)
    part, loss, found = split_of(settings), settings.make_loss(), answered(settings, "output")
    (w,) = solve(part.X, part.y, loss, 0.1).coefs[0]
    plan = calibrate("output", 0.7, lam=0.1, n=100, loss=loss)
    # η is Laplace with scale 1/β: wx + ηx is not negative where η is on the right side of -w.
    x = part.X_test[:, 0]
    below = stats.laplace.cdf(-w, scale=1 / plan.noise_rate)
    expected = np.where(x > 0, 1 - below, below)
    assert found.chance == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_a_record_of_zeros_is_always_answered_plus_one(mechanism: str):
    rng = np.random.default_rng(1)
    X, y = on_the_sphere(250, 3, rng), np.where(rng.random(250) < 0.5, 1.0, -1.0)
    X[::2] = 0.0
    settings = Settings(data="upload", lam=0.1, epsilon=0.5, draws=5)
    found = answered(settings, mechanism, own(X, y, np.arange(250) % 2))
    nothing = ~split_of(settings, Dataset(X, y, ("a", "b", "c"))).X_test.any(axis=1)
    assert nothing.any()
    assert (found.chance[nothing] == 1).all()
    assert (found.share[nothing] == 1).all()
    assert (found.disagreement[nothing] == 0).all()


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_without_noise_all_draws_answer_alike(mechanism: str):
    found = answered(SOURCES["breast_cancer"].with_epsilon(np.inf), mechanism)
    assert set(np.unique(found.chance)) <= {0.0, 1.0}
    assert (found.says == found.says[0]).all()
    assert (found.disagreement == 0).all()
    plain = answered(SOURCES["breast_cancer"], "non_private")
    assert found.wrong.mean() == plain.wrong.mean()


def test_the_baseline_disagrees_with_nobody():
    found = answered(SOURCES["breast_cancer"], "non_private")
    assert found.disagreement.tolist() == [0.0] * 114


@pytest.mark.parametrize("n", [20, 20_000])
@pytest.mark.parametrize("mechanism", ["output", "objective_tight"])
def test_few_and_many_records_are_answered(mechanism: str, n: int):
    found = answered(two_groups(0.3, n=n, draws=2, epsilon=0.1), mechanism)
    assert found.says.shape == (2, 5_000)
    for each in (found.chance, found.wrong, found.disagreement):
        assert np.isfinite(each).all()
        assert each.min() >= 0
        assert each.max() <= 1


def test_nobody_stands_behind_a_law_by_its_points():
    with pytest.raises(InvalidInput, match="They describe no one"):
        answered(Settings(data="counterexample", d=3, n=100), "output")


def test_a_table_has_a_row_for_each_test_record():
    settings = SOURCES["breast_cancer"]
    question = answers.Question(settings, "objective_gaussian")
    found = answers.run(question)
    rows = answers.table(found)
    assert len(rows) == 114
    assert rows["delta"].unique() == [settings.delta]
    assert rows["chance_positive"].tolist() == rows["share_positive"].tolist()
    exact = answers.table(answers.run(replace(question, mechanism="output")))
    assert "delta" not in exact
    assert exact["chance_positive"].tolist() != exact["share_positive"].tolist()
