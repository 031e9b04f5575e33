"""`read_table` where there is no page: what is no file and no known way to read is refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from dpcore import CsvDialect, InvalidInput, Label, Numeric, Schema, encode, read_table

SCHEMA = Schema(Label("sick", ("yes",)), (Numeric("age", 0, 100, missing=50),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "of our patients.csv"
    path.write_text("\ufeffsick,ward,age\n" + "yes,a,30\nno,b,\n" * 6, "utf-8")
    return path


def test_columns_may_come_in_another_order_and_a_dataframe_is_encoded_alike(path: Path):
    records = read_table(path, SCHEMA)
    assert records.X[:2].ravel().tolist() == [-0.4, 0.0]
    assert (records.X == encode(pd.read_csv(path, dtype=str).fillna(""), SCHEMA).X).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (pd.DataFrame({"age": [1]}), "got DataFrame. Of a DataFrame, dpcore.encode makes records"),
        (None, "a file is named by its path; got NoneType"),
        (b"mine.csv", "a file is named by its path; got bytes"),
        ("a\0b.csv", "no file has such a name"),
        ("nowhere/mine.csv", "nowhere/mine.csv cannot be read: No such file"),
    ],
)
def test_what_is_no_file_is_refused_as_table_and_as_schema(given: Any, said: str, path: Path):
    with pytest.raises(InvalidInput, match=said):
        read_table(given, SCHEMA)
    with pytest.raises(InvalidInput, match=said):
        read_table(path, given)


def test_the_columns_that_are_missing_are_named(path: Path):
    other = Schema(Label("sold", ("yes",)), (Numeric("price", 0, 1, missing=0),))
    with pytest.raises(InvalidInput, match="must have the column 'sold' once"):
        read_table(path, other)
    # Also where its rows would be left out before anything else is looked at.
    left_out = replace(other, label=replace(other.label, unlabelled="left out"))
    with pytest.raises(InvalidInput, match="must have the column 'sold' once"):
        read_table(path, left_out)


def test_a_way_of_reading_that_there_is_not_is_refused(path: Path):
    for said in ({"rows": "ramdom"}, {"has_header": "yes"}, {"decimal_comma": 1}):
        with pytest.raises(InvalidInput, match=next(iter(said))):
            read_table(path, SCHEMA, **said)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match=next(iter(said))):
            CsvDialect(**said)  # type: ignore[arg-type]
    assert read_table(path, SCHEMA, rows="random", has_header=True).X.shape == (12, 1)
