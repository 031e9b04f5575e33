"""Round cuts: on either side there are numbers, about as many as asked for, and few digits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplab.tables.groups.cuts import SLACK, round_cut

finite = st.floats(allow_nan=False, allow_infinity=False)
columns = st.lists(finite, min_size=2, max_size=40).filter(lambda v: len({x + 0.0 for x in v}) > 1)


@given(columns, st.sampled_from([1 / 3, 0.5, 2 / 3]))
def test_neither_side_is_empty_and_no_other_cut_is_much_nearer(numbers, share):
    values = np.array(numbers)
    cut = round_cut(values, share)
    assert values.min() < cut <= values.max()
    best = min(abs(np.mean(values < other) - share) for other in np.unique(values)[1:])
    assert abs(np.mean(values < cut) - share) <= max(SLACK, best) + 1e-12


@given(st.integers(0, 2**32 - 1), st.integers(-250, 250))
def test_a_cut_is_as_round_as_its_numbers_are_large(seed, power):
    """The same digits at every scale, so that a unit does not matter."""
    numbers = np.random.default_rng(seed).integers(20, 80, 200).astype(float)
    cut = round_cut(numbers)
    scaled = np.array([float(f"{int(number)}e{power}") for number in numbers])
    assert round_cut(scaled) == float(f"{int(cut)}e{power}")
    assert cut % 5 == 0


@pytest.mark.parametrize(
    ("numbers", "cut"),
    [
        ([1, 2], 2),
        ([-3, -2], -2),
        ([-5, 7], 0),
        ([0] * 90 + [3, 8, 9], 2),
        ([5] * 90 + [-1], 0),
        ([21, 25, 27, 29, 31, 33, 41, 60], 30),
        ([1988, 1991, 1994, 1999, 2003, 2010], 1995),
        ([0.11, 0.12, 0.13, 0.14], 0.13),
        ([5e-324, 1e-323], 1e-323),
        ([1e308, 1.7e308], 1.5e308),
    ],
)
def test_cuts_that_a_person_would_take(numbers, cut):
    assert round_cut(np.array(numbers, dtype=float)) == cut
