"""Intervals of costs: as wide as theory asks where draws are few, and where groups were chosen."""

import math

import numpy as np
import pytest
from scipy import stats

from dplab.studies.who_pays.intervals import deviations, half_width

TABLES = 4_000


def test_one_draw_tells_nothing_of_the_others():
    assert math.isinf(half_width(0.01, np.array([0.3]), is_exact=False))
    assert half_width(0.01, np.array([0.3]), is_exact=True) == pytest.approx(0.196, abs=1e-3)


@pytest.mark.parametrize("k", [2, 3, 5, 50])
def test_few_draws_have_the_width_of_student(k: int):
    """Of 4,000 means of k draws, 95 % lie within: three standard errors are 1.1 points."""
    rng = np.random.default_rng(k)
    draws = rng.standard_normal((TABLES, k))
    held = [abs(each.mean()) <= half_width(0.0, each, is_exact=False) for each in draws]
    assert np.mean(held) == pytest.approx(0.95, abs=0.012)
    if k <= 5:
        normal = np.abs(draws.mean(axis=1)) <= 1.96 * draws.std(axis=1, ddof=1) / np.sqrt(k)
        assert np.mean(normal) < 0.93


@pytest.mark.parametrize("g", [2, 3, 6, 12])
def test_the_gap_of_equal_groups_reaches_0_in_19_of_20(g: int):
    """With costs of equal variance: three standard errors of 4,000 tables are 1.1 points."""
    means = np.random.default_rng(g).standard_normal((TABLES, g))
    gaps = np.ptp(means, axis=1)
    width = half_width(2.0, np.zeros(2), is_exact=True, n_groups=g)
    assert np.mean(gaps <= width) == pytest.approx(0.95, abs=0.012)
    if g > 2:
        assert np.mean(gaps <= half_width(2.0, np.zeros(2), is_exact=True)) < 0.93


def test_two_groups_are_a_difference_and_nothing_was_chosen():
    assert deviations(1) == deviations(2) == pytest.approx(stats.norm.ppf(0.975))
