"""A number in a text is the nearest to its digits, whatever pandas would read."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.data.cells import from_csv, parsed

digits = st.from_regex(r"[+-]?[0-9]{1,20}(\.[0-9]{0,20})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@settings(max_examples=40)
@given(st.lists(digits, min_size=1, max_size=50))
def test_no_other_number_is_nearer_to_the_digits(texts: list[str]):
    for text, value in zip(texts, parsed(texts), strict=True):
        exact = Fraction(text)
        for other in (np.nextafter(value, -np.inf), np.nextafter(value, np.inf)):
            assert abs(Fraction(float(value)) - exact) <= abs(Fraction(float(other)) - exact)


# Each was read a unit in the last place off, the first by pandas 3.1, the others before it.
@pytest.mark.parametrize("text", ["+712e44", "5e35", "96E302", "0.30000000000000004"])
def test_numbers_that_were_read_a_unit_off_are_right(text: str):
    assert parsed([text])[0] == float(text)


@pytest.mark.parametrize(
    "text", ["", "1_000", "٣", "0x10", "1e", "1 2", "nan", "yes", "\ud800", "1,5"]
)
def test_what_writes_no_number_is_none(text: str):
    assert np.isnan(parsed([text])[0])


def test_what_is_too_large_is_infinite_and_so_refused_elsewhere():
    assert parsed(["1e999", "-1e999"]).tolist() == [np.inf, -np.inf]


def test_numbers_of_a_csv_file_are_the_nearest_too(tmp_path: Path):
    values = np.random.default_rng(0).random(2_000)
    (tmp_path / "x.csv").write_text("x\n" + "\n".join(map(repr, values.tolist())))
    assert from_csv(tmp_path / "x.csv").x.tolist() == values.tolist()
