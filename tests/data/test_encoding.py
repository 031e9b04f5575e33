"""Every row ends in the unit ball, alone: no other row has a say in it."""

import time
import tracemalloc
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode

SCHEMA = Schema(
    Label("y", positive=("yes",), negative=("no",)),
    (
        Numeric("age", 0, 100, missing=40),
        Numeric("gain", -3, 1e6, missing=0),
        Category("sex", ("f", "m", "unknown"), missing="unknown", other="unknown"),
    ),
)

numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr) | st.integers().map(str)
blanks = st.sampled_from(["", "?", "NA", "  ", " ? "])
small_numbers = st.integers(-50, 150).map(str)
rows = st.tuples(
    small_numbers | numbers | blanks,
    small_numbers | numbers | blanks,
    st.sampled_from(["f", "m", " f", "x"]) | blanks | st.text(max_size=3),
    st.sampled_from(["yes", "no", " yes "]),
).filter(lambda row: all(abs(float(cell)) < 1e308 for cell in row[:2] if cell.strip(" ?NA")))
tables = st.lists(rows, min_size=0, max_size=12)
ONE_OF_EACH = [("1", "2", "f", "yes"), ("3", "4", "m", "no")]  # both classes, so that none refuses


def as_table(records):
    return pd.DataFrame(records, columns=["age", "gain", "sex", "y"], dtype=str)


def table_of(**columns):
    """A table with the given columns and a label that has both classes."""
    n = len(next(iter(columns.values())))
    return pd.DataFrame(columns | {"y": (["yes", "no"] * n)[:n]})


def encoded(feature, cells, **options):
    return encode(table_of(a=cells), Schema(SCHEMA.label, (feature,), **options))


@given(tables)
def test_no_row_is_longer_than_one_and_none_is_dropped(records):
    data = encode(as_table(records + ONE_OF_EACH), SCHEMA)
    assert data.X.shape == (len(records) + 2, 5)
    assert np.linalg.norm(data.X, axis=1).max() <= 1 + 1e-12
    assert np.abs(data.y).tolist() == [1.0] * len(data.y)


@given(tables, st.booleans())
def test_an_intercept_is_the_same_for_every_row_and_stays_in_the_ball(records, intercept):
    table = as_table(records + ONE_OF_EACH)
    plain, data = encode(table, SCHEMA), encode(table, replace(SCHEMA, intercept=intercept))
    assert data.features == (*plain.features, *(["(constant)"] * intercept))
    assert np.linalg.norm(data.X, axis=1).max() <= 1 + 1e-12
    if intercept:
        assert set(data.X[:, -1]) == {1 / np.sqrt(2)}
        assert data.X[:, :-1] == pytest.approx(plain.X / np.sqrt(2))


@given(tables)
def test_norms_are_those_before_shortening(records):
    data = encode(as_table(records + ONE_OF_EACH), SCHEMA)
    assert np.linalg.norm(data.X, axis=1) == pytest.approx(np.minimum(data.norms, 1))
    assert data.shortened_share == pytest.approx(np.mean(data.norms > 1))


@given(rows, tables, tables, st.booleans())
def test_a_row_depends_on_no_other_row(row, before, after, intercept):
    """The privacy argument: bytes are the same whatever stands above and below."""
    schema = replace(SCHEMA, intercept=intercept)
    alone = encode(as_table([row, *ONE_OF_EACH]), schema)
    among = encode(as_table([*before, row, *after, *ONE_OF_EACH]), schema)
    place = len(before)
    assert among.X[place].tobytes() == alone.X[0].tobytes()
    assert among.y[place] == alone.y[0]


@pytest.mark.parametrize("width", [1, 2, 7, 64, 333])
def test_a_wide_row_depends_on_no_other_row(width):
    """Sums of squares take other paths through the processor at other widths and lengths."""
    rng = np.random.default_rng(width)
    table = pd.DataFrame(rng.normal(size=(257, width)), columns=[f"c{j}" for j in range(width)])
    table["y"] = np.where(np.arange(257) % 2, "yes", "no")
    schema = Schema(SCHEMA.label, tuple(Numeric(f"c{j}", -2, 2) for j in range(width)))
    whole = encode(table, schema)
    for start in (0, 1, 100, 255):
        part = encode(table.iloc[start : start + 2], schema)
        assert part.X.tobytes() == whole.X[start : start + 2].tobytes()


@given(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=20))
def test_texts_and_numbers_mean_the_same(values):
    feature = Numeric("a", -10, 1000)
    assert np.array_equal(encoded(feature, values).X, encoded(feature, list(map(repr, values))).X)


def test_the_table_is_not_changed():
    table = table_of(a=[1.0, np.nan, 500.0])
    kept = table.copy(deep=True)
    encode(table, Schema(SCHEMA.label, (Numeric("a", 0, 100, missing=1),)))
    pd.testing.assert_frame_equal(table, kept)


@pytest.mark.parametrize(
    ("n", "share"), [(1001, "less than 0.1 %"), (1000, "0.1 %"), (600, "0.2 %")]
)
def test_a_share_is_told_to_a_tenth_of_a_percent(n, share):
    (remark,) = encoded(Numeric("a", 0, 1), ["2"] + ["1"] * (n - 1)).remarks
    assert remark.startswith(f"{share} of the rows had a number outside its bounds")


def test_a_level_is_one_beside_the_numbers_of_its_row():
    data = encode(as_table([("75", "-3", "m", "yes"), ("50", "", "f", "no")]), SCHEMA)
    gain = 2 * 3 / (1e6 + 3) - 1
    rows = np.array([[0.5, -1, 0, 1, 0], [0, gain, 1, 0, 0]])
    np.testing.assert_allclose(data.X, rows / np.linalg.norm(rows, axis=1)[:, None], rtol=1e-12)


def test_a_number_is_clipped_then_scaled():
    data = encoded(Numeric("a", 10, 30), ["10", "15", "20", "30", "31", "-1e300"])
    assert data.X[:, 0].tolist() == [-1, -0.5, 0, 1, 1, -1]
    assert data.outside_share == pytest.approx(2 / 6)
    assert "33.3 % of the rows had a number outside its bounds" in data.remarks[0]


def test_a_category_is_one_hot_over_its_declared_levels():
    data = encoded(Category("a", ("z", "b", "c")), ["b", " z", "b "])
    assert data.X.tolist() == [[0, 1, 0], [1, 0, 0], [0, 1, 0]]
    assert data.features == ("a = z", "a = b", "a = c")


def test_a_longer_row_is_shortened_in_its_direction():
    schema = Schema(SCHEMA.label, (Numeric("a", -1, 1), Numeric("b", -1, 1)))
    data = encode(table_of(a=["1", "0.3"], b=["1", "0.4"]), schema)
    assert data.X[0] == pytest.approx([0.5**0.5, 0.5**0.5])
    assert data.X[1] == pytest.approx([0.3, 0.4], abs=1e-15)
    assert data.shortened_share == 0.5


def test_a_missing_cell_is_read_as_the_declared_constant():
    for cells in (["?", "5"], ["", "5"], [" NA ", "5"], [np.nan, 5.0], [None, "5"]):
        data = encoded(Numeric("a", 0, 10, missing=10), cells)
        assert data.X[:, 0].tolist() == [1, 0]
        assert data.filled_share == 0.5


def test_markers_are_declared_and_win_over_numbers():
    feature = Numeric("a", 0, 10, missing=5)
    for cells in (["-999", "10"], [-999.0, 10.0], [-999, 10]):
        data = encoded(feature, cells, markers=("-999",))
        assert data.X[:, 0].tolist() == [0, 1]
        assert data.outside_share == 0


def test_a_declared_level_wins_over_a_marker():
    data = encoded(Category("a", ("x", "?"), missing="x"), ["?", "NA"])
    assert data.X.tolist() == [[0, 1], [1, 0]]
    assert data.filled_share == 0.5


def test_an_undeclared_level_may_have_a_declared_home():
    data = encoded(Category("a", ("x", "rest"), other="rest"), ["x", "zebra"])
    assert data.X.tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("feature", "cells", "sentence"),
    [
        (Numeric("a", 0, 1), ["1", "old"], "row 2 of a holds 'old': a numeric column takes"),
        (Numeric("a", 0, 1), ["1", "1,5"], "row 2 of a holds '1,5': a numeric column"),
        (Numeric("a", 0, 1), ["1", "1_000"], "row 2 of a holds '1_000': a numeric column"),
        (Numeric("a", 0, 1), ["1e999", "1"], "row 1 of a holds '1e999': numbers must be finite"),
        (Numeric("a", 0, 1), ["1", "nan"], "row 2 of a holds 'nan': numbers must be finite"),
        (Numeric("a", 0, 1), ["1", "-Infinity"], "numbers must be finite"),
        (Numeric("a", 0, 1), ["1", "inf"], "numbers must be finite"),
        (Numeric("a", 0, 1), [1.0, np.inf], "row 2 of a holds 'inf': numbers must be finite"),
        (Numeric("a", 0, 1), ["1", "?"], "row 2 of a holds '\\?', which means missing"),
        (Numeric("a", 0, 1), [1.0, np.nan], "row 2 of a holds '', which means missing"),
        (Category("a", ("x",)), ["x", "é"], "row 2 of a holds 'é', which is not a declared level"),
        (Category("a", ("x",)), ["x", "w" * 99], "'w{40}…', which is not"),
        (Category("a", ("x",)), ["x", ""], "row 2 of a holds '', which means missing"),
        (Numeric("b", 0, 1), ["1", "2"], "the table must have the column 'b' once; it has only"),
    ],
)
def test_a_cell_that_was_not_declared_gets_a_sentence(feature, cells, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        encoded(feature, cells)


def test_an_empty_cell_that_is_no_marker_gets_a_sentence():
    with pytest.raises(InvalidInput, match="it is empty; declare '' as a marker"):
        encoded(Numeric("a", 0, 1), ["1", ""], markers=())


def labels(values, label):
    table = pd.DataFrame({"a": ["1"] * len(values), "y": values})
    return encode(table, Schema(label, (Numeric("a", 0, 1),))).y.tolist()


@pytest.mark.parametrize(
    ("values", "label"),
    [
        (["1", "0", " 1 "], Label("y", ("1",), ("0",))),
        (["1", "-1", "1"], Label("y", ("1",), ("-1",))),
        (["2", "1", "2"], Label("y", ("2",), ("1",))),
        (["M", "B", "M"], Label("y", ("M",), ("B",))),
        ([">50K", "<=50K", ">50K."], Label("y", (">50K", ">50K."))),
        (["2", "7", "2"], Label("y", ("2",))),
        (["smurf.", "normal.", "back."], Label("y", negative=("normal.",))),
        ([True, False, True], Label("y", ("True",), ("False",))),
        ([1, 0, 1], Label("y", ("1",), ("0",))),
        ([1.0, 0.0, 1.0], Label("y", ("1",), ("0",))),
        (["?", "no", "?"], Label("y", ("?",))),
    ],
)
def test_labels_as_people_write_them(values, label):
    assert labels(values, label) == [1, -1, 1]


@pytest.mark.parametrize(
    ("values", "label", "sentence"),
    [
        (["a", "a"], Label("y", ("a",)), "records on both sides; all 2 are on the positive one"),
        (["a", "b"], Label("y", ("c",)), "on the negative one. The column holds 'a', 'b'"),
        (["a", "b", "c"], Label("y"), "positive value declared. The column holds 'a', 'b', 'c'"),
        (["a", "b", "c"], Label("y", ("a",), ("b",)), "row 3 of y holds 'c', which is neither"),
        (["a", "", "b"], Label("y", ("a",)), "row 2 of y holds '', which means missing"),
        (["a", None, "b"], Label("y", ("a",), ("b",)), "so that the row has no label"),
        ([], Label("y", ("a",)), "at least one record"),
        (["a"], Label("y", (), ("a",)), "all 1 are on the negative one. The column holds 'a'"),
        (["b", "b"], Label("y", (), ("a",)), "all 2 are on the positive one"),
        (["5", "4", "5"], Label("y", threshold=5), "all 3 are on the negative one"),
        (["6", "6"], Label("y", threshold=5), "all 2 are on the positive one"),
    ],
)
def test_labels_that_are_not_two_classes_get_a_sentence(values, label, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        labels(values, label)


def test_a_doubled_column_is_refused():
    table = pd.DataFrame([["1", "2", "yes"], ["1", "2", "no"]], columns=["a", "a", "y"])
    with pytest.raises(InvalidInput, match="column 'a' once; it has twice or more"):
        encode(table, Schema(SCHEMA.label, (Numeric("a", 0, 1),)))


def test_sorted_labels_and_odd_names_are_no_obstacle():
    name = "a b;([$!`\"'=\n"
    table = pd.DataFrame({name: ["1", "0"] * 10, "y": ["no"] * 10 + ["yes"] * 10})
    data = encode(table, Schema(SCHEMA.label, (Numeric(name, 0, 1),)))
    assert data.features == (name,)
    assert data.y.tolist() == [-1] * 10 + [1] * 10


def test_a_table_that_would_not_fit_memory_gets_a_sentence():
    table = table_of(a=np.zeros(200_000))
    schema = Schema(SCHEMA.label, (Category("a", tuple(map(str, range(1000)))),))
    with pytest.raises(InvalidInput, match="the encoded table must have at most 25,000,000 cells"):
        encode(table, schema)


def test_as_many_cells_as_are_allowed_are_encoded_and_one_more_is_refused():
    table, schema = table_of(a=["0", "1", "1"]), Schema(SCHEMA.label, (Category("a", ("0", "1")),))
    assert encode(table, schema, most_cells=6).X.shape == (3, 2)
    with pytest.raises(InvalidInput, match="at most 5 cells; 3 rows times 2 columns are more"):
        encode(table, schema, most_cells=5)


def test_a_large_table_is_encoded_in_seconds():
    """Of the processor, whoever else is at work: measured 0.3; the bound is for slow machines."""
    rng = np.random.default_rng(0)
    names = [f"c{j}" for j in range(200)]
    table = pd.DataFrame(rng.random((100_000, 200)), columns=names)
    table["y"] = np.where(rng.random(100_000) < 0.5, "yes", "no")
    schema = Schema(SCHEMA.label, tuple(Numeric(name, 0, 0.9) for name in names))
    started = time.process_time()
    assert encode(table, schema).X.shape == (100_000, 200)
    assert time.process_time() - started < 4


def large(kind):
    """5,000 rows of 200 columns: numbers, or texts of numbers as an upload has them."""
    rng = np.random.default_rng(0)
    columns = {f"c{j}": rng.integers(0, 1000, 5_000) / 10 for j in range(200)}
    table = pd.DataFrame(columns)
    if kind == "texts":
        table = table.astype(str)
    return table.assign(y=np.where(rng.random(5_000) < 0.5, "yes", "no"))


@pytest.mark.parametrize("kind", ["numbers", "texts"])
def test_a_large_table_takes_little_memory(kind):
    """Below 25 MB, of which the records themselves take 8; measured 9."""
    table = large(kind)
    schema = Schema(SCHEMA.label, tuple(Numeric(f"c{j}", 0, 90) for j in range(200)))
    tracemalloc.start()
    try:
        encode(table, schema)
        assert tracemalloc.get_traced_memory()[1] < 25_000_000
    finally:
        tracemalloc.stop()


def test_what_lies_above_a_threshold_is_positive_and_the_threshold_is_not():
    table = pd.DataFrame({"a": ["1", "2", "3"], "price": ["10", "20.5", "30"]})
    schema = Schema(Label("price", threshold=20.5), (Numeric("a", 0, 3),))
    assert encode(table, schema).y.tolist() == [-1, -1, 1]
    with pytest.raises(InvalidInput, match="all 3 are on the negative one"):
        encode(table, replace(schema, label=Label("price", threshold=30)))
    table["price"] = ["10", "?", "30"]
    with pytest.raises(InvalidInput, match=r"row 2 of price holds .*which means missing"):
        encode(table, schema)
