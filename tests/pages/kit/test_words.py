"""Numbers in words: units, signs, singular and plural."""

import math
import re

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from pages.comparison import terms, values
from pages.kit import words
from pages.kit.text import WORD_JOINER, escape_markdown


@pytest.mark.parametrize(
    ("cost", "text"),
    [(0.021, "2.1 points"), (0.01, "1.0 point"), (-0.01, "−1.0 point"), (0.0, "0.0 points")],
)
def test_points_agree_in_number(cost: float, text: str):
    assert words.points(cost) == text


@pytest.mark.parametrize(
    ("count", "text"), [(1, "1 draw"), (0, "0 draws"), (20_000, "20,000 draws")]
)
def test_counts_agree_in_number(count: int, text: str):
    assert words.pluralize(count, "draw") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (math.inf, "∞"), (20_000, "20,000"), (1e-6, "1e-6"), (0.123456789, "0.123457")],
)
def test_settings_are_written_as_people_write_them(value: float, text: str):
    assert words.number(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        "nan",
        "1..2",
        "1,5,2",
        "0,5.2",
        "20,0000,1",
        ",",
        "1,",
        "0,500,000",
        "12345,678",
        "1 00",
        "1 2",
        "10²",
        "2½",
        "5 %",
        "1.00.000",
    ],
)
def test_what_is_no_number_gets_a_sentence(text: str):
    with pytest.raises(InvalidInput, match="epsilon must be a number"):
        words.read_number("epsilon", text)


def test_large_numbers_are_rounded_without_powers_of_ten():
    assert [words.rounded(each) for each in (373.2, 0.01234, 5.04)] == ["370", "0.012", "5"]
    assert words.rounded(12_345, 3) == "12,300"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("∞", math.inf),
        (" Inf ", math.inf),
        ("1e-3", 1e-3),
        ("20,000", 20_000),
        ("1,234.5", 1234.5),
        ("1,234,567", 1_234_567),
        ("0,5", 0.5),
        ("-1,25", -1.25),
        ("0,500", 0.5),
        ("1,5e-3", 0.0015),
        ("20,00", 20),
        ("1 000", 1000),
        ("12\u202f345,5", 12345.5),
        ("1\u00a0000\u00a0000", 1_000_000),
        ("1’000", 1000),
        ("1.234,5", 1234.5),
        ("1.000.000", 1_000_000),
        ("½", 0.5),
        ("５", 5),
        ("０，５", 0.5),
        ("−2", -2),
        (" 5 ", 5),
        ("\t1e-3\n", 1e-3),
    ],
)
def test_numbers_are_read_as_typed(text: str, value: float):
    assert words.read_number("epsilon", text) == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1e-4, 1e-3, 0.1", [1e-4, 1e-3, 0.1]),
        ("0.1,1, 10", [0.1, 1, 10]),
        ("1,10,100", [1, 10, 100]),
        ("0,01; 0,1", [0.01, 0.1]),
        ("0,01;0.1;1 000", [0.01, 0.1, 1000]),
        ("０．１、１", [0.1, 1]),
        ("½, 1", [0.5, 1]),
        ("0.1,", [0.1]),
        ("", []),
    ],
)
def test_lists_of_numbers_are_read_as_typed(text: str, values: list[float]):
    assert words.read_numbers("λ", text) == values


@pytest.mark.parametrize("text", ["0,01, 0,1", "1,5, 2", "20,000, 3"])
def test_a_list_whose_commas_are_not_clear_gets_a_hint(text: str):
    with pytest.raises(InvalidInput, match="semicolons between them: 0,01; 0,1"):
        words.read_numbers("λ", text)


def test_a_number_too_large_to_hold_is_not_taken_for_infinity():
    with pytest.raises(InvalidInput, match="epsilon must be below"):
        words.read_number("epsilon", "1e400")


def test_no_minus_stands_before_zero():
    assert "−0.0" not in terms.quartiles(Summary(0.0, -0.0001, 0.0001))
    assert words.signed_points(-0.0001) == "0.0 points"


def test_a_lucky_draw_is_not_called_a_cost():
    assert terms.costs(Summary(-0.02, -0.03, -0.01)).startswith("comes out 2.0 points better")


def test_only_all_of_it_is_written_as_100_percent():
    assert [words.percent(share) for share in (1.0, 1 - 1e-9, 0.5)] == [
        "100 %",
        "100.0 %",
        "50.0 %",
    ]


@pytest.mark.parametrize("baseline", [0.0, 0.0515, 0.05149, 0.1])
def test_costs_are_differences_of_the_percentages_shown(baseline: float):
    def percent(share: float) -> float:
        return float(words.percent(share).split()[0])

    for errors in np.arange(0, 0.2, 0.0001).tolist():
        cost = terms.cost(Summary(errors, errors, errors), baseline).median
        shown = float(words.points(cost).split()[0].replace("−", "-"))
        assert shown == pytest.approx(percent(errors) - percent(baseline), abs=1e-9)


def test_link_leaves_out_defaults_and_keeps_the_rest():
    usual = Settings(epsilon=values.FIRST, lam="auto", knobs=(("band", 0.1), ("flip", 0.2)))
    assert values.link(usual) == ""
    chosen = Settings("breast_cancer", math.inf, 1e-4, "huber", n=100, draws=7)
    assert values.link(chosen) == (
        "data=breast_cancer&epsilon=%E2%88%9E&lam=0.0001&loss=huber&n=100&draws=7"
    )


HOSTILE = [
    "[x](http://evil.example)",
    "www.evil.example",
    "a@evil.example",
    "x\n\n# Call 0800",
    "![](http://evil.example/a.png)",
    "$x$ :red[y] <b>z</b>",
    "\u202eabc",
]


@pytest.mark.parametrize("foreign", HOSTILE)
def test_foreign_text_cannot_link_format_or_break_lines(foreign: str):
    shown = escape_markdown(foreign)
    assert shown.isprintable() or WORD_JOINER in shown
    assert "\n" not in shown
    assert not re.search(r"(?<!\\)[\[\]<>$#*_`!]", shown)
    assert not re.search(r"www\.|://|@\w", shown)
