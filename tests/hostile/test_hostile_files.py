"""Hostile files by the hundreds on their way into the unit ball: records, or a short sentence."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings

from dpcore.checks import InvalidInput
from dpcore.data import uploads
from dpcore.data.declared.schema import MAX_JSON, READ, Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.facts import MAX_TEXT
from dplab.tables import proposal
from tests.hostile.files import FUZZ, REAL, files
from tests.house.some import some

LONGEST = 1_000
"""Characters of a sentence, names of columns and all."""

MOST_MEMORY = 30_000_000
"""Bytes for a file of some kB: pandas alone takes some MB."""

HUGE = b"a,label\n" + b"1e308,x\n-1e308,y\n" * 20
MISSING_LABEL = b"a,label\n" + b"1,x\n2,y\n3,?\n" * 6
MISSING_LEVEL = b"a,label\n" + b"nan,x\n_,None\n2,y\ninf,x\n,y\n" * 6
ALIKE = b"a,A\xe2\x80\x8b,label\n" + b"1,2,x\n3,4,y\n" * 6
LONG_HEADERS = b",".join(b"%05d" % k + b"x" * 195 for k in range(200)) + b"\n"
LONG_LEVELS = b"job,label\n" + b"".join(
    b"%d" % k + b"\x01" * 199 + b",%s\n" % (b"x" if k % 2 else b"y") for k in range(90)
)


def in_use(data: bytes) -> Schema:
    """Take a file on as the Data page does, with whatever is open closed at random."""
    table = uploads.read(data)
    schema = proposal.propose(table)
    if schema.label.is_open:
        value = table[schema.label.name].iloc[0]
        schema = Schema(Label(schema.label.name, (value,), (), READ), schema.features)
    records = encode(table, schema)
    assert np.isfinite(records.X).all()
    assert np.einsum("ij,ij->i", records.X, records.X).max() <= 1 + 1e-9
    return schema


# What few of thousands of files came to is tried each time.
@example(REAL)
@example(b"")
@example(b"2001\n" * 12)
@example(b"**b**|c\r1|2\r" * 12)
@example(REAL.replace(b"25,", b"\xe2\x80\x8b,"))
@example(REAL.replace(b"25,", b'"25,'))
@example(REAL.replace(b"25,", b"1e999,"))
@example(REAL.replace(b"25,", b","))
@example(REAL.replace(b"age", b"\xe2\x80\x8b"))
@example(b'"a;b"\n' + b"1\n" * 12)
@example(MISSING_LABEL)
@example(MISSING_LEVEL)
@example(ALIKE)
@example(HUGE)
@example(
    LONG_HEADERS + b",".join([b"1"] * 199 + [b"x\n"]) * 6 + b",".join([b"2"] * 199 + [b"y\n"]) * 6
)
@example(LONG_LEVELS)
def in_use_or_refused(data: bytes):
    try:
        schema = in_use(data)
    except InvalidInput as refusal:
        said = str(refusal)
    else:
        saved, said = schema.to_json(), "It is in use."
        assert len(saved.encode()) <= MAX_JSON
        assert Schema.from_json(saved) == schema
    assert 10 <= len(said) <= LONGEST
    assert said.endswith(".")


@pytest.mark.parametrize("n", some((250, 1000), (250,)))
def test_any_file_is_in_use_or_refused_with_a_short_sentence(n: int):
    settings(max_examples=n, **FUZZ)(given(files())(in_use_or_refused))()


def test_memory_for_hostile_files_is_bounded():
    files_of_ten_kb = (b'"' * 10_000, b"," * 10_000, b"a,b\n" * 2500, REAL * 20, b"\n" * 10_000)
    for data in files_of_ten_kb:
        tracemalloc.start()
        try:
            in_use(data)
        except InvalidInput:
            pass
        finally:
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert peak < MOST_MEMORY


def test_the_largest_schema_that_a_table_gives_can_be_loaded():
    wide = {f"{k:03d}" + "\x01" * (MAX_TEXT - 3): ["1", "2"] * 5 for k in range(199)}
    levels = {"levels": [f"{k}" + "\x02" * (MAX_TEXT - 1) for k in range(5)] * 2}
    for extra in ({}, levels):
        table = pd.DataFrame(wide | extra | {"label": ["x", "y"] * 5})
        schema = proposal.propose(table)
        assert len(schema.to_json().encode()) <= MAX_JSON
        assert Schema.from_json(schema.to_json()) == schema


def test_numbers_within_the_bounds_never_overflow():
    column = ["1e300", "-1e300", "1e308", "-1e308", "5e-324"] * 4
    table = pd.DataFrame({"a": column, "b": column, "label": ["x", "y"] * 10})
    features = (Numeric("a", -1e300, 1e300), Numeric("b", 0.0, 5e-324))
    records = encode(table, Schema(Label("label", ("x",)), features))
    assert np.abs(records.X).max() <= 1
    assert records.outside_share == 0.8


def test_a_remark_is_no_category():
    table = pd.DataFrame(
        {"remark": ["a" * 201, "b" * 500] * 10, "age": ["1", "2"] * 10, "label": ["x", "y"] * 10}
    )
    found = proposal.survey(table)
    schema, why = found.schema, found.unused
    assert [feature.name for feature in schema.features] == ["age"]
    assert "at most 200 characters" in why["remark"]
    assert not any(isinstance(feature, Category) for feature in schema.features)
