"""Encodings of files: recognised where all bytes fit, announced by letters, or read as declared."""

import pytest

from dpcore.checks import InvalidInput
from dpcore.data.files.dialect import ENCODINGS, UTF_8, UTF_16, WESTERN, CsvDialect
from dpcore.data.files.encodings import letters
from dpcore.data.files.limits import NotText
from dpcore.data.uploads import opened

TABLE = "town,n\n" + "Zürich,1\nMünchen,2\nKöln,3\n€,4\n" * 3
DECLARED = CsvDialect(",", has_header=True, decimal_comma=False, as_declared=True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_a_table_is_the_same_in_every_encoding(encoding: str):
    found = opened(TABLE.encode(encoding))
    assert found.table.equals(opened(TABLE.encode()).table)
    assert found.encoding == encoding.removesuffix("-sig")
    assert found.letters == (() if found.encoding == UTF_8 else ("Zürich", "München", "Köln"))


def test_utf_16_is_read_in_either_order_of_its_bytes():
    for mark, order in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        assert opened(mark + TABLE.encode(order)).encoding == UTF_16


def test_one_broken_byte_does_not_change_how_the_other_letters_are_read():
    with pytest.raises(NotText, match="another encoding than UTF-8, from line 14 on"):
        opened(TABLE.encode() + b"Gen\xe8ve,5\n")


def test_an_encoding_that_is_said_is_not_looked_up():
    assert opened(TABLE.encode(), said=CsvDialect(encoding=WESTERN)).table.iloc[0, 0] == "ZÃ¼rich"
    with pytest.raises(NotText, match="another encoding than UTF-8, from line 2 on"):
        opened(TABLE.encode(WESTERN), said=CsvDialect(encoding=UTF_8))
    with pytest.raises(InvalidInput, match="encoding must be one of"):
        opened(TABLE.encode(), said=CsvDialect(encoding="latin-9"))


def test_where_it_is_declared_a_foreign_byte_changes_its_own_cell_alone():
    data = TABLE.encode()
    before = opened(data, said=DECLARED).table
    after = opened(data.replace(b"K\xc3\xb6ln,3", b"K\xf6ln,3", 1), said=DECLARED).table
    assert after.iloc[2, 0] == "K\ufffdln"
    after.iloc[2, 0] = "Köln"
    assert after.astype(str).equals(before.astype(str))


def test_few_letters_are_shown():
    assert letters(" ".join(f"ä{number}" for number in range(99)).encode()) == tuple(
        f"ä{number}" for number in range(6)
    )
    assert set(ENCODINGS) == {UTF_8, UTF_16, WESTERN}
