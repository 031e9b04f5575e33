"""The sample: one press fills the first step, and its budget is nobody else's."""

import pytest

from dpcore.release import Model, certificate, running
from dpcore.release.records import check_schema, check_table
from dpcore.release.undeclared import undeclared_cells
from dplab.tables.sample import DATA_SET, SCHEMA, N, table
from pages.release import outcome
from tests.pages.release.forms import SCHEMA as CLINIC
from tests.pages.release.forms import (
    again,
    by_name,
    can_release,
    csv,
    give,
    labels,
    ok,
    press,
    refusals,
    say,
    with_budget,
    with_table,
)
from tests.pages.screen import opened, words

TRY = "Try it with the sample"
OPEN = "Open a budget of ε = 3 for the sample"


def with_sample():
    return press(ok(opened("release")), TRY)


def released():
    return press(say(press(with_sample(), OPEN), epsilon="1"), "Release one classifier")


def test_a_release_may_use_the_sample_as_it_is():
    check_schema(SCHEMA)
    check_table(table(), SCHEMA)
    assert undeclared_cells(table(), SCHEMA) == ()
    assert len(table()) == N
    assert table().equals(table())
    assert set(table()["tired"]) == {"yes", "no"}


def test_one_press_fills_the_first_step_and_says_that_it_is_a_sample():
    app = with_sample()
    assert f"**{N:,} records**" in words(app)
    assert "its records are generated and describe no one" in words(app)
    assert TRY not in labels(app)
    assert OPEN in labels(again(app))


def test_it_is_not_offered_beside_a_file_of_ones_own():
    assert TRY not in labels(with_table())


def test_a_newcomer_goes_through_all_four_steps_and_the_certificate_names_the_sample(ledger):
    app = released()
    assert "One classifier is released" in words(app)
    assert DATA_SET in words(app)
    _, document = ledger.lookup(ledger.budget(DATA_SET).charges[-1].ticket)
    assert f"<td>{DATA_SET}</td>" in certificate.page(Model.from_json(document))
    assert ledger.budget(DATA_SET).spent == 1


def test_no_other_budget_is_charged_for_the_sample_and_the_sample_s_for_no_other_table(ledger):
    ledger.open("clinic", n=N, epsilon=3.0)
    app = released()
    assert ledger.budget("clinic").spent == 0
    app = press(app, "Another release")
    assert app.selectbox(key="release_data_set").options == [
        DATA_SET, "Open another budget for the sample"]  # fmt: skip
    for name in ("table", "schema"):
        app = ok(app.button(key=f"release_remove_{name}").click().run())
    app = give(give(app, "table", "t.csv", csv()), "schema", "s.json", CLINIC.to_json().encode())
    assert app.selectbox(key="release_data_set").value == ""
    assert DATA_SET not in app.selectbox(key="release_data_set").options
    assert "No budget has this name" in words(by_name(app, DATA_SET))


@pytest.mark.parametrize("name", [DATA_SET, f" {DATA_SET.upper()}, again"])
def test_the_sample_s_name_is_kept_for_it(ledger, name: str):
    app = with_budget(name=name)
    assert "is kept for the sample" in refusals(app)
    assert ledger.data_sets() == ()


def test_where_names_must_be_typed_the_sample_needs_none(ledger, monkeypatch):
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    ledger.open("secret study", n=N, epsilon=3.0)
    assert "One classifier is released" in words(released())
    app = with_table()
    assert not can_release(say(app, data_set=DATA_SET))
    assert "No budget has this name" in words(app)
    assert "secret study" not in words(with_sample())


def examples(app):
    return [each.value for each in app.markdown if "An example, not a certificate" in each.value]


def test_before_a_release_an_example_stands_in_its_place_and_charges_nothing(ledger, monkeypatch):
    monkeypatch.setattr(running, "_draw", lambda *_: pytest.fail("the example was drawn"))
    for app in (ok(opened("release")), with_table(), with_sample()):
        assert len(examples(app)) == 1
        assert f"| Data set | {DATA_SET} |" in words(app)
        assert "| Entry in the ledger | none: this is an example |" in words(app).replace("\\", "")
    assert ledger.data_sets() == ()


def test_the_example_cannot_be_saved_and_goes_when_there_is_a_certificate():
    app = ok(opened("release"))
    assert not app.get("download_button")
    assert "Certificate of a private classifier" not in [each.value for each in app.header]
    assert "Date, UTC" not in words(app)
    app = released()
    assert examples(app) == []
    assert "this is an example" not in words(app)
    assert len(examples(press(app, "Another release"))) == 1


def test_the_example_states_what_a_release_of_the_sample_does(ledger):
    there = dict(certificate.rows(outcome._example()))
    released()
    _, document = ledger.lookup(ledger.budget(DATA_SET).charges[-1].ticket)
    stated = dict(certificate.rows(Model.from_json(document)))
    others = {name for name in stated if stated[name] != there[name]}
    assert others | {"Date, UTC"} == set(outcome.OF_A_CHARGE)
    assert set(outcome.AT_A_GLANCE) - {"Entry in the ledger"} <= set(stated)


def test_what_is_spent_on_the_sample_is_spent_and_another_budget_can_be_opened(ledger):
    app = say(press(released(), "Another release"), epsilon="2.5")
    assert "2 left of 3" in refusals(app)
    app.selectbox(key="release_data_set").select("")
    app = press(ok(app.run()), OPEN)
    assert can_release(app)
    assert ledger.data_sets() == (DATA_SET, f"{DATA_SET}, 2")
    again_opened = with_sample().selectbox(key="release_data_set")
    assert again_opened.value == f"{DATA_SET}, 2"
