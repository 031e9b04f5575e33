"""The interval of a private test error: noise and sampling together, and neither alone."""

import math

import numpy as np
import pytest
from scipy import stats

from dpcore.release.exact.tested import CONFIDENCE, in_words, interval

N = 30
FACTS = {"samplers": {}, "records_per_person": 1}


def released(p: float, scale: float) -> np.ndarray:
    """Return the chance of each count from 0 to N, by adding up what leads to it."""
    k = np.arange(-400, 401)
    noise = np.exp(-np.abs(k) / scale)
    sums = np.convolve(stats.binom.pmf(np.arange(N + 1), N, p), noise / noise.sum())
    low, inside, high = np.split(sums, [401, 400 + N])
    return np.array([low.sum(), *inside, high.sum()])


@pytest.mark.parametrize("scale", [0.5, 2.0, 6.0])
def test_the_error_is_inside_as_often_as_said_and_seldom_without_the_noise(scale: float):
    ends = np.array([interval(count, N, scale) for count in range(N + 1)])
    for p in (0.02, 0.1, 0.3, 0.5):
        chances = released(p, scale)
        assert chances.sum() == pytest.approx(1)
        inside = (ends[:, 0] <= p) & (p <= ends[:, 1])
        assert CONFIDENCE <= chances @ inside <= 1
    count = np.arange(N + 1)
    alone = stats.beta.ppf(0.025, count, N - count + 1), stats.beta.ppf(0.975, count + 1, N - count)
    of_sampling = (np.nan_to_num(alone[0]) <= 0.3) & (np.nan_to_num(alone[1], nan=1.0) >= 0.3)
    assert released(0.3, 6.0) @ of_sampling < 0.8


def test_without_noise_it_is_that_of_clopper_and_pearson():
    found = interval(4, N, 0.01)
    assert found == pytest.approx(
        (stats.beta.ppf(0.025, 4, N - 3), stats.beta.ppf(0.975, 5, N - 4))
    )
    assert interval(0, N, 0.01)[0] == 0
    assert interval(N, N, 0.01)[1] == 1


def test_much_noise_rules_nothing_out_and_many_records_nearly_all():
    assert interval(15, N, 1000.0) == (0.0, 1.0)
    low, high = interval(100_000, 1_000_000, 1.0)
    assert 0.0994 < low < 0.1 < high < 0.1006


def test_a_certificate_has_it_rounded_outwards_where_it_holds():
    test = {"n": 200, "mistakes": 19, "error": 0.095, "scale": 1.0}
    said = in_words(FACTS | {"test": test})
    low, high = (100 * end for end in interval(19, 200, 1.0))
    assert f"from {math.floor(10 * low) / 10:.1f} to {math.ceil(10 * high) / 10:.1f} %" in said
    assert "interval" not in in_words({"test": test})  # drawn with other noise
    assert "interval" not in in_words(FACTS | {"test": test, "records_per_person": 3})
