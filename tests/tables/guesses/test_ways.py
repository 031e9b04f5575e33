"""How numbers are written is told by a few cells as by all, and asked where two ways differ."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.data.encoding import encode
from dpcore.data.written.recognised import recognised
from dpcore.data.written.writing import Writing
from dplab.tables import proposal
from dplab.tables.guesses import labels, levels, odd, sides, spellings, ways
from dplab.tables.guesses.suspicion import suspicion

N = 900
NUMBERS = np.random.default_rng(0).integers(100, 9_000_000, N) / 100


def column(cells, name: str = "amount") -> pd.Series:
    return pd.Series(list(cells), name=name, dtype=str)


SIGNS = {
    "commas": lambda x: f"{x:,.2f}",
    "points": lambda x: f"{x:,.2f} €".translate(str.maketrans(",.", ".,")),
    "plain": lambda x: f"{x:.2f}",
    "places": lambda x: f"{x:.3f}",
    "whole": lambda x: f"{x:.0f}",
    "either": lambda x: f"{x:,.0f}".replace(",", "."),
}


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.sampled_from([*SIGNS]), st.integers(0, 40), st.integers(250, N))
def test_some_cells_tell_the_same_as_all(sign: str, n_odd: int, n: int):
    cells = [SIGNS[sign](x) for x in NUMBERS[:n]]
    cells[: min(n_odd, n // 20)] = [f"see note {k}" for k in range(min(n_odd, n // 20))]
    cells = sorted(set(cells))
    assert ways.way_of_texts(cells) == recognised(cells)


def test_one_cell_among_many_that_may_be_grouped_is_not_read_silently():
    cells = [f"{x:.0f}" for x in range(100, 1_000)] + ["1.234"]
    assert ways.asks(column(cells))
    assert not ways.asks(column([*cells, "0.5"]))


def test_a_column_that_is_asked_about_is_left_out_with_its_question():
    table = pd.DataFrame({"amount": ["6.216", "950", "1.072"] * 4, "x": list("abc") * 4})
    table["y"] = ["no", "yes"] * 6
    survey = proposal.survey(table)
    assert survey.ways["amount"].asks
    assert survey.unused["amount"] == (
        "amount may be read in two ways: “1.072” is 1072 or 1.072. Say which above."
    )
    # Where nothing else is left, the plainest way is taken, and the page asks.
    alone = proposal.survey(table[["amount", "y"]])
    assert alone.schema.features[0].written is None
    assert alone.ways["amount"].asks


def test_a_column_of_money_is_no_identifier_and_a_label_of_money_gets_a_threshold():
    money = column(SIGNS["points"](x) for x in np.arange(N) * 977 % 80_000 + 1_000)
    assert suspicion(money) is None
    label = labels.proposed(money)
    assert label.written == Writing(",", ".", "€")
    found = sides.counted(money, label, ("",))
    assert abs(found.n_positive - found.n_negative) < N / 20
    assert sides.proposals(money, label)[0].written == label.written


def test_a_proposal_encodes_numbers_as_their_source():
    table = pd.DataFrame({"amount": column(SIGNS["points"](x) for x in NUMBERS)})
    table["y"] = ["no", "yes"] * (N // 2)
    schema = proposal.propose(table)
    plain = pd.DataFrame({"amount": column(f"{x:.2f}" for x in NUMBERS), "y": table["y"]})
    assert np.array_equal(encode(table, schema).X, encode(plain, proposal.propose(plain)).X)


@pytest.mark.parametrize(
    ("cells", "positive", "joined"),
    [
        (["1", "1.0", "+1", "0", "0.0", "-0"], "1", True),
        (["Yes", "yes", "no", "NO"], "Yes", True),
        (["yes", "no"], "yes", False),
        (["EU", "NA"], "NA", False),
        (["YES", "no"], "YES", False),
        (["1", "TRUE", "false", "false", "0"], "1", True),
    ],
)
def test_a_label_has_two_values_however_they_are_spelled(cells, positive: str, joined: bool):
    label = labels.proposed(column(cells * 9, "y"))
    assert (label.joined, len(label.positive), len(label.negative)) == (joined, 1, 1)
    assert spellings.alike(label.positive[0]) == spellings.alike(positive)
    found = sides.counted(column(cells * 9, "y"), label, ("", "NA"))
    assert found.n_positive + found.n_negative == 9 * len(cells)


def test_odd_cells_are_counted_by_text_and_column():
    first, second = column(["1", "inf", "#N/A", "#N/A"]), column(["2,5 €", "2.5", "?", ""])
    found = odd.odd_cells(
        {"a": odd.strange(first, None), "b": odd.strange(second, Writing(",", "", "€"))}, ("", "?")
    )
    assert [(each.text, each.count) for each in found] == [("#N/A", 2), ("2.5", 1), ("inf", 1)]


def test_a_marker_becomes_a_level_and_a_marker_again():
    country = column(["NZ", "NA", "NO", ""], "country")
    feature = proposal.guess(country)
    more = levels.with_level(feature, country, "NA")
    assert set(more.levels) == {"NZ", "NO", "NA", "missing"}  # an empty cell is still missing
    assert set(levels.without_level(more, "NA").levels) == {"NZ", "NO", "missing"}
