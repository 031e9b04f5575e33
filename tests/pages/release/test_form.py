"""The form of the page Release: what it says, refuses and keeps."""

from dataclasses import replace

import pytest

from dpcore.data.declared.schema import Category, Label
from pages.kit.visitor import kept
from pages.release import sentences
from pages.release.budgets import opening
from server.visits.visitor_store import GIVEN_UP, MemoryLimits
from tests.pages.release.forms import (
    SCHEMA,
    N,
    again,
    box,
    by_name,
    can_release,
    csv,
    give,
    ok,
    press,
    ready,
    refusals,
    say,
    with_budget,
    with_table,
)
from tests.pages.screen import complaints, opened, words


def test_the_page_says_that_something_is_released_and_not_that_it_simulates():
    app = opened("release")
    assert complaints(app) == []
    assert "This is a simulation" not in words(app)
    assert "what is released here is real" in words(app)


def test_it_reads_and_writes_none_of_the_shared_settings(ledger):
    app = with_budget()
    shared = dict(app.query_params)
    app.query_params["epsilon"], app.query_params["lam"] = "7", "1e-5"
    app = ok(app.run())
    assert app.text_input(key="release_epsilon").value == ""
    assert app.text_input(key="release_lam").value == ""
    assert app.checkbox(key="release_follows").value
    assert dict(say(with_budget(name="two"), epsilon="0.5").query_params) == shared
    assert ledger.data_sets() == ("clinic", "two")


@pytest.mark.parametrize(
    ("settings", "are_on"),
    [
        ({}, True),
        ({"EXPLORER_HOSTS": "lab.example"}, False),
        ({"EXPLORER_HOSTS": "lab.example", "EXPLORER_RELEASE": "on"}, True),
        ({"EXPLORER_RELEASE": "off"}, False),
    ],
)
def test_where_others_may_come_it_is_off_until_it_is_switched_on(monkeypatch, settings, are_on):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    app = ok(opened("release"))
    assert bool(app.file_uploader) == are_on
    said = words(app)
    assert ("switched off on this server" in said) != are_on
    # The reason is the true one: other names, or somebody's word.
    assert ("EXPLORER_RELEASE=on" in said) == (settings == {"EXPLORER_HOSTS": "lab.example"})
    assert ("by EXPLORER_RELEASE=off" in said) == ("off" in settings.values())
    assert ("read and spend every budget" in said) == ("off" not in settings.values())


def test_a_stranger_who_knows_a_name_can_spend_its_budget_and_the_page_says_so(ledger):
    ready()
    stranger = with_table()
    stranger = ok(stranger.selectbox(key="release_data_set").select("clinic").run())
    stranger = say(stranger, epsilon="2")
    assert "anyone who reaches it can read and spend every budget" in words(stranger)
    press(stranger, "Release one")
    assert ledger.budget("clinic").left == 1


def test_where_others_may_come_names_and_places_are_not_told(ledger, monkeypatch, tmp_path):
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    ledger.open("clinic", n=N, epsilon=3.0)
    ledger.open("secret study", n=N, epsilon=3.0)
    ledger.charge("clinic", what="a line", mechanism="output", epsilon=1.0)
    app = with_table()
    for name, is_there in (("", False), ("clinics", False), ("clinic", True)):
        app = say(app, data_set=name)
        said = words(app).replace("\\", "")
        assert ("a line" in said) == is_there
        assert ("No budget has this name" in said) == (name == "clinics")
        assert "secret study" not in said
        assert str(tmp_path) not in said
    assert can_release(say(app, epsilon="1"))
    app = say(say(app, data_set="third"), new_name="third", new_epsilon="1")
    app = press(app, "Open this budget")
    assert app.text_input(key="release_data_set").value == "third"


def test_of_several_budgets_the_chosen_one_is_shown(ledger, tmp_path):
    for name in ("clinic", "school"):
        ledger.open(name, n=N, epsilon=3.0)
        ledger.charge(name, what=f"a line for the {name}", mechanism="output", epsilon=1.0)
    app = with_table()
    for name, other in (("clinic", "school"), ("school", "clinic")):
        said = words(by_name(app, name)).replace("\\", "")
        assert f"a line for the {name}" in said
        assert f"a line for the {other}" not in said
        assert str(tmp_path) in said


def test_the_last_step_says_what_will_be_charged_promised_and_left():
    app = ready()
    said = words(app).replace("\\", "")
    parts = ("ε = 1 to clinic", "afterwards 2 is left", "pure ε-differential privacy",
             "fair and stay secret", "for n = 120 records, as many as the table")  # fmt: skip
    assert [part for part in parts if part not in said] == []
    assert can_release(app)


def steps(app) -> list[str]:
    """What the list of steps says of each."""
    (found,) = (each.value for each in app.markdown if each.value.startswith("1. "))
    return [line.strip().replace("\\", "") for line in found.splitlines()[1::2]]


def test_each_step_says_that_it_is_done_and_with_what_or_now_next_or_later():
    app = ok(opened("release"))
    assert steps(app) == ["**Now**", "*Next*", "*Later*", "*Later*"]
    app = with_table()
    assert steps(app) == [f"Done: {N} records, 4 columns", "**Now**", "*Next*", "*Later*"]
    app = with_budget()
    assert steps(app)[1:] == ["**Now**", "*Next*", "*Later*"]
    app = say(app, epsilon="1")
    assert steps(app)[1:] == ["Done: ε = 1 of clinic", "**Now**", "*Next*"]
    app = press(app, "Release one classifier")
    assert steps(app) == ["Done", "Done", "Done", "Done: entry 2, ε = 1"]


def test_a_step_that_cannot_be_done_yet_says_why_and_has_nothing_to_press():
    names = [f"{k}. {name}" for k, name in enumerate(sentences.STEPS, start=1)]
    for n_open, app in ((1, ok(opened("release"))), (2, with_table()), (4, ready())):
        assert [each.value for each in app.header][:4] == names
        told = [each.value for each in app.caption]
        waits = list(sentences.STEPS.values())
        assert [each in told for each in waits] == [k >= n_open for k in range(4)]
        assert can_release(app) == (n_open == 4)
    # What is refused is open: it says so itself, and what comes after it waits.
    app = say(ready(), epsilon="9")
    assert steps(app)[1:] == ["Done: ε = 9 of clinic", "**Now**", "*Next*"]
    assert "3 left of 3" in refusals(app)
    assert waits[3] in [each.value for each in app.caption]


def test_nothing_is_charged_before_the_button_is_pressed(ledger):
    ready()
    assert ledger.budget("clinic").spent == 0


GUESSED = replace(SCHEMA, label=Label("sick", ("yes",), origin="read from the data"))
ENDS = replace(SCHEMA, features=(replace(SCHEMA.features[0], missing=None), SCHEMA.features[1]))
ABSENT = replace(SCHEMA, label=Label("ill", ("yes",)))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (GUESSED, "read from the data: 'sick'"),
        (ENDS, "constant for missing values of 'age'"),
        (ABSENT, "ill"),
    ],
)
def test_a_schema_that_a_release_must_not_use_is_refused_with_what_is_missing(schema, said):
    app = with_table(schema)
    assert said in refusals(app)
    assert not app.text_input


def test_what_is_missing_in_a_schema_is_said_before_there_is_a_table():
    app = give(ok(opened("release")), "schema", "s.json", ENDS.to_json().encode())
    assert "constant for missing values of 'age'" in refusals(app)


@pytest.mark.parametrize(
    ("place", "content", "said"),
    [
        ("table", b"PK\x03\x04\x00", "zip"),
        ("table", b"age,job\n1,2,3\n", "cells"),
        ("schema", b"{}", "schema"),
        ("schema", b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_file_that_is_no_table_is_refused_before_anything_is_charged(
    ledger, place, content, said
):
    app = give(ok(opened("release")), place, "wrong", content)
    assert said in refusals(app)
    assert ledger.data_sets() == ()


def test_how_a_table_is_written_is_said_and_never_recognised():
    app = ok(opened("release"))
    app = give(app, "table", "mine.csv", csv().replace(b",", b";"))
    assert "at least two columns" in refusals(app)
    app.selectbox(key="release_table_separator").select(";")
    app = ok(app.run())
    assert "mine.csv" in words(app)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"epsilon": "much"}, "Privacy parameter ε must be a number"),
        ({"epsilon": "inf"}, "finite"),
        ({"epsilon": "-1"}, "positive"),
        ({"epsilon": "3.5"}, "3 left of 3"),
        ({"lam": "0"}, "Regularization λ must be positive"),
        ({"lam": "1e300"}, "λ"),
    ],
)
def test_what_cannot_be_released_gets_a_sentence_and_stays_typed(ledger, typed, said):
    app = say(ready(), **typed)
    assert said in refusals(app)
    assert not can_release(app)
    for name, text in typed.items():
        assert app.text_input(key=f"release_{name}").value == text
    assert ledger.budget("clinic").spent == 0


def test_a_budget_of_another_n_is_refused_with_both_numbers():
    app = say(with_budget(new_n="121"), epsilon="1")
    assert "n = 121 records, but the table has 120" in words(app)
    assert "the table has 120" in refusals(app)
    assert not can_release(app)


def test_a_budget_that_cannot_be_opened_gets_a_sentence_and_what_was_typed_stays(ledger):
    for epsilon, m, said in (("none", "1", "Total ε"), ("1", "0.5", "Records per person")):
        app = with_budget(epsilon, new_m=m)
        assert said in refusals(app)
        assert app.text_input(key="release_new_name").value == "clinic"
    assert ledger.data_sets() == ()


def test_a_ledger_that_cannot_be_written_gets_a_sentence_and_what_was_typed_stays(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("EXPLORER_LEDGER", str(tmp_path / "none" / "ledger.db"))
    app = with_budget()
    assert "check the folder" in refusals(app)
    assert app.text_input(key="release_new_name").value == "clinic"


def test_a_plan_is_tried_without_spending(ledger):
    app = say(with_budget(), plan="0.5, 0.25")
    assert "These 2 charges would leave ε = 2.25" in words(app)
    # One number is read as in the box of ε.
    for typed in ("1,5", "1.5"):
        assert "This charge of ε = 1.5 would leave ε = 1.5" in words(say(app, plan=typed))
    app = say(app, plan="0.5; 2,75")
    assert "Charge 2 of the plan" in words(app)
    assert refusals(app) == ""
    assert ledger.budget("clinic").charges == ()


def test_nothing_typed_is_lost_by_a_reload_or_on_the_way_to_other_pages():
    app = say(ready("0.75"), lam="0.02")
    for other in (again(app), app.switch_page("data/page.py").run().switch_page("release/page.py")):
        other = ok(other.run())
        assert other.text_input(key="release_epsilon").value == "0.75"
        assert other.text_input(key="release_lam").value == "0.02"
        assert can_release(other)


def test_a_table_is_removed_on_request():
    app = ok(with_table().button(key="release_remove_table").click().run())
    visitor = app.session_state["visitor"]
    assert kept.get(visitor, "release_table") is None
    assert box(app, "table")


@pytest.mark.parametrize("odd", ["-", "1,234,567", "1.234,5"])
def test_a_cell_of_an_unused_column_changes_no_other_record(odd):
    # Recognised, the first of these files has decimal commas, and the second has not.
    rows = "sick;age;note\n" + "no;1,5;-\nyes;2,5;-\n" * 50
    app = ok(opened("release"))
    app.selectbox(key="release_table_separator").select(";")
    app.selectbox(key="release_table_decimal").select(True)
    app = give(ok(app.run()), "table", "t.csv", f"{rows}no;0,5;{odd}\n".encode())
    found = kept.get(app.session_state["visitor"], "release_table").content["age"]
    assert list(found) == ["1.5", "2.5"] * 50 + ["0.5"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"new_name": " "}, "Name of the data set is empty"),
        ({"new_epsilon": "-1"}, "Total ε must be positive; got -1."),
        ({"new_epsilon": "∞"}, "Total ε must be finite; got ∞."),
        ({"new_m": "4000"}, "Records per person must be at most 120; got 4,000."),
    ],
)
def test_a_budget_is_refused_in_the_words_of_its_boxes(typed: dict[str, str], said: str):
    app = with_table()
    for name, text in ({"new_name": "clinic", "new_epsilon": "2"} | typed).items():
        app.text_input(key=f"release_{name}").input(text)
    (button,) = (each for each in app.run().button if each.label == "Open this budget")
    assert said in refusals(button.click().run())


def test_how_a_table_was_read_stands_beside_it():
    app = ok(opened("release"))
    app.selectbox(key="release_table_separator").select(";")
    app = give(ok(app.run()), "table", "t.csv", b"sick;age\n" + b"no;1,5\nyes;2,5\n" * 50)
    said = "\n".join(each.value for each in app.caption)
    assert "Read with semicolons between cells." in said


def test_a_wrong_separator_is_said_beside_the_one_that_is_there():
    app = ok(opened("release"))
    box(app, "table").upload("t.csv", b"sick|now;age\n" + b"no;1\nyes;2\n" * 50)
    app = app.run()
    assert "That line holds semicolons: perhaps they separate the cells." in refusals(app)


def test_a_level_that_the_file_cannot_hold_is_refused_before_anything_is_asked():
    app = ok(opened("release"))
    app.selectbox(key="release_table_separator").select(";")
    app.selectbox(key="release_table_decimal").select(True)
    rows = csv().replace(b",", b";")
    job = Category("job", ("0,5", "none"), missing="none", other="none")
    app = give(ok(app.run()), "table", "t.csv", rows)
    schema = replace(SCHEMA, features=(SCHEMA.features[0], job))
    app = give(app, "schema", "s.json", schema.to_json().encode())
    assert "0,5 is read as 0.5" in refusals(app)
    assert not app.text_input


def test_candidates_and_a_test_error_are_said_with_their_parts(ledger):
    app = ready()
    app.selectbox(key="release_how_lam").select("chosen")
    app.checkbox(key="release_test").check()
    ok(app.run()).checkbox(key="release_auto").uncheck()
    app = ok(app.run())
    assert "ε of the test error is empty" in refusals(app)
    app = say(app, candidates="", epsilon_test="2")
    assert "Candidates λ: enter some" in refusals(app)
    app = say(app, candidates="0.01, 0.1", share="0.001")
    assert "Share of records for the test must leave records" in refusals(app)
    app = say(app, share="0.25")
    said = words(app)
    assert "ε = 2 to clinic" in said
    assert "30 records chosen at random are not trained on" in said
    assert f"{N // 4} other records judge them" in said
    app = press(app, "Release one")
    assert ledger.budget("clinic").left == 1
    assert "Test error" in words(app)


def test_who_made_room_for_another_learns_why_the_table_is_gone(monkeypatch):
    app = with_table()
    with monkeypatch.context() as full:
        full.setattr("server.visits.visitor_store.IDLE", -1)
        full.setattr(kept, "room", MemoryLimits(server=100_000))
        kept.keep("another", "table", bytes(99_000))
    kept.drop("another", "table")
    app = ok(app.run())
    assert [each.value for each in app.warning] == [GIVEN_UP]
    app = give(app, "table", "clinic.csv", csv())
    app = give(app, "schema", "clinic.json", SCHEMA.to_json().encode())
    assert not ok(app.run()).warning


def test_a_stranger_opens_a_limited_number_of_budgets_and_the_owner_as_many_as_wanted(
    ledger, monkeypatch
):
    monkeypatch.setattr(opening, "MOST_BUDGETS", 2)
    for number in range(2):
        ledger.open(f"clinic {number}", n=10, epsilon=1.0)
    with_budget(name="one more")
    assert ledger.data_sets()[-1] == "one more"
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    app = with_table()
    app = say(app, data_set="another", new_name="another", new_epsilon="1")
    app = press(app, "Open this budget")
    assert "as many as visitors may open" in refusals(app)
    assert "another" not in ledger.data_sets()
