"""Neighbours among the visitor's own records, on the page "Is it private?"."""

import numpy as np
import pytest

from dpcore.data.dataset import Split
from dplab.studies.is_it_private.verdicts import MOST_OWN_RECORDS, turned
from pages.comparison.screen import cached
from pages.is_it_private.meter.values import question
from pages.is_it_private.meter.view import MeterAnswer, before_audit
from pages.kit.text import help_on, sections
from pages.kit.values import reading
from pages.kit.view import View
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

PAGE = "is_it_private"


def view_at(**texts: str) -> View[MeterAnswer]:
    """Return what the meter shows before its audit, on records of the data."""
    asked = question(reading({"pair": "own", "mechanism": "output", "epsilon": "1"} | texts))
    return before_audit(asked, cached.RECORDS)


def test_own_data_lose_less_than_the_worst_case():
    view = view_at(data="breast_cancer")
    assert 0 < np.abs(view.answer.losses).max() <= view.answer.verdict.found
    assert "Breast cancer" in view.made


def test_the_record_whose_label_is_flipped_can_be_named():
    for place, record in (
        ("0", "its longest training record with the other label"),
        ("7", "its training record 7 with the other label"),
        ("456", "its training record 455 with the other label"),  # of 455
    ):
        said = view_at(data="breast_cancer", turned=place).made
        assert f"Breast cancer, Wisconsin, {record}" in said


@pytest.mark.parametrize(("row", "n", "others"), [
    (3, None, [0, 1, 2, 4, 5]), (3, 4, [0, 1, 2]), (5, 4, [0, 1, 2]), (0, 1, []),
])  # fmt: skip
def test_neighbours_are_the_first_records_and_the_one_that_is_named(row, n, others):
    X, y = np.arange(1.0, 7.0)[:, None] / 10, np.array([1.0, -1.0] * 3)
    pair = turned(Split(X, y, X, y), row, n)
    assert pair.n == (n or 6)
    assert pair.before == X[row] * y[row] == -pair.after
    assert pair.common[:, 0].tolist() == (X[:, 0] * y)[others].tolist()
    assert pair.counts.tolist() == [1.0] * len(others)


def test_own_neighbours_use_a_thousand_records_at_most_and_say_so():
    app = opened(PAGE, pair="own", mechanism="output")
    said = text_of(app)
    assert MOST_OWN_RECORDS == 1000
    assert help_on("pair").count("up to 1,000 training records") == 1
    assert help_on("here").count("up to 1,000 training records") == 1
    assert "use 1,000 of its training records at most" in sections(PAGE)["What this does not show"]
    assert "n = 1,000 here: of the 20,000 training records at most 1,000 are used" in said
    assert "Over all data sets of 1,000 records, not only yours" in said
    assert "on these neighbours in 1,000 records of your data" in said
    few = text_of(opened(PAGE, pair="own", data="breast_cancer", mechanism="output", epsilon="1"))
    assert "on these neighbours in 455 records of your data" in few
    assert "Breast cancer, Wisconsin, its longest training record" in few
    assert "are used" not in few


def test_an_own_table_is_asked_in_its_session_alone():
    app = declare(with_table()).switch_page(f"{PAGE}/page.py")
    app.session_state["pair"] = "own"
    app.run()
    assert complaints(app) == []
    assert "neighbours: Your own table" in text_of(app)
    (sentence,) = (e.value for e in opened(PAGE, pair="own", data="upload").error)
    assert "Links do not carry uploads" in sentence
