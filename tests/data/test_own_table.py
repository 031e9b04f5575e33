"""A file on its way to records, as the Data page takes it: used, or refused in a sentence."""

import io
import tracemalloc
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Schema
from dpcore.data.encoding import Encoded, encode
from dpcore.data.uploads import read
from dplab.tables.proposal import propose

MEGABYTE = 1_000_000
PLAIN = "age,job,sick\n" + "".join(
    f"{20 + k % 50},{'smith' if k % 3 else 'baker'},{'yes' if k % 4 else 'no'}\n" for k in range(60)
)
ODD_NAME = "a b;([$!"


def taken(data: bytes, label: Label | None = None) -> Encoded:
    """Return the records of a file under the schema that is proposed for it."""
    table = read(data)
    schema = propose(table, None if label is None else label.name)
    return encode(table, schema if label is None else replace(schema, label=label))


def parquet() -> bytes:
    out = io.BytesIO()
    pd.read_csv(io.StringIO(PLAIN)).to_parquet(out)
    return out.getvalue()


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("table.csv", PLAIN)
    return out.getvalue()


def sorted_by_label() -> bytes:
    header, *rows = PLAIN.splitlines()
    return "\n".join([header, *sorted(rows, key=lambda row: row.rpartition(",")[2])]).encode()


USED = {
    "plain": PLAIN.encode,
    "sorted labels": sorted_by_label,
    "quoted labels": lambda: PLAIN.replace("yes", '"yes"').replace("no\n", '"no"\n').encode(),
    "odd names": lambda: PLAIN.replace("age", ODD_NAME).replace("job", '"a, ""b"""').encode(),
    "constant column": lambda: PLAIN.replace("smith", "baker").encode(),
    "byte-order mark": lambda: b"\xef\xbb\xbf" + PLAIN.encode(),
    "CRLF": lambda: PLAIN.replace("\n", "\r\n").encode(),
    "doubled names": lambda: PLAIN.replace("job", "age").encode(),
    "Parquet": parquet,
    "10 rows": lambda: "\n".join(PLAIN.splitlines()[:11]).encode(),
}

REFUSED = {
    "one class": (
        lambda: PLAIN.replace("yes", "no").encode(),
        "must have records on both|has none",
    ),
    "wide header": (lambda: b"c," * 400_000 + b"c\n", "at most 2,000 columns"),
    "200 MB line": (lambda: b"x" * 200 * MEGABYTE, "at most 100.0 MB"),
    "line as long as a file": (lambda: PLAIN.encode() + b"x" * 20 * MEGABYTE, "characters"),
    "zip": (zipped, "a zip file"),
    "Parquet, cut": (lambda: parquet()[:-9], "Parquet"),
    "1e999": (lambda: PLAIN.replace("20,", "1e999,").encode(), "numbers must be finite"),
    "UTF-16, cut": (lambda: PLAIN.encode("utf-16")[:-1], "no text at all|another encoding"),
    "empty": (lambda: b"", "it is empty"),
    "header alone": (lambda: b"age,job,sick\n", "at least 10 records"),
    "9 rows": (lambda: "\n".join(PLAIN.splitlines()[:10]).encode(), "it has 9"),
}


def with_peak(data: bytes) -> int:
    """Take a file, used or refused, and return the most memory that this needed, in bytes."""
    tracemalloc.start()
    try:
        taken(data)
    except InvalidInput:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", USED)
def test_odd_but_sound_files_are_used(name):
    data = taken(USED[name]())
    assert len(data.y) == (10 if name == "10 rows" else 60)
    assert np.linalg.norm(data.X, axis=1).max() <= 1 + 1e-12
    if name == "odd names":
        assert {ODD_NAME, 'a, "b" = smith'} <= set(data.features)
    if name in ("sorted labels", "quoted labels", "byte-order mark", "CRLF", "Parquet"):
        plain = taken(PLAIN.encode())
        assert data.features == plain.features
        assert sorted(map(tuple, data.X)) == sorted(map(tuple, plain.X))


@pytest.mark.parametrize("name", REFUSED)
def test_files_that_cannot_be_used_get_their_sentence(name):
    make, sentence = REFUSED[name]
    with pytest.raises(InvalidInput, match=sentence) as refusal:
        taken(make(), Label("sick", ("no",), ("yes",)) if name == "one class" else None)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("name", [*USED, *REFUSED])
def test_no_file_takes_much_memory(name):
    """300 MB above idle is what the product promises; the file itself is the caller's."""
    data = USED[name]() if name in USED else REFUSED[name][0]()
    assert with_peak(data) < 300 * MEGABYTE


@pytest.mark.parametrize(
    ("positive", "negative"),
    [("yes", "no"), ("1", "0"), ("1", "-1"), ("2", "1"), ("True", "False"), (">50K", "<=50K")],
)
def test_labels_are_understood_as_people_write_them(positive, negative):
    renamed = PLAIN.replace("yes\n", f"{positive}\n").replace("no\n", f"{negative}\n")
    assert np.array_equal(taken(renamed.encode()).y, taken(PLAIN.encode()).y)


DECLARED = Schema(
    Label("c", ("yes",), ("no",)),
    (
        Category("a", ("x", "none", "else"), missing="none", other="else"),
        Category("b", ("0", "1", "else"), missing="else", other="else"),
    ),
)
cells = st.sampled_from(["1", "2.5", "-3", "x", "y y", "", "?", "0", "1e300", "NA"])


@settings(max_examples=40)
@given(st.lists(st.tuples(cells, cells, st.booleans()), min_size=10, max_size=30))
def test_a_table_is_used_whole_or_refused_in_a_sentence(rows):
    """No row is dropped, none is longer than 1, and the schema's own JSON does the same again."""
    lines = [f"{first},{second},{'yes' if label else 'no'}" for first, second, label in rows]
    data = "\n".join(["a,b,c", *lines]).encode()
    try:
        records = taken(data)
    except InvalidInput as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017
        return
    assert len(records.y) == len(rows)
    assert np.linalg.norm(records.X, axis=1).max() <= 1 + 1e-12
    schema = propose(read(data))
    again = encode(read(data), type(schema).from_json(schema.to_json()))
    assert again.X.tobytes() == records.X.tobytes()


@given(
    st.lists(st.tuples(cells, cells), min_size=1, max_size=6),
    st.lists(st.tuples(cells, cells), min_size=10, max_size=20),
    st.lists(st.tuples(cells, cells), min_size=10, max_size=20),
)
def test_under_a_declared_schema_other_rows_have_no_say(mine, others, more):
    """The privacy argument, from the bytes of a file on: my rows come out the same among any."""

    def records(rows):
        lines = [f"{first},{second},{'yes' if k % 2 else 'no'}" for k, (first, second) in rows]
        return encode(read("\n".join(["a,b,c", *lines]).encode()), DECLARED)

    ends = len(mine)
    first = records(enumerate([*mine, *others]))
    second = records(enumerate([*mine, *more]))
    assert first.X[:ends].tobytes() == second.X[:ends].tobytes()
    assert first.y[:ends].tobytes() == second.y[:ends].tobytes()
