"""Every check returns what fits, and refuses the rest in a sentence with name, value and rule."""

from math import inf, nan

import numpy as np
import pytest

from dpcore import checks
from dpcore.checks import InvalidInput

X, Y = np.array([[0.6, 0.8], [0.0, -1.0]]), np.array([1.0, -1.0])

REFUSED = [
    (checks.positive, ("epsilon", 0), "epsilon must be positive; got 0."),
    (checks.positive, ("epsilon", -1), "epsilon must be positive; got -1."),
    (checks.positive, ("epsilon", -inf), "epsilon must be positive; got -∞."),
    (checks.positive, ("lam", inf), "lam must be finite; got ∞."),
    (checks.positive, ("lam", nan), "lam must be a number; got nan."),
    (checks.positive, ("lam", "x"), "lam must be a number; got 'x'."),
    (checks.positive, ("lam", None), "lam must be a number; got None."),
    (checks.positive, ("lam", [1, 2]), "lam must be a number; got [1, 2]."),
    (checks.between, ("delta", 1.5, 0, 1), "delta must be between 0 and 1; got 1.5."),
    (checks.between, ("delta", -inf, 0, 1), "delta must be between 0 and 1; got -∞."),
    (checks.between, ("delta", nan, 0, 1), "delta must be a number; got nan."),
    (checks.whole, ("n", 2.5), "n must be a whole number; got 2.5."),
    (checks.whole, ("n", inf), "n must be a whole number; got ∞."),
    (checks.whole, ("n", 0), "n must be at least 1; got 0."),
    (checks.whole, ("n", "x"), "n must be a number; got 'x'."),
    (checks.one_of, ("loss", "c", ("a", "b")), "loss must be one of a, b; got c."),
    (checks.finite, ("linear", [1.0], 2), "linear must be 2-dimensional; it is 1-dimensional."),
    (
        checks.finite,
        ("linear", [nan], 1),
        "linear must hold finite numbers only; it has an infinity or a nan.",
    ),
    (checks.records, (X[0], Y), "X must be 2-dimensional; it is 1-dimensional."),
    (checks.records, (X, Y[:, None]), "y must be 1-dimensional; it is 2-dimensional."),
    (checks.records, (X, Y[:1]), "X and y must have as many rows; got 2 and 1."),
    (
        checks.records,
        (np.zeros((0, 2)), []),
        "X must have at least one row and one column; got (0, 2).",
    ),
    (
        checks.records,
        (np.zeros((2, 0)), Y),
        "X must have at least one row and one column; got (2, 0).",
    ),
    (checks.records, (X, [1, 0]), "y must hold -1 and +1 only; got 0."),
    (
        checks.records,
        (np.full((2, 2), inf), Y),
        "X must hold finite numbers only; it has an infinity or a nan.",
    ),
    (
        checks.records,
        (2 * X, Y),
        "X must have rows of norm at most 1; the longest is 2. "
        "Divide all rows by a bound that does not depend on the data.",
    ),
]


@pytest.mark.parametrize(
    ("check", "arguments", "sentence"), REFUSED, ids=[row[2].split(";")[0] for row in REFUSED]
)
def test_refusal_names_parameter_value_and_rule(check, arguments, sentence):
    with pytest.raises(InvalidInput) as caught:
        check(*arguments)
    assert str(caught.value) == sentence


def test_whole_has_an_upper_bound_where_asked():
    assert checks.whole("n", 8, high=8) == 8
    with pytest.raises(InvalidInput, match=r"^n must be at most 8; got 9\.$"):
        checks.whole("n", 9, high=8)


def test_numbers_in_refusals_are_short_and_have_commas_between_thousands():
    with pytest.raises(InvalidInput, match=r"between 1e-6 and 1,000,000; got 20,000,000\.$"):
        checks.between("lam", 2e7, 1e-6, 1e6)
    with pytest.raises(InvalidInput, match=r"at most 1,000,000; got 1,000,001\.$"):
        checks.whole("n", 1_000_001, high=1_000_000)
    with pytest.raises(InvalidInput, match=r"at least 1,000; got 1\.$"):
        checks.whole("n", 1, low=1000)
    with pytest.raises(InvalidInput, match=r"positive; got -1e300\.$"):
        checks.positive("lam", -1e300)


def test_a_number_just_outside_does_not_seem_to_lie_inside():
    with pytest.raises(InvalidInput, match=r"got 1\.00000001\.$"):
        checks.between("delta", 1.00000001, 0, 1)
    with pytest.raises(InvalidInput, match=r"got 2\.00000001\.$"):
        checks.whole("n", 2.00000001)


@pytest.mark.parametrize("value", [3, 3.0, "3", np.float32(3), np.int8(3)])
def test_numbers_come_back_in_one_type(value):
    assert type(checks.positive("lam", value)) is float
    assert type(checks.between("lam", value, 0, 3)) is float
    assert type(checks.whole("n", value)) is int
    assert checks.positive("lam", value) == checks.whole("n", value) == 3


def test_infinity_passes_where_it_may():
    assert checks.positive("epsilon", inf, infinite=True) == inf
    assert checks.between("epsilon", inf, 0, inf) == inf


@pytest.mark.parametrize("value", [5e-324, 1.7e308])
def test_every_positive_double_is_positive(value):
    assert checks.positive("lam", value) == value


def test_ends_of_an_interval_belong_to_it():
    assert [checks.between("delta", x, 0, 1) for x in (0, 1)] == [0.0, 1.0]
    assert checks.whole("n", 1) == 1
    assert checks.whole("seed", 0, low=0) == 0


def test_records_come_back_as_doubles_of_the_same_values():
    found_X, found_y = checks.records([[1, 0], [0, -1]], [1, -1])
    assert found_X.dtype == found_y.dtype == np.float64
    np.testing.assert_array_equal(found_X, [[1, 0], [0, -1]])
    np.testing.assert_array_equal(found_y, Y)


def test_doubles_are_not_copied():
    found_X, found_y = checks.records(X, Y)
    assert np.shares_memory(found_X, X)
    assert np.shares_memory(found_y, Y)


def test_rounding_of_unit_rows_is_forgiven_and_no_more():
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((5000, 200))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    checks.records(rows, np.ones(5000))
    with pytest.raises(InvalidInput, match="rows of norm at most 1"):
        checks.records(rows * (1 + 1e-11), np.ones(5000))


def test_refusals_are_value_errors():
    assert issubclass(InvalidInput, ValueError)


def test_numbers_too_large_for_a_double_get_a_sentence():
    with pytest.raises(checks.InvalidInput, match=r"epsilon must be below 1\.8e308"):
        checks.positive("epsilon", 10**400)


@pytest.mark.parametrize("values", ["abc", [[1.0], [1.0, 2.0]], [[object()]]])
def test_what_is_no_array_of_numbers_gets_a_sentence(values):
    with pytest.raises(checks.InvalidInput, match="X must hold numbers"):
        checks.finite("X", values, 2)


def test_large_whole_numbers_keep_their_digits():
    assert checks.whole("seed", 2**63 + 1, low=0) == 2**63 + 1
