"""Counting bytes gives what reading the records gives, or nothing."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.files import limits, plain
from dpcore.data.files.limits import Limits
from dpcore.data.files.parsing import records

CELLS = st.text(st.sampled_from('ab ä,;\t"\n\r\x0b\x85'), max_size=4)
FILES = st.lists(st.lists(CELLS, min_size=1, max_size=3), max_size=6)
FEW = Limits(rows=4)


def one_by_one(data, separator, width):
    """Return how many records there are, or None where one has to be refused."""
    with suppress(InvalidInput):
        widths = [len(record) for _, record in records(data, separator, FEW)]
        if len(widths) <= FEW.rows and set(widths) <= {width}:
            return len(widths)
    return None


@settings(max_examples=40)
@given(FILES, st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n", "\r"]), st.integers(2, 4))
def test_a_count_is_that_of_the_records_or_nothing(file, separator, end, width):
    data = end.join(separator.join(record) for record in file).encode()
    found = plain.count(data, separator, width, FEW)
    assert found is None or found == one_by_one(data, separator, width)
    assert plain.count(memoryview(data), separator, width, FEW) == found


@settings(max_examples=40)
@given(st.integers(0, 4), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.integers(1, 9))
def test_plain_files_are_counted(n, end, closed, part):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plain, "PART", part)  # a part ends anywhere
        data = (end.join(["ä,b,", *["1,,2"] * n]) + end * closed).encode("utf-8-sig")
        expected = n + 1 if n < FEW.rows else None
        assert plain.count(data, ",", 3, FEW) == expected


def test_what_is_too_long_is_left_to_reading():
    short = Limits(line=20)
    assert plain.count(b"a,b\n" + b"1," + b"2" * 18 + b"\n", ",", 2, short) == 2
    assert plain.count(b"a,b\n" + b"1," + b"2" * 19 + b"\n", ",", 2, short) is None
    assert plain.count(b"a,b" + b"1" * 2 * limits.PART, ",", 2, Limits()) is None
