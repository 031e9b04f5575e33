"""Decoding undoes encoding, as far as it can be undone, and says how far that is."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dplab.tables.decoding import rows
from dplab.tables.decoding.rows import decode, is_possible, tells_label

LABEL = Label("y", ("1",), ("-1",))
AGE, GAIN = Numeric("age", 0, 100, missing=40), Numeric("gain", 0, 20_000)
SEX = Category("sex", ("f", "m", "x"), missing="x", other="x")
NUMBERS, MIXED = Schema(LABEL, (AGE, GAIN)), Schema(LABEL, (AGE, GAIN, SEX))
WITH_INTERCEPT = replace(NUMBERS, intercept=True)


def encoded(schema, *cells):
    """u of one row, labelled `side`, as `encode` makes it."""
    table = pd.DataFrame([cells, cells], columns=[f.name for f in schema.features])
    return encode(table.assign(y=["1", "-1"]), schema).X[0]


bounds = st.tuples(st.integers(-1000, 1000), st.integers(1, 1000))


@st.composite
def schemas_and_rows(draw):
    """A schema of numbers and categories, and cells that lie in it, at its bounds, or missing."""
    features, cells = [], []
    for name in "abcd"[: draw(st.integers(1, 4))]:
        if draw(st.booleans()):
            low, width = draw(bounds)
            missing = draw(st.none() | st.floats(low, low + width))
            features.append(Numeric(name, low, low + width, missing))
            inside = st.floats(low, low + width)
            beyond = st.sampled_from([low - 1.5, low, low + width, low + width + 7])
            options = [inside, beyond] + ([st.just("")] if missing is not None else [])
        else:
            levels = tuple("uvw"[: draw(st.integers(1, 3))])
            missing, other = draw(st.sampled_from(levels)), draw(st.none() | st.just(levels[0]))
            features.append(Category(name, levels, missing, other))
            options = [st.sampled_from(levels), st.just("")]
            options += [st.just("odd")] if other else []
        cells.append(draw(st.one_of(options)))
    schema = Schema(LABEL, tuple(features), intercept=draw(st.booleans()))
    return schema, cells, draw(st.sampled_from([-1.0, 1.0]))


def is_read(feature, read, cell):
    """Whether a decoded cell says the truth, its range and its "or more" included."""
    if isinstance(feature, Category):
        if cell in feature.levels:
            return read.level == cell
        said, level = (
            (read.or_missing, feature.missing) if cell == "" else (read.or_other, feature.other)
        )
        return said and read.level == level
    if cell == "":
        return read.or_missing
    if cell < feature.lower:
        return read.or_less and read.low == feature.lower
    if cell > feature.upper:
        return read.or_more and read.high == feature.upper
    slack = 3e-6 * (feature.upper - feature.lower)
    return read.low - slack <= cell <= read.high + slack


def says_the_truth(row, schema, cells):
    return all(map(is_read, schema.features, row.cells, cells))


def sharp(row):
    """Whether each number is reconstructed: no range."""
    numbers = [each for each in row.cells if hasattr(each, "low")]
    return all(each.low == each.high for each in numbers)


@given(schemas_and_rows())
def test_a_row_comes_back_up_to_what_encoding_took(case):
    schema, cells, side = case
    x = encoded(schema, *cells)
    found = decode(side * x, schema)
    assert len(found) == (1 if tells_label(schema) else 2)
    (row,) = [each for each in found if each.label == side]
    assert says_the_truth(row, schema, cells)
    # Only numbers alone that fill the ball keep their length to themselves.
    inner = x[:-1] * np.sqrt(2) if schema.intercept else x
    has_level = any(isinstance(each, Category) for each in schema.features)
    if has_level or np.linalg.norm(inner) < 1 - 1e-5:
        assert row.factors[0] == row.factors[1]
        assert sharp(row)


@given(schemas_and_rows())
def test_what_is_read_becomes_the_same_u(case):
    schema, cells, side = case
    u = side * encoded(schema, *cells)
    for row in decode(u, schema):
        for high in (False, True):
            again = [
                (each.high if high else each.low) if hasattr(each, "low") else each.level
                for each in row.cells
            ]
            if sharp(row):
                assert row.label * encoded(schema, *again) == pytest.approx(u, abs=5e-6)


@given(schemas_and_rows())
def test_the_factor_is_the_one_by_which_the_row_was_shortened(case):
    schema, cells, side = case
    table = pd.DataFrame([cells, cells], columns=[f.name for f in schema.features])
    data = encode(table.assign(y=["1", "-1"]), schema)
    row = next(each for each in decode(side * data.X[0], schema) if each.label == side)
    true = max(1, data.norms[0])
    assert row.factors[0] - 1e-5 <= true <= row.factors[1] + 1e-5


@given(schemas_and_rows(), st.floats(0.05, 0.99))
def test_of_many_lengths_only_one_is_possible_where_the_schema_fixes_it(case, share):
    schema, cells, side = case
    u = side * encoded(schema, *cells)
    assume(np.linalg.norm(u) * (1 - share) > 1e-3)
    # -u is the same x under the other label.
    possible = is_possible(np.stack([u, share * u, -u]), schema).tolist()
    assert possible == [True, not tells_label(schema), True]


# --- Near misses: decoders that forget one step -------------------------------------------------


def test_a_decoder_that_forgets_the_root_of_two_is_wrong():
    u = encoded(WITH_INTERCEPT, 62.0, 5_000.0)
    (row,) = decode(u, WITH_INTERCEPT)
    assert row.cells[0].low == pytest.approx(62) == row.cells[0].high
    forgetful = decode(u[:-1], NUMBERS)[0]
    assert forgetful.cells[0].low != pytest.approx(62, abs=1)


def test_a_decoder_that_forgets_the_shortening_is_wrong():
    u = encoded(MIXED, 62.0, 5_000.0, "m")
    (row,) = decode(u, MIXED)
    assert row.factors[0] == pytest.approx(np.sqrt(1 + 0.24**2 + 0.5**2)) == row.factors[1]
    assert row.cells[0].low == pytest.approx(62)
    assert 50 * (u[0] + 1) != pytest.approx(62, abs=1)


def test_a_decoder_that_forgets_the_sign_is_wrong():
    u = -encoded(MIXED, 62.0, 5_000.0, "m")
    (row,) = decode(u, MIXED)
    assert (row.label, row.cells[2].level) == (-1, "m")
    assert row.cells[0].low == pytest.approx(62)
    assert 50 * (u[0] * row.factors[0] + 1) == pytest.approx(38)


def test_a_scale_by_the_intercept_would_be_wrong_for_a_row_that_fills_the_ball():
    """Ages 95 and gains 19,000: both scaled 0.9, a row of norm 1.27 that f alone would restore."""
    (row,) = decode(encoded(WITH_INTERCEPT, 95.0, 19_000.0), WITH_INTERCEPT)
    assert row.factors == pytest.approx((1, np.sqrt(2)))
    age = row.cells[0]
    assert age.low == pytest.approx(50 * (1 + np.sqrt(0.5)))
    assert (age.high, age.or_more, age.or_less) == (100, True, False)


# --- What cells become --------------------------------------------------------------------------


def test_bounds_constants_and_levels_say_what_else_they_may_be():
    (row,) = decode(encoded(MIXED, 40.0, 99_999.0, "x"), MIXED)
    age, gain, sex = row.cells
    assert (age.low, age.or_missing) == (pytest.approx(40), True)
    assert (gain.low, gain.high, gain.or_more, gain.or_less) == (20_000, 20_000, True, False)
    assert (sex.or_missing, sex.or_other) == (True, True)
    (row,) = decode(encoded(MIXED, 41.0, 0.0, "f"), MIXED)
    assert [row.cells[0].or_missing, row.cells[1].or_less] == [False, True]
    assert (row.cells[2].or_missing, row.cells[2].or_other) == (False, False)


def test_without_intercept_and_levels_both_labels_are_as_good():
    u = encoded(NUMBERS, 62.0, 5_000.0)
    positive, negative = decode(u, NUMBERS)
    assert (positive.label, negative.label) == (1, -1)
    assert positive.cells[0].low == pytest.approx(62)
    assert negative.cells[0].low == pytest.approx(38)
    assert not tells_label(NUMBERS)
    assert tells_label(MIXED)
    assert tells_label(WITH_INTERCEPT)


def test_a_row_in_the_middle_of_all_bounds_is_read_though_it_is_zero():
    positive, _ = decode(np.zeros(2), NUMBERS)
    assert [each.low for each in positive.cells] == [50, 10_000]


def test_bounds_as_large_as_may_be_overflow_nowhere():
    wide = Schema(LABEL, (Numeric("a", -1e300, 1e300, missing=0),))
    for cell in (1e300, -1e300, 5e299):
        assert decode(encoded(wide, cell), wide)[0].cells[0].low == pytest.approx(cell)


# --- Bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("u", "schema", "sentence"),
    [
        (np.zeros(5), MIXED, "no row becomes this u"),
        (np.zeros(3), WITH_INTERCEPT, "no row becomes this u"),
        (np.full(5, np.nan), MIXED, "finite numbers only"),
        (np.full(5, np.inf), MIXED, "finite numbers only"),
        (np.full(5, 1e308), MIXED, "no row becomes this u"),
        (np.array([0.9, 0.9]), NUMBERS, "no row becomes this u"),
        (np.zeros(4), MIXED, "u must have 5 numbers.*got 4"),
        (np.zeros((2, 5)), MIXED, "u must be 1-dimensional"),
        (0.5 * np.eye(5)[2], MIXED, "no row becomes this u"),
        ("words", MIXED, "u must hold numbers"),
    ],
)
def test_what_comes_from_no_row_gets_a_sentence(u, schema, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        decode(u, schema)


@pytest.mark.parametrize("schema", [MIXED, WITH_INTERCEPT, replace(MIXED, intercept=True)])
def test_a_length_that_is_off_by_rounding_takes_no_digit(schema):
    """Where two roots nearly meet, a reconstruction's length is the least certain thing."""
    u = encoded(schema, *(62.0, 5_000.0, "m")[: len(schema.features)])
    (row,) = decode(u * (1 + rows.LENGTH_SLACK / 2), schema)
    assert row.cells[0].low == pytest.approx(62, rel=1e-12)
    with pytest.raises(InvalidInput, match="no row becomes this u"):
        decode(u * (1 - 2 * rows.LENGTH_SLACK), schema)


def test_a_direction_that_is_off_by_more_than_rounding_comes_from_no_row():
    u = encoded(MIXED, 62.0, 5_000.0, "m")
    decode(u + np.eye(5)[2] * rows.SLACK / 10, MIXED)
    with pytest.raises(InvalidInput, match="no row becomes this u"):
        decode(u + np.eye(5)[2] * rows.SLACK * 10, MIXED)
