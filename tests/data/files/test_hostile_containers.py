"""Workbooks, Parquet and gzip that are broken, or bombs: a sentence, soon, with little memory."""

import gzip
import io
import time
import tracemalloc
import zipfile
import zlib

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from dpcore.checks import InvalidInput
from dpcore.data.files import limits
from dpcore.data.files.containers import pages, workbooks
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.files.limits import Limits, NotText
from dpcore.data.uploads import opened
from tests.data.files.packing import KIND, MAIN, PARTS, arrow, book, raw, zipped

ROWS = [["age", "town", "sick"], *([20 + k, "Zürich", "no"] for k in range(12))]
CELL = "<row><c><v>1</v></c></row>"
MEGABYTE = 1_000_000

ENTITIES = "".join(
    f'<!ENTITY {b} "{10 * f"&{a};"}">' for a, b in zip("abcdef", "bcdefg", strict=True)
)
LAUGHS = f'<!DOCTYPE x [<!ENTITY a "ha">{ENTITIES}]>'
STRINGS = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KIND}.sharedStrings+xml"/>'
STYLES = f'<styleSheet xmlns="x">{"<xf/>" * 300_001}</styleSheet>'


def packed(size: int) -> bytes:
    """Return megabytes of ones, packed by gzip."""
    pack = zlib.compressobj(9, wbits=31)
    parts = [pack.compress(b"1" * MEGABYTE) for _ in range(size)]
    return b"".join([*parts, pack.flush()])


def with_password() -> bytes:
    data = bytearray(book(ROWS))
    at = data.find(b"PK\x01\x02")
    data[at + 8] |= 1
    return bytes(data)


def twice() -> bytes:
    target = io.BytesIO(book(ROWS))
    with zipfile.ZipFile(target, "a") as parts, pytest.warns(UserWarning, match="Duplicate"):
        parts.writestr("xl/workbook.xml", "")
    return target.getvalue()


def crowded() -> bytes:
    return zipped({f"{number:080d}": "" for number in range(9_000)})


def coded(length: int) -> bytes:
    """Return Parquet of a text that stands once and is meant ten thousand times."""
    texts = pa.DictionaryArray.from_arrays(np.zeros(10_000, np.int32), ["x" * length])
    return arrow({"a": texts, "b": np.arange(10_000)}, compression="zstd")


REFUSED = {
    "Word": (lambda: zipped({"word/document.xml": ""}), "looks like a Word document"),
    "LibreOffice": (lambda: zipped({"content.xml": ""}), "looks like an OpenDocument file"),
    "xlsb": (lambda: zipped({"xl/workbook.bin": ""}), r"binary Excel workbook \(.xlsb\)"),
    "no zip": (lambda: b"PK\x03\x04" + b"x" * 99, "a zip file, .*, and is broken"),
    "half a workbook": (lambda: book(ROWS)[:4_000], "a zip file, .*, and is broken"),
    "a part that is missing": (lambda: zipped({"xl/workbook.xml": "<a/>"}), "is broken"),
    "no sheet": (
        lambda: zipped({**PARTS, "xl/_rels/workbook.xml.rels": "<a/>"}),
        "must have a sheet|is broken",
    ),
    "no XML": (lambda: raw("<row>"), "is broken"),
    "password": (with_password, "has a password. Save it without one"),
    "a part twice": (twice, "holds a part twice"),
    "many files": (crowded, "holds too many files"),
    "macros": (lambda: raw(CELL, xl_vbaProject__bin="x"), "no macros; it does. Save it as .xlsx"),
    "links": (
        lambda: raw(CELL, xl_externalLinks_externalLink1__xml="<a/>"),
        "no values of other files; it does. Save it after pasting as values",
    ),
    "entities": (lambda: raw(CELL, LAUGHS), "XML that no spreadsheet writes"),
    "UTF-16": (
        lambda: raw(CELL, xl_styles__xml=f"{LAUGHS}<a/>".encode("utf-16")),
        "XML that no spreadsheet writes",
    ),
    "a text of 2 MB": (
        lambda: raw(f"<row><c><v>{'1' * 2_000_000}</v></c></row>"),
        "XML that no spreadsheet writes",
    ),
    "120 MB of blanks": (lambda: raw(CELL + " " * 120 * MEGABYTE), "at most 100.0 MB unpacked"),
    "styles": (lambda: raw(CELL, xl_styles__xml=STYLES), "too many cells or styles"),
    "elements": (lambda: raw("<a/>" * 1_100_000), "far more than cells"),
    "a long row": (lambda: raw(f"<row>{'<c/>' * 1_100_000}</row>"), "more cells in a row"),
    "empty rows": (lambda: raw("<row/>" * 200_010), "at most 200,000 rows"),
    "the last row": (lambda: raw(f'{CELL}<row r="1048576"/>'), "at most 200,000 rows"),
    "the last cell": (
        lambda: raw('<row r="9"><c r="XFD9"><v>1</v></c></row>'),
        "row 9 has a cell in column 16,384",
    ),
    "a row beyond": (lambda: raw(f'<row r="{10**18}"/>{CELL}'), "at most 200,000 rows"),
    "a column beyond": (lambda: raw('<row><c r="ZZZZZZZ1"><v>1</v></c></row>'), "is broken"),
    "a number beyond": (lambda: raw(f"<row><c><v>{'9' * 5_000}</v></c></row>"), "is broken"),
    "no cells": (lambda: raw("<row/>"), "it is empty"),
    "gzip bomb": (lambda: packed(110), "at most 100.0 MB; unpacked, it has more"),
    "gzip of many parts": (lambda: gzip.compress(b"", mtime=0) * 10_001, "at most 10,000 parts"),
    "gzip of zip": (lambda: gzip.compress(book(ROWS)), "looks like a zip file"),
    "gzip of nothing": (lambda: gzip.compress(b""), "it is empty"),
    "Parquet of lists": (lambda: arrow({"a": [[1]], "b": [2]}), "the column 'a' holds lists"),
    "Parquet of records": (lambda: arrow({"a": [{"x": 1}], "b": [2]}), "'a' holds lists or rec"),
    "Parquet of bytes": (lambda: arrow({"a": [b"\xff"], "b": [2]}), "the column 'a' holds binary"),
    "Parquet of texts as bytes": (lambda: arrow({"a": [b"x"], "b": [2]}), "'a' holds binary"),
    "half of Parquet": (lambda: arrow({"a": [1], "b": [2]})[:-9], "the Parquet file is broken"),
    "wide Parquet": (lambda: arrow({f"c{k}": [1] for k in range(2_001)}), "at most 2,000 columns"),
    "long Parquet": (lambda: arrow(dict.fromkeys("ab", np.zeros(100_001))), "at most 100,000 rec"),
    "Parquet of one text": (lambda: coded(20_000), "the table is too large|unpacked, it has more"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_soon_and_with_little_memory(name: str):
    make, sentence = REFUSED[name]
    data = make()
    started = time.process_time()
    with pytest.raises(InvalidInput, match=sentence) as refusal:
        opened(data)
    assert time.process_time() - started < 5
    assert str(refusal.value).endswith((".", ".xlsx or as CSV (UTF-8)."))


@pytest.mark.parametrize("name", ["gzip bomb", "120 MB of blanks", "the last cell", "entities"])
def test_bombs_take_little_memory(name: str):
    data = REFUSED[name][0]()
    tracemalloc.start()
    try:
        with pytest.raises(InvalidInput):
            opened(data, Limits(size=10 * MEGABYTE))
        assert tracemalloc.get_traced_memory()[1] < 40 * MEGABYTE
    finally:
        tracemalloc.stop()


def test_not_a_byte_too_many_is_unpacked():
    text = b"a,b\n" + b"1,2\n" * 24
    for packed_text in (gzip.compress(text), gzip.compress(text[:50]) + gzip.compress(text[50:])):
        assert len(opened(packed_text, Limits(size=100)).table) == 24
        with pytest.raises(NotText, match="unpacked, it has more"):
            opened(packed_text, Limits(size=99))


def test_what_becomes_csv_is_bounded_whatever_a_file_says_of_its_size():
    rows = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>' * 200
    strings = f'<sst xmlns="{MAIN}"><si><t>{"x" * 10_000}</t></si></sst>'
    kinds = PARTS["[Content_Types].xml"].replace("</Types>", f"{STRINGS}</Types>")
    parts = {**PARTS, "[Content_Types].xml": kinds}
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    book_of_one_text = zipped(
        {**parts, "xl/worksheets/sheet1.xml": sheet, "xl/sharedStrings.xml": strings}
    )
    assert len(opened(book_of_one_text, Limits(fewest_rows=1)).table) == 200
    with pytest.raises(NotText, match=r"at most 1\.0 MB as CSV"):
        opened(book_of_one_text, Limits(size=MEGABYTE))
    with pytest.raises(InvalidInput, match=r"too large|unpacked, it has more"):
        opened(coded(1_000), Limits(size=MEGABYTE))


def lying() -> bytes:
    """Return Parquet of 20 MB that says at its end that it has some bytes."""
    data = arrow({"a": ["x" * 20 * MEGABYTE], "b": [1]}, compression="zstd", use_dictionary=False)
    group = parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(0)
    for size in (group.total_byte_size, group.column(0).total_uncompressed_size):
        data = data.replace(varint(size, 4), varint(90, 4))
    return data


def varint(value: int, length: int) -> bytes:
    """Return how Thrift writes a number, in so many bytes."""
    parts = [2 * value >> 7 * place & 127 | 128 for place in range(length)]
    return bytes([*parts[:-1], parts[-1] & 127])


def test_pages_are_as_large_as_they_say_themselves():
    data = lying()
    assert parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(0).total_byte_size == 90
    before = pa.default_memory_pool().bytes_allocated()
    with pytest.raises(NotText, match="unpacked, it has more"):
        opened(data, Limits(size=10 * MEGABYTE))
    assert pa.default_memory_pool().bytes_allocated() <= before + MEGABYTE


@pytest.mark.parametrize("has_codes", [True, False])
def test_the_end_of_a_file_says_the_same_as_to_arrow(has_codes: bool):
    """It is not asked in a visitor's process: it ends that on histograms of a wrong length."""
    text = [f"text {k}" for k in range(500)]
    data = arrow({"a": text, "b": [*range(500)]}, use_dictionary=has_codes, row_group_size=90)
    known, expected = parquet.ParquetFile(io.BytesIO(data)).metadata, []
    for group in range(known.num_row_groups):
        for place in range(2):
            column = known.row_group(group).column(place)
            codes = column.dictionary_page_offset if column.has_dictionary_page else None
            start = codes or column.data_page_offset
            expected.append((place, start, start + column.total_compressed_size))
            sizes = [size for size, _ in pages.pages(data, *expected[-1][1:])]
            assert len(sizes) == 1 + has_codes
            assert sum(sizes) < column.total_uncompressed_size
    assert [*pages.columns(data)] == expected


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("encoding", ["PLAIN", "DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"])
@pytest.mark.parametrize("packed_by", ["none", "snappy", "zstd"])
def test_every_way_to_write_parquet_gives_the_same_table(version, encoding, packed_by):
    columns = {"a": [f"text {k}" if k % 7 else None for k in range(900)], "b": [*range(900)]}
    data = arrow(
        columns, use_dictionary=["b"], column_encoding={"a": encoding}, compression=packed_by,
        data_page_version=version, data_page_size=500, row_group_size=400,
    )  # fmt: skip
    assert opened(data).table.equals(opened(arrow(columns)).table)
    assert opened(data).table["a"][:2].tolist() == ["", "text 1"]


VALID = {
    "xlsx": book(ROWS, other=[["x", "y"], *[[1, 2.5]] * 10]),
    "stored": raw(CELL * 12),
    "parquet": arrow({"a": ["x", "y"] * 8, "b": np.arange(16), "c": np.arange(16) / 3}),
    "gzip": gzip.compress(b"a,b\n" + b"1,x\n" * 30, mtime=0),
}


def said_of(data: bytes) -> str:
    try:
        return f"{len(opened(data, Limits(columns=50)).table.columns)} columns."
    except InvalidInput as refusal:
        return str(refusal)


@pytest.mark.parametrize("name", VALID)
def test_any_byte_may_change_and_a_table_or_a_sentence_comes(name: str):
    random = np.random.default_rng(0)
    for _ in range(60):
        data = bytearray(VALID[name])
        for place in random.integers(0, len(data), random.integers(1, 4)):
            data[place] = random.integers(256)
        cut = data[: random.integers(4, len(data))] if random.random() < 0.2 else data
        assert said_of(bytes(cut)).endswith(".")


def test_any_byte_of_xml_may_change_too():
    random = np.random.default_rng(1)
    with zipfile.ZipFile(io.BytesIO(VALID["xlsx"])) as parts:
        texts = {name: parts.read(name) for name in parts.namelist()}
    for _ in range(60):
        name = sorted(texts)[random.integers(len(texts))]
        part = bytearray(texts[name])
        part[random.integers(len(part))] = random.integers(256)
        assert said_of(zipped({**texts, name: bytes(part)})).endswith(".")


def test_a_letter_across_two_pieces_of_a_part_hides_no_entity(monkeypatch):
    for size in range(40, 60):
        monkeypatch.setattr(workbooks, "PART", size)
        with pytest.raises(NotText, match="XML that no spreadsheet writes"):
            opened(raw(CELL, " " * 30 + LAUGHS))
    assert limits.PART == MEGABYTE


def test_what_is_broken_is_refused_where_cells_are_read_as_declared_too():
    said = CsvDialect(",", has_header=True, as_declared=True)
    for data in (VALID["xlsx"][:-50], VALID["parquet"][:-5], VALID["gzip"][:-5]):
        with pytest.raises(NotText, match="broken"):
            opened(data, said=said)
