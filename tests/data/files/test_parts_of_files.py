"""Thousands in a file, and files with too many records."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.files import limits
from dpcore.data.files.dialect import FIRST, RANDOM, CsvDialect
from dpcore.data.files.limits import Limits, NotText
from dpcore.data.uploads import opened, read


def test_commas_between_thousands_are_read_as_numbers():
    data = b"pay,job\n" + b'"20,000",a\n"1,234.5",b\n"-1,234,567",c\n512,"1,2,3"\n' * 3
    table = read(data)
    assert table["pay"][:4].tolist() == ["20000", "1234.5", "-1234567", "512"]
    assert table["job"][:4].tolist() == ["a", "b", "c", "1,2,3"]
    assert opened(data).table["pay"][0] == "20,000"


def test_commas_stay_where_they_may_be_decimal_unless_the_visitor_knows():
    data = b"pay,share\n" + b'"20,000","0,5"\n"1,250","0,7"\n' * 5
    assert read(data)["pay"][0] == "20,000"
    points = read(data, said=CsvDialect(decimal_comma=False))
    assert points.iloc[0].tolist() == ["20000", "0,5"]
    commas = read(data, said=CsvDialect(decimal_comma=True))
    assert commas.iloc[1].tolist() == ["1.250", "0.7"]


MANY = b"number,side\n" + b"".join(b"%d,%d\n" % (i, i % 2) for i in range(500))
FEW = Limits(rows=100)


def test_of_a_file_with_too_many_records_the_first_or_seeded_random_ones_are_read():
    with pytest.raises(InvalidInput, match=r"at most 100 records; it has more.*“Records”"):
        opened(MANY, FEW)
    first, random = (opened(MANY, FEW, CsvDialect(rows=rows)) for rows in (FIRST, RANDOM))
    assert first.table["number"].tolist() == [str(i) for i in range(100)]
    numbers = random.table["number"].astype(int).tolist()
    assert (first.n_records, random.n_records) == (500, 500)
    assert len(numbers) == len(set(numbers)) == 100
    assert numbers == sorted(numbers) != list(range(100))
    assert (
        numbers == opened(MANY, FEW, CsvDialect(rows=RANDOM)).table["number"].astype(int).tolist()
    )
    assert 150 < np.mean(numbers) < 350


def test_which_records_are_read_depends_on_no_cell():
    other = MANY.replace(b",1\n", b",7\n")
    one, two = (opened(data, FEW, CsvDialect(rows=RANDOM)).table for data in (MANY, other))
    assert one["number"].tolist() == two["number"].tolist()


def test_a_file_with_few_records_is_read_whole_whatever_is_said():
    for rows in (FIRST, RANDOM):
        found = opened(MANY, Limits(rows=1_000), CsvDialect(rows=rows))
        assert len(found.table) == found.n_records == 500


def test_records_beyond_those_that_are_counted_are_refused():
    with pytest.raises(InvalidInput, match="at most 400 records"):
        opened(MANY, Limits(rows=100, counted=400), CsvDialect(rows=FIRST))
    with pytest.raises(InvalidInput, match="rows must be one of"):
        opened(MANY, FEW, CsvDialect(rows="last"))


@pytest.mark.parametrize("letter", ["é", "€", "𝛆"])
@pytest.mark.parametrize("before", range(4))
def test_a_letter_across_two_parts_of_a_file_is_a_letter(monkeypatch, letter, before):
    monkeypatch.setattr(limits, "PART", 8)
    data = b"a,b\n" + b"x" * before + f"{letter},1\n".encode() * 12
    assert opened(data).table.iloc[1, 0] == letter
    broken = data[:-3] + b"\xc3"
    with pytest.raises(NotText, match=r"another encoding than UTF-8, from line 13 on"):
        opened(broken)


def test_shared_memory_is_read_like_bytes():
    shared = memoryview(bytearray(MANY))
    for said in (CsvDialect(rows=FIRST), CsvDialect(rows=RANDOM)):
        assert opened(shared, FEW, said).table.equals(opened(MANY, FEW, said).table)


def test_who_has_said_which_records_is_not_told_to_say_so():
    with pytest.raises(InvalidInput, match=r"it has more\. Upload a sample of them"):
        opened(MANY, Limits(rows=100, counted=400), CsvDialect(rows=FIRST))
