"""A table is the same in CSV, packed by gzip, as a sheet of a workbook and as Parquet."""

import csv
import gzip
import io
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import openpyxl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.chart import BarChart, Reference

from dpcore.checks import InvalidInput
from dpcore.data import uploads
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.files.limits import Limits
from dpcore.data.uploads import opened, read
from tests.data.files import packing
from tests.data.files.packing import arrow, book, saved

ROWS = [["age", "town", "sick"], *([str(20 + k), "Zürich", "no"] for k in range(12))]
DECLARED = CsvDialect(",", has_header=True, as_declared=True)

printable = st.characters(min_codepoint=32, exclude_categories=("Cs", "Cc", "Co", "Cn"))
# What begins with = would be a formula, and _x0041_ is Excel's way to write a control character.
cells = st.text(printable, max_size=6).map(lambda text: text.replace("=", "").replace("_x", ""))


def in_csv(rows) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


@pytest.mark.parametrize("said", [CsvDialect(), DECLARED])
@pytest.mark.parametrize("kind", ["csv", "csv.gz", "xlsx", "parquet"])
def test_a_table_is_the_same_in_every_kind_of_file(kind: str, said: CsvDialect):
    columns = {name: [row[place] for row in ROWS[1:]] for place, name in enumerate(ROWS[0])}
    data = {
        "csv": in_csv(ROWS),
        "csv.gz": gzip.compress(in_csv(ROWS), mtime=0),
        "xlsx": book(ROWS),
        "parquet": arrow(columns),
    }[kind]
    found = opened(data, said=said)
    assert (found.kind, found.header_line, found.separator, found.encoding) == (
        kind, 1, ",", "utf-8",
    )  # fmt: skip
    assert found.table.equals(opened(in_csv(ROWS), said=said).table)
    assert (found.sheet, found.sheets) == (("Sheet", ("Sheet",)) if kind == "xlsx" else ("", ()))
    assert opened(memoryview(bytearray(data)), said=said).table.equals(found.table)


@settings(max_examples=25)
@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=10, max_size=15))
def test_every_text_comes_back_trimmed_from_a_workbook_and_from_parquet(rows):
    expected = [[cell.strip() for cell in row] for row in rows]
    named = [["a", "b", "c"], *([*row, "x"] for row in rows)]
    named[0].append("d")
    columns = {name: [row[place] for row in named[1:]] for place, name in enumerate(named[0])}
    for data in (book(named), arrow(columns)):
        table = opened(data, said=DECLARED).table
        assert table.drop(columns="d").to_numpy(dtype=object).tolist() == expected


def test_values_of_a_workbook_are_written_plainly():
    values = {
        31: "31", 1.0: "1", 0.1: "0.1", 1e300: "1e+300", -2.5: "-2.5",
        datetime(2024, 1, 31): "2024-01-31", date(2024, 2, 1): "2024-02-01",
        datetime(2024, 1, 31, 13, 45): "2024-01-31 13:45:00",
        time(13, 45): "13:45", time(13, 45, 6): "13:45:06", timedelta(hours=25): "25:00",
        "#DIV/0!": "#DIV/0!", "1,5": "1,5", " x ": "x", "a\nb": "a\nb", "\r": "",
    }  # fmt: skip
    rows = [["v", "w"], [True, "flag"], [None, "gap"], *([value, "x"] for value in values)]
    table = opened(book(rows), said=DECLARED).table
    assert table["v"].tolist() == ["TRUE", "", *values.values()]


def test_values_of_parquet_are_written_plainly():
    stamps = [datetime(2024, 1, 31), datetime(2024, 1, 31, 13, 45), None]
    columns = {
        "whole": [1, 2, None],
        "half": [0.5, 1.0, None],
        "text": ["a,b", ' "q"\n', None],
        "coded": pa.array(["x", "y", None]).dictionary_encode(),
        "stamp": stamps,
        "day": [date(2024, 1, 31)] * 3,
        "at": pa.array([time(13, 45)] * 3, pa.time64("us")),
        "sum": [Decimal("1.50")] * 3,
        "none": pa.nulls(3),
        "is": [True, False, None],
    }
    table = opened(arrow(columns), Limits(fewest_rows=3), DECLARED).table
    assert table.to_numpy(dtype=object).T.tolist() == [
        ["1", "2", ""],
        ["0.5", "1", ""],
        ["a,b", '"q"', ""],
        ["x", "y", ""],
        ["2024-01-31", "2024-01-31 13:45:00", ""],
        ["2024-01-31"] * 3,
        ["13:45:00"] * 3,
        ["1.50"] * 3,
        [""] * 3,
        ["true", "false", ""],
    ]


def test_a_missing_value_of_a_lone_column_of_parquet_is_a_record():
    limits = Limits(fewest_rows=1, fewest_columns=1)
    assert opened(arrow({"a": ["x", None, "y"]}), limits, DECLARED).table["a"].tolist() == [
        "x", "", "y",
    ]  # fmt: skip


def test_empty_cells_at_the_end_of_a_sheet_are_none_and_those_of_a_record_are_empty():
    rows = [["a", "b", "c", None], *([1, None, None] for _ in range(9)), [1, 2, 3], [None], [""]]
    found = opened(book(rows))
    assert [*found.table.columns] == ["a", "b", "c"]
    assert found.table.shape == (10, 3)
    assert found.table.iloc[-1].tolist() == ["1", "2", "3"]
    with pytest.raises(InvalidInput, match=r"record 11 \(line 12\) has 4"):
        opened(book([*rows[:11], [1, 2, 3, 4]]))


def test_the_first_sheet_to_be_seen_is_read_unless_another_is_said():
    made = openpyxl.load_workbook(io.BytesIO(book(ROWS, other=[["x", "y"], *[[1, 2]] * 10])))
    made["Sheet"].sheet_state = "hidden"
    chart = BarChart()
    chart.add_data(Reference(made["other"], min_col=1, min_row=1, max_row=9))
    made.create_chartsheet("drawn").add_chart(chart)
    found = opened(saved(made))
    assert (found.sheet, found.sheets) == ("other", ("Sheet", "other"))
    assert [*opened(saved(made), said=CsvDialect(sheet="Sheet")).table.columns] == ROWS[0]
    with pytest.raises(InvalidInput, match="no sheet 'drawn'; there are 'Sheet', 'other'"):
        opened(saved(made), said=CsvDialect(sheet="drawn"))
    assert opened(in_csv(ROWS), said=CsvDialect(sheet="any")).sheet == ""


def test_titles_above_a_table_in_a_sheet_are_skipped():
    rows = [["Report of 2026"], [], ["by", "ward"], *ROWS]
    rows[4:] = [[int(row[0]), *row[1:]] for row in rows[4:]]
    found = opened(book([rows[0], rows[1], *rows[3:]]))
    assert (found.header_line, found.above) == (3, ("Report of 2026",))
    assert [*found.table.columns] == ROWS[0]
    assert opened(book(rows), said=CsvDialect(header_line=4)).table.equals(found.table)


def test_formulas_are_the_values_that_were_stored():
    stored = "".join(f"<row><c><f>1+{k}</f><v>{k}</v></c><c><v>2</v></c></row>" for k in range(10))
    names = '<row><c t="inlineStr"><is><t>a</t></is></c><c t="str"><v>b</v></c></row>'
    table = opened(packing.raw(names + stored)).table
    assert table["a"].tolist() == [str(k) for k in range(10)]
    unknown = stored.replace("<v>", "<x>").replace("</v>", "</x>")
    with pytest.raises(InvalidInput, match="formulas without values"):
        opened(packing.raw(names + unknown))
    some = stored.replace("<v>7</v>", "")
    assert opened(packing.raw(names + some)).table["a"][7] == ""


def test_a_gzip_file_may_have_several_parts_and_zeros_behind():
    text = in_csv(ROWS)
    halves = [gzip.compress(part, mtime=0) for part in (text[:50], b"", text[50:])]
    assert read(b"".join(halves) + b"\0" * 512).equals(read(text))
    for broken in (b"".join(halves)[:-3], b"".join(halves) + b"x", halves[0][:-6] + b"\1" * 6):
        with pytest.raises(InvalidInput, match="gzip file is broken"):
            read(broken)


def test_a_file_is_kept_as_it_came():
    data = book(ROWS, other=[["x", "y"], *[[1, 2]] * 10])
    first, kept = uploads.packed(data, Limits(), CsvDialect())
    again = uploads.again(kept, Limits(), CsvDialect(sheet="other"))
    assert [*first.table.columns] == ROWS[0]
    assert [*again.table.columns] == ["x", "y"]
    assert again.sheets == first.sheets


def test_an_empty_record_of_a_sheet_is_a_record_and_one_at_its_end_is_none():
    rows = [["age", "job"], *[[k, "x"] for k in range(10)], [None, None], [7, "y"], [None, None]]
    table = opened(book(rows), Limits()).table
    assert table.tail(2).astype(str).to_numpy().tolist() == [["", ""], ["7", "y"]]
    assert len(table) == 12


def test_a_sheet_without_a_header_is_not_read_as_declared():
    said = CsvDialect(",", has_header=False, decimal_comma=False, as_declared=True)
    with pytest.raises(InvalidInput, match="a sheet without a header"):
        opened(book([[k, "x"] for k in range(12)]), Limits(), said)


def test_a_cover_sheet_gives_way_to_the_first_sheet_that_makes_a_table_unless_it_is_declared():
    rows = [["age", "job"], *[[k, "x"] for k in range(12)]]
    covered = book([["Report of 2026"], ["see the next sheet"]], Data=rows)
    assert opened(covered, Limits()).sheet == "Data"
    said = CsvDialect(",", has_header=True, decimal_comma=False, as_declared=True)
    with pytest.raises(InvalidInput):
        opened(covered, Limits(), said)
