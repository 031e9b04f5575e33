"""One line on every page whose numbers rest on an own table: which it is, and what is known of it.

The pages are those of the table of contents: each whose question rests on the table has the line.
"""

import numpy as np
import pytest

from dpcore.data.declared.schema import DECLARED
from pages.comparison.own import basis, facts
from pages.comparison.own.facts import TableBasis
from pages.contents import NAMES
from pages.kit import visitor
from tests.house.some import every
from tests.pages.release.forms import csv as clinic
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import declare, edit, ok, own, upload, with_table

FEW = {"draws": "2", "epsilon": "1"}
OWN_PART = {"is_it_private": {"pair": "own"}, "kernels": {"kernels_data": "chosen"}}
"""What an address says besides, for the part of a page that is about the chosen data."""
ADDRESSES = {name: OWN_PART.get(name, {}) for name in NAMES if name != "data"}
WITHOUT = {
    "accessibility",
    "all_pages",
    "counterexample",
    "foundations",
    "lessons",
    "overview",
    "papers",
}
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


NAMED = "**loans.csv**, predicting “approved” (+1: yes)"


def line(page) -> str:
    """Return the line under the title, which leads to Data, or nothing."""
    links = [each.proto for each in page.get("page_link") if each.proto.label.startswith("**")]
    assert len(links) < 2
    if not links:
        return ""
    assert links[0].query_string == "set=data%3Dupload"
    said = [each.value for each in page.caption if " rest on " in each.value]
    return ": ".join([links[0].label, *said]).replace("\\", "")


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
    assert line(page) == f"{NAMED}: The numbers rest on guesses for 4 columns."


def test_a_slide_says_it_too():
    page = with_loans()
    page.query_params["present"] = "1"
    assert line(to(page, "trade_off")) == f"{NAMED}: The numbers rest on guesses for 4 columns."


@pytest.mark.parametrize("phone", [False, True])
def test_the_file_is_named_once_above_an_answer(phone: bool, monkeypatch):
    monkeypatch.setattr(visitor, "is_phone", lambda: phone)
    said = [each.value for each in to(with_loans(), "trade_off").caption]
    assert ("240 training records" in said) == phone
    assert ("Your own table (loans.csv), 240 training records" in said) != phone


@pytest.mark.parametrize("name", every(4, ON_OWN))
def test_after_declaring_it_says_what_is_true_then(name: str):
    page = declare(edit(with_loans(), "amount", lower=0.0, upper=60.0, origin=DECLARED))
    assert line(to(page, name)) == NAMED


@pytest.mark.parametrize("name", every(4, ADDRESSES))
def test_on_built_in_data_there_is_no_line(name: str):
    page = opened(name, data="breast_cancer", **FEW, **ADDRESSES[name])
    assert line(page) == ""
    assert "The numbers rest on" not in words(page)


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
    assert "on *refund* (perhaps not known in time) and on 40 doubled records." in said
    assert asked == [1]


def test_what_the_data_page_has_found_is_known_at_once(monkeypatch):
    page = with_loans(leak=True)
    for name in ("target_leakage", "n_remarkable"):
        monkeypatch.setattr(basis, name, lambda *_: pytest.fail("found again"))
    assert "on *refund* (perhaps not known in time)." in line(to(page, "trade_off"))


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
    assert said.startswith(f"{NAMED}: A classifier would rest on *refund* (perhaps not known in")
    assert "guess" not in said
    box = next(each for each in page.file_uploader if each.key.startswith("release_table_"))
    box.upload("clinic.csv", clinic())
    assert line(page.run()) == ""


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (TableBasis(), ""),
        (TableBasis(("age",)), "on guesses for *age*."),
        (TableBasis(("age",), ("job", "sex")), "on guesses for 3 columns."),
        (TableBasis(leaks=("a", "b", "c")), "on *a*, *b* and 1 more (perhaps not known in time)."),
        (
            TableBasis(n_doubled=2_000, rarer=("yes", 1)),
            "on 2,000 doubled records and on only 1 record of yes.",
        ),
        (
            TableBasis(("age",), leaks=("a",), n_doubled=1),
            "on guesses for *age*, on *a* (perhaps not known in time) and on 1 doubled record.",
        ),
    ],
)
def test_what_the_numbers_rest_on_is_one_sentence(found: TableBasis, said: str):
    assert facts.of_table(found) == (f"The numbers rest {said}" if said else "")


def test_without_a_file_it_is_your_own_table():
    assert facts.named("", ("sick", "yes")) == "Your own table, predicting “sick” (+1: yes)"
