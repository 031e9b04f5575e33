"""On the page Release, rows without a label are left out only if that was declared public."""

from dataclasses import replace

from dpcore.data.declared.label import LEFT_OUT
from tests.pages.release.forms import SCHEMA, N, csv, give, ok, press, refusals, say
from tests.pages.screen import opened, words

LABEL = replace(SCHEMA.label, unlabelled=LEFT_OUT)
GAPS = csv() + b"40,smith,?\n" * 30


def with_gaps(is_public: bool):
    schema = replace(SCHEMA, label=replace(LABEL, labelled_is_public=is_public))
    app = give(ok(opened("release")), "table", "clinic.csv", GAPS)
    return give(app, "schema", "clinic.json", schema.to_json().encode())


def test_it_is_refused_unless_it_was_declared(ledger):
    app = with_gaps(is_public=False)
    assert "A release needs it declared that having a label is public" in refusals(app)
    assert "n tells how many records have one" in refusals(app)
    assert ledger.data_sets() == ()


def test_where_it_was_the_budget_is_opened_for_the_records_that_have_a_label(ledger):
    app = with_gaps(is_public=True)
    assert f"**{N} records**" in words(app)
    app.selectbox(key="release_data_set").select("")
    app = say(ok(app.run()), new_name="clinic", new_epsilon="3")
    app = say(press(app, "Open this budget"), epsilon="1")
    assert ledger.budget("clinic").n == N
    assert "a record with a label is replaced by another with a label" in words(app)
    app = press(app, "Release one classifier")
    assert "One classifier is released" in words(app)
    assert ledger.budget("clinic").spent == 1
