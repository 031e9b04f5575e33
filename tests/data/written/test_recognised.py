"""A table in each way that people write one is read back the same, or it is asked: never else."""

import codecs
import csv
import io
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from dpcore.data.declared.features import Numeric
from dpcore.data.declared.reading import as_declared
from dpcore.data.files.limits import USUAL
from dpcore.data.uploads import opened
from dpcore.data.written.recognised import recognised
from dpcore.data.written.writing import TIME

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "windows-1252")
SEPARATORS = (",", ";", "\t")
MARKED = ("utf-8-sig", "utf-16")
"""Encodings that begin with a mark: the same letters, tried whole only."""

HEADERS = ("named", "none", "below a title", "below sep=")
SIGNS = [
    (decimal, group)
    for decimal, group in product(".,", ("", ",", ".", " ", "\u00a0", "\u202f", "'", "\u2019"))
    if decimal != group
]
AROUND = ("{}", "{} %", "{}%", "{} €", "€ {}", "${}", "{} kg", "CHF {}", "{}k")
MINUSES = ("-{}", "\u2212{}", "({})", "{}-")
N = 40


@dataclass(frozen=True)
class Case:
    """One way to write a table, and whether its numbers are whole."""

    seed: int
    encoding: str
    separator: str
    header: str
    decimal: str
    group: str
    around: str
    minus: str
    whole: bool

    @property
    def may_be_asked(self) -> bool:
        """Whether two readings are possible: whole numbers grouped by what could be a decimal."""
        return self.whole and self.group in (".", ",")


def cases() -> list[Case]:
    """Return each pair of signs with each header, separator and encoding, and the rest by turns."""
    all_of = product(SIGNS, HEADERS, SEPARATORS, ENCODINGS)
    return [
        Case(seed, encoding, separator, header, *signs, AROUND[seed % 9], MINUSES[seed % 4],
             whole=seed % 5 == 0)
        for seed, (signs, header, separator, encoding) in enumerate(all_of)
        if not (encoding == "windows-1252" and signs[1] == "\u202f")  # it has no such blank
    ]  # fmt: skip


def spelled(value: float, case: Case) -> str:
    """Return a number as somebody writes it."""
    text = f"{abs(value):,.{0 if case.whole else 2}f}"
    text = text.translate(str.maketrans({",": case.group, ".": case.decimal}))
    minus = case.minus.replace("\u2212", "-") if case.encoding == "windows-1252" else case.minus
    if value >= 0:
        return case.around.format(text)
    # At the end of all: 5 kg-, while 5-kg is five kilograms.
    return (
        minus.format(case.around.format(text))
        if minus == "{}-"
        else case.around.format(minus.format(text))
    )


def written(case: Case) -> tuple[bytes, np.ndarray]:
    """Return a file, and the numbers of its first column."""
    rng = np.random.default_rng(case.seed)
    values = np.round(rng.normal(0, 2, N) * 10.0 ** rng.integers(1, 6, N), 0 if case.whole else 2)
    rows = [
        [spelled(value, case), str(rng.choice(["Köln", "Orléans", "Rom"])), str(k % 7)]
        for k, value in enumerate(values)
    ]
    text = io.StringIO()
    titles = {
        "below a title": "Umsätze der Köln-Gruppe\n\n",
        "below sep=": f"sep={case.separator}\n",
    }
    text.write(titles.get(case.header, ""))
    file = csv.writer(text, delimiter=case.separator, lineterminator="\r\n")
    file.writerows([] if case.header == "none" else [["Betrag", "Städte", "grade"]])
    file.writerows(rows)
    return text.getvalue().encode(case.encoding), values


def read(case: Case) -> list[float] | None:
    """Return the numbers of the first column as they are recognised; None where it is asked."""
    data, _ = written(case)
    table = opened(data, USUAL).table
    assert len(table) == N, "another number of records"
    assert table.iloc[:, 1].astype(str).isin(["Köln", "Orléans", "Rom"]).all(), "other letters"
    column = table.iloc[:, 0]
    found = recognised(column.unique().tolist())
    assert found is not None, f"no numbers: {column[:3].tolist()}"
    if found.asks:
        return None
    feature = Numeric(str(column.name), -1, 1, written=found.writing)
    return [float(text) for text in as_declared(column, feature)]


def holds(case: Case) -> bool:
    """Return whether a table is read back the same, or rightly asked for."""
    _, values = written(case)
    found = read(case)
    if found is None:
        return case.may_be_asked
    scale = 1e3 if case.around == "{}k" else 1
    return bool(np.allclose(found, values * scale, rtol=1e-12, atol=0))


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize(
    "encoding",
    [pytest.param(each, marks=pytest.mark.whole if each in MARKED else ())
     for each in ENCODINGS],
)  # fmt: skip
def test_a_table_is_read_back_the_same_however_it_is_written(encoding, header):
    chosen = [case for case in cases() if (case.encoding, case.header) == (encoding, header)]
    assert len(chosen) >= 36
    assert [case for case in chosen if not holds(case)] == []


def test_the_other_reading_of_a_number_is_not_the_same():
    # What the test above would let pass if it compared nothing.
    case = Case(0, "utf-8", ";", "named", ",", ".", "{}", "-{}", whole=False)
    data, values = written(case)
    column = opened(data, USUAL).table.iloc[:, 0]
    wrong = [float(text.replace(".", "").replace(",", "")) for text in column]
    assert not np.allclose(wrong, values, rtol=1e-12)


@pytest.mark.parametrize(
    ("cells", "examples"),
    [
        (["6.216", "950"], [None, "1.234,5"]),
        (["6,216", "950"], ["1234,5", "1,234.5"]),
        (["6,216", "8,588"], ["1234,5", "1,234.5"]),
        (["-6.216", "(950)", "7.001"], ["1234.5", "1.234,5"]),
        (["€ 6.216", "€ 8.588"], ["1234.5 €", "1.234,5 €"]),
        (["1,234", "2,345", "3"], ["1234,5", "1,234.5"]),
        (["1.234 €", "99 €"], ["1234.5 €", "1.234,5 €"]),
        # One cell in ten may be a slip: which, is not for a program to say.
        (["1,234", "950", *(f"{k},{k}0" for k in range(10, 17)), "12,5"], ["1234,5", "1,234.5"]),
        (["1.234", "950", *(f"{k}.{k}0" for k in range(10, 17)), "2.1"], [None, "1.234,5"]),
    ],
)
def test_where_two_readings_are_possible_it_is_asked(cells, examples):
    found = recognised(cells)
    assert found.asks
    assert [way and way.example for way in found.choices] == examples


@pytest.mark.parametrize(
    ("cells", "example"),
    [
        (["2.616", "241.690", "0.420"], None),  # a leading 0 groups nothing
        (["6.216", "12.5", "950"], None),
        ([*(f"{k}.{k}" for k in range(10, 40)), "6.216", "950"], None),
        (["6.216", "1.234,5", "950"], "1.234,5"),
        (["6,216", "12.5", "950"], "1,234.5"),
        (["6.216", "7.000", "8.125"], None),  # and no whole number beside them
        (["1.234.567", "12"], "1.234,5"),
        ([*(f"{k},{k}0" for k in range(10, 40)), "950", "1,234,567"], "1,234.5"),
        (["12,34,567", "1,00,000.5"], "1,234.5"),  # as in India
    ],
)
def test_where_one_reading_is_possible_nothing_is_asked(cells, example):
    found = recognised(cells)
    assert not found.asks
    assert (found.writing and found.writing.example) == example


@pytest.mark.parametrize(
    "cells",
    [["Hill", "Port"], ["Q1", "Q2"], ["A1", "B2"], ["12a", "13b"], ["2024-01-31", "2024-02-01"],
     ["1", "2", "3+"], ["<=50K", ">50K"], ["1-2", "3-4"], ["1:2:3", "4:5:6"], ["192.168.0.1"],
     ["PID001", "PID002"], ["CHF001", "CHF002"], ["12 a", "15 b"], ["5 %", "0.05"],
     ["1.2 Mio", "950000"], ["1.2 M", "950000"], ["59:30", "1:02:10"],
     ["192.168.10.100", "10.0.10.101"],
     ["1.10.100", "1.11.100"], ["300 K", "310 K"], ["1. Male", "2. Female"], ["1. No", "2. No"],
     ["1 Hill Rd", "2 Main St", "3 Oak Way", "4 Elm Ct"], ["ok", "1,5", "late"],
     ["x" * 1000 + "1"], []],
)  # fmt: skip
def test_codes_dates_and_words_are_no_numbers(cells):
    assert recognised(cells) is None


def test_units_that_differ_are_asked_for_and_one_unit_is_not():
    assert recognised(["66 kg", "145 lb"]).units == ("kg", "lb")
    assert recognised(["66 kg", "75", "80 KG"]).writing.unit.casefold() == "kg"
    assert not recognised(["1 year", "2 years"]).asks
    assert not recognised(["5 Stk.", "6 Stk"]).asks
    assert recognised(["1.80 m", "1.65 m"]).writing.unit == "m"
    assert recognised(["500-ml", "250-ml"]) is None
    assert recognised(["3 kg/m²", "4 kg/m²"]).writing.unit == "kg/m²"


def test_hours_and_minutes_are_minutes_where_all_cells_are():
    assert recognised(["01:06", "23:59", "0:19"]).writing.form == TIME
    assert recognised(["01:06", "late", "soon"]) is None


def numbers(cells: list[str]) -> list[float]:
    """Return cells as they are recognised, nan for what is no number."""
    found = recognised(cells)
    assert found is not None
    assert found.writing is not None
    return [float(found.writing.plain(cell) or "nan") for cell in cells]


def test_a_dash_for_no_cents_is_no_minus_and_the_point_of_a_currency_no_decimal_one():
    for cells, plain in (
        (["500,-", "1.250,-", "-75,-", "5,–"], [500, 1250, -75, 5]),
        (["CHF 12.-", "CHF 7.50", "CHF 3.--"], [12, 7.5, 3]),
        (["Rs.500", "Rs.1,200", "Rs..50"], [500, 1200, 0.5]),
    ):
        assert numbers(cells) == plain
    # The near miss: behind a whole number it is one.
    assert numbers(["500-", "75"]) == [-500, 75]


def test_nine_in_ten_are_enough_and_less_is_never_read_by_half():
    german = [f"{k}.{k:03d},5" for k in range(100, 118)]
    assert recognised([*german, "#VALUE!", "n.v."]).writing.example == "1.234,5"
    assert recognised([*german, "a", "b", "c"]) is None


def test_a_byte_order_mark_is_no_part_of_a_name():
    data = codecs.BOM_UTF16_LE + "Köln;b\n".encode("utf-16-le") + "1;2\n".encode("utf-16-le") * 10
    assert list(opened(data, USUAL).table.columns) == ["Köln", "b"]
