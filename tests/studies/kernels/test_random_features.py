"""Kernels by random features: the same draws as a sweep, regions, and the price of D."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.simulation import comparison, sources
from dplab.simulation.comparison import split_of
from dplab.simulation.constant import constant_rule
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps.cells import cells
from dplab.studies.kernels import random_features as core
from dplab.studies.kernels.random_features import PLANE, WORKS, Question, compared

SMALL = replace(PLANE, n=400, draws=8)
CHOICE = Question(SMALL, parameters=(("features", 60),))
NON_PRIVATE = ("non_private", np.inf)


def same(first: dict, second: dict) -> None:
    assert set(first) == set(second)
    for key, outcome in first.items():
        np.testing.assert_array_equal(outcome.errors, second[key].errors)
        assert outcome.plan == second[key].plan


def test_without_a_kernel_errors_are_those_of_the_trade_off_page_draw_by_draw():
    epsilons = (0.5, 5.0)
    (cell,) = cells(comparison.sweep(SMALL, epsilons, sources.load(SMALL)))
    same(core.compared(CHOICE.linear(), epsilons), comparison.outcomes(cell))


def test_one_epsilon_has_the_errors_that_the_curve_has_there():
    found = core.mapped(CHOICE)
    curve = core.compared(CHOICE, (0.5, 2.0), found=found)
    alone = core.compared(CHOICE, (2.0,))
    same(alone, {key: curve[key] for key in alone})
    # Another ε is the same noise on another scale: what it is at 10⁹ is nearly none.
    for key in (("output", 1e9), ("objective", 1e9)):
        none = core.compared(CHOICE, (1e9,), found=found)[key]
        assert np.abs(none.errors - curve[NON_PRIVATE].errors).max() < 2e-3


def test_a_larger_size_begins_with_the_features_of_the_smaller_one():
    sizes = (10, 30)
    # A larger map begins with the smaller one's features.
    small, large = (core.mapped(CHOICE.of_size(size)).part.X for size in sizes)
    np.testing.assert_allclose(large[:, :10] * np.sqrt(3), small, atol=1e-12)


@pytest.mark.parametrize("data", ["moons", "circles", "xor"])
def test_a_kernel_separates_what_no_line_does(data: str):
    """At n = 2,000 and ε = 5 also under privacy, by objective perturbation."""
    choice = Question(replace(PLANE, data=data, draws=10))
    kernel, line = (core.compared(c, (5.0,)) for c in (choice, choice.linear()))
    assert kernel[NON_PRIVATE].errors[0] < 0.02
    assert line[NON_PRIVATE].errors[0] > (0.1 if data == "moons" else 0.4)
    assert kernel["objective", 5.0].errors.mean() < 0.04


def test_the_best_number_of_features_grows_with_epsilon():
    choice = Question(replace(PLANE, draws=20))
    curve = {size: core.compared(choice.of_size(size), (0.1, 10.0)) for size in (10, 50, 200)}
    for name in ("output", "objective"):
        few, many = (
            min(curve, key=lambda size: curve[size][name, epsilon].errors.mean())
            for epsilon in (0.1, 10.0)
        )
        assert few == 10 < many


def test_regions_are_what_the_draws_say():
    found = core.mapped(CHOICE)
    pictures = core.regions(CHOICE, 1.0, found=found)
    assert set(pictures) == {"non_private", "output", "objective"}
    places, inside = core.grid()
    assert np.hypot(*places.T).max() <= 1
    for name, picture in pictures.items():
        assert (np.isnan(picture.share) == ~inside).all()
        assert set(np.unique(picture.one[inside])) <= {0.0, 1.0}
        shares = picture.share[inside] * (1 if name == "non_private" else SMALL.draws)
        assert (np.abs(shares - shares.round()) < 1e-9).all()
    # Without noise, and where XOR's corners lie: the label is the sign of the product.
    xor = replace(CHOICE, settings=replace(SMALL, data="xor"))
    picture = core.regions(xor, 1.0)["non_private"].share
    for row, column in ((20, 20), (20, 40), (40, 20), (40, 40)):
        first, second = (np.linspace(-1, 1, core.GRID)[k] for k in (column, row))
        assert picture[row, column] == (first * second > 0)


def test_own_tables_and_other_kernels_take_the_same_way():
    rng = np.random.default_rng(0)
    X = rng.uniform(-0.6, 0.6, (300, 2))
    own = Dataset(X, np.where(X[:, 0] * X[:, 1] >= 0, 1.0, -1.0), ("a", "b"))
    choice = Question(Settings(data=UPLOAD, draws=3, lam=0.001), "polynomial", (("degree", 2),))
    found = core.compared(choice, (1.0,), records=own)
    assert found[NON_PRIVATE].errors[0] < 0.15
    for kernel in ("laplacian", "cauchy"):
        assert core.compared(replace(CHOICE, kernel=kernel), (1.0,))[NON_PRIVATE].errors[0] < 0.12


BAD = [
    (replace(CHOICE, parameters=(("features", 61),)), "even"),
    (replace(CHOICE, parameters=(("bandwidth", 0.0),)), "bandwidth must be positive"),
    (replace(CHOICE, kernel="rbf"), "feature map must be one of"),
    (replace(CHOICE, settings=replace(PLANE, n=None, draws=1000)), "smaller D"),
    (replace(CHOICE, parameters=(("features", 100_000),)), "take too long to learn from"),
]


@pytest.mark.parametrize(("choice", "said"), BAD)
def test_bad_choices_are_refused_with_a_sentence(choice: Question, said: str):
    with pytest.raises(InvalidInput, match=said):
        core.compared(choice, (1.0,))


@pytest.mark.parametrize(("draws", "said"), [
    (500, "Take n up to 8,000, fewer draws, or a smaller D."),
    (10, "Take n up to 400,000 or a smaller D."),
])  # fmt: skip
def test_fewer_draws_are_named_where_they_would_help(draws: int, said: str):
    with pytest.raises(InvalidInput) as refusal:
        core._check_work(draws, 500_000, 100)
    assert str(refusal.value).endswith(said)


def test_the_picture_s_points_are_mapped_once_whatever_epsilon():
    found, mapped = core.mapped(CHOICE), []

    class CountingMap:
        d = found.feature_map.d

        def __call__(self, X):
            mapped.append(len(X))
            return found.feature_map(X)

    counted = replace(found, feature_map=CountingMap())
    for epsilon in (0.5, 2.0):
        core.regions(CHOICE, epsilon, found=counted)
    assert mapped == [len(core.grid()[0])]


def test_a_picture_that_does_not_exist_is_refused_with_a_sentence():
    three = Question(Settings(data="uniform", d=3, n=100, draws=2))
    with pytest.raises(InvalidInput, match="two features"):
        core.regions(three, 1.0)


def test_where_the_kernel_works_it_is_far_better_than_a_line_and_a_constant_answer():
    rule = constant_rule([split_of(WORKS.settings, None)])
    epsilon = WORKS.settings.epsilon
    kernel, line = (compared(each, (epsilon,)) for each in (WORKS, WORKS.linear()))
    for mechanism in ("output", "objective"):
        errors = Summary.of(kernel[mechanism, epsilon].errors)
        assert rule.is_beaten_by(errors)
        assert errors.high < 0.05
        assert errors.high < 0.2 * Summary.of(line[mechanism, epsilon].errors).low


def test_where_the_page_starts_noise_hides_the_kernel_and_a_line_is_better():
    start = Question(replace(PLANE, epsilon=0.1, lam="auto"))
    for mechanism in ("output", "objective"):
        kernel, line = (
            Summary.of(compared(each, (0.1,))[mechanism, 0.1].errors).median
            for each in (start, start.linear())
        )
        assert line < kernel
