"""Tables for a release and for predictions: each cell read by itself, the same here and outside."""

import io
import time
import zipfile
from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.commands.files import LIMITS
from dpcore.data.declared.schema import Category, Label, Schema
from dpcore.data.encoding import encode
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.uploads import read
from dpcore.release import Model, records, scorer

PLAIN = CsvDialect(",", has_header=True, decimal_comma=False, as_declared=True)
FEATURES = {"features": [{"name": "age"}, {"name": "job"}], "markers": []}
COMMAS = CsvDialect(";", has_header=True, decimal_comma=True, as_declared=True)


def test_a_long_cell_that_is_no_number_is_read_in_no_time():
    cell, begun = "1" * 100_000 + "x", time.process_time()
    assert scorer.number(cell) is None
    assert scorer.number("." * 100_000) is None
    assert time.process_time() - begun < 1  # squared it would be minutes


def test_numbers_are_read_as_before():
    texts = {"1": 1.0, "-1.5": -1.5, ".5": 0.5, "5.": 5.0, "1e3": 1000.0, "+2": 2.0}
    assert {text: scorer.number(text) for text in texts} == texts
    assert [scorer.number(each) for each in ("", ".", "1,5", "1e999", "e5", "١")] == [None] * 6


AWKWARD = 'age,job\n"20,000",a\n45000, "a"\n\n20,b\n 7 ,"1,000"\n1.234,5\n,\n'


def test_cells_are_the_same_to_the_reader_and_to_the_scorer():
    columns, n = scorer.read(io.StringIO(AWKWARD), FEATURES)
    table = read(AWKWARD.encode(), LIMITS, PLAIN)
    assert n == len(table)
    assert {name: table[name].astype(str).tolist() for name in columns} == columns


def test_of_a_file_with_decimal_commas_no_cell_is_refused_and_each_is_read_by_itself():
    data = "a;b\n1,5;x\n1.234;1.234\n1.234,5;y\n1.5;old\n"
    table = read(data.encode(), LIMITS, COMMAS)
    assert table["a"].tolist()[:3] == ["1.5", "1234", "1234.5"]
    assert scorer.number(table["a"].tolist()[3]) is None
    other = read(data.replace("1.5", "many words").encode(), LIMITS, COMMAS)
    assert other["a"].tolist()[:3] == table["a"].tolist()[:3]


CODES = Schema(
    Label("sick", ("1.0",)), (Category("code", ("2.1", "2.2", "x"), missing="x", other="x"),)
)


def test_in_a_file_with_decimal_commas_a_code_with_a_point_is_the_level_that_it_names():
    rows = [f"2.{1 + k % 2};{k},5;{k % 2}.0" for k in range(12)]
    data = "\n".join(["code;age;sick", *rows, ""]).encode()
    (X, y), plain = records.read(read(data, LIMITS, COMMAS), CODES), encode(read(data), CODES)
    assert X.tolist() == plain.X.tolist()  # as the Data page reads it
    assert y.tolist() == plain.y.tolist()


@pytest.mark.parametrize(
    "schema",
    [
        replace(CODES, label=Label("sick", ("0,5",))),
        replace(CODES, features=(Category("code", ("1.234", "x"), missing="x", other="x"),)),
        replace(CODES, markers=("-9,9",)),
    ],
)
def test_a_level_that_a_file_with_decimal_commas_cannot_hold_is_refused(schema: Schema):
    records.check_commas(CODES)
    with pytest.raises(InvalidInput, match="would never occur"):
        records.check_commas(schema)


def test_a_single_feature_is_enough_to_predict():
    assert read(b"age\n20\n30\n", LIMITS, PLAIN)["age"].tolist() == ["20", "30"]


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_zips_that_a_release_does_not_make_are_refused(method: int):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("model.json", "{}")
    with pytest.raises(InvalidInput, match=r"no model\.json"):
        Model.from_bytes(packed.getvalue())
