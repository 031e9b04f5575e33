"""A budget is offered for the data set that it was opened for, and for no other of the same n."""

from dataclasses import replace

import pytest

from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.estimators.account import FIT
from pages.release.budgets import choice, matching
from pages.release.budgets.matching import are_named_alike, stem
from pages.release.budgets.sentences import second_budget
from tests.pages.release.forms import (
    SCHEMA,
    N,
    by_name,
    can_release,
    csv,
    give,
    ok,
    press,
    refusals,
    say,
    with_budget,
    with_table,
)
from tests.pages.screen import opened, words

OTHER = Schema(Label("late", ("yes",)), (Numeric("weight", 0, 100, missing=50),))
OPEN, NAMED = "Open a budget for this data set", "Charge a budget by its name"


def other_csv(n: int = N) -> bytes:
    rows = (f"{k % 90},{'yes' if k % 3 else 'no'}" for k in range(n))
    return "\n".join(["weight,late", *rows, ""]).encode()


def released(name: str = "clinic"):
    """Return the page after a release of the clinic's table, from a budget of this name."""
    app = press(say(with_budget(name=name), epsilon="1"), "Release one classifier")
    return press(app, "Another release")


def with_another(app, name: str, content: bytes, schema: Schema):
    """Give the page another table and schema in place of those that are there."""
    for place in ("table", "schema"):
        app = ok(app.button(key=f"release_remove_{place}").click().run())
    app = give(app, "table", name, content)
    return give(app, "schema", "other.json", schema.to_json().encode())


def somebody_with(name: str, content: bytes, schema: Schema):
    """Return the page of a browser that has not been here, with a table."""
    app = give(ok(opened("release")), "table", name, content)
    return give(app, "schema", "s.json", schema.to_json().encode())


def offers(app) -> list[str]:
    """Return the budgets that may be chosen from the list."""
    options = app.selectbox(key="release_data_set").options
    return [each for each in options if each not in (OPEN, NAMED)]


def chosen(app) -> str:
    return str(app.selectbox(key="release_data_set").value)


OTHERS = {
    "another schema under another name": ("school.csv", other_csv(), OTHER),
    "another schema under the same name": ("clinic.csv", other_csv(), OTHER),
    "the same schema under another name": ("hospital.csv", csv(), SCHEMA),
}


def assert_not_offered(app, ledger):
    assert offers(app) == []
    assert chosen(app) == choice.NEW
    assert not can_release(say(app, new_epsilon="1"))
    assert "is left of" not in words(app)
    assert ledger.budget("clinic").spent == 1


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("is_here", [True, False], ids=["in one visit", "on another day"])
def test_a_budget_is_neither_offered_nor_chosen_for_another_table_of_equal_n(
    ledger, other, is_here: bool
):
    app = released()
    app = with_another(app, *other) if is_here else somebody_with(*other)
    assert_not_offered(app, ledger)


@pytest.mark.whole
@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_match_by_n_alone_is_seen(ledger, monkeypatch, other):
    monkeypatch.setattr(matching, "fits", lambda budget, *_: budget.n == N)
    app = with_another(released(), *other)
    with pytest.raises(AssertionError):
        assert_not_offered(app, ledger)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("place", "other"),
    [
        (0, OTHERS["the same schema under another name"]),
        (1, OTHERS["another schema under the same name"]),
    ],
)
def test_a_match_by_schema_alone_or_by_name_alone_is_seen(ledger, monkeypatch, place, other):
    def by_one(budget, learned, table, here):
        parts = (table.columns in learned, are_named_alike(budget.data_set, table.file))
        return budget.data_set in here or parts[place]

    monkeypatch.setattr(matching, "fits", by_one)
    app = with_another(released(), *other)
    with pytest.raises(AssertionError):
        assert_not_offered(app, ledger)


def test_whoever_comes_back_with_the_same_file_and_columns_finds_its_budget_chosen(ledger):
    released()
    ledger.open("school", n=N, epsilon=1.0)
    wider = replace(SCHEMA, features=(Numeric("age", 0, 120, missing=60), SCHEMA.features[1]))
    for schema in (SCHEMA, wider):  # bounds are no description of a data set
        app = somebody_with("Clinic.CSV", csv(), schema)
        assert offers(app) == ["clinic"]
        assert chosen(app) == "clinic"
        assert can_release(say(app, epsilon="1"))


def test_a_budget_without_a_model_is_listed_by_its_name_and_not_chosen(ledger):
    for name in ("clinic", "school"):
        ledger.open(name, n=N, epsilon=1.0)
    app = with_table()
    assert offers(app) == ["clinic"]
    assert chosen(app) == choice.NEW
    app = ok(app.selectbox(key="release_data_set").select("clinic").run())
    assert can_release(say(app, epsilon="1"))


def test_what_was_opened_for_a_table_here_is_chosen_again_when_the_table_comes_back(ledger):
    app = with_budget(name="those of 2024")
    assert chosen(app) == "those of 2024"
    app = with_another(app, "school.csv", other_csv(), OTHER)
    assert offers(app) == []
    app = with_another(app, "clinic.csv", csv(), SCHEMA)
    assert chosen(app) == "those of 2024"
    assert ledger.data_sets() == ("those of 2024",)


def test_a_budget_for_another_table_starts_from_its_own_name_and_n(ledger):
    app = with_another(released(), "school_2024.csv", other_csv(80), OTHER)
    assert app.text_input(key="release_new_name").value == "school_2024"
    assert app.text_input(key="release_new_n").value == "80"
    app = press(say(app, new_epsilon="2"), "Open this budget")
    assert ledger.budget("school_2024").n == 80
    assert chosen(app) == "school_2024"


@pytest.mark.usefixtures("ledger")
def test_the_share_that_was_declared_of_one_table_is_not_declared_of_another():
    app = say(with_budget(), positive_share="0.05", epsilon="1")
    assert app.text_input(key="release_positive_share").value == "0.05"
    app = with_another(app, "school.csv", other_csv(), OTHER)
    app = press(say(app, new_epsilon="2"), "Open this budget")
    share = app.text_input(key="release_positive_share")
    assert (share.label, share.value) == ("Share of “yes”, declared", "0.5")
    assert app.text_input(key="release_epsilon").value == "1"


@pytest.mark.usefixtures("ledger")
def test_a_second_budget_for_the_same_columns_is_warned_of():
    released("those of 2024")
    for name in ("clinic.csv", "clinic_2025.csv"):
        app = somebody_with(name, csv(), SCHEMA)
        (said,) = (each.value for each in app.warning)
        assert "There is a budget for a data set with these columns: **those of 2024**." in said
        assert "Two budgets for the same people add up" in said
    assert not somebody_with("clinic.csv", other_csv(), OTHER).warning
    names = [str(number) for number in range(5)]
    assert "**2**, **3**, **4** and 2 more. If" in " ".join(second_budget(names, ""))
    # Also beside the list, where the visitor turns away from what is chosen.
    app = ok(with_budget(name="again").selectbox(key="release_data_set").select("").run())
    assert "columns: **those of 2024** and **again**" in app.warning[0].value


@pytest.mark.usefixtures("ledger")
def test_a_file_that_is_called_like_a_budget_of_other_columns_takes_another_name():
    released()
    app = somebody_with("clinic.csv", other_csv(), OTHER)
    assert "**clinic** is called like this file" in app.warning[0].value
    assert app.text_input(key="release_new_name").value == ""
    app = press(say(app, new_name="Clinic", new_epsilon="1"), "Open this budget")
    assert "looks like 'clinic', which has a budget" in refusals(app)


def test_a_budget_that_is_not_offered_is_charged_by_its_name_and_is_then_offered(ledger):
    released()
    app = by_name(somebody_with("clinic.csv", other_csv(), OTHER), "clin")
    assert "No budget has this name" in words(app)
    app = by_name(app, "clinic")
    assert "it is missing from their account" in words(app)
    assert "learned from other columns" in app.warning[0].value
    app = press(say(app, epsilon="0.5"), "Release one classifier")
    assert ledger.budget("clinic").spent == 1.5
    app = press(app, "Another release")
    assert chosen(with_another(app, "clinic.csv", csv(), SCHEMA)) == "clinic"
    # On another day both schemas are known to be of the clinic.
    assert chosen(somebody_with("clinic.csv", other_csv(), OTHER)) == "clinic"


def test_where_names_are_typed_no_name_goes_over_to_another_table(ledger, monkeypatch):
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    ledger.open("clinic", n=N, epsilon=3.0)
    ledger.open("secret study", n=N, epsilon=3.0)
    app = say(say(with_table(), data_set="clinic"), epsilon="1")
    app = press(press(app, "Release one classifier"), "Another release")
    assert app.text_input(key="release_data_set").value == "clinic"
    app = with_another(app, "school.csv", other_csv(), OTHER)
    assert app.text_input(key="release_data_set").value == ""
    assert not can_release(app)
    said = words(app) + "".join(each.value for each in app.warning)
    assert "clinic" not in said.replace("clinic.csv", "")
    assert "secret" not in said
    app = say(app, data_set="clinic")
    assert "learned from other columns" in app.warning[0].value
    app = with_another(app, "clinic.csv", csv(), SCHEMA)
    assert app.text_input(key="release_data_set").value == "clinic"
    assert not app.warning


@pytest.mark.usefixtures("ledger")
def test_the_ledger_beside_shows_no_budget_of_another_table():
    app = with_another(released(), "school.csv", other_csv(), OTHER)
    assert "No budget has been chosen" in words(app)
    assert not app.get("progress")
    assert "Show a released model again" not in [each.label for each in app.selectbox]


@pytest.mark.usefixtures("ledger")
def test_each_model_is_read_once(monkeypatch):
    asked, read = [], matching._columns_of_document
    monkeypatch.setattr(
        matching, "_columns_of_document", lambda text: asked.append(text) or read(text)
    )
    app = released()
    for epsilon in ("0.5", "0.6", "0.7"):
        app = say(app, epsilon=epsilon)
    assert len(asked) == 1


def test_a_fit_of_an_estimator_says_nothing_of_columns(ledger):
    ledger.open("clinic", n=N, epsilon=1.0)
    for key, document in (("t", FIT), ("u", None), ("v", "{}")):
        ledger.charge("clinic", what="a fit", mechanism="m", epsilon=0.1, idempotency_key=key)
        if document:
            ledger.settle(key, document)
    app = somebody_with("clinic.csv", other_csv(), OTHER)
    assert offers(app) == ["clinic"]
    assert chosen(app) == choice.NEW
    assert not app.warning


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("loans.csv", "loans"),
        ("Loans 2024.csv.gz", "Loans 2024"),
        ("a.b.parquet", "a.b"),
        (".csv", ""),
        ("x" * 300 + ".xlsx", "x" * 200),
        ("two\nlines.csv", "two lines"),
    ],
)
def test_a_data_set_is_proposed_to_be_called_as_its_file_without_what_it_is_written_in(file, name):
    assert stem(file) == name


@pytest.mark.parametrize(
    ("data_set", "file", "are_alike"),
    [
        ("Clinic 2024", "clinic_2024.csv", True),
        ("clinic-2024", "CLINIC 2024.xlsx", True),
        ("clinic", "clinic 2024.csv", False),
        ("clinic 2024", "clinic.csv", False),
    ],
)
def test_names_are_compared_without_what_stands_between_their_words(data_set, file, are_alike):
    assert are_named_alike(data_set, file) == are_alike
