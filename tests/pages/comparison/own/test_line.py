"""One line on every page whose numbers rest on an own table: which it is, and what is known of it.

The pages are those of the table of contents: each whose question rests on the table has the line.
"""

import numpy as np
import pytest

from dpcore.data.declared.schema import DECLARED
from pages.comparison.own import basis, sentences
from pages.comparison.own.facts import TableBasis
from pages.contents import NAMES
from pages.kit import visitor
from tests.pages.release.forms import csv as clinic
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import declare, edit, ok, own, upload, with_table

FEW = {"draws": "2", "epsilon": "1"}
OWN_PART = {"is_it_private": {"pair": "own"}, "kernels": {"kernels_data": "chosen"}}
"""What an address says besides, for the part of a page that is about the chosen data."""
ADDRESSES = {name: OWN_PART.get(name, {}) for name in NAMES if name != "data"}
WITHOUT = {"overview", "counterexample", "foundations", "papers", "lessons"}
"""Pages whose numbers are of other records whatever the address says; Release has a line of its
own."""
ON_OWN = [name for name in ADDRESSES if name not in WITHOUT | {"release"}]


def loans(n: int = 300, *, n_twice: int = 0, n_yes: int = 0, leak: bool = False) -> bytes:
    """Return a table of two numbers and a category; `n_yes` of its records are approved."""
    rng = np.random.default_rng(0)
    amount, income = rng.integers(1, 900, n), rng.integers(10, 900, n)
    score = income - amount + rng.normal(0, 200, n)
    is_yes = score >= (np.sort(score)[-n_yes] if n_yes else np.median(score))
    rows = [
        f"{a},{i},{'north' if a % 2 else 'south'},{9 if y and leak else a % 7},"
        f"{'yes' if y else 'no'}"
        for a, i, y in zip(amount, income, is_yes, strict=True)
    ]
    return "\n".join(["amount,income,region,refund,approved", *rows, *rows[:n_twice], ""]).encode()


def line(page) -> str:
    """Return the line under the title, or nothing."""
    said = [each.value.replace("\\", "") for each in page.caption]
    found = [each for each in said if each.startswith("**loans.csv**")]
    assert len(found) < 2
    return "".join(found)


def to(page, name: str):
    for key, value in (FEW | ADDRESSES[name]).items():
        page.query_params[key] = value
    page.query_params["data"] = "upload"
    page = page.switch_page(f"{name}/page.py").run()
    assert complaints(page) == []
    return page


def with_loans(**more):
    return upload(with_table(), loans(**more), "loans.csv")


@pytest.mark.parametrize("name", ON_OWN)
def test_a_page_on_an_own_table_names_file_label_and_guesses(name: str):
    page = to(with_loans(), name)
    said = line(page)
    assert said.startswith("**loans.csv**, predicting “approved” (+1: yes).")
    assert "The numbers rest on guessed bounds and levels of 4 columns" in said
    # It leads to where all of it is said.
    links = [each.proto for each in page.get("page_link")]
    assert any(each.label == "Data" and "upload" in each.query_string for each in links)


@pytest.mark.parametrize("name", ON_OWN)
def test_after_declaring_it_says_what_is_true_then(name: str):
    page = declare(edit(with_loans(), "amount", lower=0.0, upper=60.0, origin=DECLARED))
    assert line(to(page, name)) == "**loans.csv**, predicting “approved” (+1: yes)."


@pytest.mark.parametrize("name", ADDRESSES)
def test_on_built_in_data_there_is_no_line(name: str):
    page = opened(name, data="breast_cancer", **FEW, **ADDRESSES[name])
    assert "The numbers rest on" not in words(page)
    assert "Data" not in [each.proto.label for each in page.get("page_link")]


@pytest.mark.parametrize("name", sorted(WITHOUT))
def test_a_page_that_does_not_use_the_table_has_no_line(name: str):
    assert line(to(with_loans(), name)) == ""


def test_what_follows_from_the_records_is_found_once_and_after_the_answer(monkeypatch):
    page = with_loans(n_twice=40, leak=True)
    table = own(page)
    table.evict()
    asked, look = [], basis.target_leakage
    monkeypatch.setattr(basis, "target_leakage", lambda *a: asked.append(1) or look(*a))
    for _ in range(3):
        page = to(page, "trade_off")
        said = line(page)
    assert "*refund*, which may be known only after the outcome," in said
    assert "and on 40 records that repeat an earlier one." in said
    assert asked == [1]


def test_what_the_data_page_has_found_is_known_at_once(monkeypatch):
    page = with_loans(leak=True)
    for name in ("target_leakage", "n_remarkable"):
        monkeypatch.setattr(basis, name, lambda *_: pytest.fail("found again"))
    assert "which may be known only after the outcome" in line(to(page, "trade_off"))


def test_a_column_that_was_left_out_is_named_no_more():
    page = with_loans(leak=True)
    page = ok(next(each for each in page.button if each.label == "Leave it out").click().run())
    assert "refund" not in line(to(page, "trade_off"))


@pytest.mark.parametrize(("n_yes", "is_few"), [(24, True), (25, False), (3, True)])
def test_a_class_of_which_few_records_are_there_is_said(n_yes: int, is_few: bool):
    said = line(to(with_loans(n_yes=n_yes), "trade_off"))
    assert (f"only {n_yes} records of yes" in said) == is_few


def test_release_names_the_table_of_the_data_page_and_no_guesses(monkeypatch, tmp_path):
    monkeypatch.setattr(visitor, "is_here", lambda: True)
    monkeypatch.setenv("EXPLORER_LEDGER", str(tmp_path / "ledger.db"))
    page = to(with_loans(n_twice=40, leak=True), "release")
    said = line(page)
    assert (
        "A classifier would rest on *refund*, which may be known only after the outcome, and"
        in said
    )
    assert "guessed" not in said
    box = next(each for each in page.file_uploader if each.key.startswith("release_table_"))
    box.upload("clinic.csv", clinic())
    assert line(page.run()) == ""


PREDICTED = ("approved", "yes")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (TableBasis(), ""),
        (TableBasis(("age",)), "The numbers rest on guessed bounds of *age*."),
        (TableBasis((), ("job", "sex")), "The numbers rest on guessed levels of 2 columns."),
        (
            TableBasis(leaks=("a", "b", "c")),
            "The numbers rest on *a*, *b* and 1 more, which may be known only after the outcome.",
        ),
        (
            TableBasis(n_doubled=2_000, rarer=("yes", 1)),
            "The numbers rest on 2,000 records that repeat an earlier one and on only 1 record of "
            "yes.",
        ),
        (
            TableBasis(("age",), leaks=("a",), n_doubled=1),
            "The numbers rest on guessed bounds of *age*, on *a*, which may be known only after "
            "the outcome, and on 1 record that repeats an earlier one.",
        ),
    ],
)
def test_what_the_numbers_rest_on_is_one_sentence(found: TableBasis, said: str):
    start = "**loans.csv**, predicting “approved” (+1: yes)."
    assert sentences.of_table("loans.csv", PREDICTED, found) == f"{start} {said}".strip()
    assert sentences.of_table("", PREDICTED, TableBasis()) == "predicting “approved” (+1: yes)."
