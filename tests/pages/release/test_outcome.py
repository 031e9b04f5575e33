"""What the button does: one charge and one model for a key, whoever presses it how often."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import Logistic
from dpcore.estimators.account import FIT
from dpcore.ledger import Ledger, database
from dpcore.release import MissedTolerance, running
from pages.kit.visitor import kept
from pages.release import outcome, session
from tests.house.some import every
from tests.pages.release.forms import (
    SCHEMA,
    again,
    entries,
    give,
    labels,
    ok,
    press,
    ready,
    refusals,
    say,
    with_table,
)
from tests.pages.screen import opened, words

RELEASE = "Release one classifier"


def kinds(ledger: Ledger) -> list[str]:
    return [each["kind"] for each in entries(ledger)]


def drawn(ledger: Ledger) -> int:
    return kinds(ledger).count("settle")


def test_a_release_is_charged_and_certified(ledger):
    app = press(ready(), RELEASE)
    assert "One classifier is released" in words(app)
    assert "pure ε-differential privacy" in words(app)
    assert kinds(ledger) == ["open", "charge", "settle"]
    assert {each.label for each in app.get("download_button")} == {
        "Model, scorer and certificate", "Certificate"}  # fmt: skip


def test_no_error_and_no_baseline_is_shown():
    app = press(ready(), RELEASE)
    for word in ("without noise", "non-private", "seed", "accuracy", "Test error"):
        assert word not in words(app)
    assert not app.metric
    assert not app.get("plotly_chart")


def test_a_reload_and_another_tab_show_the_same_model(ledger):
    first = press(ready(), RELEASE)
    entry = next(line for line in words(first).splitlines() if "Entry of the ledger" in line)
    for _ in range(2):
        assert entry in words(again(first))
    assert kinds(ledger) == ["open", "charge", "settle"]


def test_a_button_that_stood_in_two_tabs_is_one_charge(ledger):
    first = ready()
    second = again(first)
    press(first, RELEASE)
    assert "One classifier is released" in words(press(second, RELEASE))
    assert kinds(ledger) == ["open", "charge", "settle"]


def test_the_second_press_shows_the_model_even_where_nothing_is_left(ledger):
    first = ready("3")
    second = again(first)
    press(first, RELEASE)
    assert "One classifier is released" in words(press(second, RELEASE))
    assert ledger.budget("clinic").left == 0


def test_a_stale_button_never_pays_for_a_further_release(ledger):
    first = ready()
    stale = again(first)
    app = press(press(first, RELEASE), "Another release")
    assert RELEASE in "".join(labels(app))
    assert "One classifier is released" in words(press(stale, RELEASE))
    assert drawn(ledger) == 1


def test_another_release_on_request_is_another_charge(ledger):
    app = press(press(press(ready(), RELEASE), "Another release"), RELEASE)
    assert "One classifier is released" in words(app)
    assert kinds(ledger) == ["open", "charge", "settle", "charge", "settle"]
    assert ledger.budget("clinic").left == 1


def test_what_changed_as_the_button_was_pressed_is_not_charged(ledger):
    app = ready("1")
    app.text_input(key="release_epsilon").input("2")
    app = press(app, RELEASE)
    assert "changed as you pressed" in refusals(app)
    assert ledger.budget("clinic").spent == 0
    assert "ε = 2 to clinic" in words(app)


def click(app):
    (found,) = (each for each in app.button if each.label.startswith(RELEASE))
    return found.click()


def is_untouched(app, ledger) -> bool:
    """Whether nothing was charged, though the form is as it was when the button was pressed."""
    app = ok(app.run())
    return RELEASE in "".join(labels(app)) and kinds(ledger) == ["open"]


@pytest.mark.parametrize("wrong", every(2, ["none", "-1", ""]))
def test_a_press_that_met_a_wrong_number_is_forgotten(ledger, wrong):
    app = ready("1")
    app.text_input(key="release_epsilon").input(wrong)
    app = press(app, RELEASE)
    assert is_untouched(say(app, epsilon="1"), ledger)


def test_a_press_whose_run_ends_on_another_page_or_part_is_forgotten(ledger):
    app = ready("1")
    click(app)
    app = ok(app.switch_page("foundations/page.py").run())
    assert is_untouched(app.switch_page("release/page.py"), ledger)
    app.segmented_control(key="release_part_box").set_value("use")
    app = ok(click(app).run())
    app.segmented_control(key="release_part_box").set_value("release")
    assert is_untouched(app, ledger)


def test_a_press_that_found_no_table_any_more_is_forgotten(ledger):
    app = ready("1")
    visitor = app.session_state["visitor"]
    table = kept.get(visitor, "release_table")
    kept.drop(visitor, "release_table")
    press(app, RELEASE)
    kept.keep(visitor, "release_table", table)
    assert is_untouched(app, ledger)


def test_a_press_that_met_a_busy_ledger_is_forgotten(ledger, tmp_path, monkeypatch):
    app = ready("1")
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "another program holds it" in refusals(press(app, RELEASE))
    assert is_untouched(app, ledger)


def test_a_key_of_somebody_else_shows_nothing(ledger):
    app = ready("1")
    ledger.charge(
        "clinic", what="another", mechanism="output", epsilon=1.0, idempotency_key="theirs"
    )
    app.session_state["release_button_theirs"] = True
    app.session_state["release_pressed"] = "theirs"
    assert RELEASE in "".join(labels(ok(app.run())))


def test_an_order_keeps_its_ticket_and_each_other_order_has_its_own():
    mine = session.ReleaseSession()
    keys = [mine.idempotency_key(order, table) for order in "ab" for table in (1, 2)]
    assert len(set(keys)) == 4
    assert keys == [mine.idempotency_key(order, table) for order in "ab" for table in (1, 2)]
    mine.give_up(keys[0])
    assert mine.idempotency_key("a", 1) not in keys
    for k in range(3 * session.MOST):
        mine.idempotency_key(str(k), 1)
    assert len(mine.idempotency_keys) == session.MOST


def test_a_charge_without_a_model_is_found_again_and_never_drawn(ledger, monkeypatch):
    def dies(*_):
        raise SystemExit  # as a session that ends between charge and model

    monkeypatch.setattr(running, "_draw", dies)
    app = ready()
    key = kept.get(app.session_state["visitor"], session._KEY).idempotency_keys[-1][2]
    with pytest.raises(SystemExit):
        running.release(
            _table(app), _schema(app), mechanism="output", epsilon=1.0, lam=0.01,
            loss=Logistic(), ledger=ledger, data_set="clinic", idempotency_key=key,
        )  # fmt: skip
    monkeypatch.setattr(running, "_draw", lambda *_: pytest.fail("it was drawn again"))
    app = press(app, RELEASE)
    assert "has the charge but no model" in refusals(app)
    assert "Entry 2" in refusals(app)
    assert "not finished" in words(app)
    assert "has the charge but no model" in refusals(again(app))
    assert kinds(ledger) == ["open", "charge"]
    assert ledger.budget("clinic").spent == 1


def _table(app):
    return kept.get(app.session_state["visitor"], "release_table").content


def _schema(app):
    return kept.get(app.session_state["visitor"], "release_schema").content


def test_a_draw_that_misses_its_tolerance_is_said_and_stays_charged(ledger, monkeypatch):
    def misses(*_):
        raise MissedTolerance("The minimiser could not be computed as exactly as needed.")

    monkeypatch.setattr(running, "_draw", misses)
    app = press(ready(), RELEASE)
    assert "Entry 2 of the ledger: The minimiser could not" in refusals(app)
    assert ledger.budget("clinic").left == 2
    assert RELEASE in "".join(labels(press(app, "Another release")))


def test_what_somebody_else_spent_meanwhile_is_refused_and_nothing_typed_is_lost(ledger):
    app = ready("2.5")
    ledger.charge("clinic", what="another", mechanism="output", epsilon=1.0)
    app = press(app, RELEASE)
    assert "2 left of 3" in refusals(app)
    assert app.text_input(key="release_epsilon").value == "2.5"
    assert ledger.budget("clinic").spent == 1
    assert kinds(ledger) == ["open", "charge"]


def test_a_damaged_ledger_is_said_once_and_nothing_is_charged(ledger, tmp_path):
    app = ready()
    assert kinds(ledger) == ["open"]
    with sqlite3.connect(tmp_path / "ledger.db") as database:
        database.execute("UPDATE ledger_entries SET body = replace(body, '3.0', '9.0')")
    database.close()
    app = press(app, RELEASE)
    assert refusals(app).count("not as it was written") == 1
    assert not labels(app)


def test_the_script_does_the_same_on_the_core_and_holds_no_data(tmp_path, monkeypatch):
    app = say(ready("0.5"), lam="0.02")
    (program,) = (each.value for each in app.code)
    assert "smith" not in program
    # Elsewhere: in a place whose ledger is gone, this program would make none anew.
    own = tmp_path / "own"
    own.mkdir()
    _table(app).to_csv(own / "table.csv", index=False)
    (own / "schema.json").write_text(_schema(app).to_json(), "utf-8")
    monkeypatch.chdir(own)
    exec(compile(program, "script", "exec"), {})
    with Ledger("ledger.db") as mine:
        assert mine.budget("clinic").spent == 0.5
    assert (own / "model.zip").exists()


@pytest.mark.parametrize("rows", [b"20,smith,yes\n" * 3, b'"20,000",smith,yes\n' * 20])
def test_the_script_reads_a_table_as_the_page_does(rows: bytes):
    # Recognised, "20,000" would be 20000; here it is no number, and too few rows are enough.
    app = give(ok(opened("release")), "table", "clinic.csv", b"age,job,sick\n" + rows)
    app = give(app, "schema", "clinic.json", SCHEMA.to_json().encode())
    n = str(rows.count(b"\n"))
    app = say(app, new_name="few", new_n=n, new_epsilon="3")
    app = say(press(app, "Open this budget"), epsilon="1", lam="1")
    (program,) = (each.value for each in app.code)
    assert "as_declared=True" in program
    reading = program.split("with Ledger")[0].replace('Path("table.csv").read_bytes()', "data")
    reading = reading.replace('Path("schema.json").read_text("utf-8")', "text")
    names: dict[str, Any] = {"data": b"age,job,sick\n" + rows, "text": SCHEMA.to_json()}
    exec(compile(reading, "script", "exec"), names)
    assert names["table"]["age"].tolist() == _table(app)["age"].tolist()


def test_the_order_of_a_draw_is_said_wherever_it_fails(ledger, monkeypatch):
    monkeypatch.setattr(outcome, "execute", _refuses)
    app = press(ready(), RELEASE)
    assert "no room" in refusals(app)
    assert kinds(ledger) == ["open"]
    monkeypatch.setattr(outcome, "execute", running.execute)
    assert RELEASE in "".join(labels(ok(app.run())))
    assert drawn(ledger) == 0


def _refuses(*_):
    raise InvalidInput("There is no room on the disk.")


def show_again(app, entry):
    box = app.selectbox(key="release_again")
    (option,) = (each for each in box.options if each.startswith(f"Entry {entry},"))
    return box.select_index(box.options.index(option))


def test_a_released_model_is_shown_again_where_its_browser_was_forgotten(ledger):
    first = press(ready(), RELEASE)
    entry = next(line for line in words(first).splitlines() if "Entry of the ledger" in line)
    stranger = ok(opened("release").run())
    assert entry not in words(stranger)
    assert entry in words(ok(show_again(stranger, 2).run()))
    assert kinds(ledger) == ["open", "charge", "settle"]


def test_a_charge_without_a_model_is_not_shown_again_and_the_form_stays(ledger):
    ledger.open("clinic", n=120, epsilon=3)
    for key in ("t", "u"):
        ledger.charge("clinic", what="a fit", mechanism="output", epsilon=0.5, idempotency_key=key)
    ledger.settle("u", FIT)
    app = ok(opened("release").run())
    assert len(app.selectbox(key="release_again").options) == 1
    app = show_again(app, 3).run()
    assert "kept elsewhere" in refusals(app)
    assert refusals(app.run()) == ""


def test_where_others_come_nobody_is_offered_the_models_of_all(ledger, monkeypatch):
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    ledger.open("clinic", n=120, epsilon=3)
    ledger.charge("clinic", what="a model", mechanism="output", epsilon=0.5, idempotency_key="t")
    ledger.settle("t", FIT)
    app = say(with_table(), data_set="clinic")
    assert "for a model" in words(app)
    assert not [each for each in app.selectbox if each.key == "release_again"]


def test_a_press_on_a_ledger_that_has_gone_says_so_and_opens_no_other(ledger, tmp_path):
    app = press(press(ready(), RELEASE), "Another release")
    app = say(app, epsilon="1")
    ledger.close()
    (tmp_path / "ledger.db").unlink()
    app = press(app, RELEASE)
    assert "is now missing or empty" in refusals(app)
    assert not (tmp_path / "ledger.db").exists()
