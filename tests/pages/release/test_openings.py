"""How many budgets visitors of a server open in a minute, where others reach it."""

import pytest

from pages.kit.visitor import kept
from pages.release.budgets import opening
from tests.pages.release.forms import again, ok, press, refusals, say, with_table
from tests.pages.screen import opened

MOST = opening.A_MINUTE.most
SAMPLES = "Open a budget of ε = 3 for the sample"


@pytest.fixture
def now(monkeypatch):
    """The time of a server that others reach."""
    monkeypatch.setenv("EXPLORER_HOSTS", "lab.example")
    monkeypatch.setenv("EXPLORER_RELEASE", "on")
    time = [kept.clock()]
    monkeypatch.setattr(kept, "clock", lambda: time[0])
    return time


def open_one(app, name: str):
    app = say(app, data_set=name)
    return press(say(app, new_name=name, new_epsilon="1"), "Open this budget")


def test_a_visitor_opens_so_many_in_a_minute_and_comes_back(ledger, now):
    app = with_table()
    for number in range(MOST):
        now[0] += 5
        app = open_one(app, f"mine {number}")
    assert len(ledger.data_sets()) == MOST
    # A reload is another session of the same browser.
    app = open_one(again(app), "one too many")
    assert f"at most {MOST} budgets in a minute. Try again in 40 seconds." in refusals(app)
    assert len(ledger.data_sets()) == MOST
    # Of another browser nothing was counted.
    open_one(with_table(), "by somebody else")
    assert len(ledger.data_sets()) == MOST + 1
    now[0] += 40
    open_one(again(app), "one too many")
    assert ledger.data_sets()[-1] == "one too many"


@pytest.mark.usefixtures("now")
def test_what_was_typed_wrong_counts_for_nothing(ledger):
    app = say(with_table(), data_set="mine")
    for _ in range(MOST + 1):
        app = press(say(app, new_name="mine", new_epsilon="much"), "Open this budget")
        assert "must be a number" in refusals(app)
    press(say(app, new_epsilon="1"), "Open this budget")
    assert ledger.data_sets() == ("mine",)


@pytest.mark.usefixtures("now")
def test_budgets_of_the_sample_count_too(ledger):
    app = press(press(ok(opened("release")), "Try it with the sample"), SAMPLES)
    for _ in range(MOST):
        app.selectbox(key="release_data_set").select("")
        app = press(ok(app.run()), SAMPLES)
    assert "Try again in 60 seconds." in refusals(app)
    assert len(ledger.data_sets()) == MOST


@pytest.mark.whole
def test_who_sits_at_the_machine_alone_opens_as_many_as_wanted(ledger):
    app = with_table()
    for number in range(MOST + 1):
        app.selectbox(key="release_data_set").select("")
        app = say(ok(app.run()), new_name=f"mine {number}", new_epsilon="1")
        app = press(app, "Open this budget")
    assert len(ledger.data_sets()) == MOST + 1
